# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The index that extends strings on both sides, with all their occurrences."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._answers import Occurrences
from ._arrays import Progress, as_indices, as_strings, as_symbols, index_dtype, narrowed
from ._errors import InvalidArgument
from ._files import encoded_path
from ._fm_index import FmIndex, _fm_options
from ._homes import NUMPY


class BidirectionalRows(NamedTuple):
    """The rows of strings among the suffixes of a text, sorted, the empty one first; numbers for one string, else arrays.

    Row r is entry r - 1 of the suffix array.

    Attributes:
        begins, ends: the suffixes that begin with string i are the rows begins[i] .. ends[i] - 1.
        reversed_begins: the first row of the string reversed among the suffixes of the text reversed; there are as many.
    """

    begins: Any
    ends: Any
    reversed_begins: Any

    @property
    def counts(self) -> Any:
        """How often the strings occur; of the empty string one more than the text has symbols."""
        return self.ends - self.begins


class BidirectionalFmIndex:
    """Extends strings by symbols on either side, and knows where they occur: two indexes, of the text and of the text reversed.

        >>> index = lexikos.BidirectionalFmIndex("abracadabra")
        >>> rows = index.extend_left(index.extend_right(index.all_rows(), "b"), "a")
        >>> rows.counts, index.locate(rows, text_order=True).tolist()
        (2, [0, 7])

    Args:
        text: as of `lexikos.suffix_array`, of up to 4 bytes a symbol; it is not kept. Other arguments are as of `FmIndex`; the
            index of the text reversed only counts.
    """

    def __init__(
        self,
        text: Any,
        *,
        sample_rate: int = 8,
        keep_text: bool = False,
        table_entries: int = 0,
        shape: str = "balanced",
        letters: str = "all",
        match_others: bool = True,
        dtype: Any = None,
        algorithm: str = "automatic",
        low_memory: bool = False,
        stream: Any = None,
        progress: Progress | None = None,
    ):
        symbols, self._home = as_symbols(text)
        symbols = narrowed(symbols, self._home)
        self._dtype = index_dtype(len(symbols) + 1, dtype)
        options = _fm_options(
            sample_rate=sample_rate,
            keep_text=keep_text,
            table_entries=table_entries,
            shape=shape,
            letters=letters,
            match_others=match_others,
            algorithm=algorithm,
            low_memory=low_memory,
        )
        width = 4 if self._dtype in ("int32", "uint32") else 8
        self._index = _core.bidirectional_index(symbols, width, options, self._home.stream(stream), progress)

    @classmethod
    def load(cls, path: Any, *, like: Any = None, stream: Any = None) -> "BidirectionalFmIndex":
        """An index as it was saved. Arguments as of `SuffixIndex.load`."""
        self = cls.__new__(cls)
        self._home = as_symbols(like)[1] if like is not None else NUMPY
        self._index = _core.load_bidirectional_index(encoded_path(path), self._home.on_device, self._home.stream(stream))
        self._dtype = "int64" if self._index.index_bytes == 8 else "int32" if len(self) < 2**31 - 1 else "uint32"
        return self

    def save(self, path: Any, *, stream: Any = None) -> None:
        """Writes the index to a file, as a whole or not at all."""
        self._index.save(encoded_path(path), self._home.stream(stream))

    def __len__(self) -> int:
        """Symbols of the text."""
        return self._index.size

    @property
    def dtype(self) -> str:
        """Of rows and positions."""
        return self._dtype

    @property
    def bytes(self) -> int:
        """Bytes of memory."""
        return self._index.bytes

    @property
    def forward(self) -> FmIndex:
        """The index of the text, which counts, locates and extracts: the same memory."""
        return FmIndex._of(self._home, self._index.forward(), self._dtype)

    @property
    def reversed(self) -> FmIndex:
        """The index of the text reversed, which counts: the same memory."""
        return FmIndex._of(self._home, self._index.reversed(), self._dtype)

    def all_rows(self) -> BidirectionalRows:
        """The rows of the empty string, as numbers."""
        return BidirectionalRows(0, len(self) + 1 if len(self) else 0, 0)

    def rows(self, strings: Any, *, stream: Any = None) -> BidirectionalRows:
        """The rows of strings, which are as patterns of `FmIndex.count`: numbers for one, else arrays. A step for each symbol."""
        given = as_strings(strings, self._home, self._index.symbol_bytes)
        found = self._index.rows(given.symbols, given.offsets, self._home.stream(stream))
        return self._wrapped(found, given.is_one)

    def extend_left(self, rows: BidirectionalRows, symbols: Any, *, stream: Any = None) -> BidirectionalRows:
        """The rows of each string with a symbol before it; (0, 0, 0) where it does not occur.

        Args:
            rows: of numbers, of arrays, or of both: a number stands for as many as there are of others.
            symbols: a number, a letter, or an array with a symbol for each row.
        """
        return self._extended(True, rows, symbols, stream)

    def extend_right(self, rows: BidirectionalRows, symbols: Any, *, stream: Any = None) -> BidirectionalRows:
        """The same with a symbol after it."""
        return self._extended(False, rows, symbols, stream)

    def locate(
        self, rows: BidirectionalRows, *, text_order: bool = False, max_positions: int = 0, stream: Any = None
    ) -> Any:
        """The positions where the strings of rows occur: as of `FmIndex.locate`, an array for rows of numbers, else Occurrences."""
        is_one = all(map(_is_number, rows))
        begins, ends, _ = self._columns(rows, _length_of(*rows))
        offsets, positions = self._index.locate(begins, ends, text_order, max_positions, self._home.stream(stream))
        found = Occurrences(self._home.wrap(offsets), self._home.wrap(positions, self._dtype))
        return found.positions if is_one else found

    def _extended(self, to_left: bool, rows: BidirectionalRows, symbols: Any, stream: Any) -> BidirectionalRows:
        width = self._index.symbol_bytes
        one_symbol = _is_number(symbols)
        given = as_symbols([symbols] if one_symbol else symbols, None, width)[0]
        if isinstance(symbols, (str, bytes)) and len(given) == 1:
            one_symbol = True
        is_one = one_symbol and all(map(_is_number, rows))
        size = _length_of(*rows, *([] if one_symbol else [given]))
        if one_symbol:
            given = np.full(size, given[0], f"uint{8 * width}")
        given = as_symbols(given, self._home, width)[0]
        address = self._home.stream(stream)
        return self._wrapped(self._index.extend(to_left, self._columns(rows, size), given, address), is_one)

    def _columns(self, rows: BidirectionalRows, size: int) -> tuple[Any, ...]:
        if len(rows) != 3:
            raise InvalidArgument(f"rows have 3 columns (begins, ends, begins in the index of the reversed text), not {len(rows)}")
        full = (np.full(size, each, np.int64) if _is_number(each) else each for each in rows)
        return tuple(as_indices(each, self._home, self._dtype) for each in full)

    def _wrapped(self, found: Any, is_one: bool) -> BidirectionalRows:
        columns = [self._home.wrap(each, self._dtype) for each in found]
        return BidirectionalRows(*([self._home.scalar(each, 0) for each in columns] if is_one else columns))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, np.integer))


def _length_of(*given: Any) -> int:
    """Of the first that is no number; 1 where all are."""
    return next((len(each) for each in given if not _is_number(each)), 1)
