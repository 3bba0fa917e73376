# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Indexes and what they answer, against scans of the text."""

import os
import random
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import TEXTS, occurrences_of, random_texts, suffix_array_of

import lexikos

EXAMPLE = Path(__file__).parents[1] / "consume/python/index_a_file.py"


def patterns_of(text, generator, count=12):
    """Some that occur, some that do not."""
    for _ in range(count):
        if text and generator.random() < 0.7:
            begin = generator.randrange(len(text))
            yield text[begin : begin + generator.randrange(5)]
        else:
            yield bytes(generator.randrange(97, 101) for _ in range(generator.randrange(4)))


def check_index(index, text, generator):
    patterns = list(patterns_of(text, generator))
    expected = [occurrences_of(text, pattern) for pattern in patterns]
    assert len(index) == len(text)
    assert index.count(patterns).tolist() == [len(places) for places in expected]
    offsets, positions = index.locate(patterns, text_order=True)
    assert [positions[offsets[i] : offsets[i + 1]].tolist() for i in range(len(patterns))] == expected
    for pattern, places in zip(patterns, expected):
        assert index.count(pattern) == len(places)
        assert sorted(index.locate(pattern).tolist()) == places
        begin, end = index.intervals(pattern)
        assert end - begin == len(places)
        if pattern and places:
            assert sorted(suffix_array_of(text)[begin:end]) == places
    begins, ends = index.intervals(patterns)
    some = index.locate_intervals(begins, ends, max_positions=2, text_order=True)
    assert np.diff(some.offsets).tolist() == [min(2, len(places)) for places in expected]


def test_suffix_and_fm_indexes():
    generator = random.Random(2)
    for text in [*TEXTS, *random_texts(20)]:
        check_index(lexikos.SuffixIndex(text), text, generator)
        check_index(lexikos.FmIndex(text, sample_rate=2), text, generator)


def test_ways_to_give_patterns(kind):
    text = kind(np.frombuffer(b"mississippi", np.uint8))
    index = lexikos.SuffixIndex(text)
    assert index.count("issi") == index.count(b"issi") == index.count(list(b"issi")) == 2
    many = index.count(["s", "ssi", "x"])
    assert type(many) is type(text) and many.tolist() == [4, 2, 0]
    given = index.count((kind(np.frombuffer(b"sssi", np.uint8)), kind(np.array([0, 1, 4]))))
    assert given.tolist() == [4, 2]
    assert type(index.locate("ssi")) is type(text)
    assert index.locate([]).offsets.tolist() == [0]
    with pytest.raises(lexikos.InvalidArgument):
        index.count((np.frombuffer(b"abc", np.uint8), np.array([0, 2, 1])))


def test_tokens():
    generator = np.random.default_rng(4)
    for dtype, most in (("uint16", 50), ("uint32", 200_000), ("int64", 9)):
        tokens = generator.integers(0, most, 300).astype(dtype)
        tokens[100:130] = tokens[:30]
        index = lexikos.SuffixIndex(tokens)
        for length in (0, 1, 2, 5):
            pattern = tokens[3 : 3 + length]
            assert sorted(index.locate(pattern).tolist()) == occurrences_of(tokens.tolist(), pattern.tolist())
        assert index.count([tokens[:3].tolist(), [1, 2, 3, 4]])[0] >= 2
        fm = lexikos.FmIndex(tokens)
        assert fm.count(tokens[:3]) == index.count(tokens[:3])
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.SuffixIndex(np.array([1, 2], np.uint16)).count([[70000]])
    with pytest.raises(lexikos.NotSupported):
        lexikos.SuffixIndex(np.array([1, 1 << 40]))
    for make in lexikos.SuffixIndex, lexikos.suffix_array, lexikos.duplicate_windows:
        with pytest.raises(lexikos.InvalidArgument):
            make(b"abracadabra", documents=[])


