# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What indexes answer: arrays with names."""

from __future__ import annotations

from typing import Any, NamedTuple


class Intervals(NamedTuple):
    """Intervals of a suffix array: the suffixes of ranks begins[i] .. ends[i] - 1 start with pattern i."""

    begins: Any
    ends: Any


class Occurrences(NamedTuple):
    """Where patterns occur: pattern i at positions[offsets[i]:offsets[i + 1]]."""

    offsets: Any
    positions: Any


class MatchingStatistics(NamedTuple):
    """For each place of the queries the longest prefix of the rest of its query that occurs in the text, and where (-1: nowhere)."""

    lengths: Any
    positions: Any


class Matches(NamedTuple):
    """Exact matches in columns, sorted by query, strand, position in the query and in the text.

    Attributes:
        reversed: 1 on the reverse strand; empty unless both were searched.
        occurrences: of the string in the text; empty unless supermaximal.
        offsets: matches offsets[q] .. offsets[q + 1] - 1 are those of query q.
        capped_queries: those that have places which max_occurrences left out.
    """

    text_positions: Any
    queries: Any
    query_positions: Any
    lengths: Any
    reversed: Any
    occurrences: Any
    offsets: Any
    capped_queries: Any


class ApproximateOccurrences(NamedTuple):
    """Where patterns occur with errors: pattern i ends before ends[offsets[i]:offsets[i + 1]], 1 to n; least distances."""

    ends: Any
    distances: Any
    offsets: Any
    capped_patterns: Any


class NextSymbols(NamedTuple):
    """Symbols that follow strings: those of string i at offsets[i] .. offsets[i + 1] - 1, each with how often it does."""

    offsets: Any
    symbols: Any
    counts: Any


class LongestSuffixes(NamedTuple):
    """Of each context the length of its longest suffix that occurs, and the interval of the suffix array that starts with it."""

    lengths: Any
    begins: Any
    ends: Any


class DocumentLists(NamedTuple):
    """Documents of patterns: those of pattern i are documents[offsets[i]:offsets[i + 1]]."""

    offsets: Any
    documents: Any


class DocumentCounts(NamedTuple):
    """The same, with how many occurrences each has."""

    offsets: Any
    documents: Any
    counts: Any
