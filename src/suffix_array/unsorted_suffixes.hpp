// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"

namespace lexikos::suffix_array_detail
{

/// The entries of the suffix array that share their group with others, in order: a list that shrinks round by round. All
/// memory is taken once, for the list's first size.
template <class Index, class MemorySpace>
struct UnsortedSuffixes
{
  std::size_t size = 0;
  Span<Index, MemorySpace> slots;         ///< [0..size) indices into the suffix array, ascending
  Span<std::uint8_t, MemorySpace> heads;  ///< [0..size] not 0 where a group begins; heads(size) = 1
  Span<Index, MemorySpace> offsets;   ///< [0..groups] list index of each group's first entry; offsets(groups) = size
  Span<Index, MemorySpace> suffixes;  ///< [0..size) scratch of a round
  Span<Index, MemorySpace> keys;      ///< [0..size) scratch of a round
  Span<std::uint8_t, MemorySpace> other_heads;
  Span<Index, MemorySpace> group_memory;
};

template <class Index>
constexpr std::size_t unsorted_bytes(std::size_t size)
{
  return size * (3 * sizeof(Index) + 2 + sizeof(Index) / 2);
}

/// flags(i) = 1 where entry i shares its group, given heads(i) != 0 where a group begins and heads(n) != 0. Returns how many.
template <class ExecutionSpace, class HeadView, class FlagView, class Unit = backends::ThisUnit>
std::size_t flag_unsorted(ExecutionSpace const& space, std::size_t n, HeadView const& heads, FlagView const& flags)
{
  std::size_t count = 0;
  Kokkos::parallel_reduce(
      "lexikos::suffix_array::flag_unsorted", range(space, n),
      KOKKOS_LAMBDA(std::int64_t i, std::size_t & sum) {
        bool const alone = heads(i) != 0 && heads(i + 1) != 0;
        flags(i) = alone ? 0 : 1;
        sum += alone ? 0 : 1;
      },
      count);
  return count;
}

/// Lists the groups' first entries. Fences.
template <class Index, class ExecutionSpace>
void list_groups(ExecutionSpace const& space, UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted,
                 Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Kokkos::deep_copy(space, Kokkos::subview(unsorted.heads, unsorted.size), std::uint8_t{1});
  std::size_t const groups =
      primitives::select_positions(space, Span<std::uint8_t, MemorySpace>(unsorted.heads.data(), unsorted.size + 1),
                                   unsorted.group_memory, workspace);
  unsorted.offsets = Span<Index, MemorySpace>(unsorted.group_memory.data(), groups);
}

/// The list after the first sort: heads are those of the whole suffix array. Memory comes from the workspace, in the
/// caller's scope; `suffixes`, as long as the text, becomes part of it.
template <class Index, class ExecutionSpace, class HeadView>
UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> first_unsorted(
    ExecutionSpace const& space, HeadView const& heads, Span<std::uint8_t, typename ExecutionSpace::memory_space> flags,
    Span<Index, typename ExecutionSpace::memory_space> const& suffixes, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = heads.extent(0) - 1;
  UnsortedSuffixes<Index, MemorySpace> unsorted;
  std::size_t const m = flag_unsorted(space, n, heads, flags);
  unsorted.size = m;
  unsorted.slots = workspace.take<Index, MemorySpace>(m);
  unsorted.keys = workspace.take<Index, MemorySpace>(m);
  unsorted.heads = workspace.take<std::uint8_t, MemorySpace>(m + 1);
  unsorted.other_heads = workspace.take<std::uint8_t, MemorySpace>(m + 1);
  unsorted.group_memory = workspace.take<Index, MemorySpace>(m / 2 + 1);
  unsorted.suffixes = suffixes;
  if (m == 0) return unsorted;
  (void)primitives::select_positions(space, flags, unsorted.slots, workspace);
  (void)primitives::select_flagged(space, Span<std::uint8_t, MemorySpace>(heads.data(), n), flags, unsorted.heads,
                                   workspace);
  list_groups(space, unsorted, workspace);
  return unsorted;
}

/// Drops the entries that are alone in their group now. Overwrites the round's scratch.
template <class Index, class ExecutionSpace>
void drop_sorted(ExecutionSpace const& space, UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted,
                 Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = unsorted.size;
  Span<std::uint8_t, MemorySpace> const flags(reinterpret_cast<std::uint8_t*>(unsorted.suffixes.data()), m);
  std::size_t const left = flag_unsorted(space, m, unsorted.heads, flags);
  if (left != m) {
    Span<Index, MemorySpace> const slots(unsorted.slots.data(), m);
    Span<std::uint8_t, MemorySpace> const heads(unsorted.heads.data(), m);
    (void)primitives::select_flagged(space, slots, flags, unsorted.keys, workspace);
    (void)primitives::select_flagged(space, heads, flags, unsorted.other_heads, workspace);
    std::swap(unsorted.slots, unsorted.keys);
    std::swap(unsorted.heads, unsorted.other_heads);
    unsorted.size = left;
  }
  if (left != 0) list_groups(space, unsorted, workspace);
}

}  // namespace lexikos::suffix_array_detail
