# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Indexes of texts: patterns counted and located, matches, search with errors, what comes next, and which documents."""

from __future__ import annotations

from typing import Any

from . import _core
from ._answers import (
    ApproximateOccurrences,
    DocumentCounts,
    DocumentLists,
    Intervals,
    LongestSuffixes,
    Matches,
    MatchingStatistics,
    NextSymbols,
    Occurrences,
)
from ._arrays import Progress, Strings, as_documents, as_indices, as_strings, as_symbols, narrowed, read_only
from ._documents import DocumentIndex
from ._errors import InvalidArgument
from ._files import encoded_path
from ._homes import NUMPY, Home
from ._matching import match_options, matches_of
from ._texts import inverse_suffix_array, lcp_array, suffix_array


class _TextIndex:
    """What indexes answer, whichever they are."""

    _index: Any
    _home: Home
    _dtype: str
    _documents: Any

    def __len__(self) -> int:
        """Symbols of the text."""
        return self._index.size

    @property
    def dtype(self) -> str:
        """Of positions and counts."""
        return self._dtype

    def _strings(self, patterns: Any) -> Strings:
        return as_strings(patterns, self._home, self._index.symbol_bytes)

    def _wrap(self, array: Any) -> Any:
        return self._home.wrap(array, self._dtype)

    def count(self, patterns: Any, *, stream: Any = None) -> Any:
        """How often patterns occur; occurrences may overlap.

        Args:
            patterns: one (str, bytes, an array, or a list of tokens), several (a list of those), or (symbols, offsets).

        Returns:
            A number for one pattern, else an array.
        """
        given = self._strings(patterns)
        counts = self._index.count(given.symbols, given.offsets, self._home.stream(stream))
        return self._scalar(given, self._wrap(counts))

    def _scalar(self, given: Strings, array: Any) -> Any:
        return self._home.scalar(array, 0) if given.is_one else array

    def intervals(self, patterns: Any, *, stream: Any = None) -> Intervals:
        """The intervals of the suffix array whose suffixes start with the patterns; numbers for one pattern, else arrays."""
        given = self._strings(patterns)
        begins, ends = self._index.intervals(given.symbols, given.offsets, self._home.stream(stream))
        return Intervals(self._scalar(given, self._wrap(begins)), self._scalar(given, self._wrap(ends)))

    def locate(self, patterns: Any, *, text_order: bool = False, max_positions: int = 0, stream: Any = None) -> Any:
        """The positions where patterns occur.

        Args:
            patterns: as of `count`.
            text_order: positions ascend; otherwise they come in the order of their suffixes.
            max_positions: of a pattern, the first in the order of the suffixes; 0: all.

        Returns:
            An array for one pattern, else Occurrences(offsets, positions). Of an index with documents, what crosses their
            borders is found too: `lexikos.within_documents` leaves it out.
        """
        given = self._strings(patterns)
        offsets, positions = self._index.locate(
            given.symbols, given.offsets, text_order, max_positions, self._home.stream(stream)
        )
        found = Occurrences(self._home.wrap(offsets), self._wrap(positions))
        return found.positions if given.is_one else found

    def locate_intervals(
        self, begins: Any, ends: Any, *, text_order: bool = False, max_positions: int = 0, stream: Any = None
    ) -> Occurrences:
        """The positions of the suffixes of intervals of the suffix array."""
        offsets, positions = self._index.locate_intervals(
            as_indices(begins, self._home, self._dtype),
            as_indices(ends, self._home, self._dtype),
            text_order,
            max_positions,
            self._home.stream(stream),
        )
        return Occurrences(self._home.wrap(offsets), self._wrap(positions))

    def matching_statistics(
        self, queries: Any, *, stream: Any = None, progress: Progress | None = None
    ) -> MatchingStatistics:
        """For each place of the queries, the longest string from there on that occurs in the text (of bytes), and where.

        Args:
            queries: as patterns of `count`; the result has an entry for each of their symbols.
        """
        given = self._strings(queries)
        found = self._index.matching_statistics(
            given.symbols, given.offsets, self._documents, self._home.stream(stream), progress
        )
        return MatchingStatistics(*(self._wrap(each) for each in found))

    def find_matches(
        self,
        queries: Any,
        *,
        kind: str = "maximal",
        min_length: int = 20,
        min_occurrences: int = 1,
        max_occurrences: int = 0,
        strands: str = "forward",
        only_acgt: bool = False,
        stream: Any = None,
        progress: Progress | None = None,
    ) -> Matches:
        """All exact matches of queries in the text (of bytes).

        Args:
            kind: "maximal" (MEM), "supermaximal" (SMEM), "unique_in_text" (MAM) or "unique_in_both" (MUM).
            min_length: symbols of a match, at least.
            min_occurrences, max_occurrences: of the string of a match in the text; 0: no limit.
            strands: "forward", "reverse_complement" or "both".
            only_acgt: other symbols of queries match nothing.
        """
        given = self._strings(queries)
        options = match_options(
            kind=kind,
            min_length=min_length,
            min_occurrences=min_occurrences,
            max_occurrences=max_occurrences,
            strands=strands,
            only_acgt=only_acgt,
        )
        found = self._index.find_matches(
            given.symbols, given.offsets, self._documents, options, self._home.stream(stream), progress
        )
        return matches_of(found, self._home, self._dtype)

    def save(self, path: Any, *, stream: Any = None) -> None:
        """Writes the index to a file, as a whole or not at all; documents are not part of it."""
        self._index.save(encoded_path(path), self._home.stream(stream))


