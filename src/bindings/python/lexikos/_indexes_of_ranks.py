# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Indexes of texts whose parts lie on several ranks."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from . import _core
from ._answers import Intervals, Occurrences
from ._arrays import Progress, Strings, as_indices, as_strings, as_symbols, narrowed, read_only
from ._errors import InvalidArgument
from ._files import encoded_path
from ._fm_index import _fm_options
from ._homes import NUMPY, Home
from ._ranks import Communicator


class _IndexOfRanks:
    """What both indexes answer. A rank asks for as many patterns as it likes, or for none: []."""

    _index: Any
    _ranks: Communicator
    _home: Home
    _facts: dict
    _dtype: str

    def _keep(self, ranks: Communicator, home: Home, index: Any) -> None:
        self._ranks, self._home, self._index, self._facts = ranks, home, index, index.facts
        ranks._indexes.add(self)

    def __len__(self) -> int:
        """Symbols of the whole text."""
        return self._facts["size"]

    @property
    def dtype(self) -> str:
        """Of positions and counts."""
        return self._dtype

    def close(self) -> None:
        """Gives its memory back. Done by itself when its communicator is closed."""
        self._index.close()

    def _strings(self, patterns: Any) -> Strings:
        return self._ranks._together(lambda: as_strings(patterns, self._home, self._facts["symbol_bytes"]))

    def _indices(self, *given: Any) -> list:
        return self._ranks._together(lambda: [as_indices(each, self._home, self._dtype) for each in given])

    def _wrap(self, array: Any) -> Any:
        return self._home.wrap(array, self._dtype)

    def _scalar(self, given: Strings, array: Any) -> Any:
        return self._home.scalar(array, 0) if given.is_one else array

    def count(self, patterns: Any, *, stream: Any = None) -> Any:
        """How often this rank's patterns occur in the whole text; occurrences may overlap.

        Args:
            patterns: as of `lexikos.SuffixIndex.count`.

        Returns:
            A number for one pattern, else an array.
        """
        given = self._strings(patterns)
        return self._scalar(given, self._wrap(self._index.count(given.symbols, given.offsets, self._home.stream(stream))))

    def _locate(self, patterns: Any, text_order: bool, max_positions: int, stream: Any) -> Any:
        given = self._strings(patterns)
        most = self._ranks._together(lambda: _natural(max_positions, "max_positions"))
        offsets, positions = self._index.locate(
            given.symbols, given.offsets, bool(text_order), most, self._home.stream(stream)
        )
        found = Occurrences(self._home.wrap(offsets), self._wrap(positions))
        return found.positions if given.is_one else found

    def _extract(self, begins: Any, ends: Any, stream: Any) -> Any:
        symbols, offsets = self._index.extract(begins, ends, self._home.stream(stream))
        return self._home.wrap(symbols, f"uint{8 * self._facts['symbol_bytes']}"), self._home.wrap(offsets)

    def save(self, path: Any, *, stream: Any = None) -> None:
        """Writes the index to a folder, as a whole or not at all, on a file system that all ranks see."""
        self._index.save(self._ranks._together(lambda: encoded_path(path)), self._home.stream(stream))


def _natural(value: Any, what: str) -> int:
    number = operator.index(value)
    if not 0 <= number < 1 << 64:
        raise InvalidArgument(f"{what} is negative, or has more than 64 bits")
    return number


def _of_numbers(begins: Any, ends: Any) -> tuple[bool, Any, Any]:
    """Whether a range is given by two numbers, and lists of ranges."""
    is_one = isinstance(begins, (int, np.integer))
    return (True, [begins], [ends]) if is_one else (False, begins, ends)


def _home_of_loaded(ranks: Communicator, like: Any) -> Home:
    home = as_symbols(like)[1] if like is not None else NUMPY
    if home.on_device != ranks._on_device:
        raise InvalidArgument("like: an array of where the ranks work, their device or the host")
    return home


