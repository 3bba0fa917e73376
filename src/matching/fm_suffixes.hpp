// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What matches ask of an FM-index, beside which the text lies as bytes: on the device.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/matching_rows.hpp>
#include <lexikos/fm_index.hpp>

#include "matching/text.hpp"

namespace lexikos::matching_detail
{

/// Entries are those of the suffix array: entry i is row i + 1. A symbol of an interval's pattern takes one or two fetches for
/// up to four symbols of the text, but the last ones, which the table has, altogether one.
template <class Ranks, class MemorySpace, class Index>
struct FmSuffixes
{
  using Entry = Index;

  std::uint8_t const* text;
  std::uint64_t n;
  detail::FmSearch<Ranks, Index> search;
  detail::FmSamples<MemorySpace, Index> samples;
  std::uint32_t const* slots;  ///< [0..256)
  std::uint64_t max_located;   ///< as in `Tuning`
  std::uint64_t min_compared;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t position(std::uint64_t entry) const
  {
    std::uint64_t const place = detail::place_of_row(search.steps, samples, entry + 1);
    return place != not_found ? place : n - 1;  // of a forged index: within the text
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION detail::BytePattern reader(PatternBytes const& pattern) const
  {
    return {slots, pattern.data, pattern.size, pattern.begin, pattern.length};
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> interval(PatternBytes const& pattern) const
  {
    return fm_detail::narrow<Index>(search.find(reader(pattern)).rows).interval();
  }

  /// The entries whose suffixes begin with the symbol of a slot, and go on with the string of an interval.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> preceded(SuffixInterval<Index> const& interval,
                                                                      std::uint64_t slot) const
  {
    if (slot == detail::absent_slot || interval.begin >= interval.end) return {};
    std::uint64_t const begin = interval.begin;
    std::uint64_t const end = interval.end;
    return fm_detail::narrow<Index>(search.steps.extend_left({begin + 1, end + 1}, slot)).interval();
  }
};

/// Ends a search as soon as a pattern that occurs is known to occur once.
struct StopAtOne
{
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(std::uint64_t count, std::uint64_t, std::uint64_t) const
  {
    return count <= 1;
  }
};

template <class Ranks, class MemorySpace, class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION bool occurs_once(FmSuffixes<Ranks, MemorySpace, Index> const& suffixes,
                                                      PatternBytes const& pattern)
{
  return suffixes.search.find(suffixes.reader(pattern), StopAtOne{}).rows.count() == 1;
}

template <class Ranks, class MemorySpace, class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> extended(
    FmSuffixes<Ranks, MemorySpace, Index> const& suffixes, SuffixInterval<Index> const& without_first,
    PatternBytes const& pattern)
{
  return suffixes.preceded(without_first, suffixes.slots[pattern.data[pattern.begin]]);
}

template <class Ranks, class MemorySpace, class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> preceded_by(
    FmSuffixes<Ranks, MemorySpace, Index> const& suffixes, SuffixInterval<Index> const& interval, std::uint64_t slot,
    std::uint8_t, PatternBytes const&)
{
  return suffixes.preceded(interval, slot);
}

template <class Ranks, class MemorySpace, class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION Prefix longest_prefix(FmSuffixes<Ranks, MemorySpace, Index> const& suffixes,
                                                           PatternBytes const& pattern, Prefix const& known)
{
  TextBytes const text{suffixes.text, suffixes.n, {nullptr, 0, suffixes.n}};
  return longest_by_searches(suffixes, text, pattern, known);
}

/// Fills in the ranks of the suffixes at the starts of documents, of which there are several: from each sampled place, and
/// from the end of the text, steps lead to those shortly before it. A row each.
template <class Ranks, class MemorySpace, class Index>
struct RankStartsBeforeSample
{
  detail::FmSteps<Ranks> steps;
  detail::FmSamples<MemorySpace, Index> samples;
  Documents documents;
  Index* ranks;  ///< [0..documents); those of empty ones stay as they are

  KOKKOS_FUNCTION void operator()(std::size_t row) const
  {
    std::uint64_t const rate = samples.rate;
    std::uint64_t place = steps.n;  // of row 0
    std::uint64_t first = (steps.n - 1) / rate * rate + 1;
    if (row != 0) {
      if (rate == 1) {
        place = samples.places[row - 1];
      }
      else {
        auto const mark = detail::BitVectorAccess::bit_and_rank(samples.marks, row);
        if (mark.bit == 0) return;
        place = samples.places[mark.rank];
      }
      first = place < rate ? 0 : place - rate + 1;
    }
    for (std::uint64_t d = first_from(first); d < documents.count && documents.offsets[d] <= place; ++d) {
      std::uint64_t const start = documents.offsets[d];
      if (documents.offsets[d + 1] == start) continue;
      std::uint64_t at = row;
      for (std::uint64_t p = place; p > start; --p) at = steps.step_left(at).next;
      ranks[d] = static_cast<Index>(at - 1);
    }
  }

  /// The first document that starts at p or later.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t first_from(std::uint64_t p) const
  {
    std::uint64_t low = 0;
    std::uint64_t high = documents.count;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (documents.offsets[middle] < p)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

}  // namespace lexikos::matching_detail
