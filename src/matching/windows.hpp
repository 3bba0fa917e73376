// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Maximal matches from windows (`SeedWindow` says what these are): kernels.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/matching_query.hpp>

#include "matching/rows.hpp"
#include "matching/text.hpp"

namespace lexikos::matching_detail
{

/// What a maximal match has to be.
struct MaximalRule
{
  std::uint64_t min_length;       ///< 1 or more
  std::uint64_t min_occurrences;  ///< 1 or more
  std::uint64_t max_occurrences;  ///< or the largest number
  std::uint64_t seed;             ///< symbols of a window, min_length at most
  std::uint64_t max_alone;        ///< symbols of a match that its thread compares, where that is more than min_length

  /// Symbols of a match that a thread compares. A longer one is to be finished, unless its length decides whether it is one.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t alone() const
  {
    return min_length < max_alone ? max_alone : min_length;
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t stride() const { return min_length - seed + 1; }
};

template <class Suffixes>
struct MaximalMatches
{
  using Index = typename Suffixes::Entry;

  IndexedText<Suffixes> text;
  QueryReader queries;
  MaximalRule rule;

  /// Accepts an item if text[p..) and the queries from `at` on, which have `common` symbols in common there and differ
  /// before it, match in enough symbols, within a document and often enough.
  /// \param query_end  of the query
  KOKKOS_INLINE_FUNCTION void judge(Verdicts<Index> const& verdicts, std::size_t item, Place const& place,
                                    std::uint64_t p, Bounds const& query, std::uint64_t common) const
  {
    std::uint64_t const end = text.documents.around(p).end;
    if (p + common > end) return verdicts.refuse(item);
    bool const may_be_left = rule.min_occurrences == 1 && query.end - query.begin > rule.alone();
    std::uint64_t const stop = may_be_left ? query.begin + rule.alone() : query.end;
    std::uint64_t const length =
        common + text.bytes().common_right({p + common, end}, queries.bytes(), query.begin + common, stop);
    bool const is_long = length >= rule.min_length;
    bool const is_frequent =
        rule.min_occurrences == 1 ||
        (is_long && text.occurring(queries.pattern(query.begin, query.begin + length), rule.min_occurrences).count >=
                        rule.min_occurrences);
    if (is_long && is_frequent)
      verdicts.accept(item, place.key(query.begin, p), length);
    else
      verdicts.refuse(item);
  }
};

/// Windows [0..count) of a batch: that of number j stands at symbol first + j * stride of all queries.
template <class Index>
struct Windows
{
  std::uint64_t first;
  std::size_t count;
  Index* begins;         ///< of its interval
  Index* queries;        ///< the query's number
  std::uint64_t* sizes;  ///< candidates; entry `count` is 0
  std::uint8_t* heavy;   ///< whether it has too many
};

/// One window a thread: table and a few suffixes, about 3 sectors.
template <class Suffixes>
struct SearchWindow
{
  using Index = typename Suffixes::Entry;

  MaximalMatches<Suffixes> matches;
  Windows<Index> windows;
  std::uint64_t max_candidates;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    windows.sizes[j] = 0;
    if (j == windows.count) return;
    windows.heavy[j] = 0;
    auto const& queries = matches.queries;
    std::uint64_t const g = windows.first + j * matches.rule.stride();
    std::uint64_t const q = queries.number_of(g);
    std::uint64_t const end = queries.offsets[q + 1];
    if (g + matches.rule.seed > end || end - queries.offsets[q] < matches.rule.min_length) return;
    auto const interval = matches.text.suffixes.interval(queries.pattern(g, g + matches.rule.seed));
    windows.begins[j] = interval.begin;
    windows.queries[j] = static_cast<Index>(q);
    if (interval.count() > max_candidates)
      windows.heavy[j] = 1;
    else
      windows.sizes[j] = interval.count();
  }
};

/// One suffix of a window: 2 to 3 sectors if it is no match.
template <class Suffixes>
struct JudgeCandidate
{
  using Index = typename Suffixes::Entry;

  MaximalMatches<Suffixes> matches;
  Windows<Index> windows;
  Place place;
  Verdicts<Index> verdicts;

  KOKKOS_FUNCTION void operator()(std::size_t j, std::size_t item) const
  {
    auto const& [text, queries, rule] = matches;
    std::uint64_t const g = windows.first + j * rule.stride();
    std::uint64_t const p = text.suffixes.position(windows.begins[j] + (item - windows.sizes[j]));
    Bounds const query{queries.offsets[windows.queries[j]], queries.offsets[windows.queries[j] + 1]};
    std::uint64_t const left =
        left_of_window(text.bytes(), text.documents, queries.bytes(), {query, g, rule.seed, rule.min_length}, p);
    if (left == not_found) return verdicts.refuse(item);
    matches.judge(verdicts, item, place, p - left, {g - left, query.end}, left + rule.seed);
  }
};

}  // namespace lexikos::matching_detail
