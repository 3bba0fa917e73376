# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repeats and k-mers of texts. Where a function takes suffix_array and lcp, those that are at hand are used, others computed."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _core
from ._arrays import Progress, as_documents, as_indices, as_symbols
from ._errors import InvalidArgument
from ._homes import Home, home_of
from ._texts import inverse_suffix_array, lcp_array
from ._texts import suffix_array as sort_suffixes


class LongestRepeats(NamedTuple):
    """For each position the longest substring over it that occurs twice: where it starts (first), and its length, 0 for none."""

    starts: Any
    lengths: Any


class AllLongestRepeats(NamedTuple):
    """All of them: those over position k start at starts[offsets[k]:offsets[k + 1]]."""

    offsets: Any
    starts: Any
    lengths: Any


class RepeatWalkSteps(NamedTuple):
    """How many repeats cover a position: the fewest, the most, and the mean."""

    minimum: int
    maximum: int
    mean: float


class RepeatWalks(NamedTuple):
    """The steps of walks over all left-bounded repeats, over the useful ones alone, and how many useful ones there are."""

    raw: RepeatWalkSteps
    compact: RepeatWalkSteps
    useful: int


class Repeats(NamedTuple):
    """Substrings that occur twice or more, each at suffix_array[begins[i]:ends[i]]."""

    suffix_array: Any
    begins: Any
    ends: Any
    lengths: Any


class CommonSubstring(NamedTuple):
    """Where it starts in both texts."""

    length: int
    first: int
    second: int


class KmerTotals(NamedTuple):
    """k-mers of a text: distinct ones, those that occur once, all occurrences, those of the most frequent."""

    distinct: int
    unique: int
    all: int
    max_count: int


class KmerSpectrum(NamedTuple):
    """histogram[c]: how many distinct k-mers occur c times; its last entry those that occur that often or more."""

    histogram: Any
    totals: KmerTotals


class KmerComparison(NamedTuple):
    """The k-mers of two texts: totals of each, and distinct ones that both have, or one alone."""

    first: KmerTotals
    second: KmerTotals
    common: int
    only_first: int
    only_second: int


class Kmers(NamedTuple):
    """Distinct k-mers: the m-th is text[positions[m]:positions[m] + k]; counts in the second text only of two texts."""

    positions: Any
    counts: Any
    counts_in_second: Any
    totals: KmerComparison


class _Sorted:
    """A text and its arrays."""

    def __init__(self, text: Any, suffix_array: Any, lcp: Any, stream: Any, progress: Any):
        self.text, self.home = as_symbols(text)
        inverse = None
        if suffix_array is None:
            array = sort_suffixes(self.text, inverse=lcp is None, stream=stream, progress=progress)
            self.array, inverse = array if lcp is None else (array, None)
        else:
            self.array = as_indices(suffix_array, self.home)
        self.inverse = inverse
        self.dtype = str(self.array.dtype).removeprefix("torch.")
        if lcp is None:
            self.lcp = lcp_array(self.text, self.array, inverse, stream=stream)
        else:
            self.lcp = as_indices(lcp, self.home, self.dtype)

    def ranks(self, stream: Any) -> Any:
        if self.inverse is None:
            self.inverse = inverse_suffix_array(self.array, stream=stream)
        return self.inverse