class SuffixIndex(_TextIndex):
    """Finds patterns in a text of bytes or of tokens (u16, u32) by its suffix array: the fastest, of 7 bytes a symbol.

    Args:
        text: as of `lexikos.suffix_array`; it is kept, not copied.
        documents: offsets of documents in the text, as `lexikos.collection` returns them.
        suffix_array: of the text, if it is at hand; it is built otherwise.
        extensions: also keeps the LCP array and the inverse suffix array, which make matches of long repeats faster.
        dtype: of positions, as of `lexikos.suffix_array`.
        table_entries: of the table of prefixes, at most; 0: half the text's length.
    """

    def __init__(
        self,
        text: Any,
        documents: Any = None,
        *,
        suffix_array: Any = None,
        extensions: bool = False,
        dtype: Any = None,
        algorithm: str = "automatic",
        low_memory: bool = False,
        table_entries: int = 0,
        stream: Any = None,
        progress: Progress | None = None,
    ):
        symbols, home = as_symbols(text)
        self._home = home
        self._text = narrowed(symbols, home)
        self._documents = as_documents(documents, home)
        self._document_index: Any = None
        inverse = None
        if suffix_array is None:
            found = _build(self._text, extensions, dtype, algorithm, low_memory, stream, progress)
            self._suffix_array, inverse = found if extensions else (found, None)
        else:
            self._suffix_array = as_indices(suffix_array, home)
            inverse = inverse_suffix_array(self._suffix_array, stream=stream) if extensions else None
        self._dtype = str(self._suffix_array.dtype).removeprefix("torch.")
        self._inverse = inverse
        self._lcp = lcp_array(self._text, self._suffix_array, inverse, stream=stream) if extensions else None
        self._index = _core.suffix_index(
            self._text, self._suffix_array, self._lcp, self._inverse, table_entries, home.stream(stream), progress
        )

    @classmethod
    def load(cls, path: Any, documents: Any = None, *, like: Any = None, stream: Any = None) -> "SuffixIndex":
        """An index as it was saved; on the host its arrays stay in the mapped file.

        Args:
            like: an array of the device where it shall lie, of the kind that results shall have; on the host by default.
        """
        self = cls.__new__(cls)
        self._home = as_symbols(like)[1] if like is not None else NUMPY
        self._index = _core.load_suffix_index(encoded_path(path), self._home.on_device, self._home.stream(stream))
        self._documents = as_documents(documents, self._home)
        self._document_index = None
        size, width = self._index.size, self._index.index_bytes
        self._dtype = "int64" if width == 8 else "int32" if size <= 2**31 - 1 else "uint32"
        text, array, lcp, inverse = self._index.arrays()
        self._text = read_only(self._home.wrap(text, f"uint{8 * self._index.symbol_bytes}"))
        array, lcp, inverse = (read_only(self._wrap(each)) for each in (array, lcp, inverse))
        self._suffix_array = array
        self._lcp, self._inverse = (each if len(each) else None for each in (lcp, inverse))
        return self

    @property
    def text(self) -> Any:
        """The text's symbols."""
        return self._text

    @property
    def suffix_array(self) -> Any:
        """The suffix array, which must not change: numpy's is read-only."""
        return read_only(self._suffix_array)

    @property
    def lcp(self) -> Any:
        """The LCP array, or None."""
        return read_only(self._lcp)

    @property
    def inverse(self) -> Any:
        """The inverse suffix array, or None."""
        return read_only(self._inverse)

    def approximate_search(
        self,
        patterns: Any,
        *,
        max_errors: int = 2,
        model: str = "hamming",
        max_candidates: int = 0,
        stream: Any = None,
        progress: Progress | None = None,
    ) -> ApproximateOccurrences:
        """Where the text (of bytes) has patterns but for a few symbols: where occurrences end, and their least distance.

        Args:
            max_errors: 0 to 4.
            model: "hamming" (other symbols) or "edit" (also missing and additional ones).
            max_candidates: places that are looked at for a pattern, at most; 0: all.
        """
        given = self._strings(patterns)
        ends, distances, offsets, capped = self._index.approximate_search(
            given.symbols,
            given.offsets,
            self._documents,
            model,
            max_errors,
            max_candidates,
            self._home.stream(stream),
            progress,
        )
        wrap = self._home.wrap
        return ApproximateOccurrences(self._wrap(ends), wrap(distances), wrap(offsets), self._wrap(capped))

    def next_symbols(self, contexts: Any, *, max_symbols: int = 0, stream: Any = None) -> NextSymbols:
        """The symbols that follow contexts in the text, and how often each does.

        Args:
            contexts: as patterns of `count`, or a LongestSuffixes of `longest_suffixes`.
            max_symbols: the most frequent ones, the most frequent first; 0: all, ascending.
        """
        if isinstance(contexts, LongestSuffixes):
            depths, begins, ends = contexts
        else:
            given = self._strings(contexts)
            begins, ends = self._index.intervals(given.symbols, given.offsets, self._home.stream(stream))
            depths = given.offsets[1:] - given.offsets[:-1]
        offsets, symbols, counts = self._index.next_symbols(
            begins, ends, depths, max_symbols, self._home.stream(stream)
        )
        wrap = self._home.wrap
        return NextSymbols(wrap(offsets), wrap(symbols, f"uint{8 * self._index.symbol_bytes}"), wrap(counts))

    def longest_suffixes(self, contexts: Any, *, min_count: int = 1, stream: Any = None) -> LongestSuffixes:
        """Of each context the longest suffix that occurs in the text, min_count times or more."""
        given = self._strings(contexts)
        lengths, begins, ends = self._index.longest_suffixes(
            given.symbols, given.offsets, min_count, self._home.stream(stream)
        )
        return LongestSuffixes(self._home.wrap(lengths), self._wrap(begins), self._wrap(ends))

    # What users of n-gram engines call them.
    next_tokens = next_symbols
    longest_suffix = longest_suffixes

    def _of_documents(self, stream: Any) -> Any:
        if self._documents is None:
            raise InvalidArgument("the index has no documents: SuffixIndex(text, documents)")
        if self._document_index is None:
            self._document_index = DocumentIndex(self._suffix_array, self._documents, counts=True, stream=stream)
        return self._document_index

    def documents(
        self, patterns: Any, *, max_documents: int = 0, sort: bool = True, stream: Any = None
    ) -> DocumentLists:
        """The documents that have each pattern as a whole."""
        return self._of_documents(stream).list(
            *self._asked(patterns, stream), max_documents=max_documents, sort=sort, stream=stream
        )

    def count_documents(self, patterns: Any, *, stream: Any = None) -> Any:
        """How many documents have each pattern as a whole."""
        return self._of_documents(stream).count(*self._asked(patterns, stream), stream=stream)

    def top_documents(self, patterns: Any, k: int, *, stream: Any = None) -> DocumentCounts:
        """The k documents that have each pattern most often, the most frequent first."""
        begins, ends, lengths = self._asked(patterns, stream)
        return self._of_documents(stream).top(begins, ends, k, lengths, stream=stream)

    def _asked(self, patterns: Any, stream: Any) -> tuple[Any, Any, Any]:
        given = self._strings(patterns)
        begins, ends = self._index.intervals(given.symbols, given.offsets, self._home.stream(stream))
        return self._wrap(begins), self._wrap(ends), given.offsets[1:] - given.offsets[:-1]


def _build(
    text: Any, inverse: bool, dtype: Any, algorithm: str, low_memory: bool, stream: Any, progress: Progress | None
) -> Any:
    return suffix_array(
        text, inverse=inverse, dtype=dtype, algorithm=algorithm, low_memory=low_memory, stream=stream, progress=progress
    )
