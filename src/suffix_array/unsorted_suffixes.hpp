// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"

namespace lexikos::suffix_array_detail
{

/// The entries of the suffix array that share their group with others, in order, and where their groups begin in this list.
template <class Index, class MemorySpace>
struct UnsortedSuffixes
{
  Span<Index, MemorySpace> slots;    ///< [0..m) indices into the suffix array
  Span<Index, MemorySpace> offsets;  ///< [0..g] list index of each group's first entry; offsets(g) = m

  [[nodiscard]] std::size_t size() const { return slots.extent(0); }
  [[nodiscard]] std::size_t groups() const { return offsets.extent(0) - 1; }
};

constexpr std::size_t flags_per_tile = 64;

/// Calls visit(i, is_head) for each unsorted entry of a tile: one that is not a group of its own.
template <class HeadView, class Visit>
KOKKOS_FUNCTION void for_each_unsorted(HeadView const& heads, std::size_t tile, std::size_t n, Visit const& visit)
{
  std::size_t const first = tile * flags_per_tile;
  std::size_t const last = first + flags_per_tile < n ? first + flags_per_tile : n;
  bool head = heads(first) != 0;
  for (std::size_t i = first; i < last; ++i) {
    bool const next_head = heads(i + 1) != 0;
    if (!(head && next_head)) visit(i, head);
    head = next_head;
  }
}

/// Lists them from the head flags: heads(i) != 0 where a group begins, heads(n) != 0. Memory of the list comes from the
/// workspace, in the caller's scope. Fences.
template <class Index, class ExecutionSpace, class HeadView>
UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> list_unsorted(ExecutionSpace const& space,
                                                                             HeadView const& heads,
                                                                             Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  std::size_t const n = heads.extent(0) - 1;
  std::size_t const tiles = (n + flags_per_tile - 1) / flags_per_tile;
  auto const entries_before = workspace.take<Index, MemorySpace>(tiles + 1);
  auto const groups_before = workspace.take<Index, MemorySpace>(tiles + 1);
  Kokkos::parallel_for(
      "lexikos::suffix_array::count_unsorted", Policy(space, 0, static_cast<std::int64_t>(tiles + 1)),
      KOKKOS_LAMBDA(std::int64_t tile) {
        Index entries = 0;
        Index groups = 0;
        if (static_cast<std::size_t>(tile) < tiles)
          for_each_unsorted(heads, tile, n, [&](std::size_t, bool head) {
            ++entries;
            groups += head;
          });
        entries_before(tile) = entries;
        groups_before(tile) = groups;
      });
  primitives::exclusive_scan(space, entries_before, entries_before, Sum{}, workspace);
  primitives::exclusive_scan(space, groups_before, groups_before, Sum{}, workspace);
  Index totals[2] = {0, 0};
  Kokkos::deep_copy(space, Kokkos::View<Index, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(&totals[0]),
                    Kokkos::subview(entries_before, tiles));
  Kokkos::deep_copy(space, Kokkos::View<Index, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(&totals[1]),
                    Kokkos::subview(groups_before, tiles));
  space.fence("lexikos::suffix_array::unsorted_counts");
  UnsortedSuffixes<Index, MemorySpace> unsorted;
  unsorted.slots = workspace.take<Index, MemorySpace>(totals[0]);
  unsorted.offsets = workspace.take<Index, MemorySpace>(totals[1] + std::size_t{1});
  auto const slots = unsorted.slots;
  auto const offsets = unsorted.offsets;
  Kokkos::parallel_for(
      "lexikos::suffix_array::list_unsorted", Policy(space, 0, static_cast<std::int64_t>(tiles + 1)),
      KOKKOS_LAMBDA(std::int64_t tile) {
        Index entry = entries_before(tile);
        Index group = groups_before(tile);
        if (static_cast<std::size_t>(tile) == tiles) {
          offsets(group) = entry;
          return;
        }
        for_each_unsorted(heads, tile, n, [&](std::size_t i, bool head) {
          if (head) offsets(group++) = entry;
          slots(entry++) = static_cast<Index>(i);
        });
      });
  return unsorted;
}

}  // namespace lexikos::suffix_array_detail
