# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bit vectors, wavelet matrices and trees, range minima and common extensions, repeats and k-mers: against numpy and scans."""

import collections

import numpy as np
import pytest
from conftest import occurrences_of, random_texts

import lexikos

GENERATOR = np.random.default_rng(31)


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64"])
def test_bit_vectors(dtype, tmp_path):
    for n in (0, 1, 63, 64, 65, 1000):
        bits = GENERATOR.integers(0, 2, n).astype(bool)
        vector = lexikos.BitVector(bits)
        places = np.arange(n + 3).astype(dtype)
        ones = np.concatenate([[0], np.cumsum(bits)])
        expected = ones[np.minimum(places, n)]
        assert len(vector) == n
        assert vector.rank1(places).tolist() == expected.tolist()
        assert vector.rank0(places).tolist() == (np.minimum(places, n) - expected).tolist()
        assert vector.access(places).tolist() == [*bits.astype(int).tolist(), 255, 255, 255]
        for query, positions in ((vector.select1, np.flatnonzero(bits)), (vector.select0, np.flatnonzero(~bits))):
            assert query(np.arange(1, len(positions) + 2).astype(dtype)).tolist() == [*positions.tolist(), -1]
        words = np.packbits(np.pad(bits, (0, -n % 64)), bitorder="little").view(np.uint64)
        for again in (
            lexikos.BitVector.from_words(words, n),
            lexikos.BitVector.from_positions(np.flatnonzero(bits), n),
        ):
            assert again.rank1(places).tolist() == expected.tolist()
    assert vector.rank1(500) == ones[500] and isinstance(vector.rank1(500), int)
    vector.save(tmp_path / "bits")
    assert lexikos.BitVector.load(tmp_path / "bits").rank1(1000) == ones[-1]


@pytest.mark.parametrize("structure", [lexikos.WaveletMatrix, lexikos.WaveletTree])
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32"])
def test_wavelets(structure, dtype, tmp_path, kind):
    text = GENERATOR.choice(np.array([3, 7, 8, 200], dtype), 500)
    try:
        given = kind(text)
    except TypeError:
        pytest.skip(f"this torch has no {dtype}")
    wavelet = structure(given)
    assert len(wavelet) == 500 and wavelet.alphabet_size == 4
    places = np.arange(0, 501, 7)
    assert wavelet.access(places[:-1]).tolist() == text[places[:-1]].tolist()
    for symbol in (3, 200, 9):
        assert wavelet.rank(symbol, places).tolist() == [(text[:i] == symbol).sum() for i in places]
        where = np.flatnonzero(text == symbol)
        assert wavelet.select(symbol, np.arange(1, len(where) + 2)).tolist() == [*where.tolist(), -1]
    begins, ends = places[:-5], places[5:]
    parts = [text[a:b] for a, b in zip(begins, ends)]
    assert wavelet.range_count(begins, ends, 7, 9).tolist() == [((p >= 7) & (p < 9)).sum() for p in parts]
    assert wavelet.range_quantile(begins, ends, 10).tolist() == [np.sort(p)[10] for p in parts]
    assert wavelet.range_next_value(begins, ends, 9).tolist() == [min(p[p >= 9], default=-1) for p in parts]
    assert wavelet.range_previous_value(begins, ends, 7).tolist() == [max(p[p <= 7], default=-1) for p in parts]
    found = wavelet.distinct(begins, ends)
    top = wavelet.top_k(begins, ends, 2)
    for i, part in enumerate(parts):
        inside = slice(found.offsets[i], found.offsets[i + 1])
        counts = collections.Counter(part.tolist())
        assert dict(zip(found.symbols[inside].tolist(), found.counts[inside].tolist())) == counts
        best = sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:2]
        assert list(zip(top.symbols[i].tolist(), top.counts[i].tolist()))[: int(top.found[i])] == best
    assert wavelet.rank(3, 500) == (text == 3).sum()
    symbols, ranks = wavelet.inverse_select(places)
    for i, symbol, rank in zip(places, symbols.tolist(), ranks.tolist()):
        assert (symbol, rank) == ((text[i], (text[:i] == text[i]).sum()) if i < 500 else (np.iinfo(dtype).max, -1))
    assert wavelet.inverse_select(0) == (text[0], 0) and wavelet.inverse_select(500)[1] == -1
    assert wavelet.alphabet().tolist() == [3, 7, 8, 200]
    counts = [[(text[:i] == symbol).sum() for symbol in (3, 7, 8, 200)] for i in places]
    assert wavelet.rank_all(places).tolist() == counts
    assert wavelet.rank_all(490).tolist() == counts[70]
    assert wavelet.rank_all([9999]).tolist() == [[(text == symbol).sum() for symbol in (3, 7, 8, 200)]]
    assert 1 <= wavelet.mean_depth <= 8 * text.itemsize
    wavelet.save(tmp_path / "wavelet")
    again = structure.load(tmp_path / "wavelet", symbol_bytes=text.itemsize)
    assert again.access(places[:-1]).tolist() == text[places[:-1]].tolist()


