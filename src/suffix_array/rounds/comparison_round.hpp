// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A round for small groups. A round that sorts by one key doubles the depth of the order, and costs the same launches and
// waits however few suffixes are left. Here every suffix of a small group counts those of its group that precede it,
// comparing the ranks behind them, one behind the other, until two differ: which multiplies the depth, and reads no more
// than it takes to tell two suffixes apart. Beyond the papers.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <limits>

#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/rounds/groups.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// Suffixes of a group that comparisons sort; larger groups are left as they are.
constexpr std::size_t max_small_group = 32;

/// The list's entries [begin, end) of a group.
struct GroupEntries
{
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] KOKKOS_FUNCTION bool is_small() const { return end - begin <= max_small_group; }
};

/// The group of entry j; of a large one, entries enough to tell that it is.
template <class HeadView>
KOKKOS_FUNCTION GroupEntries group_of(HeadView const& heads, std::size_t j)
{
  GroupEntries group{j, j + 1};
  while (heads(group.begin) == 0 && group.is_small()) --group.begin;
  while (heads(group.end) == 0 && group.is_small()) ++group.end;
  return group;
}

/// Less than, equal to or greater than 0 as suffix a precedes suffix b of its group, cannot be told from it, or follows it.
/// Their keys are equal: what is compared are the ranks further behind, until there are `max_ranks` with the keys.
template <class ExecutionSpace, class Index, class Successor>
KOKKOS_FUNCTION int compare_by_ranks(Ranking<ExecutionSpace, Index> const& ranking, Successor const& behind,
                                     std::size_t a, std::size_t b, std::size_t h, std::size_t max_ranks)
{
  std::size_t const n = ranking.ranks.extent(0);
  a = behind.next(a, h);
  b = behind.next(b, h);
  for (std::size_t k = 1; k < max_ranks; ++k) {
    a = behind.next(a, h);
    b = behind.next(b, h);
    if (a >= n || b >= n) return a < b ? 1 : -1;  // the empty suffix precedes all others
    Index const rank_of_a = ranking.ranks(a);
    Index const rank_of_b = ranking.ranks(b);
    if (rank_of_a != rank_of_b) return rank_of_a < rank_of_b ? -1 : 1;
  }
  return 0;
}

template <class Index>
constexpr Index no_entry = std::numeric_limits<Index>::max();

/// Where the unsorted suffixes go.
template <class Index, class MemorySpace>
struct PlacesByComparisons
{
  Span<Index, MemorySpace> places;     ///< [0..size) the entry once the group is sorted; no_entry in large groups
  Span<Index, MemorySpace> new_heads;  ///< [0..size) in small groups, the new group's first entry; no_entry of the old
};

/// Finds the places of the suffixes of small groups. Returns how many suffixes are in large ones; fences.
/// \param unsorted    with suffixes and keys as gather_keys leaves them
/// \param max_ranks  by which two suffixes are compared: their keys and those further behind
template <class ExecutionSpace, class Index, class Successor, class Unit = backends::ThisUnit>
std::size_t place_by_comparisons(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                                 Successor const& behind,
                                 UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                                 std::size_t h, std::size_t max_ranks,
                                 PlacesByComparisons<Index, typename ExecutionSpace::memory_space> const& result)
{
  auto const heads = unsorted.heads;
  auto const suffixes = unsorted.suffixes;
  auto const keys = unsorted.keys;
  std::size_t of_large_groups = 0;
  Kokkos::parallel_reduce(
      "lexikos::suffix_array::place_by_comparisons", range(space, unsorted.size),
      KOKKOS_LAMBDA(std::int64_t entry, std::size_t & large) {
        auto const j = static_cast<std::size_t>(entry);
        GroupEntries const group = group_of(heads, j);
        if (!group.is_small()) {
          result.places(j) = no_entry<Index>;
          ++large;
          return;
        }
        Index const key = keys(j);
        std::size_t preceding = 0;
        std::size_t equal_before = 0;
        for (std::size_t k = group.begin; k < group.end; ++k) {
          int const order = keys(k) != key ? (keys(k) < key ? -1 : 1)
                            : k == j       ? 0
                                           : compare_by_ranks(ranking, behind, suffixes(k), suffixes(j), h, max_ranks);
          preceding += order < 0 ? 1 : 0;
          equal_before += order == 0 && k < j ? 1 : 0;
        }
        result.places(j) = static_cast<Index>(group.begin + preceding + equal_before);
        result.new_heads(j) = preceding == 0 ? no_entry<Index> : static_cast<Index>(group.begin + preceding);
      },
      of_large_groups);
  return of_large_groups;
}

/// Writes suffixes and ranks of small groups, and begins groups.
template <class ExecutionSpace, class Index, class Unit = backends::ThisUnit>
void move_to_places(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                    UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                    PlacesByComparisons<Index, typename ExecutionSpace::memory_space> const& result, std::uint8_t tag)
{
  auto const slots = unsorted.slots;
  auto const heads = unsorted.heads;
  auto const suffixes = unsorted.suffixes;
  Kokkos::parallel_for(
      "lexikos::suffix_array::move_to_places", range(space, unsorted.size), KOKKOS_LAMBDA(std::int64_t j) {
        Index const place = result.places(j);
        if (place == no_entry<Index>) return;
        Index const suffix = suffixes(j);
        ranking.suffix_array(slots(place)) = suffix;
        Index const head = result.new_heads(j);
        if (head == no_entry<Index>) return;
        ranking.ranks(suffix) = slots(head);
        if (place == head) heads(head) = tag;
      });
}

/// Sorts every group of suffixes that agree in h symbols, but for large ones. Returns in how many symbols the suffixes of a
/// group agree afterwards: h, if there are large ones. Fences.
/// \param unsorted    with suffixes and keys as gather_keys leaves them
/// \param max_ranks  by which two suffixes are compared
template <class ExecutionSpace, class Index, class Successor>
std::size_t sort_by_comparisons(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                                Successor const& behind,
                                UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                                std::size_t h, std::size_t max_ranks, std::uint8_t tag, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  PlacesByComparisons<Index, MemorySpace> const result{workspace.take<Index, MemorySpace>(unsorted.size),
                                                       workspace.take<Index, MemorySpace>(unsorted.size)};
  std::size_t const of_large_groups = place_by_comparisons(space, ranking, behind, unsorted, h, max_ranks, result);
  move_to_places(space, ranking, unsorted, result, tag);
  return of_large_groups == 0 ? h + max_ranks * (behind.depth_after(h) - h) : h;
}

}  // namespace lexikos::suffix_array_detail
