// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/launch.hpp"
#include "backends/unit.hpp"

namespace lexikos::backends::kokkos
{

/// Begin and end of a segment.
struct SegmentBounds
{
  std::size_t begin;
  std::size_t end;
  std::size_t segment;
};

/// The segments of more than `limit` of the n items, in order, on the host; the memory is the caller's scope's. Fences.
template <class ExecutionSpace, class Offsets, class Unit = ThisUnit>
Span<SegmentBounds, Kokkos::HostSpace> long_segments(ExecutionSpace const& space, Offsets const& offsets, std::size_t n,
                                                     std::size_t limit, Workspace& workspace)
{
  using HostSpan = Span<SegmentBounds, Kokkos::HostSpace>;
  if (n <= limit) return HostSpan();
  auto const list = workspace.take<SegmentBounds, typename Offsets::memory_space>(n / (limit + 1) + 1);
  std::size_t count = 0;
  Kokkos::parallel_scan(
      "lexikos::primitives::long_segments", Range<ExecutionSpace>(space, 0, offsets.extent(0) - 1),
      KOKKOS_LAMBDA(std::size_t s, std::size_t & before, bool is_final) {
        std::size_t const begin = offsets(s);
        std::size_t const end = offsets(s + 1);
        if (end - begin <= limit) return;
        if (is_final) list(before) = SegmentBounds{begin, end, s};
        ++before;
      },
      count);
  HostSpan const on_host = workspace.take<SegmentBounds, Kokkos::HostSpace>(count);
  Kokkos::deep_copy(space, on_host, subspan(list, 0, count));
  space.fence("lexikos::primitives::long_segments");
  return on_host;
}

}  // namespace lexikos::backends::kokkos