def test_range_minima_and_maxima():
    for dtype in ("uint32", "int64"):
        values = GENERATOR.integers(0, 50, 700).astype(dtype)
        begins = GENERATOR.integers(0, 690, 100)
        ends = begins + GENERATOR.integers(1, 10, 100)
        for structure, best, order in ((lexikos.RangeMinimum, np.argmin, 1), (lexikos.RangeMaximum, np.argmax, -1)):
            ranges = structure(values)
            places = [a + best(values[a:b]) for a, b in zip(begins, ends)]
            assert ranges.positions(begins, ends).tolist() == places
            assert ranges.values(begins, ends).tolist() == values[places].tolist()
            some = ranges.best_values(begins, ends, 3)
            for row, a, b in zip(some.tolist(), begins, ends):
                expected = sorted(values[a:b].tolist(), key=lambda value: order * value)[:3]
                assert row[: len(expected)] == expected
            assert ranges.positions(5, 5) == -1


def test_common_extensions():
    text = bytes(GENERATOR.integers(97, 99, 200).astype(np.uint8))
    index = lexikos.LceIndex(text)
    firsts, seconds = GENERATOR.integers(0, 200, (2, 50))
    for i, j, length in zip(firsts, seconds, index.lce(firsts, seconds).tolist()):
        assert text[i : i + length] == text[j : j + length]
        assert i == j or max(i, j) + length == 200 or text[i + length] != text[j + length]
    assert index.lce(0, 0) == 200


def test_longest_repeats():
    for text in random_texts(15, seed=13):
        starts, lengths = lexikos.longest_repeats(text)
        everything = lexikos.all_longest_repeats(text)
        repeats = {
            (i, j)
            for i in range(len(text))
            for j in range(i + 1, len(text) + 1)
            if len(occurrences_of(text, text[i:j])) > 1
        }
        for k in range(len(text)):
            over = [(i, j) for i, j in repeats if i <= k < j]
            longest = max((j - i for i, j in over), default=0)
            first = sorted(i for i, j in over if j - i == longest)
            assert lengths[k] == longest and starts[k] == (first[0] if first else k)
            assert everything.starts[everything.offsets[k] : everything.offsets[k + 1]].tolist() == first


def repeats_from(text):
    """The length of the longest repeat that starts at each position."""
    lengths = [0] * len(text)
    for i in range(len(text)):
        while i + lengths[i] < len(text) and len(occurrences_of(text, text[i : i + lengths[i] + 1])) > 1:
            lengths[i] += 1
    return lengths


def test_useful_repeats():
    for text in random_texts(15, seed=16):
        lengths = repeats_from(text)
        useful = [i for i in range(len(text)) if lengths[i] and (i == 0 or i + lengths[i] > i - 1 + lengths[i - 1])]
        found = lexikos.useful_repeats(text)
        assert found.starts.tolist() == useful and found.lengths.tolist() == [lengths[i] for i in useful]


