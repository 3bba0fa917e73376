// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/range_queries.hpp>

#include "matching/text.hpp"

namespace lexikos::matching_detail
{

/// Where the next place is continued: the inverse suffix array and minima of the LCP array; null if the index has none.
template <class Index>
struct Continuation
{
  Index const* inverse = nullptr;
  detail::RangeQueries<Index, Extremum::minimum> lcp = {};

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool exists() const { return inverse != nullptr; }

  /// The longest prefix of a pattern, of which the suffix at known.place has known.length symbols and no more: from its rank
  /// on, steps that double, and then halve again, lead to the suffixes between which it belongs.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Prefix next(detail::SuffixIntervals<Index> const& suffixes,
                                                   PatternBytes const& pattern, Prefix const& known) const
  {
    if (known.length == pattern.length) return known;
    std::uint64_t const after = known.place + known.length;
    bool const upwards = after == suffixes.n || suffixes.text[after] < pattern.data[pattern.begin + known.length];
    Prefix best = known;
    std::uint64_t near = inverse[known.place];  // on its side of the pattern
    std::uint64_t near_length = known.length;
    std::uint64_t const rows = upwards ? suffixes.n - 1 - near : near;  // further on
    std::uint64_t gone = 0;                                             // rows that are on this side too
    std::uint64_t far = rows + 1;                                       // rows to one that is not
    for (std::uint64_t step = 1; far - gone > 1;) {
      bool const grows = step != 0 && far == rows + 1 && step < far - gone;
      std::uint64_t const ahead = grows ? step : (far - gone) / 2;
      std::uint64_t const row = upwards ? near + ahead : near - ahead;
      std::uint64_t const common = upwards ? lcp.value(near + 1, row + 1) : lcp.value(row + 1, near + 1);
      bool is_near = common > near_length;  // it differs from the pattern just where the near one does
      if (common == near_length) {
        auto const found = suffixes.compare(suffixes.suffix_array[row], pattern, common);
        is_near = found.less == upwards;
        if (found.length > best.length) best = {found.length, suffixes.suffix_array[row]};
        if (is_near) near_length = found.length;
      }
      if (is_near) {
        near = row;
        gone += ahead;
        step = grows ? 2 * step : 0;
      }
      else {
        far = gone + ahead;
        step = 0;
      }
    }
    return best;
  }
};

}  // namespace lexikos::matching_detail
