# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Structures that answer batches of queries: bit vectors, wavelet matrices and trees, range minima, common extensions.

Queries are arrays (or lists) of one length, one entry a query, and results have an entry each; a number gives a number. Any
values are allowed (by `LceIndex`, those that its type of index holds): positions are cut to the size, and what is not there is -1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arrays import Progress, as_indices, as_symbols, narrowed, read_only
from ._errors import InvalidArgument
from ._files import encoded_path
from ._homes import NUMPY, Home, home_of
from ._texts import lcp_array, suffix_array


class Distinct(NamedTuple):
    """Symbols of ranges: those of range i at offsets[i] .. offsets[i + 1] - 1, each with how often it occurs."""

    offsets: Any
    symbols: Any
    counts: Any


class Top(NamedTuple):
    """The most frequent symbols of ranges: row i has found[i] of them."""

    symbols: Any
    counts: Any
    found: Any


def _repeated(number: int, size: int) -> np.ndarray:
    """As many of it; of one beyond 64 bits, of the next one within them."""
    return np.full(size, min(max(int(number), -(1 << 63)), (1 << 63) - 1), np.int64)


class _Queries:
    """Arguments of a batch, of one type and length: numbers are repeated."""

    def __init__(self, home: Home, *given: Any, dtype: str | None = None):
        self.home = home
        lists = [each for each in given if not isinstance(each, (int, np.integer))]
        for each in lists:
            if not hasattr(each, "__len__"):
                raise TypeError(f"{type(each).__name__}: a number or an array of integers is needed")
        self.is_one = not lists
        size = max((len(each) for each in lists), default=1)
        arrays = [
            as_indices(_repeated(each, size) if isinstance(each, (int, np.integer)) else each, home) for each in given
        ]
        if dtype is None:
            dtype = (
                "int64"
                if any(home.bytes_of(each) == 8 for each in arrays)
                else str(arrays[0].dtype).removeprefix("torch.")
            )
        self.arrays = [as_indices(each, home, dtype) for each in arrays]
        self.dtype = dtype

    def answer(self, array: Any, dtype: str | None = None) -> Any:
        """The result, as the caller gave the queries."""
        found = self.home.wrap(array, dtype)
        return self.home.scalar(found, 0) if self.is_one else found


def _signed(dtype: str) -> str:
    return dtype.removeprefix("u")


class BitVector:
    """A sequence of bits with rank and select.

    Args:
        flags: booleans, or bytes of which those that are not 0 are ones.
    """

    def __init__(self, flags: Any, *, stream: Any = None, progress: Progress | None = None):
        symbols, self._home = as_symbols(flags)
        if self._home.bytes_of(symbols) != 1:
            symbols = self._home.widened(symbols != 0, "uint8")
        self._bits = _core.bit_vector(symbols, "flags", 0, self._home.stream(stream), progress)

    @classmethod
    def _of(cls, home: Home, bits: Any) -> "BitVector":
        self = cls.__new__(cls)
        self._home = home
        self._bits = bits
        return self

    @classmethod
    def from_words(cls, words: Any, size: int, *, stream: Any = None) -> "BitVector":
        """Of packed bits: bit i is bit i % 64 of word i // 64 (64 bits each)."""
        home = home_of(words)
        return cls._of(
            home, _core.bit_vector(as_indices(words, home, "uint64"), "words", size, home.stream(stream), None)
        )

    @classmethod
    def from_positions(cls, positions: Any, size: int, *, stream: Any = None) -> "BitVector":
        """Of the positions of the ones, in any order."""
        home = home_of(positions)
        return cls._of(
            home, _core.bit_vector(as_indices(positions, home), "positions", size, home.stream(stream), None)
        )

    @classmethod
    def load(cls, path: Any, *, like: Any = None, stream: Any = None) -> "BitVector":
        """The vector that `save` wrote; `like`: an array of the device where it shall lie."""
        home = NUMPY if like is None else home_of(like)
        return cls._of(home, _core.load_bit_vector(encoded_path(path), home.on_device, home.stream(stream)))

    def save(self, path: Any, *, stream: Any = None) -> None:
        """Writes it to a file, as a whole or not at all."""
        self._bits.save(encoded_path(path), self._home.stream(stream))

    def __len__(self) -> int:
        """Bits."""
        return self._bits.size

    @property
    def bytes(self) -> int:
        """Bytes of memory."""
        return self._bits.bytes

    def _answer(self, query: str, given: Any, stream: Any) -> Any:
        queries = _Queries(self._home, given)
        found = self._bits.answer(query, queries.arrays[0], self._home.stream(stream))
        return queries.answer(found, None if query == "access" else _signed(queries.dtype))

    def access(self, positions: Any, *, stream: Any = None) -> Any:
        """The bits at positions: 0, 1, or 255 where there is none."""
        return self._answer("access", positions, stream)

    def rank0(self, positions: Any, *, stream: Any = None) -> Any:
        """Zeros before each position."""
        return self._answer("rank0", positions, stream)

    def rank1(self, positions: Any, *, stream: Any = None) -> Any:
        """Ones before each position."""
        return self._answer("rank1", positions, stream)

    def select0(self, ordinals: Any, *, stream: Any = None) -> Any:
        """Position of the k-th zero, k from 1."""
        return self._answer("select0", ordinals, stream)

    def select1(self, ordinals: Any, *, stream: Any = None) -> Any:
        """Position of the k-th one, k from 1."""
        return self._answer("select1", ordinals, stream)


