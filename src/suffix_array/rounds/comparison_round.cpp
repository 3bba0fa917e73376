// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/rounds/comparison_round.hpp"

#include <Kokkos_Core.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/samples/numbered_successor.hpp"
#include "suffix_array/samples/sample_successor.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// The list's entries [begin, end) of a group.
struct GroupEntries
{
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] KOKKOS_FUNCTION bool is_small() const { return end - begin <= max_small_group; }
};

/// The group of entry j; of a large one, enough entries to tell that it is large.
template <class HeadView>
KOKKOS_FUNCTION GroupEntries group_of(HeadView const& heads, std::size_t j)
{
  GroupEntries group{j, j + 1};
  while (heads(group.begin) == 0 && group.is_small()) --group.begin;
  while (heads(group.end) == 0 && group.is_small()) ++group.end;
  return group;
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

/// Finds the places of the suffixes of small groups, and counts those of large ones. Suffixes and keys are as gather_keys
/// leaves them.
template <class ExecutionSpace, class Index, class Successor>
struct PlaceByComparisons
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  Successor successor;
  std::size_t depth;
  std::size_t max_ranks;
  PlacesByComparisons<Index, typename ExecutionSpace::memory_space> result;

  KOKKOS_FUNCTION void operator()(std::size_t j, std::size_t& of_large_groups) const
  {
    auto const& keys = unsorted.keys;
    GroupEntries const group = group_of(unsorted.heads, j);
    if (!group.is_small()) {
      result.places(j) = no_entry<Index>;
      ++of_large_groups;
      return;
    }
    Index const key = keys(j);
    std::size_t preceding = 0;
    std::size_t equal_before = 0;
    for (std::size_t k = group.begin; k < group.end; ++k) {
      int const order = keys(k) != key ? (keys(k) < key ? -1 : 1)
                        : k == j       ? 0
                                       : compare(unsorted.suffixes(k), unsorted.suffixes(j));
      preceding += order < 0 ? 1 : 0;
      equal_before += order == 0 && k < j ? 1 : 0;
    }
    result.places(j) = static_cast<Index>(group.begin + preceding + equal_before);
    result.new_heads(j) = preceding == 0 ? no_entry<Index> : static_cast<Index>(group.begin + preceding);
  }

  /// Less than, equal to or greater than 0 as suffix a precedes suffix b of its group, cannot be told from it, or follows it.
  /// Their keys are equal: what is compared are the ranks further on, until there are `max_ranks` with the keys.
  [[nodiscard]] KOKKOS_FUNCTION int compare(std::size_t a, std::size_t b) const
  {
    std::size_t const n = ranking.ranks.extent(0);
    a = successor.next(a, depth);
    b = successor.next(b, depth);
    for (std::size_t k = 1; k < max_ranks; ++k) {
      a = successor.next(a, depth);
      b = successor.next(b, depth);
      if (a >= n || b >= n) return a < b ? 1 : -1;  // the empty suffix precedes all others
      Index const rank_of_a = ranking.ranks(a);
      Index const rank_of_b = ranking.ranks(b);
      if (rank_of_a != rank_of_b) return rank_of_a < rank_of_b ? -1 : 1;
    }
    return 0;
  }
};

/// Writes suffixes and ranks of small groups, and starts groups.
template <class ExecutionSpace, class Index>
struct MoveToPlaces
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  PlacesByComparisons<Index, typename ExecutionSpace::memory_space> result;
  std::uint8_t number;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    Index const place = result.places(j);
    if (place == no_entry<Index>) return;
    Index const suffix = unsorted.suffixes(j);
    ranking.suffix_array(unsorted.sa_positions(place)) = suffix;
    Index const head = result.new_heads(j);
    if (head == no_entry<Index>) return;
    ranking.ranks(suffix) = unsorted.sa_positions(head);
    if (place == head) unsorted.heads(head) = number;
  }
};

/// Returns how many suffixes are in large groups. Fences.
template <class ExecutionSpace, class Index, class Successor>
std::size_t sort_small_groups(Rounds<ExecutionSpace, Index> const& rounds, Successor const& successor,
                              std::size_t max_ranks)
{
  using Range = backends::Range<ExecutionSpace>;
  auto const& context = rounds.context;
  std::size_t const m = rounds.unsorted.size;
  Workspace::Scope const scope(context.workspace);
  PlacesByComparisons<Index, typename ExecutionSpace::memory_space> const result{context.template take<Index>(m),
                                                                                 context.template take<Index>(m)};
  std::size_t of_large_groups = 0;
  Kokkos::parallel_reduce("lexikos::suffix_array::place_by_comparisons", Range(context.space, 0, m),
                          PlaceByComparisons<ExecutionSpace, Index, Successor>{
                              rounds.ranking, rounds.unsorted, successor, rounds.depth, max_ranks, result},
                          of_large_groups);
  Kokkos::parallel_for("lexikos::suffix_array::move_to_places", Range(context.space, 0, m),
                       MoveToPlaces<ExecutionSpace, Index>{rounds.ranking, rounds.unsorted, result, rounds.number});
  return of_large_groups;
}

}  // namespace

template <class ExecutionSpace, class Index, class Successor>
void refine_by_comparisons(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor, std::size_t max_ranks)
{
  std::size_t const h = rounds.depth;
  std::size_t of_large_groups = 0;
  rounds.context.step("gather keys", [&] { gather_keys(rounds, successor, rounds.ranking.ranks); });
  rounds.context.step("compare", [&] { of_large_groups = sort_small_groups(rounds, successor, max_ranks); });
  if (of_large_groups == 0) rounds.depth = h + max_ranks * (successor.depth_after(h) - h);
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SUCCESSOR) \
  template void refine_by_comparisons<SPACE, INDEX>(Rounds<SPACE, INDEX>&, SUCCESSOR const&, std::size_t);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                 \
  LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SuccessorAtDepth) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SampleSuccessor<SPACE::memory_space>)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#define LEXIKOS_INSTANTIATE_NUMBERED(SPACE) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, NumberedSampleSuccessor<SPACE::memory_space>)
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_NUMBERED)
#undef LEXIKOS_INSTANTIATE_NUMBERED
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos::suffix_array_detail
