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

/// How many entries share their group with others, and how many groups those are.
struct UnsortedCounts
{
  std::size_t entries = 0;
  std::size_t groups = 0;
};

/// flags(i) = 1 where entry i shares its group, given heads(i) != 0 where a group begins and heads(n) != 0; flags(n) = 1.
/// Fences.
template <class ExecutionSpace, class HeadView, class FlagView, class Unit = backends::ThisUnit>
UnsortedCounts flag_unsorted(ExecutionSpace const& space, std::size_t n, HeadView const& heads, FlagView const& flags)
{
  UnsortedCounts counts;
  Kokkos::parallel_reduce(
      "lexikos::suffix_array::flag_unsorted", range(space, n + 1),
      KOKKOS_LAMBDA(std::int64_t i, std::size_t & entries, std::size_t & groups) {
        bool const is_end = static_cast<std::size_t>(i) == n;
        bool const is_head = heads(i) != 0;
        bool const alone = !is_end && is_head && heads(i + 1) != 0;
        flags(i) = alone ? 0 : 1;
        entries += alone || is_end ? 0 : 1;
        groups += is_head && !alone && !is_end ? 1 : 0;
      },
      counts.entries, counts.groups);
  return counts;
}

/// Lists the groups' first entries.
template <class Index, class ExecutionSpace>
void list_groups(ExecutionSpace const& space, UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted,
                 std::size_t groups, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  unsorted.offsets = Span<Index, MemorySpace>(unsorted.group_memory.data(), groups + 1);
  primitives::pack_positions(space, Span<std::uint8_t, MemorySpace>(unsorted.heads.data(), unsorted.size + 1),
                             unsorted.offsets, workspace);
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
  UnsortedCounts const counts = flag_unsorted(space, n, heads, flags);
  std::size_t const m = counts.entries;
  unsorted.size = m;
  unsorted.slots = workspace.take<Index, MemorySpace>(m);
  unsorted.keys = workspace.take<Index, MemorySpace>(m);
  unsorted.heads = workspace.take<std::uint8_t, MemorySpace>(m + 1);
  unsorted.other_heads = workspace.take<std::uint8_t, MemorySpace>(m + 1);
  unsorted.group_memory = workspace.take<Index, MemorySpace>(m / 2 + 1);
  unsorted.suffixes = suffixes;
  if (m == 0) return unsorted;
  primitives::pack_positions(space, Span<std::uint8_t, MemorySpace>(flags.data(), n), unsorted.slots, workspace);
  primitives::pack_flagged(space, heads, flags, unsorted.heads, workspace);
  list_groups(space, unsorted, counts.groups, workspace);
  return unsorted;
}

/// Drops the entries that are alone in their group now. Overwrites the round's scratch.
template <class Index, class ExecutionSpace>
void drop_sorted(ExecutionSpace const& space, UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted,
                 Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = unsorted.size;
  Span<std::uint8_t, MemorySpace> const flags(reinterpret_cast<std::uint8_t*>(unsorted.suffixes.data()), m + 1);
  UnsortedCounts const left = flag_unsorted(space, m, unsorted.heads, flags);
  unsorted.size = left.entries;
  if (left.entries == 0) return;
  if (left.entries != m) {
    Span<Index, MemorySpace> const slots(unsorted.slots.data(), m);
    Span<Index, MemorySpace> const slots_left(unsorted.keys.data(), left.entries);
    Span<std::uint8_t, MemorySpace> const heads(unsorted.heads.data(), m + 1);
    Span<std::uint8_t, MemorySpace> const heads_left(unsorted.other_heads.data(), left.entries + 1);
    primitives::pack_flagged(space, slots, Span<std::uint8_t, MemorySpace>(flags.data(), m), slots_left, workspace);
    primitives::pack_flagged(space, heads, flags, heads_left, workspace);
    std::swap(unsorted.slots, unsorted.keys);
    std::swap(unsorted.heads, unsorted.other_heads);
  }
  list_groups(space, unsorted, left.groups, workspace);
}

}  // namespace lexikos::suffix_array_detail
