# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exact matches of queries in texts that have no index, and what those of indexes share with them."""

from __future__ import annotations

from typing import Any

from . import _core
from ._answers import Matches, MatchingStatistics
from ._arrays import Progress, as_documents, as_strings, as_symbols, index_dtype
from ._homes import Home


def match_options(**given: Any) -> dict:
    return {
        "kind": "maximal",
        "min_length": 20,
        "min_occurrences": 1,
        "max_occurrences": 0,
        "strands": "forward",
        "only_acgt": False,
    } | {name: value for name, value in given.items() if value is not None}


def matches_of(columns: Any, home: Home, dtype: str) -> Matches:
    wrapped = [home.wrap(each, None if i in (4, 6) else dtype) for i, each in enumerate(columns)]
    return Matches(*wrapped)


def matching_statistics(
    text: Any,
    queries: Any,
    documents: Any = None,
    *,
    dtype: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> MatchingStatistics:
    """As `SuffixIndex.matching_statistics`, in a text of bytes that has no index."""
    symbols, home = as_symbols(text)
    name = index_dtype(len(symbols), dtype)
    given = as_strings(queries, home, home.bytes_of(symbols))
    offsets = as_documents(documents, home)
    found = _core.matching_statistics(
        symbols, given.symbols, given.offsets, offsets, 8 if "64" in name else 4, home.stream(stream), progress
    )
    return MatchingStatistics(*(home.wrap(each, name) for each in found))


def find_matches(
    text: Any,
    queries: Any,
    documents: Any = None,
    *,
    kind: str = "maximal",
    min_length: int = 20,
    min_occurrences: int = 1,
    max_occurrences: int = 0,
    strands: str = "forward",
    only_acgt: bool = False,
    dtype: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Matches:
    """As `SuffixIndex.find_matches`, in a text of bytes that has no index, which is made and freed within the call."""
    symbols, home = as_symbols(text)
    name = index_dtype(len(symbols), dtype)
    given = as_strings(queries, home, home.bytes_of(symbols))
    offsets = as_documents(documents, home)
    options = match_options(
        kind=kind,
        min_length=min_length,
        min_occurrences=min_occurrences,
        max_occurrences=max_occurrences,
        strands=strands,
        only_acgt=only_acgt,
    )
    found = _core.find_matches(
        symbols, given.symbols, given.offsets, offsets, 8 if "64" in name else 4, options, home.stream(stream), progress
    )
    return matches_of(found, home, name)
