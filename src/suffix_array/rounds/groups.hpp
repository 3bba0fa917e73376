// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The groups of suffixes that agree in their first symbols: their ranks, and how a round of a suffix sorter splits them.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"
#include "suffix_array/steps.hpp"

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

/// ranks(suffix_array(i)) = index of the head of i's group, for all i.
template <class ExecutionSpace, class Index, class HeadView, class Unit = backends::ThisUnit>
void first_ranks(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, HeadView const& heads,
                 Workspace& workspace)
{
  Workspace::Scope scope(workspace);
  std::size_t const n = ranking.suffix_array.extent(0);
  auto const head_index = workspace.take<Index, typename ExecutionSpace::memory_space>(n);
  Kokkos::parallel_for(
      "lexikos::suffix_array::head_index", range(space, n),
      KOKKOS_LAMBDA(std::int64_t i) { head_index(i) = heads(i) != 0 ? static_cast<Index>(i) : 0; });
  primitives::inclusive_scan(space, head_index, head_index, primitives::Maximum{}, workspace);
  primitives::scatter_blocked(space, ranking.suffix_array, head_index, ranking.ranks, workspace);
}

/// Bytes of workspace that `invert` takes at the peak, at most: for texts below `min_length_to_invert_in_parts`.
template <class Index>
constexpr std::size_t invert_bytes(std::size_t n)
{
  return 3 * sizeof(Index) * n;
}

constexpr std::size_t min_length_to_invert_in_parts = std::size_t{1} << 28;

/// inverse(suffix_array(i)) = i. In parts, one after the other, to limit what the blocked scatter needs: a third of
/// `invert_bytes` or less with `low_memory`.
template <class ExecutionSpace, class Index>
void invert(ExecutionSpace const& space, Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
            Span<Index, typename ExecutionSpace::memory_space> const& inverse, Workspace& workspace,
            bool low_memory = false)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  std::size_t const n = suffix_array.extent(0);
  std::size_t const few_parts = n < min_length_to_invert_in_parts ? 1 : 2;
  std::size_t const part = n / (low_memory ? 6 : few_parts) + 1;
  auto const memory = workspace.take<Index, MemorySpace>(std::min(part, n));
  for (std::size_t first = 0; first < n; first += part) {
    std::size_t const size = std::min(part, n - first);
    Span<Index, MemorySpace> const places(memory.data(), size);
    primitives::iota(space, places, static_cast<Index>(first));
    primitives::scatter_blocked(space, Span<Index, MemorySpace>(suffix_array.data() + first, size), places, inverse,
                                workspace);
  }
}

/// Writes the sorted suffixes back and begins a group where the key changes. group_entries(j) = j if a group begins there,
/// else 0.
template <class ExecutionSpace, class Index, class KeyView, class EntryView, class Unit = backends::ThisUnit>
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
template <class ExecutionSpace, class Index, class EntryView, class Unit = backends::ThisUnit>
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

/// Begins new groups where the keys differ, by which the unsorted suffixes of each group are sorted.
template <class ExecutionSpace, class Index, class KeyView>
void split_groups(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, KeyView const& keys,
                  std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  auto const group_entries = workspace.take<Index, MemorySpace>(unsorted.size);
  step("mark heads", [&] {
    mark_heads(space, ranking, unsorted, keys, tag, group_entries);
    primitives::inclusive_scan(space, group_entries, group_entries, primitives::Maximum{}, workspace);
  });
  step("update ranks", [&] { update_ranks(space, ranking, unsorted, tag, group_entries); });
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
  split_groups(space, ranking, unsorted, keys, tag, step, workspace);
}

}  // namespace lexikos::suffix_array_detail
