// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Groups so long that each of them, or all together, keep the whole device busy.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "backends/segments.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// One radix sort a group. Scratch: keys and suffixes of the longest group again. Fences.
template <class ExecutionSpace, class Index, class Unit = backends::ThisUnit>
void sort_groups_one_by_one(ExecutionSpace const& space,
                            UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                            Span<Index, typename ExecutionSpace::memory_space> const& groups, int key_bits,
                            Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const count = groups.extent(0);
  if (count == 0) return;
  Workspace::Scope scope(workspace);
  auto const bounds = workspace.take<Index, MemorySpace>(2 * count);
  auto const offsets = unsorted.offsets;
  Kokkos::parallel_for(
      "lexikos::suffix_array::group_bounds", range(space, count), KOKKOS_LAMBDA(std::int64_t i) {
        bounds(2 * i) = offsets(groups(i));
        bounds(2 * i + 1) = offsets(groups(i) + 1);
      });
  auto const host_bounds = workspace.take<Index, Kokkos::HostSpace>(2 * count);
  Kokkos::deep_copy(space, host_bounds, bounds);
  space.fence("lexikos::suffix_array::group_bounds");
  std::size_t longest = 0;
  for (std::size_t i = 0; i < count; ++i)
    longest = std::max<std::size_t>(longest, host_bounds(2 * i + 1) - host_bounds(2 * i));
  auto const other_keys = workspace.take<Index, MemorySpace>(longest);
  auto const other_suffixes = workspace.take<Index, MemorySpace>(longest);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t const begin = host_bounds(2 * i);
    std::size_t const length = host_bounds(2 * i + 1) - begin;
    Span<Index, MemorySpace> const group_keys(unsorted.keys.data() + begin, length);
    Span<Index, MemorySpace> const group_suffixes(unsorted.suffixes.data() + begin, length);
    primitives::DoubleBuffer keys{group_keys, Span<Index, MemorySpace>(other_keys.data(), length)};
    primitives::DoubleBuffer suffixes{group_suffixes, Span<Index, MemorySpace>(other_suffixes.data(), length)};
    primitives::radix_sort_pairs(space, keys, suffixes, 0, key_bits, workspace);
    if (keys.current.data() == group_keys.data()) continue;
    Kokkos::deep_copy(space, group_keys, keys.current);
    Kokkos::deep_copy(space, group_suffixes, suffixes.current);
  }
}

/// The large groups side by side, without what lies between them in the list of unsorted suffixes.
template <class Index, class MemorySpace>
struct LargeGroups
{
  Span<Index, MemorySpace> groups;   ///< [0..count) their numbers
  Span<Index, MemorySpace> offsets;  ///< list index of each group's first entry, of all groups
  Span<Index, MemorySpace> starts;   ///< [0..count] where each begins among the large ones
  std::size_t size = 0;              ///< suffixes of all of them

  /// Which of `groups` suffix e is of.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t owner(std::size_t e) const { return backends::segment_of(starts, e); }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t list_index(std::size_t e, std::size_t owner) const
  {
    return offsets(groups(owner)) + (e - starts(owner));
  }
};

/// Memory is taken in the caller's scope. Fences.
template <class ExecutionSpace, class Index, class Unit = backends::ThisUnit>
LargeGroups<Index, typename ExecutionSpace::memory_space> gather_large_groups(
    ExecutionSpace const& space, UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
    Span<Index, typename ExecutionSpace::memory_space> const& groups, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const count = groups.extent(0);
  LargeGroups<Index, MemorySpace> large{groups, unsorted.offsets, workspace.take<Index, MemorySpace>(count + 1)};
  auto const offsets = large.offsets;
  auto const starts = large.starts;
  auto const last = static_cast<std::int64_t>(count);
  Kokkos::parallel_scan(
      "lexikos::suffix_array::starts_of_large_groups", range(space, count),
      KOKKOS_LAMBDA(std::int64_t i, std::size_t & before, bool is_final) {
        if (is_final) starts(i) = static_cast<Index>(before);
        before += offsets(groups(i) + 1) - offsets(groups(i));
        if (is_final && i + 1 == last) starts(last) = static_cast<Index>(before);
      },
      large.size);
  return large;
}

/// keys(e) = (which group, key) of the e-th suffix of large groups.
template <class ExecutionSpace, class Index, class KeyView, class IndexView, class Unit = backends::ThisUnit>
void pack_large_groups(ExecutionSpace const& space,
                       LargeGroups<Index, typename ExecutionSpace::memory_space> const& large,
                       UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, int key_bits,
                       KeyView const& keys, IndexView const& suffixes)
{
  auto const list_keys = unsorted.keys;
  auto const list_suffixes = unsorted.suffixes;
  Kokkos::parallel_for(
      "lexikos::suffix_array::pack_large_groups", range(space, large.size), KOKKOS_LAMBDA(std::int64_t e) {
        std::size_t const owner = large.owner(e);
        std::size_t const j = large.list_index(e, owner);
        keys(e) = (std::uint64_t{owner} << key_bits) | list_keys(j);
        suffixes(e) = list_suffixes(j);
      });
}

template <class ExecutionSpace, class Index, class KeyView, class IndexView, class Unit = backends::ThisUnit>
void unpack_large_groups(ExecutionSpace const& space,
                         LargeGroups<Index, typename ExecutionSpace::memory_space> const& large, KeyView const& keys,
                         IndexView const& suffixes, int key_bits,
                         UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted)
{
  auto const list_keys = unsorted.keys;
  auto const list_suffixes = unsorted.suffixes;
  Kokkos::parallel_for(
      "lexikos::suffix_array::unpack_large_groups", range(space, large.size), KOKKOS_LAMBDA(std::int64_t e) {
        std::uint64_t const key = keys(e);
        std::size_t const j = large.list_index(e, key >> key_bits);
        list_keys(j) = static_cast<Index>(key & ((std::uint64_t{1} << key_bits) - 1));
        list_suffixes(j) = suffixes(e);
      });
}

/// One radix sort of (group, key) for all groups, or one a group where there is one only, or where both do not fit 64 bits.
/// Scratch: 16 bytes and two indices a suffix.
template <class ExecutionSpace, class Index>
void sort_groups_together(ExecutionSpace const& space,
                          UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                          Span<Index, typename ExecutionSpace::memory_space> const& groups, int key_bits,
                          Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const count = groups.extent(0);
  int const group_bits = std::bit_width(std::max<std::size_t>(count, 1) - 1);
  if (count < 2 || key_bits + group_bits > 64)
    return sort_groups_one_by_one(space, unsorted, groups, key_bits, workspace);
  Workspace::Scope scope(workspace);
  auto const large = gather_large_groups(space, unsorted, groups, workspace);
  auto const take_keys = [&] { return workspace.take<std::uint64_t, MemorySpace>(large.size); };
  auto const take_suffixes = [&] { return workspace.take<Index, MemorySpace>(large.size); };
  primitives::DoubleBuffer keys{take_keys(), take_keys()};
  primitives::DoubleBuffer suffixes{take_suffixes(), take_suffixes()};
  pack_large_groups(space, large, unsorted, key_bits, keys.current, suffixes.current);
  primitives::radix_sort_pairs(space, keys, suffixes, 0, key_bits + group_bits, workspace);
  unpack_large_groups(space, large, keys.current, suffixes.current, key_bits, unsorted);
}

}  // namespace lexikos::suffix_array_detail
