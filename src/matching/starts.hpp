// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Maximal matches of windows whose symbols are frequent in the text: kernels.
//
// Each start a of such a window is searched with all L symbols. Of the suffixes that begin with them, those are wanted that
// another symbol precedes than the one of the query at a - 1. Where there are many, they are found from the suffixes that
// begin with that other symbol, for each symbol of the alphabet, so that none is looked at which is not wanted; those at the
// start of a document, which are wanted whatever precedes them, are listed apart.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "common/bisection.hpp"
#include "matching/suffix_array.hpp"
#include "matching/windows.hpp"

namespace lexikos::matching_detail
{

/// The ranks of the suffixes at the starts of documents, ascending.
template <class Index>
struct DocumentStarts
{
  Index const* ranks;
  std::uint64_t count;

  /// How many are below a rank.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t below(std::uint64_t rank) const
  {
    return detail::first_not_below(ranks, 0, count, rank);
  }
};

/// Where the candidates of a start are.
enum class SegmentKind : std::uint8_t
{
  suffixes,        ///< suffixes that begin with the L symbols
  shifted,         ///< suffixes that begin with another symbol, and then with them
  document_starts  ///< entries of `DocumentStarts`
};

/// Starts [0..count) of the heavy windows of a batch: `stride` of each.
template <class Index>
struct Starts
{
  Windows<Index> windows;
  std::uint32_t const* heavy;  ///< the windows' numbers
  std::size_t first;           ///< of all starts of the heavy windows
  std::size_t count;
  Index* begins;  ///< of the interval
  Index* sizes;
  std::uint64_t* segments;  ///< their number; entry `count` is 0. Then where they start
  std::uint8_t* capped;     ///< [0..queries) becomes 1 where starts are left out
};

/// An interval of candidates.
template <class Index>
struct Segments
{
  std::uint64_t* symbols;  ///< where the start is, among all symbols of the queries
  Index* queries;          ///< the query's number
  Index* begins;
  std::uint64_t* sizes;  ///< entry of the last and one more is 0. Then where their candidates start
  SegmentKind* kinds;
};

/// The text's symbols in order.
struct Alphabet
{
  std::uint8_t const* symbols;
  std::uint64_t size;
};

/// One start a thread: two searches.
template <class Suffixes>
struct SearchStart
{
  using Index = typename Suffixes::Entry;

  MaximalMatches<Suffixes> matches;
  Starts<Index> starts;
  DocumentStarts<Index> documents;
  std::uint64_t alphabet;
  std::uint64_t rows_per_symbol;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { starts.segments[i] = i == starts.count ? 0 : segments_of(i); }

  KOKKOS_INLINE_FUNCTION std::uint64_t segments_of(std::size_t i) const
  {
    auto const& [text, queries, rule] = matches;
    std::uint64_t const window = starts.heavy[(starts.first + i) / rule.stride()];
    std::uint64_t const before = rule.stride() - 1 - (starts.first + i) % rule.stride();
    std::uint64_t const q = starts.windows.queries[window];
    std::uint64_t const g = starts.windows.first + window * rule.stride();
    std::uint64_t const query_begin = queries.offsets[q];
    if (g - query_begin < before || g - before + rule.min_length > queries.offsets[q + 1]) return 0;
    std::uint64_t const at = g - before;
    auto const interval = text.suffixes.interval(queries.pattern(at, at + rule.min_length));
    if (interval.count() == 0) return 0;
    if (interval.count() > rule.max_occurrences &&
        text.within_documents(interval, rule.min_length, rule.max_occurrences + 1).count > rule.max_occurrences)
    {
      Kokkos::atomic_store(&starts.capped[q], std::uint8_t{1});
      return 0;
    }
    starts.begins[i] = interval.begin;
    starts.sizes[i] = interval.count();
    if (at == query_begin) return 1;
    bool const all_preceded =
        extended(text.suffixes, interval, queries.pattern(at - 1, at + rule.min_length)).count() == interval.count();
    if (all_preceded && documents.below(interval.begin) == documents.below(interval.end)) return 0;
    return interval.count() <= rows_per_symbol * alphabet ? 1 : alphabet + 1;
  }
};

/// One interval of candidates a thread: of each start all suffixes, or those that follow each symbol, and the starts of
/// documents.
template <class Suffixes>
struct FindSegment
{
  using Index = typename Suffixes::Entry;

  MaximalMatches<Suffixes> matches;
  Starts<Index> starts;
  DocumentStarts<Index> documents;
  Alphabet alphabet;
  Segments<Index> segments;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t item) const
  {
    auto const& [text, queries, rule] = matches;
    std::uint64_t const window = starts.heavy[(starts.first + i) / rule.stride()];
    std::uint64_t const at =
        starts.windows.first + window * rule.stride() + (starts.first + i) % rule.stride() - (rule.stride() - 1);
    segments.symbols[item] = at;
    segments.queries[item] = starts.windows.queries[window];
    std::uint64_t const number = item - starts.segments[i];
    SuffixInterval<Index> const all{starts.begins[i], static_cast<Index>(starts.begins[i] + starts.sizes[i])};
    if (starts.segments[i + 1] - starts.segments[i] == 1) return write(item, SegmentKind::suffixes, all);
    if (number == alphabet.size) {
      write(item, SegmentKind::document_starts,
            {static_cast<Index>(documents.below(all.begin)), static_cast<Index>(documents.below(all.end))});
      return;
    }
    std::uint8_t const symbol = alphabet.symbols[number];
    SuffixInterval<Index> found{0, 0};
    if (symbol != queries.symbols[at - 1])
      found = preceded_by(text.suffixes, all, number, symbol, queries.pattern(at, at + rule.min_length));
    write(item, SegmentKind::shifted, found);
  }

  KOKKOS_INLINE_FUNCTION void write(std::size_t item, SegmentKind kind, SuffixInterval<Index> const& interval) const
  {
    segments.kinds[item] = kind;
    segments.begins[item] = interval.begin;
    segments.sizes[item] = interval.count();
  }
};

/// One candidate of a start.
template <class Suffixes>
struct JudgeStart
{
  using Index = typename Suffixes::Entry;

  MaximalMatches<Suffixes> matches;
  DocumentStarts<Index> documents;
  Segments<Index> segments;
  Place place;
  Verdicts<Index> verdicts;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::size_t item) const
  {
    auto const& [text, queries, rule] = matches;
    std::uint64_t const at = segments.symbols[s];
    std::uint64_t const q = segments.queries[s];
    std::uint64_t const row = segments.begins[s] + (item - segments.sizes[s]);
    SegmentKind const kind = segments.kinds[s];
    bool const lists_starts = kind == SegmentKind::document_starts;
    std::uint64_t p = text.suffixes.position(lists_starts ? documents.ranks[row] : row);
    if (kind == SegmentKind::shifted) ++p;
    bool const has_before = p != 0 && at != queries.offsets[q];
    bool const is_preceded = has_before && text.suffixes.text[p - 1] == queries.symbols[at - 1];
    bool is_left_maximal = !is_preceded;
    if (lists_starts)
      is_left_maximal = is_preceded || p == 0;  // otherwise it is among the shifted ones
    else if (is_preceded)
      is_left_maximal = text.documents.around(p).begin == p;
    if (is_left_maximal)
      matches.judge(verdicts, item, place, p, {at, queries.offsets[q + 1]}, rule.min_length);
    else
      verdicts.refuse(item);
  }
};

}  // namespace lexikos::matching_detail