class WaveletMatrix:
    """A text with rank, select and queries of ranges, of any alphabet.

    Args:
        text: as of `lexikos.suffix_array`, of up to 4 bytes a symbol; it is not kept.
        memory_budget: bytes that building may take beside text and result; 0: what the whole text takes.
    """

    _tree = False

    def __init__(
        self,
        text: Any,
        *,
        shape: str = "balanced",
        memory_budget: int = 0,
        stream: Any = None,
        progress: Progress | None = None,
    ):
        if not self._tree and shape != "balanced":
            raise InvalidArgument("a wavelet matrix has one shape: WaveletTree has others")
        symbols, self._home = as_symbols(text)
        symbols = narrowed(symbols, self._home)
        self._wavelet = _core.wavelet(symbols, self._tree, shape, memory_budget, self._home.stream(stream), progress)

    @classmethod
    def load(cls, path: Any, *, symbol_bytes: int = 1, like: Any = None, stream: Any = None) -> Any:
        """What `save` wrote, of symbols of as many bytes; `like`: an array of the device where it shall lie."""
        self = cls.__new__(cls)
        self._home = NUMPY if like is None else home_of(like)
        self._wavelet = _core.load_wavelet(
            encoded_path(path), cls._tree, symbol_bytes, self._home.on_device, self._home.stream(stream)
        )
        return self

    def save(self, path: Any, *, stream: Any = None) -> None:
        """Writes it to a file, as a whole or not at all."""
        self._wavelet.save(encoded_path(path), self._home.stream(stream))

    def __len__(self) -> int:
        """Symbols of the text."""
        return self._wavelet.size

    @property
    def bytes(self) -> int:
        """Bytes of memory."""
        return self._wavelet.bytes

    @property
    def alphabet_size(self) -> int:
        """Distinct symbols."""
        return self._wavelet.alphabet_size

    def alphabet(self, *, stream: Any = None) -> Any:
        """The distinct symbols, ascending."""
        found = self._wavelet.alphabet(self._home.stream(stream))
        return read_only(self._home.wrap(found, f"uint{8 * self._wavelet.symbol_bytes}"))

    @property
    def mean_depth(self) -> float:
        """Bit vectors that a symbol of the text is found by, on average: in Huffman's shape about its entropy."""
        return self._wavelet.mean_depth

    def _symbols(self, given: Any, size: int) -> Any:
        width = self._wavelet.symbol_bytes
        if isinstance(given, (int, np.integer)):
            given = np.full(size, given, np.int64)
        if isinstance(given, str) and len(given) == 1:
            given = given * size
        return as_symbols(given, self._home, width)[0]

    def access(self, positions: Any, *, stream: Any = None) -> Any:
        """The symbols at positions; the largest value of their type where there is none."""
        queries = _Queries(self._home, positions)
        found = self._wavelet.access(queries.arrays[0], self._home.stream(stream))
        return queries.answer(found, f"uint{8 * self._wavelet.symbol_bytes}")

    def rank(self, symbols: Any, positions: Any, *, stream: Any = None) -> Any:
        """Occurrences of each symbol before each position; a single symbol goes with all positions."""
        queries = _Queries(self._home, positions)
        given = self._symbols(symbols, len(queries.arrays[0]))
        return queries.answer(
            self._wavelet.rank(given, queries.arrays[0], self._home.stream(stream)), _signed(queries.dtype)
        )

    def rank_all(self, positions: Any, *, stream: Any = None) -> Any:
        """Occurrences of every symbol before each position: a row each, with a column for each symbol of `alphabet`."""
        queries = _Queries(self._home, positions, dtype="uint64")
        found = self._home.wrap(self._wavelet.rank_all(queries.arrays[0], self._home.stream(stream)))
        rows = found.reshape((len(queries.arrays[0]), self.alphabet_size))
        return rows[0] if queries.is_one else rows

    def select(self, symbols: Any, occurrences: Any, *, stream: Any = None) -> Any:
        """Position of the k-th occurrence of each symbol, k from 1; -1 if there are fewer."""
        queries = _Queries(self._home, occurrences)
        given = self._symbols(symbols, len(queries.arrays[0]))
        return queries.answer(
            self._wavelet.select(given, queries.arrays[0], self._home.stream(stream)), _signed(queries.dtype)
        )

    def inverse_select(self, positions: Any, *, stream: Any = None) -> tuple[Any, Any]:
        """The symbols at positions, and how many like each stand before it: (symbols, ranks), ranks -1 where there is no symbol."""
        queries = _Queries(self._home, positions)
        symbols, ranks = self._wavelet.inverse_select(queries.arrays[0], self._home.stream(stream))
        dtype = f"uint{8 * self._wavelet.symbol_bytes}"
        return queries.answer(symbols, dtype), queries.answer(ranks, _signed(queries.dtype))

    def _range(self, query: str, begins: Any, ends: Any, *more: Any, stream: Any) -> Any:
        queries = _Queries(self._home, begins, ends, *more, dtype="uint64")
        arrays = queries.arrays + [None] * (4 - len(queries.arrays))
        return queries.answer(self._wavelet.range(query, *arrays, self._home.stream(stream)))

    def range_count(self, begins: Any, ends: Any, smallest: Any, end_symbols: Any, *, stream: Any = None) -> Any:
        """Occurrences of the symbols smallest .. end_symbols - 1 within the positions begins .. ends - 1."""
        return self._range("count", begins, ends, smallest, end_symbols, stream=stream)

    def range_quantile(self, begins: Any, ends: Any, k: Any, *, stream: Any = None) -> Any:
        """The k-th smallest symbol, k from 0, within the positions."""
        return self._range("quantile", begins, ends, k, stream=stream)

    def _neighbour(self, query: str, begins: Any, ends: Any, symbols: Any, stream: Any) -> Any:
        queries = _Queries(self._home, begins, ends, dtype="uint64")
        given = self._symbols(symbols, len(queries.arrays[0]))
        return queries.answer(self._wavelet.range(query, *queries.arrays, given, None, self._home.stream(stream)))

    def range_next_value(self, begins: Any, ends: Any, smallest: Any, *, stream: Any = None) -> Any:
        """The smallest symbol that is not below another, within the positions."""
        return self._neighbour("next", begins, ends, smallest, stream)

    def range_previous_value(self, begins: Any, ends: Any, largest: Any, *, stream: Any = None) -> Any:
        """The largest symbol that is not above another, within the positions."""
        return self._neighbour("previous", begins, ends, largest, stream)

    def distinct(self, begins: Any, ends: Any, *, stream: Any = None) -> Distinct:
        """The distinct symbols of ranges of positions, and how often each occurs there."""
        queries = _Queries(self._home, begins, ends, dtype="uint64")
        offsets, symbols, counts = self._wavelet.distinct(*queries.arrays, self._home.stream(stream))
        wrap = self._home.wrap
        return Distinct(wrap(offsets), wrap(symbols, f"uint{8 * self._wavelet.symbol_bytes}"), wrap(counts))

    def top_k(self, begins: Any, ends: Any, k: int, *, stream: Any = None) -> Top:
        """The k most frequent symbols of ranges, the most frequent first; zeros where a range has fewer, as `found` tells."""
        queries = _Queries(self._home, begins, ends, dtype="uint64")
        symbols, counts, found = self._wavelet.top(*queries.arrays, k, self._home.stream(stream))
        rows = (len(queries.arrays[0]), k)
        wrap = self._home.wrap
        return Top(
            wrap(symbols, f"uint{8 * self._wavelet.symbol_bytes}").reshape(rows),
            wrap(counts).reshape(rows),
            wrap(found),
        )