def test_files(tmp_path):
    text = b"the quick brown fox jumps over the lazy dog " * 20
    index = lexikos.SuffixIndex(text, extensions=True)
    index.save(tmp_path / "index")
    loaded = lexikos.SuffixIndex.load(tmp_path / "index")
    array, lcp = loaded.suffix_array, loaded.lcp
    assert loaded.count(["the", "fox"]).tolist() == [40, 20]
    assert array.tolist() == index.suffix_array.tolist() and loaded.text.tobytes() == text
    assert lcp.tolist() == index.lcp.tolist() and loaded.inverse.tolist() == index.inverse.tolist()
    del loaded
    assert array.tolist() == index.suffix_array.tolist()
    fm = lexikos.FmIndex(text, keep_text=True)
    fm.save(tmp_path / "fm")
    again = lexikos.FmIndex.load(tmp_path / "fm")
    assert again.count("lazy") == 20 and again.description["keeps_text"]
    assert again.extract(4, 9).tobytes() == b"quick"
    assert again.extract(np.int64(4), np.int32(9)).tobytes() == b"quick"
    symbols, offsets = again.extract([0, 16], [3, 19])
    assert symbols.tobytes() == b"thefox" and offsets.tolist() == [0, 3, 6]
    with pytest.raises(lexikos.UnreadableFile) as caught:
        lexikos.FmIndex.load(tmp_path / "nothing")
    assert isinstance(caught.value, OSError)
    with pytest.raises(lexikos.UnwritableFile):
        fm.save(tmp_path / "no folder" / "fm")
    whole = (tmp_path / "fm").read_bytes()
    (tmp_path / "fm").write_bytes(whole[:-9] + b"\x01" + whole[-8:])
    with pytest.raises(lexikos.CorruptInput):
        lexikos.FmIndex.load(tmp_path / "fm")
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.FmIndex.load(tmp_path / "index")


def longest_from(text, query, i):
    return max((length for length in range(len(query) - i + 1) if query[i : i + length] in text), default=0)


def test_matching_statistics():
    generator = random.Random(9)
    for text in random_texts(15):
        queries = [bytes(generator.choice(text or b"a") for _ in range(20)), b"", text[::-1]]
        joined = b"".join(queries)
        expected = [longest_from(text, query, i) for query in queries for i in range(len(query))]
        indexed = lexikos.SuffixIndex(text, extensions=True).matching_statistics(queries)
        for found in (
            indexed,
            lexikos.matching_statistics(text, queries),
            lexikos.FmIndex(text).matching_statistics(queries),
        ):
            assert found.lengths.tolist() == expected
            for i, (length, position) in enumerate(zip(found.lengths.tolist(), found.positions.tolist())):
                if length:
                    assert text[position : position + length] == joined[i : i + length]
                else:
                    assert position == -1


def maximal_matches(text, query, least):
    found = set()
    for p in range(len(text)):
        for q in range(len(query)):
            if p and q and text[p - 1] == query[q - 1]:
                continue
            length = 0
            while p + length < len(text) and q + length < len(query) and text[p + length] == query[q + length]:
                length += 1
            if length >= least:
                found.add((p, q, length))
    return sorted(found, key=lambda each: (each[1], each[0]))


def test_maximal_matches():
    generator = random.Random(10)
    for text in random_texts(15, seed=3):
        query = bytes(generator.choice(text or b"a") for _ in range(30))
        expected = maximal_matches(text, query, 3)
        for found in (
            lexikos.SuffixIndex(text).find_matches(query, min_length=3),
            lexikos.FmIndex(text).find_matches(query, min_length=3),
            lexikos.find_matches(text, query, min_length=3),
        ):
            columns = zip(found.text_positions.tolist(), found.query_positions.tolist(), found.lengths.tolist())
            assert list(columns) == expected
            assert found.offsets.tolist() == [0, len(expected)]
    unique = lexikos.find_matches("abcXYZ", "ZXYZabcabc", kind="unique_in_both", min_length=3)
    assert (unique.text_positions.tolist(), unique.query_positions.tolist()) == ([3], [1])
    both = lexikos.find_matches("AAACCC", "GGG", min_length=3, strands="both")
    assert both.reversed.tolist() == [1] and both.text_positions.tolist() == [3]
    with pytest.raises(lexikos.InvalidArgument) as caught:
        lexikos.find_matches("a", "a", kind="wrong")
    assert "supermaximal" in str(caught.value)