class IndexByRange(_IndexOfRanks):
    """Finds patterns by a suffix array that lies on the ranks, with the whole text, packed, on each of them.

    A pattern goes to the one rank, or the two, in whose range it belongs: ranks share the work. Answers are those of
    `lexikos.SuffixIndex` over the whole text. Making one, saving, loading, and all questions but `extract` are collective.

    Args:
        ranks: a `Communicator`.
        text: this rank's part of the text, of up to 4 bytes a symbol; it is not kept.
        suffix_array: this rank's part of its suffix array, as `suffix_array` returns it, in any parts; entries are not checked.
            It is kept, not copied.
        table_entries: of this rank's table of prefixes, at most, the same on all ranks; 0: half as many as its range has.

    Raises:
        InvalidArgument, NotSupported (2^32 - 1 entries and more on a rank), OutOfMemory, DeviceFailure.
    """

    def __init__(
        self, ranks: Communicator, text: Any, suffix_array: Any, *, table_entries: int = 0, stream: Any = None
    ):
        def given() -> tuple[Any, Home, Any, int]:
            symbols, home = as_symbols(text)
            entries = as_indices(suffix_array, home)
            return narrowed(symbols, home), home, entries, _natural(table_entries, "table_entries")

        symbols, home, entries, table = ranks._together(given)
        self._suffix_array = entries
        self._dtype = str(entries.dtype).removeprefix("torch.")
        self._keep(ranks, home, _core.index_by_range(ranks._ranks, symbols, entries, table, home.stream(stream)))

    @classmethod
    def load(
        cls, ranks: Communicator, path: Any, *, table_entries: int = 0, like: Any = None, stream: Any = None
    ) -> "IndexByRange":
        """An index as it was saved, on any number of ranks, which share its entries evenly. Collective.

        Args:
            like: an array of the device where the ranks work, of the kind that results shall have; on the host by default.
        """
        home, encoded, table = ranks._together(
            lambda: (_home_of_loaded(ranks, like), encoded_path(path), _natural(table_entries, "table_entries"))
        )
        self = cls.__new__(cls)
        self._keep(ranks, home, _core.load_index_by_range(ranks._ranks, encoded, table, home.stream(stream)))
        size, width = self._facts["size"], self._facts["index_bytes"]
        self._dtype = "int64" if width == 8 else "int32" if size <= 2**31 - 1 else "uint32"
        self._suffix_array = read_only(self._wrap(self._index.suffix_array()))
        return self

    @property
    def suffix_array(self) -> Any:
        """This rank's part of the suffix array."""
        return self._suffix_array

    @property
    def first_entry(self) -> int:
        """How many entries of the suffix array lie on the ranks before this one."""
        return self._facts["first_entry"]

    def intervals(self, patterns: Any, *, stream: Any = None) -> Intervals:
        """The intervals of the whole suffix array whose suffixes start with this rank's patterns."""
        given = self._strings(patterns)
        begins, ends = self._index.intervals(given.symbols, given.offsets, self._home.stream(stream))
        return Intervals(self._scalar(given, self._wrap(begins)), self._scalar(given, self._wrap(ends)))

    def locate(self, patterns: Any, *, text_order: bool = False, max_positions: int = 0, stream: Any = None) -> Any:
        """The positions of this rank's patterns in the whole text; arguments and result as of `lexikos.SuffixIndex.locate`."""
        return self._locate(patterns, text_order, max_positions, stream)

    def locate_intervals(
        self, begins: Any, ends: Any, *, text_order: bool = False, max_positions: int = 0, stream: Any = None
    ) -> Occurrences:
        """The positions of the suffixes of intervals of the whole suffix array."""
        first, last = self._indices(begins, ends)
        most = self._ranks._together(lambda: _natural(max_positions, "max_positions"))
        offsets, positions = self._index.locate_intervals(
            first, last, bool(text_order), most, self._home.stream(stream)
        )
        return Occurrences(self._home.wrap(offsets), self._wrap(positions))

    def extract(self, begins: Any, ends: Any, *, stream: Any = None) -> Any:
        """Parts of the whole text: one, for two numbers, else (symbols, offsets) of all of them. A rank asks alone."""
        is_one, first, last = _of_numbers(begins, ends)
        first, last = (as_indices(each, self._home, self._dtype) for each in (first, last))
        text, offsets = self._extract(first, last, stream)
        return text if is_one else (text, offsets)