class WaveletTree(WaveletMatrix):
    """The same as a tree, whose shape may be "balanced" or "huffman"."""

    _tree = True


class RangeMinimum:
    """Minima of ranges of an array of 4 or 8 bytes an entry, read as unsigned, and where they stand first.

    Args:
        values: kept, not copied.
    """

    _maximum = False

    def __init__(self, values: Any, *, stream: Any = None, progress: Progress | None = None):
        self._home = home_of(values)
        self._values = as_indices(values, self._home)
        self._dtype = str(self._values.dtype).removeprefix("torch.")
        self._ranges = _core.range_extremum(self._values, self._maximum, self._home.stream(stream), progress)

    def __len__(self) -> int:
        """Values."""
        return len(self._values)

    def values(self, begins: Any, ends: Any, *, stream: Any = None) -> Any:
        """The extremum of each range [begins, ends)."""
        queries = _Queries(self._home, begins, ends)
        return queries.answer(self._ranges.values(*queries.arrays, self._home.stream(stream)), self._dtype)

    def positions(self, begins: Any, ends: Any, *, stream: Any = None) -> Any:
        """The first position that has it; -1 for a range without values."""
        queries = _Queries(self._home, begins, ends)
        found = self._ranges.positions(*queries.arrays, self._home.stream(stream))
        return queries.answer(found, _signed(queries.dtype))

    def best_values(self, begins: Any, ends: Any, k: int, *, stream: Any = None) -> Any:
        """The k best values of each range, best first, a row each; where there are fewer, the largest value stands for them."""
        queries = _Queries(self._home, begins, ends, dtype=self._dtype)
        found = self._ranges.best_values(*queries.arrays, k, self._home.stream(stream))
        return self._home.wrap(found, self._dtype).reshape((len(queries.arrays[0]), k))


