# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Texts whose parts lie on the ranks of an MPI communicator of mpi4py, one after the other.

    >>> from mpi4py import MPI
    >>> import lexikos.distributed
    >>> ranks = lexikos.distributed.Communicator(MPI.COMM_WORLD)
    >>> part = numpy.fromfile("genome", numpy.uint8)[ranks.part_of(n)]  # or any other part
    >>> suffixes = lexikos.distributed.suffix_array(ranks, part)        # as many entries of the array of all
    >>> index = lexikos.distributed.IndexByRange(ranks, part, suffixes)
    >>> index.count(["GATTACA", "TATA"])                                # what this rank asks for

All functions are collective: every rank calls them, with arrays of the same types. Parts may differ in length and be empty. An
error is raised on every rank or on none, and the communicator stays usable; but for DeviceFailure, where MPI itself fails.

This needs a build with MPI (of the library that mpi4py uses): pip install . -C cmake.define.LEXIKOS_ENABLE_MPI=ON.
"""

from __future__ import annotations

import operator
from typing import Any

from ._arrays import Progress, as_indices, as_symbols, index_dtype
from ._collections import Ranges, _streamed_arguments
from ._homes import Home, home_of
from ._indexes_of_ranks import IndexByRange, IndexByText
from ._ranks import Communicator, is_available
from ._texts import SuffixArrayCheck, _name, _result

__all__ = [
    "Communicator",
    "IndexByRange",
    "IndexByText",
    "burrows_wheeler_transform",
    "check_suffix_array",
    "inverse_suffix_array",
    "is_available",
    "lcp_array",
    "streamed_duplicate_ranges",
    "suffix_array",
]

def _prepared(ranks: Communicator, text: Any, size: int | None, dtype: Any) -> tuple[Any, Home, int, str]:
    """The text, where it lies, how many entries this rank gets, and their type."""
    symbols, home = ranks._together(lambda: as_symbols(text))
    n = ranks._all(len(symbols))
    name = ranks._together(lambda: index_dtype(n, dtype))
    return symbols, home, len(symbols) if size is None else size, name


def _room(ranks: Communicator, home: Home, size: Any, dtype: str) -> Any:
    return ranks._together(lambda: home.empty(operator.index(size), dtype))


def suffix_array(
    ranks: Communicator,
    text: Any,
    *,
    size: int | None = None,
    inverse: bool = False,
    dtype: Any = None,
    statistics: dict | None = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Any:
    """This rank's part of the suffix array of the whole text.

    Args:
        text: this rank's part, as for `lexikos.suffix_array`.
        size: how many entries this rank gets, together as many as there are symbols; None: as many as it has symbols.
        inverse: returns its part of the inverse suffix array too, of as many entries.
        dtype, stream, progress: as for `lexikos.suffix_array`.
        statistics: receives what was done: rounds, parts, bytes_sent, seconds, and others.

    Raises:
        InvalidArgument, NotSupported (2^32 - 1 symbols and more on a rank), OutOfMemory, Cancelled, DeviceFailure.
    """
    symbols, home, entries, name = _prepared(ranks, text, size, dtype)
    result = _room(ranks, home, entries, name)
    ranks_of_suffixes = _room(ranks, home, entries, name) if inverse else None
    found = ranks._ranks.suffix_array(symbols, result, ranks_of_suffixes, home.stream(stream), progress)
    if statistics is not None:
        statistics.update(found)
    return (result, ranks_of_suffixes) if inverse else result


def inverse_suffix_array(
    ranks: Communicator,
    suffix_array: Any,
    *,
    size: int | None = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Any:
    """This rank's part of the inverse of a permutation, of which it has a part; arguments as of `suffix_array`."""
    home = home_of(suffix_array)
    array = ranks._together(lambda: as_indices(suffix_array, home))
    result = _room(ranks, home, len(array) if size is None else size, _name(array))
    ranks._ranks.inverse_suffix_array(array, result, home.stream(stream), progress)
    return result


def lcp_array(
    ranks: Communicator, text: Any, suffix_array: Any, *, stream: Any = None, progress: Progress | None = None
) -> Any:
    """The entries of the LCP array beside those of the suffix array that this rank has."""
    symbols, home = ranks._together(lambda: as_symbols(text))
    array = ranks._together(lambda: as_indices(suffix_array, home))
    result = _result(None, home, len(array), _name(array))
    ranks._ranks.lcp_array(symbols, array, result, home.stream(stream), progress)
    return result


def burrows_wheeler_transform(
    ranks: Communicator,
    text: Any,
    *,
    size: int | None = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> tuple[Any, int]:
    """This rank's part of the Burrows-Wheeler transform of the whole text, and the primary index; arguments as of `suffix_array`."""
    symbols, home = ranks._together(lambda: as_symbols(text))
    result = _room(ranks, home, len(symbols) if size is None else size, f"uint{8 * home.bytes_of(symbols)}")
    primary = ranks._ranks.transform(symbols, result, home.stream(stream), progress)
    return result, primary


def check_suffix_array(ranks: Communicator, text: Any, suffix_array: Any, *, stream: Any = None) -> SuffixArrayCheck:
    """Whether the parts of an array are the suffix array of the whole text, exactly; the same answer on every rank."""
    symbols, home = ranks._together(lambda: as_symbols(text))
    array = ranks._together(lambda: as_indices(suffix_array, home))
    return SuffixArrayCheck(*ranks._ranks.check_suffix_array(symbols, array, home.stream(stream)))


def streamed_duplicate_ranges(
    ranks: Communicator,
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
    progress: Progress | None = None,
) -> Ranges:
    """As `lexikos.streamed_duplicate_ranges` of the same text, found by all ranks together, and returned on each.

    Args:
        text, documents, other, other_documents: all of them on every rank, the same: arrays of the host, or mapped files
            (np.memmap), which ranks of one host share.
        max_bytes: of the memory of this rank, as for `lexikos.streamed_duplicate_ranges`.

    The ranks divide the work, a share of the fingerprints of windows each: with p ranks, p times as much memory holds them.
    """
    given, home = ranks._together(
        lambda: _streamed_arguments(
            text, documents, other, other_documents,
            length=length, min_occurrences=min_occurrences, keep=keep, scope=scope, align=align, max_bytes=max_bytes,
        )
    )
    found = ranks._ranks.streamed_duplicate_ranges(*given, progress)
    return Ranges(*(home.wrap(each) for each in found))