class IndexByText(_IndexOfRanks):
    """Finds patterns in a text whose parts lie on the ranks: each has an index of its own part and of the symbols after it.

    Every pattern is asked on all ranks. It takes the least memory and time to build, and has no order of all suffixes. All is
    collective; positions and counts are int64.

    Args:
        ranks: a `Communicator`.
        text: this rank's part of the text, of up to 4 bytes a symbol, which is copied.
        longest_pattern: symbols of the longest pattern that will be asked for; 0: parts are texts of their own, such as
            documents: patterns are of any length, and occur in no two parts.
        index: "suffix_array", or "fm_index", of a fraction of the memory.
        table_entries: as of `lexikos.SuffixIndex` or `lexikos.FmIndex`.
        sample_rate, keep_text, shape, letters, match_others, algorithm, low_memory: of an "fm_index", as of `lexikos.FmIndex`.
        progress: called with the fraction of this rank's index that is done; False on any rank cancels all.

    Raises:
        InvalidArgument, NotSupported, OutOfMemory, Cancelled, DeviceFailure.
    """

    _dtype = "int64"

    def __init__(
        self,
        ranks: Communicator,
        text: Any,
        *,
        longest_pattern: int,
        index: str = "suffix_array",
        table_entries: int = 0,
        sample_rate: int = 8,
        keep_text: bool = False,
        shape: str = "balanced",
        letters: str = "all",
        match_others: bool = True,
        algorithm: str = "automatic",
        low_memory: bool = False,
        stream: Any = None,
        progress: Progress | None = None,
    ):
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

        def given() -> tuple[Any, Home, int]:
            if index not in ("suffix_array", "fm_index"):
                raise InvalidArgument(f'index is "suffix_array" or "fm_index", not {index!r}')
            symbols, home = as_symbols(text)
            return narrowed(symbols, home), home, _natural(longest_pattern, "longest_pattern")

        symbols, home, longest = ranks._together(given)
        extents = ranks._mpi.allgather(len(symbols))
        most = min(sum(extents), max(extents) + longest)  # of what a rank indexes
        width = 4 if most <= 2**32 - 2 else 8
        self._keep(
            ranks,
            home,
            _core.index_by_text(
                ranks._ranks, symbols, longest, width, index == "fm_index", options, home.stream(stream), progress
            ),
        )

    @classmethod
    def load(cls, ranks: Communicator, path: Any, *, like: Any = None, stream: Any = None) -> "IndexByText":
        """An index as it was saved, on any number of ranks, among which its parts are dealt out; as `IndexByRange.load`."""
        home, encoded = ranks._together(lambda: (_home_of_loaded(ranks, like), encoded_path(path)))
        self = cls.__new__(cls)
        self._keep(ranks, home, _core.load_index_by_text(ranks._ranks, encoded, home.stream(stream)))
        return self

    @property
    def longest_pattern(self) -> int:
        """Symbols of the longest pattern that may be asked for; 0: of any length."""
        return self._facts["longest_pattern"]

    @property
    def parts(self) -> list:
        """Slices of the whole text that this rank's indexes have: one, or as many as it has loaded, or none."""
        return [slice(first, first + extent) for first, extent in self._facts["parts"]]

    def locate(self, patterns: Any, *, max_positions: int = 0, stream: Any = None) -> Any:
        """The positions of this rank's patterns in the whole text, ascending.

        Args:
            patterns: as of `count`.
            max_positions: of a pattern, those on the ranks with the first parts; 0: all.

        Returns:
            An array for one pattern, else Occurrences(offsets, positions).
        """
        return self._locate(patterns, True, max_positions, stream)

    def extract(self, begins: Any, ends: Any, *, stream: Any = None) -> Any:
        """Parts of the whole text: one, for two numbers, else (symbols, offsets) of all of them. Collective."""
        is_one, first, last = _of_numbers(begins, ends)
        text, offsets = self._extract(*self._indices(first, last), stream)
        return text if is_one else (text, offsets)
