// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <limits>

#include "backends/primitives.hpp"

namespace lexikos::detail
{

struct Narrow
{
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint64_t value) const { return static_cast<std::uint32_t>(value); }
};

/// Offset: u32 if all offsets fit, else u64.
template <class Offset, class ExecutionSpace, class Offsets, class Positions>
void sort_positions_by(ExecutionSpace const& space, Offsets const& offsets, Positions const& positions, std::size_t n,
                       Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  // the sort is one of pairs: their values do not matter
  auto const values = workspace.take<Offset, MemorySpace>(positions.extent(0));
  primitives::fill(space, values, Offset{0});
  Span<Offset, MemorySpace> segments;
  if constexpr (sizeof(Offset) == sizeof(std::uint64_t)) {
    segments = offsets;
  }
  else {
    segments = workspace.take<Offset, MemorySpace>(offsets.extent(0));
    primitives::transform(space, "lexikos::sort_positions::segments", offsets, segments, Narrow{});
  }
  primitives::segmented_sort_pairs(space, positions, values, segments, static_cast<int>(std::bit_width(n)), workspace);
}

/// Sorts the positions [offsets(s), offsets(s + 1)) for all s, each below n.
template <class ExecutionSpace, class Offsets, class Positions>
void sort_positions(ExecutionSpace const& space, Offsets const& offsets, Positions const& positions, std::size_t n,
                    Workspace& workspace)
{
  if (positions.extent(0) < 2) return;
  if (positions.extent(0) <= std::numeric_limits<std::uint32_t>::max())
    sort_positions_by<std::uint32_t>(space, offsets, positions, n, workspace);
  else
    sort_positions_by<std::uint64_t>(space, offsets, positions, n, workspace);
}

}  // namespace lexikos::detail
