# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names of pydivsufsort, against the package, where it is here, and against definitions."""

import array
import random
import warnings

import numpy as np
import pytest
from conftest import lcp_of, occurrences_of, random_texts, suffix_array_of
from lexikos.compat import pydivsufsort as ours

GENERATOR = np.random.default_rng(41)


@pytest.fixture
def theirs():
    return pytest.importorskip("pydivsufsort", reason="pydivsufsort is not here")


def integer_texts():
    for dtype in ("uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"):
        for n in (1, 2, 9, 120):
            low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
            yield GENERATOR.integers(low, high, n, dtype, endpoint=True)
            yield GENERATOR.integers(0, 3, n, dtype) - np.array(low < 0, dtype)


def test_arrays_are_theirs(theirs):
    texts = [*filter(None, random_texts(30)), *integer_texts()]
    for text in texts:
        expected = theirs.divsufsort(text)
        found = ours.divsufsort(text)
        assert found.tolist() == expected.tolist() == suffix_array_of(list(text))
        assert ours.divsufsort(text, force64=True).dtype == np.int64
        assert ours.kasai(text).tolist() == theirs.kasai(text, np.ascontiguousarray(expected)).tolist()
        assert ours.longest_previous_factor(text).tolist() == theirs.longest_previous_factor(text).tolist()
        assert ours.lempel_ziv_complexity(text) == theirs.lempel_ziv_complexity(text)
        assert ours.min_rotation(text) == theirs.min_rotation(text)
        lcp = ours.kasai(text, found)
        for length, limit in ((1, 0), (2, 3), (0, 1)):
            positions, counts = ours.most_frequent_substrings(lcp, length, limit)
            them = theirs.most_frequent_substrings(lcp, length, limit)
            assert positions.tolist() == them[0].tolist() and counts.tolist() == them[1].tolist()
        pairs = GENERATOR.integers(0, len(text), (20, 2))
        expected = [common_length(list(text), i, j) for i, j in pairs]
        assert ours.lcp_query(ours.lcp_segtree(text), pairs).tolist() == expected


def common_length(text, i, j):
    return next(
        (k for k in range(len(text)) if max(i, j) + k >= len(text) or text[i + k] != text[j + k]), len(text) - i
    )


def test_transforms_are_theirs(theirs):
    for text in filter(None, random_texts(30, seed=2)):
        index, bwt = ours.bw_transform(text)
        them = theirs.bw_transform(text)
        assert index == them[0] and bwt.tolist() == them[1].tolist()
        assert ours.bw_transform(text, ours.divsufsort(text))[1].tolist() == bwt.tolist()
        assert ours.inverse_bw_transform(index, bwt).tobytes() == text


def test_searches_are_theirs(theirs):
    for text in filter(None, random_texts(30, seed=3)):
        found = ours.divsufsort(text)
        for _ in range(8):
            begin = random.randrange(len(text))
            pattern = text[begin : begin + random.randrange(1, 5)]
            for wanted in (pattern, pattern + b"\x00"):
                assert ours.sa_search(text, found, wanted) == theirs.sa_search(text, found, wanted)
                assert ours.sa_search(text, found, wanted).count == len(occurrences_of(text, wanted))


def test_common_substrings_are_theirs(theirs):
    for _ in range(60):
        first, second = (GENERATOR.integers(0, 3, GENERATOR.integers(1, 20)).astype(np.uint8) for _ in range(2))
        expected = theirs.common_substrings(first, second, limit=2)
        assert ours.common_substrings(first, second, limit=2) == expected
        wide = [text.astype(np.uint32) * 70000 for text in (first, second)]
        assert ours.common_substrings(*wide, limit=2) == expected
    assert ours.common_substrings("ananas", "banana", limit=2) == [(0, 1, 5), (0, 3, 3), (2, 1, 3)]
    everything = bytes(range(256))
    assert ours.common_substrings(everything, everything, limit=200) == [(0, 0, 256)]


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(last[j - 1] + (x != y), last[j] + 1, row[-1] + 1))
    return row[-1]


def test_levenshtein():
    assert ours.levenshtein("kitten", "sitting") == 3
    for _ in range(60):
        a, b = (bytes(GENERATOR.integers(97, 100, GENERATOR.integers(0, 12)).astype(np.uint8)) for _ in range(2))
        assert ours.levenshtein(a, b) == distance(a, b)


def test_factors():
    factors = ours.longest_previous_factor("abbaabbbaaabab")
    assert factors.tolist() == [0, 0, 1, 1, 3, 2, 4, 3, 2, 3, 2, 2, 2, 1]
    assert ours.lempel_ziv_factorization(factors) == [0, 1, 2, 3, 4, 7, 10, 12, 14]
    assert [ours.lempel_ziv_complexity(text) for text in ("", "0001", "010", "1001111011000010")] == [0, 2, 3, 6]


def test_censored_streams():
    for _ in range(100):
        text = "".join(random.choice("anb") for _ in range(random.randrange(25)))
        word = random.choice(["a", "an", "nan", "anan"])
        cut = random.randrange(len(text) + 1)
        hidden = {p for start in occurrences_of(text, word) for p in range(start, start + len(word))}
        expected = "".join(letter for p, letter in enumerate(text) if p not in hidden)
        assert "".join(ours.kmp_censor_stream(word, [text[:cut], text[cut:]])) == expected
    assert "".join(ours.kmp_censor_stream("a", "bonne journée")) == "bonne journée"


def test_wonder_strings():
    text = ours.WonderString("abcdabcd")
    assert text.lcp(0, 4) == 4 and text.lcp([(0, 4)]).tolist() == [4]
    assert text.search("bc").count == 2 and set(text.search("bc", True)) == {1, 5}
    assert text.search("cb", True).size == 0 and text.search("cb").position is None
    positions, counts = text.most_frequent_substrings(length=4, limit=1)
    assert (positions.tolist(), counts.tolist()) == ([4], [2])
    tokens = ours.WonderString(np.array([0, 256, 0, 256], np.uint16))
    assert sorted(tokens.search(np.array([0, 256], np.uint16), return_positions=True)) == [0, 2]
    assert tokens.lcp_array.tolist() == [*lcp_of([0, 256, 0, 256], suffix_array_of([0, 256, 0, 256]))[1:], 0]
    with pytest.raises(NotImplementedError):
        tokens.search(np.array([0], np.uint16))


def test_what_is_refused_or_warned_of():
    for text in ("é", np.array([0.5])):
        with pytest.raises(TypeError):
            ours.divsufsort(text)
    with pytest.raises(TypeError):
        ours.bw_transform(np.array([0]))
    with pytest.raises(TypeError):
        ours.bw_transform(np.array([0, 256]))
    with pytest.warns(UserWarning):
        ours.divsufsort("a" * 1000)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ours.divsufsort(array.array("B", b"banana")).tolist() == [5, 3, 1, 0, 4, 2]