def edit_ends(text, pattern, errors, hamming):
    """Sellers' table."""
    if not pattern:
        return {}
    found = {}
    if hamming:
        for end in range(len(pattern), len(text) + 1):
            distance = sum(a != b for a, b in zip(text[end - len(pattern) : end], pattern))
            if distance <= errors:
                found[end] = distance
        return found
    row = list(range(len(pattern) + 1))
    for end, symbol in enumerate(text, 1):
        last, row = row, [0]
        for j, letter in enumerate(pattern, 1):
            row.append(min(last[j - 1] + (symbol != letter), last[j] + 1, row[j - 1] + 1))
        if row[-1] <= errors:
            found[end] = row[-1]
    return found


@pytest.mark.parametrize("model", ["hamming", "edit"])
def test_search_with_errors(model):
    generator = random.Random(12)
    for text in random_texts(12, seed=5):
        patterns = [bytes(generator.choice(text or b"a") for _ in range(generator.randrange(3, 12))) for _ in range(5)]
        found = lexikos.SuffixIndex(text).approximate_search(patterns, max_errors=1, model=model)
        for i, pattern in enumerate(patterns):
            part = slice(found.offsets[i], found.offsets[i + 1])
            expected = edit_ends(text, pattern, 1, model == "hamming")
            # The empty string is no occurrence.
            expected = {end: distance for end, distance in expected.items() if distance < len(pattern)}
            assert dict(zip(found.ends[part].tolist(), found.distances[part].tolist())) == expected
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.SuffixIndex("a").approximate_search("a", max_errors=9)


def test_what_comes_next():
    for text in random_texts(15, seed=8):
        index = lexikos.SuffixIndex(text)
        contexts = [text[i : i + 2] for i in range(0, len(text), 7)] + [b"", b"\x00zq"]
        found = index.next_symbols(contexts)
        for i, context in enumerate(contexts):
            part = slice(found.offsets[i], found.offsets[i + 1])
            after = [text[p + len(context)] for p in occurrences_of(text, context) if p + len(context) < len(text)]
            assert dict(zip(found.symbols[part].tolist(), found.counts[part].tolist())) == {
                symbol: after.count(symbol) for symbol in set(after)
            }
        longest = index.longest_suffixes(contexts)
        for context, length in zip(contexts, longest.lengths.tolist()):
            assert length == max(k for k in range(len(context) + 1) if k == 0 or context[len(context) - k :] in text)
        again = index.next_tokens(longest, max_symbols=1)
        assert (np.diff(again.offsets) <= 1).all()


def test_documents_of_patterns():
    documents = ["the cat", "a dog and the cat", "", "dog", "cat cat cat"]
    index = lexikos.Index(*lexikos.collection(documents))
    patterns = ["cat", "dog", "the cat", "catthe", "tdog", "x"]
    expected = [[d for d, document in enumerate(documents) if pattern in document] for pattern in patterns]
    found = index.documents(patterns)
    assert [found.documents[found.offsets[i] : found.offsets[i + 1]].tolist() for i in range(len(patterns))] == expected
    assert index.count_documents(patterns).tolist() == [len(each) for each in expected]
    top = index.top_documents("cat", 2)
    assert top.documents.tolist() == [4, 0] and top.counts.tolist() == [3, 1]
    offsets = lexikos.collection(documents).offsets
    occurrences = index.locate(patterns)
    within = lexikos.within_documents(offsets, occurrences, patterns)
    assert np.diff(within.offsets).tolist() == [sum(document.count(p) for document in documents) for p in patterns]
    pair = ("cat", "dog")  # two patterns, no symbols and offsets
    within = lexikos.within_documents(offsets, index.locate(pair), pair)
    assert np.diff(within.offsets).tolist() == [5, 2]
    assert lexikos.document_of(offsets, np.array([0, 6, 7, 24, 99])).tolist()[:3] == [0, 0, 1]
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.SuffixIndex("a").documents("a")


