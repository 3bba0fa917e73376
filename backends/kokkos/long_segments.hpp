// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/launch.hpp"

namespace lexikos::backends::kokkos
{

/// A segment and where it lies, [begin, end).
struct SegmentBounds
{
  std::size_t begin;
  std::size_t end;
  std::size_t segment;
};

/// For a scan that counts the segments of more than `limit` items before each segment.
template <class Offsets, class List>
struct ListLongSegments
{
  Offsets offsets;
  std::size_t limit;
  List list;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::size_t& before, bool is_final) const
  {
    std::size_t const begin = offsets(s);
    std::size_t const end = offsets(s + 1);
    if (end - begin <= limit) return;
    if (is_final) list(before) = SegmentBounds{begin, end, s};
    ++before;
  }
};

/// The segments of more than `limit` of the n items, in order, on the host. Memory is taken in the caller's scope. Fences.
template <class ExecutionSpace, class Offsets>
Span<SegmentBounds, Kokkos::HostSpace> long_segments(ExecutionSpace const& space, Offsets const& offsets, std::size_t n,
                                                     std::size_t limit, Workspace& workspace)
{
  using HostSpan = Span<SegmentBounds, Kokkos::HostSpace>;
  using List = Span<SegmentBounds, typename Offsets::memory_space>;
  if (n <= limit) return HostSpan();
  List const list = workspace.take<SegmentBounds, typename Offsets::memory_space>(n / (limit + 1) + 1);
  std::size_t count = 0;
  Kokkos::parallel_scan("lexikos::primitives::long_segments", Range<ExecutionSpace>(space, 0, offsets.extent(0) - 1),
                        ListLongSegments<Offsets, List>{offsets, limit, list}, count);
  HostSpan const on_host = workspace.take<SegmentBounds, Kokkos::HostSpace>(count);
  Kokkos::deep_copy(space, on_host, subspan(list, 0, count));
  space.fence("lexikos::primitives::long_segments");
  return on_host;
}

}  // namespace lexikos::backends::kokkos
