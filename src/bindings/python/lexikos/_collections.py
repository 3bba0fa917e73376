# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Collections: duplicates and texts without them, overlaps with a corpus, and the documents of positions."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _core
from ._arrays import Collection, Progress, as_documents, as_indices, as_symbols
from ._errors import InvalidArgument
from ._homes import Home


class Ranges(NamedTuple):
    """Parts of a text, ascending and disjoint: [begins[i], ends[i])."""

    begins: Any
    ends: Any


class DuplicateWindows(NamedTuple):
    """Windows in groups of equal ones: those of group i at positions[offsets[i]:offsets[i + 1]]."""

    positions: Any
    offsets: Any


class Overlap(NamedTuple):
    """What a corpus has of each document d.

    Attributes:
        covered: symbols of d that lie in windows which occur in the corpus.
        longest: symbols of the longest string of d that occurs there; 0 if it is shorter than a window.
        corpus_documents: how many documents of the corpus have a window of d.
        numbers, offsets: the first of them are numbers[offsets[d]:offsets[d + 1]].
    """

    covered: Any
    longest: Any
    corpus_documents: Any
    numbers: Any
    offsets: Any


def duplicate_ranges(
    text: Any,
    documents: Any = None,
    *,
    length: int = 100,
    min_occurrences: int = 0,
    keep: str = "none",
    scope: str = "any",
    align: str = "symbol",
    other: Any = None,
    other_documents: Any = None,
    engine: str = "automatic",
    max_bytes: int = 0,
    low_memory: bool = False,
    stream: Any = None,
    progress: Progress | None = None,
) -> Ranges:
    """The parts of a text that are duplicates: all symbols of windows of `length` symbols that occur twice or more.

    Args:
        text: as of `lexikos.suffix_array`.
        documents: offsets of documents in it, whose borders no window crosses (`lexikos.collection`).
        min_occurrences: equal windows that make them duplicates; less than 2 counts as 2.
        keep: "none", "first" (the window at the smallest position) or "first_of_each_document".
        scope: "any", or "across_documents": windows of different documents, which are then counted.
        align: "symbol", or "utf8": ranges of bytes shrink to whole characters.
        other, other_documents: the parts that this other text has too, min_occurrences times (by default once).
        engine: "automatic", "suffix_array" or "fingerprints" (less memory; max_bytes of it).

    Returns:
        Ranges(begins, ends), of int64; exact, and the same on every device.
    """
    symbols, home = as_symbols(text)
    others = None if other is None else as_symbols(other, home, home.bytes_of(symbols))[0]
    options = {
        "length": length,
        "min_occurrences": min_occurrences,
        "keep": keep,
        "scope": scope,
        "align": align,
        "engine": engine,
        "max_bytes": max_bytes,
        "low_memory": low_memory,
    }
    found = _core.duplicate_ranges(
        symbols,
        as_documents(documents, home),
        others,
        as_documents(other_documents, home),
        options,
        home.stream(stream),
        progress,
    )
    return Ranges(*(home.wrap(each) for each in found))


def duplicate_windows(
    text: Any,
    documents: Any = None,
    *,
    length: int = 100,
    min_occurrences: int = 0,
    scope: str = "any",
    low_memory: bool = False,
    stream: Any = None,
    progress: Progress | None = None,
) -> DuplicateWindows:
    """The windows that `duplicate_ranges` finds, in groups of equal ones."""
    symbols, home = as_symbols(text)
    options = {
        "length": length,
        "min_occurrences": min_occurrences,
        "keep": "none",
        "scope": scope,
        "align": "symbol",
        "engine": "automatic",
        "max_bytes": 0,
        "low_memory": low_memory,
    }
    found = _core.duplicate_windows(symbols, as_documents(documents, home), options, home.stream(stream), progress)
    return DuplicateWindows(*(home.wrap(each) for each in found))


def remove_ranges(text: Any, ranges: Any, documents: Any = None, *, stream: Any = None) -> Any:
    """A text without the symbols of ranges.

    Args:
        ranges: Ranges, or (begins, ends): ascending and disjoint.

    Returns:
        The text, or with documents Collection(text, offsets): where they lie now.
    """
    symbols, home = as_symbols(text)
    begins, ends = ranges
    left, offsets = _core.remove_ranges(
        symbols,
        as_indices(begins, home, "uint64"),
        as_indices(ends, home, "uint64"),
        as_documents(documents, home),
        home.stream(stream),
    )
    remaining = home.wrap(left, f"uint{8 * home.bytes_of(symbols)}")
    return remaining if documents is None else Collection(remaining, home.wrap(offsets))


def _streamed_arguments(
    text: Any, documents: Any, other: Any, other_documents: Any, **options: Any
) -> tuple[tuple[Any, ...], Home]:
    """What the module is given for a streamed call, and where its texts lie."""
    symbols, home = as_symbols(text)
    others = None if other is None else as_symbols(other, None, home.bytes_of(symbols))[0]
    return (symbols, as_documents(documents, home), others, as_documents(other_documents, home), options), home


def streamed_duplicate_ranges(
    text: Any,
    documents: Any = None,
    *,
    length: int = 100,
    min_occurrences: int = 0,
    keep: str = "none",
    scope: str = "any",
    align: str = "symbol",
    other: Any = None,
    other_documents: Any = None,
    max_bytes: int = 0,
    on_device: bool | None = None,
    progress: Progress | None = None,
) -> Ranges:
    """As `duplicate_ranges`, of texts of the host, also mapped files (np.memmap), of any size: they stream through the device.

    Args:
        max_bytes: of the memory where the work is done, beside a bit a symbol; 0: what there is.
        on_device: whether a device does it; by default if this build has one.
    """
    if on_device is None:
        on_device = _core.build()["device"] is not None
    given, home = _streamed_arguments(
        text, documents, other, other_documents,
        length=length, min_occurrences=min_occurrences, keep=keep, scope=scope, align=align, max_bytes=max_bytes,
    )
    found = _core.streamed_duplicate_ranges(*given, on_device, 0, progress)
    return Ranges(*(home.wrap(each) for each in found))


def overlap(
    queries: Any,
    corpus: Any,
    documents: Any = None,
    corpus_documents: Any = None,
    *,
    length: int = 13,
    counts_documents: bool = True,
    max_documents: int = 0,
    chunk: int = 0,
    stream: Any = None,
    progress: Progress | None = None,
) -> Overlap:
    """Compares each document of the queries with all documents of a corpus, by windows of `length` symbols, and beyond them.

    Args:
        queries: a text, and where its documents begin (by default it is one); fewer than 2^31 symbols.
        corpus: of any size, on the host, also a mapped file (np.memmap); it is read once.
        counts_documents: counts the documents of the corpus that have something of each query.
        max_documents: whose numbers are listed, at most.
        chunk: symbols of the corpus that are on the device at a time; 0: the library chooses.
    """
    symbols, home = as_symbols(queries)
    texts, home_of_corpus = as_symbols(corpus, None, home.bytes_of(symbols))
    if home_of_corpus.on_device:
        raise InvalidArgument("the corpus lies on the host, and streams through the device")
    options = {
        "length": length,
        "counts_documents": counts_documents,
        "max_documents": max_documents,
        "chunk": chunk,
    }
    found = _core.overlap(
        symbols,
        as_documents(documents, home),
        texts,
        as_documents(corpus_documents, home),
        options,
        home.stream(stream),
        progress,
    )
    return Overlap(*(home.wrap(each) for each in found))