class RangeMaximum(RangeMinimum):
    """The same of maxima."""

    _maximum = True


class LceIndex:
    """Longest common extensions: how many symbols a text has in common with itself from two positions on.

    Args:
        text: as of `lexikos.suffix_array`.
        inverse, lcp: its inverse suffix array and LCP array, if they are at hand.
    """

    def __init__(
        self,
        text: Any = None,
        *,
        inverse: Any = None,
        lcp: Any = None,
        stream: Any = None,
        progress: Progress | None = None,
    ):
        if inverse is None or lcp is None:
            array, inverse = suffix_array(text, inverse=True, stream=stream, progress=progress)
            lcp = lcp_array(text, array, inverse, stream=stream, progress=progress)
        self._home = home_of(inverse)
        self._inverse = as_indices(inverse, self._home)
        self._dtype = str(self._inverse.dtype).removeprefix("torch.")
        self._lcp = as_indices(lcp, self._home, self._dtype)
        self._index = _core.lce_index(self._inverse, self._lcp, self._home.stream(stream), progress)

    def __len__(self) -> int:
        """Symbols of the text."""
        return len(self._inverse)

    def lce(self, firsts: Any, seconds: Any, *, stream: Any = None) -> Any:
        """The length that the text has in common from each pair of positions on."""
        queries = _Queries(self._home, firsts, seconds, dtype=self._dtype)
        return queries.answer(self._index.lce(*queries.arrays, self._home.stream(stream)), self._dtype)