def test_left_bounded_repeats_and_walks():
    for text in [b"", *random_texts(15, seed=17)]:
        lengths = repeats_from(text)
        assert lexikos.left_bounded_repeats(text).tolist() == lengths
        walks = lexikos.repeat_walks(text)
        repeats = [(i, i + length) for i, length in enumerate(lengths) if length]
        useful = [(i, end) for i, end in repeats if (i - 1, end) not in repeats]
        assert walks.useful == len(useful)
        for steps, over in ((walks.raw, repeats), (walks.compact, useful)):
            covering = [sum(i <= k < end for i, end in over) for k in range(len(text))]
            assert (steps.minimum, steps.maximum) == (min(covering, default=0), max(covering, default=0))
            assert steps.mean == pytest.approx(sum(covering) / max(1, len(text)))
    array, inverse = lexikos.suffix_array("mississippi", inverse=True)
    lcp = lexikos.lcp_array("mississippi", array, inverse)
    assert lexikos.left_bounded_repeats(inverse=inverse, lcp=lcp).tolist() == repeats_from(b"mississippi")
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.repeat_walks(lcp=lcp)


def test_repeated_and_common_substrings():
    for text in random_texts(15, seed=14):
        occurring = {text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)}
        repeated = {each for each in occurring if len(occurrences_of(text, each)) > 1}
        found = lexikos.longest_repeated_substrings(text)
        longest = max(map(len, repeated), default=0)
        assert found.lengths == longest
        assert {text[p : p + longest] for p in found.suffix_array[found.begins].tolist()} == {
            each for each in repeated if len(each) == longest
        }
        maximal = lexikos.maximal_repeats(text)
        listed = {
            text[p : p + length]: end - begin
            for p, begin, end, length in zip(
                maximal.suffix_array[maximal.begins].tolist(),
                maximal.begins.tolist(),
                maximal.ends.tolist(),
                maximal.lengths.tolist(),
            )
        }
        expected = {}
        for each in repeated:
            places = occurrences_of(text, each)
            before = {text[p - 1] if p else -p - 1 for p in places}
            after = [text[p + len(each)] if p + len(each) < len(text) else None for p in places]
            if len(before) > 1 and (len(set(after)) > 1):
                expected[each] = len(places)
        assert listed == expected
        other = text[::-1] + b"ab"
        common = lexikos.longest_common_substring(text, other)
        assert text[common.first : common.first + common.length] == other[common.second : common.second + common.length]
        assert common.length == max((len(each) for each in occurring if each in other), default=0)


def kmers_of(text, k):
    return collections.Counter(text[i : i + k] for i in range(len(text) - k + 1))


def test_kmers():
    for text in random_texts(15, seed=15):
        for k in (1, 3):
            expected = kmers_of(text, k)
            found = lexikos.kmer_spectrum(text, k, bins=64)
            assert found.totals == (
                len(expected),
                list(expected.values()).count(1),
                sum(expected.values()),
                max(expected.values(), default=0),
            )
            assert found.histogram.tolist()[1:63] == [list(expected.values()).count(c) for c in range(1, 63)]
            listed = lexikos.list_kmers(text, k)
            assert [text[p : p + k] for p in listed.positions.tolist()] == sorted(expected)
            assert listed.counts.tolist() == [expected[each] for each in sorted(expected)]
            other = text[::-1]
            both = lexikos.compare_kmers(text, other, k)
            assert both.common == len(expected.keys() & kmers_of(other, k).keys())
            assert both.only_first == len(expected.keys() - kmers_of(other, k).keys())
            common = lexikos.list_compared_kmers(text, other, k)
            assert common.counts_in_second.tolist() == [
                kmers_of(other, k)[each] for each in sorted(expected.keys() & kmers_of(other, k).keys())
            ]
    complement = bytes.maketrans(b"ACGT", b"TGCA")
    dna = bytes(GENERATOR.choice(list(b"ACGT"), 300).astype(np.uint8))
    canonical = collections.Counter()
    for each, count in kmers_of(dna, 4).items():
        canonical[min(each, each.translate(complement)[::-1])] += count
    found = lexikos.kmer_spectrum(dna, 4, letters="dna", canonical=True)
    assert found.totals.distinct == len(canonical) and found.totals.max_count == max(canonical.values())
    documents = lexikos.collection(["ACG", "TAC"])
    assert lexikos.kmer_spectrum(documents.text, 2, documents.offsets).totals.all == 4


