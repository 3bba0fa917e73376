// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Supermaximal matches from matching statistics, and those of them that are unique: kernels.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/matching.hpp>

#include "matching/rows.hpp"
#include "matching/text.hpp"

namespace lexikos::matching_detail
{

/// 1 where a supermaximal match starts: where the end of the longest prefix rises, or a query starts. Before the start of a
/// query is the last symbol of another, whose length is 1 at most: that is not one more than the length of a match.
template <class Index>
struct MarkStarts
{
  Index const* lengths;
  std::uint64_t first_of_all;
  std::uint64_t first;  ///< of the symbols that are asked
  std::uint64_t min_length;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const g = first + i;
    std::uint64_t const length = lengths[g];
    bool const rises = g == first_of_all || lengths[g - 1] != length + 1;
    flags[i] = length >= min_length && rises ? 1 : 0;
  }
};

/// Which places of a supermaximal match are listed.
struct SupermaximalRule
{
  bool unique;                    ///< those that have one
  std::uint64_t max_occurrences;  ///< or the largest number
};

/// The matches that start at some symbols.
template <class Index>
struct SupermaximalStarts
{
  std::uint64_t first;            ///< symbol
  std::uint32_t const* selected;  ///< starts, from there
  Index const* lengths;           ///< for each symbol
  Index* begins;                  ///< of the suffixes to be listed
  Index* ends;
  Index* occurrences;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t symbol(std::size_t i) const { return first + selected[i]; }
};

/// One start a thread.
template <class Suffixes>
struct FindPlaces
{
  using Index = typename Suffixes::Entry;

  IndexedText<Suffixes> text;
  QueryReader queries;
  SupermaximalRule rule;
  SupermaximalStarts<Index> starts;
  std::uint64_t max_head;  ///< symbols that are searched first
  std::uint8_t* capped;    ///< [0..queries) becomes 1 where places are left out

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const g = starts.symbol(i);
    std::uint64_t const length = starts.lengths[g];
    // of a long match, the first symbols are mostly enough
    std::uint64_t const head = length < max_head ? length : max_head;
    auto interval = text.suffixes.interval(queries.pattern(g, g + head));
    if (head < length && interval.count() != 1) interval = text.suffixes.interval(queries.pattern(g, g + length));
    auto const found = text.within_documents(interval, length, rule.unique ? 2 : not_found);
    SuffixInterval<Index> const one{static_cast<Index>(found.first_row), static_cast<Index>(found.first_row + 1)};
    if (rule.unique) {
      interval = found.count == 1 ? one : SuffixInterval<Index>{};
    }
    else if (found.count > rule.max_occurrences) {
      interval = one;
      Kokkos::atomic_store(&capped[queries.number_of(g)], std::uint8_t{1});
    }
    starts.begins[i] = interval.begin;
    starts.ends[i] = interval.end;
    starts.occurrences[i] = static_cast<Index>(found.count);
  }
};

/// Adds up the places of matches.
template <class Index>
struct CountPlaces
{
  SupermaximalStarts<Index> starts;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& count) const
  {
    count += starts.begins[i] < starts.ends[i] ? starts.ends[i] - starts.begins[i] : 0;
  }
};

/// One place of a match, which is none if it crosses a border of documents.
template <class Index>
struct JudgePlace
{
  Documents documents;
  SupermaximalStarts<Index> starts;
  Index const* positions;
  std::uint8_t* is_match;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t item) const
  {
    std::uint64_t const p = positions[item];
    is_match[item] = p + starts.lengths[starts.symbol(i)] <= documents.around(p).end ? 1 : 0;
  }
};

/// Writes place number `item` of all matches to the row that it has among those which are matches.
template <class Index>
struct WritePlace
{
  SupermaximalStarts<Index> starts;
  Index const* positions;
  std::uint64_t const* rows;     ///< null: all of them are
  std::uint8_t const* is_match;  ///< or null
  Place place;
  std::uint64_t* keys;
  Index* lengths;
  Index* occurrences;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t item) const
  {
    if (is_match != nullptr && is_match[item] == 0) return;
    std::uint64_t const row = rows != nullptr ? rows[item] : item;
    std::uint64_t const g = starts.symbol(i);
    keys[row] = place.key(g, positions[item]);
    lengths[row] = starts.lengths[g];
    occurrences[row] = starts.occurrences[i];
  }
};

}  // namespace lexikos::matching_detail
