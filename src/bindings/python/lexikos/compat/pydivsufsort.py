# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of the package pydivsufsort, by Lexikos: put `from lexikos.compat import pydivsufsort` in the place of its import.

That package's own tests (0.0.20) pass with it, but for the one of its private helper `_minimize_dtype`. What differs, and why:

* `divsufsort` sorts integers of any width as they are, also negative ones; the other package sorts their bytes. The arrays
  are the same.
* `levenshtein` is the edit distance for any two strings, also if one of them is empty.
* `common_substrings` and `WonderString` take texts of all values; no value has to be free to separate two texts.
* `sa_search` also takes patterns and texts of integers.
* `lcp_segtree` returns what `lcp_query` takes, which is a structure of range minima and no pair of arrays.
* Functions of suffix array and LCP array expect arrays of one type, as these functions return them.
"""

from __future__ import annotations

import warnings
from typing import Any, Iterable, Iterator, NamedTuple

import numpy as np

from .. import (
    LceIndex,
    burrows_wheeler_transform,
    inverse_burrows_wheeler_transform,
    lcp_array,
    suffix_array,
)
from .._arrays import index_dtype

__all__ = [
    "WonderString",
    "bw_transform",
    "common_substrings",
    "divsufsort",
    "inverse_bw_transform",
    "kasai",
    "kmp_censor_stream",
    "lcp_query",
    "lcp_segtree",
    "lempel_ziv_complexity",
    "lempel_ziv_factorization",
    "levenshtein",
    "longest_previous_factor",
    "min_rotation",
    "most_frequent_substrings",
    "sa_search",
]


class SearchResult(NamedTuple):
    """How many suffixes start with a pattern, and the rank of the first; None if there are none."""

    count: int  # type: ignore[assignment]
    position: int | None


class MFSResult(NamedTuple):
    """Positions in the string, and how often each substring occurs."""

    positions: np.ndarray
    counts: np.ndarray


def _text(text: Any) -> np.ndarray:
    """The symbols of a text as an array of unsigned integers in the same order."""
    if isinstance(text, str):
        if not text.isascii():
            raise TypeError("a str has to be of ASCII's characters: encode it first")
        if len(text) > 999:
            warnings.warn("a str is encoded, which takes memory of its own", stacklevel=3)
        return np.frombuffer(text.encode("ascii"), np.uint8)
    if isinstance(text, np.ndarray):
        if text.dtype.kind not in "iu":
            raise TypeError(f"an array of {text.dtype}: integers are needed")
        array = np.ascontiguousarray(text)
        if array.dtype.kind == "u":
            return array
        unsigned = array.view(f"u{array.dtype.itemsize}" if array.dtype.isnative else array.dtype.str.replace("i", "u"))
        # With the sign's bit turned, unsigned integers are in the order of the signed ones.
        return unsigned ^ np.array(1 << (8 * array.dtype.itemsize - 1), unsigned.dtype)
    if not isinstance(text, (bytes, bytearray, memoryview)) and getattr(text, "typecode", None) != "B":
        warnings.warn("a type that is not known is taken for bytes", stacklevel=3)
    return np.frombuffer(text, np.uint8)


def _sorted(text: np.ndarray, force64: bool = False) -> np.ndarray:
    return suffix_array(text, dtype="int64" if force64 else index_dtype(len(text)))


def divsufsort(inp: Any, force64: bool = False) -> np.ndarray:
    """The suffix array of a text: int32, or int64 if it is long or `force64` is set."""
    return _sorted(_text(inp), force64)


def bw_transform(inp: Any, sa: np.ndarray | None = None, force64: bool = False) -> tuple[int, np.ndarray]:
    """The primary index and the Burrows-Wheeler transform of bytes, or of integers whose values lie within 256 of each other."""
    text = _text(inp)
    if text.dtype != np.uint8:
        low, high = (int(text.min()), int(text.max())) if text.size else (0, 0)
        if not 0 < high - low < 256:
            raise TypeError("the transform is one of bytes, and of no integers that are all the same")
        text = (text - np.array(low, text.dtype)).astype(np.uint8)
    bwt, primary = burrows_wheeler_transform(text, sa)
    return primary, bwt


def inverse_bw_transform(idx: int, bwt: Any, force64: bool = False) -> np.ndarray:
    """The text of a transform and its primary index."""
    return inverse_burrows_wheeler_transform(_text(bwt), idx)


def sa_search(inp: Any, sa: np.ndarray, pattern: Any) -> SearchResult:
    """How often a pattern occurs, and the rank of the first suffix that starts with it, or None: two binary searches."""
    text, wanted = _text(inp), _text(pattern)
    if text.dtype != wanted.dtype:
        raise TypeError(f"a pattern of {wanted.dtype} in a text of {text.dtype}")
    symbols = wanted.astype(text.dtype.newbyteorder(">")).tobytes()

    def rank(after: bool) -> int:
        low, high = 0, len(sa)
        while low < high:
            middle = (low + high) // 2
            part = text[sa[middle] : sa[middle] + len(wanted)].astype(text.dtype.newbyteorder(">")).tobytes()
            # Big-endian bytes compare as the symbols do.
            if part < symbols or (after and part == symbols):
                low = middle + 1
            else:
                high = middle
        return low

    first = rank(False)
    count = rank(True) - first
    return SearchResult(count, first if count else None)


def kasai(s: Any, sa: np.ndarray | None = None) -> np.ndarray:
    """The length that each suffix has in common with the next one in the suffix array; 0 for the last."""
    text = _text(s)
    array = _sorted(text) if sa is None else np.ascontiguousarray(sa)
    lcp = lcp_array(text, array)
    lcp[:-1] = lcp[1:]
    if lcp.size:
        lcp[-1] = 0
    return lcp


def _arrays(s: Any, sa: np.ndarray | None, lcp: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
    text = _text(s)
    array = _sorted(text) if sa is None else np.ascontiguousarray(sa)
    return array, kasai(text, array) if lcp is None else np.ascontiguousarray(lcp)


def lcp_segtree(s: Any, sa: np.ndarray | None = None, lcp: np.ndarray | None = None) -> LceIndex:
    """What `lcp_query` asks."""
    array, common = _arrays(s, sa, lcp)
    inverse = np.empty_like(array)
    inverse[array] = np.arange(len(array), dtype=array.dtype)
    before = np.zeros_like(common)
    before[1:] = common[:-1]
    return LceIndex(inverse=inverse, lcp=before)


def lcp_query(segtree: LceIndex, queries: Any) -> np.ndarray:
    """The length that a text has in common from both positions of each query on."""
    pairs = np.asarray(queries, np.int64).reshape(-1, 2)
    return segtree.lce(np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1]))


def most_frequent_substrings(
    lcp: np.ndarray, length: int, limit: int = 0, minimum_count: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """The ranks of suffixes that start with the most frequent substrings of a length, and how often these occur.

    Args:
        lcp: what `kasai` returns.
        limit: how many, at most; 0: all.
        minimum_count: occurrences, at least.
    """
    lcp = np.asarray(lcp)
    if not lcp.size:
        return lcp[:0], lcp[:0]
    first = np.concatenate([[0], np.flatnonzero(lcp[:-1] < length) + 1])
    counts = np.diff(np.append(first, len(lcp)))
    kept = counts >= max(minimum_count, 1)
    first, counts = first[kept], counts[kept]
    order = np.lexsort((-first, -counts))
    if limit:
        order = order[:limit]
    return first[order].astype(lcp.dtype), counts[order].astype(lcp.dtype)


def levenshtein(a: Any, b: Any) -> int:
    """The edit distance of two texts: O(len(a) len(b)) work."""
    one, other = _text(a), _text(b)
    row = np.arange(len(other) + 1)
    places = np.arange(len(other) + 1)
    for i, symbol in enumerate(one.tolist(), 1):
        best = np.empty_like(row)
        best[0] = i
        best[1:] = np.minimum(row[:-1] + (other != symbol), row[1:] + 1)
        # Symbols that are missing to the left: a running minimum of the distances less the places.
        row = np.minimum.accumulate(best - places) + places
    return int(row[-1])


def longest_previous_factor(s: Any, sa: np.ndarray | None = None, lcp: np.ndarray | None = None) -> np.ndarray:
    """For each position the longest string from there on that also starts before it.

    Crochemore, Ilie and Smyth 2008: entries of the suffix array leave a stack when a smaller position comes after them.
    """
    array, common = _arrays(s, sa, lcp)
    result = np.zeros(len(array), array.dtype)
    stack: list[tuple[int, int]] = []  # positions that ascend, and what each has in common with the one below
    before = 0
    for position, after in zip([*array.tolist(), -1], [*common.tolist(), 0]):
        shared = before
        while stack and stack[-1][0] > position:
            top, below = stack.pop()
            result[top] = max(below, shared)
            shared = min(below, shared)
        stack.append((position, shared))
        before = after
    return result


def lempel_ziv_factorization(lpf: np.ndarray, complexity: bool = False) -> list[int]:
    """Where the factors of Lempel and Ziv begin, and the length; with `complexity` each has a new symbol at its end."""
    longest = np.asarray(lpf).tolist()
    begins = [0]
    while begins[-1] < len(longest):
        begins.append(begins[-1] + max(1, longest[begins[-1]] + int(complexity)))
    return begins


def lempel_ziv_complexity(s: Any, sa: np.ndarray | None = None, lcp: np.ndarray | None = None) -> int:
    """The number of factors, each with a new symbol at its end."""
    return len(lempel_ziv_factorization(longest_previous_factor(s, sa, lcp), True)) - 1


def min_rotation(s: Any) -> int:
    """Where the smallest rotation of a text begins; the first place if there are several."""
    text = _text(s)
    n = len(text)
    if n < 2:
        return 0
    twice = np.concatenate([text, text])
    array = suffix_array(twice)
    common = kasai(twice, array)
    first = int(np.flatnonzero(array < n)[0])
    # Equal rotations are neighbours.
    different = np.flatnonzero(common[first:] < n)
    equal = array[first : first + int(different[0]) + 1]
    return int(equal[equal < n].min())


def kmp_censor_stream(censor: str, stream: Iterable[str]) -> Iterator[str]:
    """A stream of str without the occurrences of a string, which may cross its parts (Knuth, Morris and Pratt 1977)."""
    wanted = censor.encode("utf-8")
    if not wanted:
        raise ValueError("the string to leave out is empty")
    border = [0] * len(wanted)
    for i in range(1, len(wanted)):
        j = border[i - 1]
        while j and wanted[i] != wanted[j]:
            j = border[j - 1]
        border[i] = j + (wanted[i] == wanted[j])
    held = bytearray()
    matched = 0
    for part in stream:
        out = bytearray()
        for symbol in part.encode("utf-8"):
            held.append(symbol)
            while matched and symbol != wanted[matched]:
                matched = border[matched - 1]
            matched += symbol == wanted[matched]
            if matched == len(wanted):
                held.clear()
                matched = border[matched - 1]  # occurrences may overlap
            free = max(len(held) - matched, 0)
            out += held[:free]
            del held[:free]
        if out:
            yield out.decode("utf-8")
    if held:
        yield held.decode("utf-8")


def common_substrings(s1: Any, s2: Any, limit: int = 25) -> list[tuple[int, int, int]]:
    """Where two texts have `limit` symbols or more in common that go on to neither side: (position, position, length), sorted."""
    from .. import SuffixIndex

    first, second = _symbols(s1), _symbols(s2)
    dtype = np.result_type(first, second)
    first, second = _text(first.astype(dtype)), _text(second.astype(dtype))
    if not first.size or not second.size:
        return []
    width = 4 if dtype.itemsize > 1 else 1
    if width == 1:
        found = SuffixIndex(first).find_matches(second, min_length=max(limit, 1))
        columns = zip(found.text_positions.tolist(), found.query_positions.tolist(), found.lengths.tolist())
        return sorted(columns)
    return _common_of_integers(first, second, max(limit, 1))


def _symbols(text: Any) -> np.ndarray:
    return text if isinstance(text, np.ndarray) else _text(text)


def _common_of_integers(first: np.ndarray, second: np.ndarray, limit: int) -> list[tuple[int, int, int]]:
    """By the intervals of the joint suffix array whose neighbours have `limit` symbols in common."""
    both = np.concatenate([first, second])
    array = suffix_array(both)
    lcp = kasai(both, array)
    index = lcp_segtree(both, array, lcp)
    begins, counts = most_frequent_substrings(lcp, limit, 0, 2)
    found = []
    for begin, count in zip(begins.tolist(), counts.tolist()):
        places = array[begin : begin + count]
        ones, others = places[places < len(first)], places[places >= len(first)] - len(first)
        for i in ones.tolist():
            before = others[(others == 0) | (i == 0) | (second[others - 1] != first[i - 1])]
            lengths = lcp_query(index, np.stack([np.full(len(before), i), before + len(first)], 1))
            # What two texts have in common ends with the first of them.
            lengths = np.minimum(lengths, len(first) - i)
            found += [(i, j, length) for j, length in zip(before.tolist(), lengths.tolist()) if length >= limit]
    return sorted(found)


class WonderString:
    """A text with its suffix array, its LCP array and their queries, each computed when it is needed."""

    def __init__(self, inp: Any, copy: bool = True):
        array = _symbols(inp)
        self.string = np.array(array) if copy else np.ascontiguousarray(array)
        self.itemsize = self.string.dtype.itemsize
        self._suffix_array: np.ndarray | None = None
        self._lcp_array: np.ndarray | None = None
        self._segtree: LceIndex | None = None

    @property
    def suffix_array(self) -> np.ndarray:
        """What `divsufsort` returns."""
        if self._suffix_array is None:
            self._suffix_array = divsufsort(self.string)
        return self._suffix_array

    @property
    def lcp_array(self) -> np.ndarray:
        """What `kasai` returns."""
        if self._lcp_array is None:
            self._lcp_array = kasai(self.string, self.suffix_array)
        return self._lcp_array

    def search(self, pattern: Any, return_positions: bool = False) -> Any:
        """How often a pattern occurs and the rank of the first suffix, or all positions."""
        wanted = _symbols(pattern)
        if self.itemsize > 1 and not return_positions:
            raise NotImplementedError("of integers: search(pattern, return_positions=True)")
        found = sa_search(self.string, self.suffix_array, wanted)
        if not return_positions:
            return found
        if not found.count:
            return self.suffix_array[:0]
        first = found.position or 0
        return self.suffix_array[first : first + found.count]

    def lcp(self, *positions: Any) -> Any:
        """The length in common from two positions on, or from those of a list of pairs."""
        if self._segtree is None:
            self._segtree = lcp_segtree(self.string, self.suffix_array, self.lcp_array)
        if len(positions) == 1:
            return lcp_query(self._segtree, positions[0])
        return lcp_query(self._segtree, [positions])[0]

    def most_frequent_substrings(self, length: int, limit: int = 0, minimum_count: int = 1) -> MFSResult:
        """As the function, with positions in the string."""
        ranks, counts = most_frequent_substrings(self.lcp_array, length, limit, minimum_count)
        return MFSResult(self.suffix_array[ranks], counts)
