// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "backends/launch.hpp"
#include "backends/segments.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::detail
{

/// Items that a group of threads takes, and its threads, which read and write side by side. Figures with these values:
/// bench/results/h200-search.json (locate, one H200, 9f07659). Comparisons with other values are not on record.
constexpr std::size_t items_per_group = 4096;
template <class Space>
constexpr int threads_per_group = works_on_host<Space> ? 1 : 256;

/// The items [first, last) of segments: segment s has [offsets[s], offsets[s + 1]).
struct SegmentItems
{
  std::uint64_t const* offsets;
  std::size_t segments;
  std::size_t first;
  std::size_t last;
};

/// function(s, i) for each item i of segment s. Segments are of any lengths, so the items, not the segments, are divided: a
/// group of `lanes` threads takes a tile of them.
template <class Function, int lanes>
struct InSegments
{
  SegmentItems items;
  Function function;

  [[nodiscard]] std::size_t threads() const
  {
    return (items.last - items.first + items_per_group - 1) / items_per_group * lanes;
  }

  KOKKOS_FUNCTION void operator()(std::size_t thread) const
  {
    std::size_t const begin = items.first + thread / lanes * items_per_group;
    std::size_t const end = begin + items_per_group < items.last ? begin + items_per_group : items.last;
    std::size_t s = 0;
    for (std::size_t i = begin + thread % lanes; i < end; i += lanes) {
      s = backends::segment_from(items.offsets, items.segments, s, i);
      function(s, i);
    }
  }
};

/// Calls function(s, i) for all of the items, in any order and at the same time. Asynchronous on the instance.
template <class ExecutionSpace, class Function>
void for_each_item(ExecutionSpace const& space, char const* label, SegmentItems const& items, Function const& function)
{
  InSegments<Function, threads_per_group<ExecutionSpace>> const kernel{items, function};
  Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, kernel.threads()), kernel);
}

}  // namespace lexikos::detail
