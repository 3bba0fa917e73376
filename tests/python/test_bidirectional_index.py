# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The index that extends strings on both sides, against sorted suffixes of the text and of the text reversed."""

import random

import numpy as np
import pytest
from conftest import TEXTS, occurrences_of, random_texts, suffix_array_of

import lexikos


def rows_of(text, string):
    """Begin and end among the sorted suffixes of the text, the empty one first."""
    text, string = list(text), list(string)
    suffixes = [[], *(text[i:] for i in suffix_array_of(text))] if text else []
    found = [row for row, suffix in enumerate(suffixes) if suffix[: len(string)] == string]
    return (found[0], found[-1] + 1) if found else (0, 0)


def expected_rows(text, string):
    begin, end = rows_of(text, string)
    return begin, end, rows_of(text[::-1], string[::-1])[0] if end else 0


def strings_of(text, generator, count):
    for _ in range(count):
        if text and generator.random() < 0.8:
            begin = generator.randrange(len(text))
            yield text[begin : begin + generator.randrange(6)]
        else:
            yield bytes(generator.randrange(97, 101) for _ in range(generator.randrange(4)))


def test_strings_are_extended_on_both_sides():
    generator = random.Random(41)
    for text in [*TEXTS, *random_texts(25, seed=42)]:
        shape = generator.choice(["balanced", "huffman"])
        index = lexikos.BidirectionalFmIndex(text, shape=shape, sample_rate=2)
        assert len(index) == len(text) and index.bytes >= 0
        strings = list(strings_of(text, generator, 12))
        expected = [expected_rows(text, string) for string in strings]
        assert list(zip(*(each.tolist() for each in index.rows(strings)))) == expected
        # Each from a place within it on, to either side by turns.
        for string, rows in zip(strings, expected):
            begin = end = generator.randrange(len(string) + 1)
            found = index.all_rows()
            assert found == expected_rows(text, b"")
            while begin > 0 or end < len(string):
                if end == len(string) or (begin > 0 and generator.random() < 0.5):
                    begin -= 1
                    found = index.extend_left(found, string[begin])
                else:
                    found = index.extend_right(found, string[end : end + 1])
                    end += 1
                assert found == expected_rows(text, string[begin:end])
            assert found == rows and isinstance(found.begins, int)
            assert index.locate(found, text_order=True).tolist() == occurrences_of(text, string)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32"])
def test_many_rows_at_once(dtype, kind):
    generator = np.random.default_rng(43)
    symbols = np.array([3, 7, 200, 201], dtype)
    text = generator.choice(symbols, 300)
    try:
        index = lexikos.BidirectionalFmIndex(kind(text), dtype="int64")
    except TypeError:
        pytest.skip(f"this torch has no {dtype}")
    assert index.dtype == "int64"
    begins = generator.integers(1, 295, 50)
    rows = index.extend_left(index.extend_right(index.all_rows(), kind(text[begins])), kind(text[begins - 1]))
    strings = [text[i - 1 : i + 1].tolist() for i in begins]
    assert list(zip(*(each.tolist() for each in rows))) == [expected_rows(text.tolist(), each) for each in strings]
    found = index.locate(rows, text_order=True)
    for i, string in enumerate(strings):
        places = found.positions[found.offsets[i] : found.offsets[i + 1]].tolist()
        assert places == occurrences_of(text, string) and len(places) == rows.counts[i]
    some = index.locate(rows, max_positions=1)
    assert some.offsets.tolist() == list(range(51))
    # One symbol for all rows, one row for all symbols, and a symbol that the text lacks.
    again = index.extend_right(rows, 7)
    assert again.counts.tolist() == [len(occurrences_of(text, [*each, 7])) for each in strings]
    assert index.extend_left(index.all_rows(), kind(symbols)).counts.tolist() == [
        int((text == each).sum()) for each in symbols
    ]
    assert index.extend_right(rows, 5).counts.tolist() == [0] * 50
    assert index.forward.count(kind(text[:3])) == len(occurrences_of(text, text[:3]))
    assert index.reversed.count(kind(text[:3][::-1].copy())) == len(occurrences_of(text, text[:3]))


def test_files_and_wrong_arguments(tmp_path):
    text = b"abracadabra"
    index = lexikos.BidirectionalFmIndex(text, keep_text=True)
    index.save(tmp_path / "index")
    again = lexikos.BidirectionalFmIndex.load(tmp_path / "index")
    assert again.rows(["abra", "cad"])._asdict().keys() == {"begins", "ends", "reversed_begins"}
    assert again.rows("abra") == index.rows("abra") == expected_rows(text, b"abra")
    assert bytes(again.forward.extract(3, 7)) == text[3:7]
    assert sorted(again.locate(again.rows("a")).tolist()) == occurrences_of(text, b"a")
    with pytest.raises(lexikos.Error):
        lexikos.FmIndex.load(tmp_path / "index")
    rows = index.rows(["a", "b"])
    with pytest.raises(lexikos.InvalidArgument):
        index.extend_left(rows, [1, 2, 3])
    with pytest.raises(lexikos.InvalidArgument):
        index.extend_left(rows, 256)
    with pytest.raises(lexikos.InvalidArgument):
        index.rows((np.frombuffer(text, np.uint8), np.array([0, 20])))
    # Rows that no string has are cut, and harm nothing.
    assert index.extend_left(lexikos.BidirectionalRows(5, 1 << 20, 1 << 20), "a").counts <= len(text) + 1


def test_rows_have_three_columns():
    index = lexikos.BidirectionalFmIndex("abracadabra")
    for rows in ((), (0,), (0, 1), (0, 1, 2, 3), index.forward.intervals("a")):
        for call in (lambda: index.extend_left(rows, "a"), lambda: index.extend_right(rows, "a"), lambda: index.locate(rows)):
            with pytest.raises((lexikos.InvalidArgument, ValueError)):
                call()