def test_document_frequencies():
    documents = ["the cat", "a dog and the cat", "", "dog", "cat cat cat"]
    text, offsets = lexikos.collection(documents)
    index = lexikos.SuffixIndex(text, offsets, extensions=True)
    frequencies = lexikos.DocumentFrequencies(index.suffix_array, index.lcp, offsets)
    patterns = ["c", "cat", "dog", "the ", "x"]
    found = frequencies.frequency(*index.intervals(patterns))
    assert found.tolist() == [sum(pattern in document for document in documents) for pattern in patterns]


def test_an_index_of_a_transform():
    generator = random.Random(31)
    for text in [b"banana", b"a", b"", bytes(generator.choice(b"ACGT") for _ in range(500))]:
        bwt, primary = lexikos.bwt(text)
        counting = lexikos.FmIndex.from_bwt(bwt, primary)
        locating = lexikos.FmIndex.from_bwt(bwt, primary, suffix_array=lexikos.suffix_array(text), keep_text=True)
        patterns = [p for p in patterns_of(text, generator) if p]
        expected = [occurrences_of(text, pattern) for pattern in patterns]
        assert counting.count(patterns).tolist() == [len(each) for each in expected]
        found = locating.locate(patterns)
        for i, places in enumerate(expected):
            assert sorted(found.positions[found.offsets[i] : found.offsets[i + 1]].tolist()) == places
        assert locating.extract(0, len(text)).tobytes() == text
        assert counting.description["sample_rate"] == 0 and locating.description["sample_rate"] == 8
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.FmIndex.from_bwt(b"abc", 0, sample_rate=8)


def test_options_that_do_not_fit_are_named():
    for name, value in (("sample_rate", -1), ("sample_rate", 2**40), ("table_entries", -1), ("keep_text", "yes")):
        with pytest.raises(lexikos.InvalidArgument, match=name):
            lexikos.FmIndex(b"banana", **{name: value})
    with pytest.raises(lexikos.InvalidArgument, match="min_length"):
        lexikos.find_matches(b"banana", [b"ana"], min_length=-1)
    with pytest.raises(lexikos.InvalidArgument, match="length"):
        lexikos.duplicate_ranges(b"banana", length=-1)
    with pytest.raises(lexikos.InvalidArgument, match="min_count"):
        lexikos.list_kmers(b"banana", 2, min_count=-1)


def test_paths_of_bytes_and_of_foreign_encodings(tmp_path):
    """The system's own names are bytes, which text has by `os.fsdecode`."""
    text = np.frombuffer(b"mississippi" * 20, np.uint8)
    structures = [
        lexikos.SuffixIndex(text),
        lexikos.FmIndex(text),
        lexikos.BidirectionalFmIndex(text),
        lexikos.BitVector(np.array([True, False, True])),
        lexikos.WaveletMatrix(text),
        lexikos.WaveletTree(text),
    ]
    for structure in structures:
        for name in b"plain", b"no\xffutf8", "straße".encode():
            path = os.path.join(os.fsencode(tmp_path), name)
            structure.save(path)
            assert len(type(structure).load(os.fsdecode(path))) == len(type(structure).load(path)) == len(structure)
        for wrong in b"a\0b", "a\0b":
            with pytest.raises(lexikos.InvalidArgument, match="byte 0"):
                structure.save(wrong)
            with pytest.raises(lexikos.InvalidArgument, match="byte 0"):
                type(structure).load(wrong)
    assert sorted(os.listdir(os.fsencode(tmp_path))) == sorted([b"plain", b"no\xffutf8", "straße".encode()])


@pytest.mark.skipif(not EXAMPLE.exists(), reason="the sources are not here")
def test_the_example_of_the_documentation(tmp_path, monkeypatch, capsys):
    (tmp_path / "text").write_bytes(b"to be or not to be")
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), str(tmp_path / "text"), "to be", "absent"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    places = "  at 0: b'to be or not to be'\n  at 13: b'to be'\n"
    assert capsys.readouterr().out == "the longest repeat has 5 bytes: b'to be'\n" + "".join(
        f"{name}: 'to be' occurs 2 times\n{places}{name}: 'absent' occurs 0 times\n"
        for name in ("SuffixIndex", "FmIndex")
    )
