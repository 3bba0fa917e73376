// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The windows of the groups that are duplicates, as a result: groups in the order of their first positions.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/duplicates.hpp>

#include "common/items_of_segments.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "duplicates/groups.hpp"
#include "duplicates/rule.hpp"

namespace lexikos::duplicates_detail
{

/// Of each group whether it is wanted; counts those that are.
template <class Index>
struct ListGroups
{
  JudgedGroups<Index> groups;
  std::uint8_t* are_wanted;

  KOKKOS_FUNCTION void operator()(std::size_t g, std::uint64_t& count) const
  {
    bool const is_wanted = groups.are_duplicates(g);
    are_wanted[g] = is_wanted ? 1 : 0;
    count += is_wanted ? 1 : 0;
  }
};

template <class Index>
struct FirstPosition
{
  std::uint64_t const* offsets;
  Index const* positions;

  KOKKOS_FUNCTION Index operator()(Index group) const { return positions[offsets[group]]; }
};

/// Sizes of groups in their new order, for a scan.
template <class Index>
struct SizeOfGroup
{
  std::uint64_t const* offsets;
  Index const* order;
  std::size_t count;
  std::uint64_t* sizes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    sizes[i] = i < count ? offsets[order[i] + 1] - offsets[order[i]] : 0;
  }
};

template <class Index>
struct CopyWindows
{
  std::uint64_t const* from_offsets;
  Index const* order;
  Index const* positions;
  std::uint64_t const* offsets;
  std::uint64_t* out;

  KOKKOS_FUNCTION void operator()(std::size_t group, std::size_t i) const
  {
    out[i] = positions[from_offsets[order[group]] + (i - offsets[group])];
  }
};

template <class ExecutionSpace, class Index>
std::size_t windows_found_bytes(std::size_t n)
{
  return n * (1 + 4 * sizeof(Index)) + detail::sort_bytes<ExecutionSpace>(n) + detail::scan_bytes<ExecutionSpace>(n);
}

/// \param groups  sorted
/// \param n       symbols of the text
template <class ExecutionSpace, class Index>
DuplicateWindows<typename ExecutionSpace::memory_space> windows_found(
    ExecutionSpace const& space, Groups<typename ExecutionSpace::memory_space, Index> const& groups,
    JudgedGroups<Index> const& judged, std::uint64_t n, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::uint64_t count = 0;
  auto const are_wanted = workspace.take<std::uint8_t, MemorySpace>(groups.count());
  Kokkos::parallel_reduce("lexikos::duplicates::list_groups", Range(space, 0, groups.count()),
                          ListGroups<Index>{judged, are_wanted.data()}, count);
  space.fence("lexikos::duplicates::list_groups");
  primitives::DoubleBuffer firsts{workspace.take<Index, MemorySpace>(count), workspace.take<Index, MemorySpace>(count)};
  primitives::DoubleBuffer order{workspace.take<Index, MemorySpace>(count), workspace.take<Index, MemorySpace>(count)};
  if (count != 0) {
    primitives::pack_positions(space, are_wanted, order.current, workspace);
    primitives::transform(space, "lexikos::duplicates::firsts", order.current, firsts.current,
                          FirstPosition<Index>{groups.offsets.data(), groups.positions.data()});
    primitives::radix_sort_pairs(space, firsts, order, 0, static_cast<int>(std::bit_width(n)), workspace);
  }
  auto const offsets =
      detail::allocate<std::uint64_t, MemorySpace>(workspace.resource(), "lexikos::duplicates::offsets", count + 1);
  Kokkos::parallel_for("lexikos::duplicates::sizes", Range(space, 0, count + 1),
                       SizeOfGroup<Index>{groups.offsets.data(), order.current.data(), count, offsets.data()});
  Span<std::uint64_t, MemorySpace> const sizes(offsets.data(), count + 1);
  primitives::exclusive_scan(space, sizes, sizes, primitives::Sum{}, workspace);
  std::uint64_t const all = detail::read_back(space, offsets, count);
  auto const positions =
      detail::allocate<std::uint64_t, MemorySpace>(workspace.resource(), "lexikos::duplicates::positions", all);
  detail::for_each_item(space, "lexikos::duplicates::copy_windows", {offsets.data(), count, 0, all},
                        CopyWindows<Index>{groups.offsets.data(), order.current.data(), groups.positions.data(),
                                           offsets.data(), positions.data()});
  space.fence("lexikos::duplicates::copy_windows");
  return {positions, offsets};
}

}  // namespace lexikos::duplicates_detail