def longest_repeats(
    text: Any = None,
    *,
    inverse: Any = None,
    lcp: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> LongestRepeats:
    """The longest repeat that covers each position of a text; of several, the one that starts first.

    Args:
        text: as of `lexikos.suffix_array`; not needed if both arrays are given.
        inverse, lcp: its inverse suffix array and LCP array.
    """
    inverse, lcp, home, dtype = _ranks_and_lcp(text, inverse, lcp, stream, progress)
    starts, lengths = home.empty(len(lcp), dtype), home.empty(len(lcp), dtype)
    _core.longest_repeats(inverse, lcp, starts, lengths, home.stream(stream), progress)
    return LongestRepeats(starts, lengths)


def all_longest_repeats(
    text: Any = None,
    *,
    inverse: Any = None,
    lcp: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> AllLongestRepeats:
    """All longest repeats that cover each position. Arguments as of `longest_repeats`."""
    inverse, lcp, home, dtype = _ranks_and_lcp(text, inverse, lcp, stream, progress)
    offsets, starts, lengths = _core.all_longest_repeats(inverse, lcp, home.stream(stream), progress)
    return AllLongestRepeats(home.wrap(offsets), home.wrap(starts, dtype), home.wrap(lengths, dtype))


def left_bounded_repeats(
    text: Any = None,
    *,
    inverse: Any = None,
    lcp: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Any:
    """The length of the longest repeat that starts at each position; 0 where none does. Arguments as of `longest_repeats`.

    Positions plus lengths never decrease.
    """
    inverse, lcp, home, dtype = _ranks_and_lcp(text, inverse, lcp, stream, progress)
    lengths = home.empty(len(lcp), dtype)
    _core.left_bounded_repeats(inverse, lcp, lengths, home.stream(stream))
    return lengths


def repeat_walks(
    text: Any = None,
    *,
    inverse: Any = None,
    lcp: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> RepeatWalks:
    """How many repeats cover a position, of `left_bounded_repeats` and of `useful_repeats`; one that none covers counts as 0.

    All are 0 for an empty text. Arguments as of `longest_repeats`.
    """
    inverse, lcp, home, _ = _ranks_and_lcp(text, inverse, lcp, stream, progress)
    raw, compact, useful = _core.repeat_walks(inverse, lcp, home.stream(stream), progress)
    return RepeatWalks(RepeatWalkSteps(*raw), RepeatWalkSteps(*compact), useful)


def useful_repeats(
    text: Any = None,
    *,
    inverse: Any = None,
    lcp: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> LongestRepeats:
    """The longest repeats that start somewhere and are no suffix of another, in ascending order. Arguments as of `longest_repeats`."""
    inverse, lcp, home, dtype = _ranks_and_lcp(text, inverse, lcp, stream, progress)
    starts, lengths = _core.useful_repeats(inverse, lcp, home.stream(stream), progress)
    return LongestRepeats(home.wrap(starts, dtype), home.wrap(lengths, dtype))


def _ranks_and_lcp(text: Any, inverse: Any, lcp: Any, stream: Any, progress: Any) -> tuple[Any, Any, Home, str]:
    if inverse is None or lcp is None:
        if text is None:
            raise InvalidArgument("a text is needed, or its inverse suffix array and LCP array")
        found = _Sorted(text, None, None, stream, progress)
        inverse, lcp = found.ranks(stream), found.lcp
    home = home_of(inverse)
    ranks = as_indices(inverse, home)
    dtype = str(ranks.dtype).removeprefix("torch.")
    return ranks, as_indices(lcp, home, dtype), home, dtype


def maximal_repeats(
    text: Any,
    *,
    suffix_array: Any = None,
    lcp: Any = None,
    min_length: int = 1,
    min_occurrences: int = 2,
    stream: Any = None,
    progress: Progress | None = None,
) -> Repeats:
    """The substrings that occur twice or more and cannot be extended to either side without losing an occurrence."""
    given = _Sorted(text, suffix_array, lcp, stream, progress)
    found = _core.maximal_repeats(
        given.text, given.array, given.lcp, min_length, min_occurrences, given.home.stream(stream), progress
    )
    return Repeats(given.array, *(given.home.wrap(each, given.dtype) for each in found))


def longest_repeated_substrings(
    text: Any, *, suffix_array: Any = None, lcp: Any = None, stream: Any = None, progress: Progress | None = None
) -> Repeats:
    """The longest substrings that occur twice or more, all distinct ones; lengths is a number."""
    given = _Sorted(text, suffix_array, lcp, stream, progress)
    length, found = _core.longest_repeated_substrings(given.lcp, given.home.stream(stream), progress)
    return Repeats(given.array, *(given.home.wrap(each, given.dtype) for each in found), length)


def longest_common_substring(
    first: Any, second: Any, *, stream: Any = None, progress: Progress | None = None
) -> CommonSubstring:
    """The longest substring that two texts have in common."""
    texts, border = _joined(first, second)
    given = _Sorted(texts, None, None, stream, progress)
    return CommonSubstring(
        *_core.longest_common_substring(border, given.array, given.lcp, given.home.stream(stream), progress)
    )


def _joined(first: Any, second: Any) -> tuple[Any, int]:
    one, home = as_symbols(first)
    other, _ = as_symbols(second, home)
    width = max(home.bytes_of(one), home.bytes_of(other))
    both = [as_symbols(each, home, width)[0] for each in (one, other)]
    if both[0].dtype != both[1].dtype:  # signed and not: their common type is wider, or none of integers
        both = [home.same_bits(each, f"uint{8 * width}") for each in both]
    return home.concatenate(both), len(one)


def _kmer_options(letters: str, canonical: bool, min_count: int = 1, max_count: int | None = None) -> dict:
    return {"letters": letters, "canonical": canonical, "min_count": min_count, "max_count": max_count}


def kmer_spectrum(
    text: Any,
    k: int,
    documents: Any = None,
    *,
    bins: int = 256,
    letters: str = "all",
    canonical: bool = False,
    suffix_array: Any = None,
    lcp: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> KmerSpectrum:
    """How many distinct substrings of k symbols occur how often.

    Args:
        documents: offsets of documents, whose borders no k-mer crosses.
        bins: of the histogram, at most 65536.
        letters: "all", "dna" (of either case, which is the same) or "dna_upper_case".
        canonical: a k-mer and its reverse complement are one; only of DNA.
    """
    given = _Sorted(text, suffix_array, lcp, stream, progress)
    histogram = given.home.empty(bins, "int64")
    totals = _core.kmer_spectrum(
        given.text,
        given.array,
        given.lcp,
        as_documents(documents, given.home),
        k,
        histogram,
        _kmer_options(letters, canonical),
        given.home.stream(stream),
        progress,
    )
    return KmerSpectrum(histogram, KmerTotals(*totals))


def list_kmers(
    text: Any,
    k: int,
    documents: Any = None,
    *,
    letters: str = "all",
    canonical: bool = False,
    min_count: int = 1,
    max_count: int | None = None,
    suffix_array: Any = None,
    lcp: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Kmers:
    """The distinct k-mers that occur min_count to max_count times, in lexicographic order. Other arguments as of `kmer_spectrum`."""
    given = _Sorted(text, suffix_array, lcp, stream, progress)
    options = _kmer_options(letters, canonical, min_count, max_count)
    return _listed(given, k, 0, "", as_documents(documents, given.home), options, stream, progress)


def _listed(
    given: _Sorted, k: int, border: int, which: str, offsets: Any, options: dict, stream: Any, progress: Any
) -> Kmers:
    columns, totals = _core.list_kmers(
        given.text, given.array, given.lcp, offsets, k, border, which, options, given.home.stream(stream), progress
    )
    return Kmers(*(given.home.wrap(each, given.dtype) for each in columns), _comparison(totals))


def _comparison(found: Any) -> KmerComparison:
    first, second, common, only_first, only_second = found
    return KmerComparison(KmerTotals(*first), KmerTotals(*second), common, only_first, only_second)


def compare_kmers(
    first: Any,
    second: Any,
    k: int,
    *,
    letters: str = "all",
    canonical: bool = False,
    stream: Any = None,
    progress: Progress | None = None,
) -> KmerComparison:
    """How many k-mers two texts have, in common and alone."""
    texts, border = _joined(first, second)
    given = _Sorted(texts, None, None, stream, progress)
    return _comparison(
        _core.compare_kmers(
            given.text,
            given.array,
            given.lcp,
            None,
            k,
            border,
            _kmer_options(letters, canonical),
            given.home.stream(stream),
            progress,
        )
    )


def list_compared_kmers(
    first: Any,
    second: Any,
    k: int,
    which: str = "common",
    *,
    letters: str = "all",
    canonical: bool = False,
    min_count: int = 1,
    max_count: int | None = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Kmers:
    """The k-mers of two texts that are "common", "only_first", "only_second" or "either"; positions in one after the other."""
    texts, border = _joined(first, second)
    given = _Sorted(texts, None, None, stream, progress)
    options = _kmer_options(letters, canonical, min_count, max_count)
    return _listed(given, k, border, which, None, options, stream, progress)
