// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/read_back.hpp"

namespace lexikos::detail
{

/// Intervals of a suffix array of n entries, of any values: what lies beyond the array is left out.
template <class Index>
struct WantedIntervals
{
  Index const* begins;
  Index const* ends;
  std::uint64_t const* rests;  ///< null, or: all of an interval is wanted where this is not 0
  std::size_t count;
  std::uint64_t n;
  std::uint64_t most;  ///< of an interval
};

/// `SearchOptions::max_positions`, of which 0 means all.
constexpr std::uint64_t limit_of_positions(std::size_t max_positions)
{
  return max_positions != 0 ? max_positions : std::numeric_limits<std::uint64_t>::max();
}

/// sizes(i) = wanted positions of interval i; sizes(count) = 0.
template <class Index>
struct WantedPositions
{
  WantedIntervals<Index> intervals;
  std::uint64_t* sizes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t all = 0;
    if (i < intervals.count) {
      std::uint64_t const begin = intervals.begins[i];
      std::uint64_t const end = intervals.ends[i] < intervals.n ? intervals.ends[i] : intervals.n;
      all = begin < end ? end - begin : 0;
      bool const is_cut = intervals.rests == nullptr || intervals.rests[i] == 0;
      if (is_cut && all > intervals.most) all = intervals.most;
    }
    sizes[i] = all;
  }
};

/// offsets(i) receives how many positions the intervals before i want, for all i <= count. Returns offsets(count); fences.
template <class ExecutionSpace, class Index, class Offsets>
[[nodiscard]] std::uint64_t offsets_of_wanted(ExecutionSpace const& space, char const* label,
                                              WantedIntervals<Index> const& intervals, Offsets const& offsets,
                                              Workspace& workspace)
{
  Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, intervals.count + 1),
                       WantedPositions<Index>{intervals, offsets.data()});
  primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, workspace);
  return read_back(space, offsets, intervals.count);
}

}  // namespace lexikos::detail
