// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The groups of suffixes that agree in their first symbols: their ranks, and how a round of a suffix sorter splits them.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// What the rounds work on; all views lie in the execution space's memory.
template <class ExecutionSpace, class Index>
struct Ranking
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Span<Index, MemorySpace> suffix_array;  ///< [0..m) the suffixes that are sorted: all of them, or a sample
  Span<Index, MemorySpace> ranks;         ///< [0..n) by position: the index of the first entry of the suffix's group
};

/// table(suffixes(i)) = ranks(i), for all i. Overwrites `ranks`; scratch: one and a half times as much.
template <class ExecutionSpace, class IndexView>
void scatter_ranks(ExecutionSpace const& space, IndexView const& suffixes, IndexView const& ranks,
                   IndexView const& table, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Index = typename IndexView::value_type;
  std::size_t const n = suffixes.extent(0);
  // in halves, so that the copies that the blocked scatter needs fit the memory of the first sort
  std::size_t const part = std::max<std::size_t>((n + 1) / 2, 1);
  Workspace::Scope scope(workspace);
  auto const positions = workspace.take<Index, MemorySpace>(std::min(part, n));
  for (std::size_t first = 0; first < n; first += part) {
    auto const in_part = Kokkos::make_pair(first, std::min(first + part, n));
    Span<Index, MemorySpace> const part_positions(positions.data(), in_part.second - in_part.first);
    Span<Index, MemorySpace> const part_ranks(ranks.data() + first, in_part.second - in_part.first);
    Kokkos::deep_copy(space, part_positions, Kokkos::subview(suffixes, in_part));
    primitives::scatter_blocked(space, part_positions, part_ranks, table, workspace);
  }
}

/// ranks(suffix_array(i)) = index of the head of i's group, for all i.
template <class ExecutionSpace, class Index, class HeadView>
void first_ranks(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, HeadView const& heads,
                 Workspace& workspace)
{
  Workspace::Scope scope(workspace);
  std::size_t const n = ranking.suffix_array.extent(0);
  auto const head_index = workspace.take<Index, typename ExecutionSpace::memory_space>(n);
  Kokkos::parallel_for(
      "lexikos::suffix_array::head_index", range(space, n),
      KOKKOS_LAMBDA(std::int64_t i) { head_index(i) = heads(i) != 0 ? static_cast<Index>(i) : 0; });
  primitives::inclusive_scan(space, head_index, head_index, Maximum{}, workspace);
  scatter_ranks(space, ranking.suffix_array, head_index, ranking.ranks, workspace);
}

/// ranks(suffix_array(i)) = i: what the ranks are once all groups are of one suffix.
template <class ExecutionSpace, class Index>
void final_ranks(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Workspace& workspace)
{
  Workspace::Scope scope(workspace);
  auto const index = workspace.take<Index, typename ExecutionSpace::memory_space>(ranking.suffix_array.extent(0));
  primitives::iota(space, index);
  scatter_ranks(space, ranking.suffix_array, index, ranking.ranks, workspace);
}

/// Bytes of workspace that `final_ranks` takes at the peak for m suffixes.
template <class Index>
constexpr std::size_t final_ranks_bytes(std::size_t m)
{
  return 5 * sizeof(Index) * ((m + 1) / 2);
}

/// Writes the sorted suffixes back and begins a group where the key changes. group_entries(j) = j if a group begins there,
/// else 0.
template <class ExecutionSpace, class Index, class KeyView, class EntryView>
void mark_heads(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, KeyView const& keys,
                std::uint8_t tag, EntryView const& group_entries)
{
  auto const suffix_array = ranking.suffix_array;
  auto const slots = unsorted.slots;
  auto const suffixes = unsorted.suffixes;
  auto const heads = unsorted.heads;
  Kokkos::parallel_for(
      "lexikos::suffix_array::mark_heads", range(space, unsorted.size), KOKKOS_LAMBDA(std::int64_t j) {
        suffix_array(slots(j)) = suffixes(j);
        bool head = heads(j) != 0;
        if (!head && keys(j) != keys(j - 1)) {
          heads(j) = tag;
          head = true;
        }
        group_entries(j) = head ? static_cast<Index>(j) : 0;
      });
}

/// ranks(suffixes(j)) = slot of the head of entry j's group, where it changed: in groups that this round began.
template <class ExecutionSpace, class Index, class EntryView>
void update_ranks(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::uint8_t tag,
                  EntryView const& group_entries)
{
  auto const ranks = ranking.ranks;
  auto const slots = unsorted.slots;
  auto const suffixes = unsorted.suffixes;
  auto const heads = unsorted.heads;
  Kokkos::parallel_for(
      "lexikos::suffix_array::update_ranks", range(space, unsorted.size), KOKKOS_LAMBDA(std::int64_t j) {
        Index const head = group_entries(j);
        if (heads(head) == tag) ranks(suffixes(j)) = slots(head);
      });
}

/// Sorts the unsorted suffixes of each group by their keys and begins new groups where the keys differ.
template <class ExecutionSpace, class Index, class KeyView>
void refine_groups(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                   UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, KeyView const& keys,
                   int key_bits, std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = unsorted.size;
  step("segmented sort", [&] {
    primitives::segmented_sort_pairs(space, keys, Span<Index, MemorySpace>(unsorted.suffixes.data(), m),
                                     unsorted.offsets, key_bits, workspace);
  });
  Workspace::Scope scope(workspace);
  auto const group_entries = workspace.take<Index, MemorySpace>(m);
  step("mark heads", [&] {
    mark_heads(space, ranking, unsorted, keys, tag, group_entries);
    primitives::inclusive_scan(space, group_entries, group_entries, Maximum{}, workspace);
  });
  step("update ranks", [&] { update_ranks(space, ranking, unsorted, tag, group_entries); });
}

}  // namespace lexikos::suffix_array_detail