def test_top_k_of_ranges_that_have_fewer():
    wavelet = lexikos.WaveletMatrix("banana")
    found = wavelet.top_k([0, 4], [6, 5], 5)
    assert found.found.tolist() == [3, 1]
    assert found.counts.tolist() == [[3, 2, 1, 0, 0], [1, 0, 0, 0, 0]]
    assert found.symbols[0].tolist() == [*b"anb", 0, 0]
    for ranges, k in ((2, 2**63), (4, 2**62), (1, 2**61)):
        with pytest.raises(lexikos.OutOfMemory):
            wavelet.top_k([0] * ranges, [6] * ranges, k)


def test_what_an_index_keeps_is_not_written_to(tmp_path):
    index = lexikos.SuffixIndex("banana" * 99, extensions=True)
    index.save(tmp_path / "index")
    loaded = lexikos.SuffixIndex.load(tmp_path / "index")
    documents = lexikos.DocumentIndex(index.suffix_array, [0, 100, 594])
    arrays = (loaded.text, loaded.suffix_array, loaded.lcp, loaded.inverse, documents.document_array,
              lexikos.WaveletMatrix("banana").alphabet())
    for array in (*arrays, index.suffix_array, index.lcp, index.inverse):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert (lexikos.lcp_array(loaded.text, loaded.suffix_array) == loaded.lcp).all()


def test_numbers_that_are_too_large_together_are_refused():
    for k in 2**62, 2**63:
        with pytest.raises(lexikos.OutOfMemory):
            lexikos.RangeMinimum([1, 2, 3]).best_values([0] * 4, [3] * 4, k)
    for width in 0, 3:
        with pytest.raises(lexikos.InvalidArgument):
            lexikos.out_of_core_bytes(1000, symbol_bytes=width)
    for n in 2**61, 2**63:
        with pytest.raises(lexikos.InvalidArgument):
            lexikos.suffix_array_workspace_bytes(n)
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.compressed_bytes_bound(2**64 - 1)


def test_texts_of_signed_and_unsigned_symbols_together():
    wide = np.array([97, 98, 99], np.int64)
    for other in (b"xabcx", np.frombuffer(b"xabcx", np.uint8).astype(np.uint64), list(b"xabcx")):
        assert lexikos.longest_common_substring(other, wide) == (3, 1, 0)
        assert lexikos.longest_common_substring(wide.astype(np.int32), other) == (3, 0, 1)
        assert lexikos.compare_kmers(wide, other, 2).common == 2


def test_arrays_that_are_no_suffix_arrays_do_no_harm():
    text = b"abracadabra" * 100
    for entry in 0, 5:
        wrong = np.full(len(text), entry, np.int32)
        for _ in range(20):
            assert (lexikos.lcp_array(text, wrong) <= len(text)).all()
            assert (lexikos.plcp_array(text, wrong) <= len(text) - np.arange(len(text))).all()
        for make in (lambda: lexikos.FmIndex(text, suffix_array=wrong),
                     lambda: lexikos.FmIndex.from_bwt(text, 2, suffix_array=wrong)):
            with pytest.raises(lexikos.CorruptInput):
                make()
    assert set(lexikos.burrows_wheeler_transform(b"ab", [0, 0])[0].tolist()) <= {0, *b"ab"}


def test_numbers_of_any_size_are_cut_to_it():
    bits = lexikos.BitVector(np.array([True, False] * 50))
    wavelet = lexikos.WaveletMatrix(np.frombuffer(b"mississippi", np.uint8))
    for beyond in 1 << 40, 1 << 63, 1 << 64, 1 << 200:
        assert bits.rank1(beyond) == 50 and bits.rank1(-beyond) == bits.rank1(-1)
        assert bits.select1(beyond) == -1
        assert wavelet.rank(ord("s"), beyond) == 4
    for wrong in 1.5, None:
        with pytest.raises(TypeError, match="a number or an array of integers is needed"):
            bits.rank1(wrong)
