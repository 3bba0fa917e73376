# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The documents of intervals of a suffix array, of positions, and of occurrences."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._answers import DocumentCounts, DocumentLists, Occurrences
from ._arrays import Progress, are_symbols_and_offsets, as_documents, as_indices, as_symbols, read_only
from ._homes import home_of


class DocumentIndex:
    """The documents of intervals of a suffix array: how many, which, and which most often.

    Args:
        suffix_array: of the text of the documents.
        documents: their offsets in the text.
        counts: counts of any interval take a bounded number of steps; 5 bytes a suffix more.
        top: so does finding the most frequent documents of long intervals; 3.5 bytes a suffix more.
    """

    def __init__(
        self,
        suffix_array: Any,
        documents: Any,
        *,
        counts: bool = False,
        top: bool = False,
        stream: Any = None,
        progress: Progress | None = None,
    ):
        self._home = home_of(suffix_array)
        self._suffix_array = as_indices(suffix_array, self._home)
        self._documents = as_documents(documents, self._home)
        self._dtype = "uint64" if self._home.bytes_of(self._suffix_array) == 8 else "uint32"
        self._index = _core.document_index(
            self._suffix_array, self._documents, (True, bool(counts), bool(top)), self._home.stream(stream), progress
        )

    def _arrays(self, begins: Any, ends: Any, lengths: Any) -> tuple[Any, Any, Any]:
        return (
            as_indices(begins, self._home, self._dtype),
            as_indices(ends, self._home, self._dtype),
            None if lengths is None else as_indices(lengths, self._home, "uint64"),
        )

    @property
    def bytes(self) -> int:
        """Bytes of memory, beside suffix array and documents."""
        return self._index.bytes

    @property
    def document_array(self) -> Any:
        """The document of each suffix; -1 where it lies in none."""
        return read_only(self._home.wrap(self._index.document_array(), "int32"))

    def count(self, begins: Any, ends: Any, lengths: Any = None, *, stream: Any = None) -> Any:
        """How many documents each interval has.

        Args:
            lengths: of the patterns: occurrences that cross the end of a document are then left out.
        """
        return self._home.wrap(
            self._index.count(*self._arrays(begins, ends, lengths), self._home.stream(stream)), "int32"
        )

    def list(
        self,
        begins: Any,
        ends: Any,
        lengths: Any = None,
        *,
        max_documents: int = 0,
        sort: bool = False,
        stream: Any = None,
    ) -> DocumentLists:
        """Which documents each interval has, each once."""
        offsets, documents = self._index.list(
            *self._arrays(begins, ends, lengths), max_documents, sort, self._home.stream(stream)
        )
        return DocumentLists(self._home.wrap(offsets), self._home.wrap(documents, "int32"))

    def top(self, begins: Any, ends: Any, k: int, lengths: Any = None, *, stream: Any = None) -> DocumentCounts:
        """The k documents of each interval that have the most of its suffixes, the most frequent first."""
        offsets, documents, counts = self._index.top(*self._arrays(begins, ends, lengths), k, self._home.stream(stream))
        return DocumentCounts(self._home.wrap(offsets), self._home.wrap(documents, "int32"), self._home.wrap(counts))


class DocumentFrequencies:
    """In how many documents strings occur, by two numbers of a table: of the intervals of strings, as searches find them.

    Args:
        suffix_array, lcp: of the text of the documents (as a text, not as a collection); they are not kept.
        documents: their offsets in the text.
    """

    def __init__(
        self, suffix_array: Any, lcp: Any, documents: Any, *, stream: Any = None, progress: Progress | None = None
    ):
        self._home = home_of(suffix_array)
        array = as_indices(suffix_array, self._home)
        self._dtype = "uint64" if self._home.bytes_of(array) == 8 else "uint32"
        self._frequencies = _core.document_frequencies(
            array,
            as_indices(lcp, self._home, self._dtype),
            as_documents(documents, self._home),
            self._home.stream(stream),
            progress,
        )

    @property
    def bytes(self) -> int:
        """Bytes of memory."""
        return self._frequencies.bytes

    def frequency(self, begins: Any, ends: Any, *, stream: Any = None) -> Any:
        """How many documents have the string whose suffixes have the ranks begins[i] .. ends[i] - 1."""
        arrays = (as_indices(each, self._home, self._dtype) for each in (begins, ends))
        return self._home.wrap(self._frequencies.frequency(*arrays, self._home.stream(stream)), "int32")


def document_of(documents: Any, positions: Any, *, stream: Any = None) -> Any:
    """The document of each position, int32; -1 where it lies in none. Of a suffix array, the document array."""
    home = home_of(positions)
    offsets = as_documents(documents, home)
    size = home.scalar(offsets, len(offsets) - 1)
    found = _core.document_of(offsets, size, as_indices(positions, home), home.stream(stream))
    return home.wrap(found, "int32")


def within_documents(documents: Any, occurrences: Any, patterns: Any, *, stream: Any = None) -> Occurrences:
    """Those occurrences that lie in one document as a whole.

    Args:
        documents: offsets.
        occurrences: Occurrences that `locate` returned for several patterns.
        patterns: these, as they were given to it, or their lengths as an array.
    """
    found, positions = occurrences
    home = home_of(positions)
    offsets = as_documents(documents, home)
    size = home.scalar(offsets, len(offsets) - 1)
    if isinstance(patterns, np.ndarray) and patterns.dtype.kind in "iu":
        lengths = patterns
    elif are_symbols_and_offsets(patterns):
        ends = np.asarray(patterns[1])
        lengths = ends[1:] - ends[:-1]
    else:
        lengths = np.array([len(as_symbols(each)[0]) for each in patterns], np.int64)
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])
    kept, within = _core.within_documents(
        offsets,
        size,
        as_indices(found, home, "uint64"),
        as_indices(positions, home),
        home.take(ends),
        home.stream(stream),
    )
    return Occurrences(home.wrap(kept), home.wrap(within, str(positions.dtype).removeprefix("torch.")))
