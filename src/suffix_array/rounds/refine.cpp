// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/rounds/refine.hpp"

#include <Kokkos_Core.hpp>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/primitives.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// Writes the sorted suffixes back and starts a group where the key changes. group_entries(j) = j if a group starts there,
/// else 0.
template <class ExecutionSpace, class Index, class KeyView>
struct MarkHeads
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  KeyView keys;
  Span<Index, typename ExecutionSpace::memory_space> group_entries;
  std::uint8_t number;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    ranking.suffix_array(unsorted.sa_positions(j)) = unsorted.suffixes(j);
    bool head = unsorted.heads(j) != 0;
    if (!head && keys(j) != keys(j - 1)) {
      unsorted.heads(j) = number;
      head = true;
    }
    group_entries(j) = head ? static_cast<Index>(j) : 0;
  }
};

/// ranks(suffixes(j)) = position of the head of entry j's group, where it changed: in groups that this round started.
template <class ExecutionSpace, class Index>
struct UpdateRanks
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  Span<Index, typename ExecutionSpace::memory_space> group_entries;
  std::uint8_t number;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    Index const head = group_entries(j);
    if (unsorted.heads(head) == number) ranking.ranks(unsorted.suffixes(j)) = unsorted.sa_positions(head);
  }
};

/// The entry of a group's head is replaced by the rank of the group.
template <class Index, class MemorySpace>
struct RankOfEntry
{
  UnsortedSuffixes<Index, MemorySpace> unsorted;
  Span<Index, MemorySpace> group_entries;

  KOKKOS_FUNCTION void operator()(std::size_t j) const { group_entries(j) = unsorted.sa_positions(group_entries(j)); }
};

bool pays_to_write_all_ranks(Tuning const& tuning, std::size_t unsorted, std::size_t ranks)
{
  return ranks >= tuning.min_ranks_to_block &&
         static_cast<double>(unsorted) >= tuning.min_share_to_write_all_ranks * static_cast<double>(ranks);
}

/// \param group_entries  of each entry's group; overwritten
template <class ExecutionSpace, class Index>
void write_ranks(Rounds<ExecutionSpace, Index> const& rounds,
                 Span<Index, typename ExecutionSpace::memory_space> const& group_entries)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& [context, ranking, unsorted, depth, number] = rounds;
  std::size_t const m = unsorted.size;
  backends::Range<ExecutionSpace> const range(context.space, 0, m);
  if (!pays_to_write_all_ranks(context.tuning, m, ranking.ranks.extent(0)))
    return Kokkos::parallel_for("lexikos::suffix_array::update_ranks", range,
                                UpdateRanks<ExecutionSpace, Index>{ranking, unsorted, group_entries, number});
  Kokkos::parallel_for("lexikos::suffix_array::rank_of_entry", range,
                       RankOfEntry<Index, MemorySpace>{unsorted, group_entries});
  primitives::scatter_blocked(context.space, first_of(unsorted.suffixes, m), group_entries, ranking.ranks,
                              context.workspace);
}

}  // namespace

template <class Key, class ExecutionSpace, class Index>
void split_groups(Rounds<ExecutionSpace, Index>& rounds, Span<Key, typename ExecutionSpace::memory_space> const& keys)
{
  using Range = backends::Range<ExecutionSpace>;
  using KeyView = Span<Key, typename ExecutionSpace::memory_space>;
  auto const& [context, ranking, unsorted, depth, number] = rounds;
  Workspace::Scope const scope(context.workspace);
  auto const group_entries = context.template take<Index>(unsorted.size);
  auto const& space = context.space;
  std::size_t const m = unsorted.size;
  MarkHeads<ExecutionSpace, Index, KeyView> const mark{ranking, unsorted, keys, group_entries, number};
  context.step("mark heads", [&] {
    Kokkos::parallel_for("lexikos::suffix_array::mark_heads", Range(space, 0, m), mark);
    primitives::inclusive_scan(space, group_entries, group_entries, primitives::Maximum{}, rounds.context.workspace);
  });
  if (ranking.ranks.extent(0) == 0) return;  // nobody asks for them
  context.step("update ranks", [&] { write_ranks(rounds, group_entries); });
}

template <class Key, class ExecutionSpace, class Index>
void refine_groups(Rounds<ExecutionSpace, Index>& rounds, Span<Key, typename ExecutionSpace::memory_space> const& keys,
                   int key_bits)
{
  auto const& context = rounds.context;
  context.step("segmented sort", [&] {
    primitives::segmented_sort_pairs(context.space, keys, first_of(rounds.unsorted.suffixes, rounds.unsorted.size),
                                     rounds.unsorted.offsets, key_bits, context.workspace, context.segmented_sort);
  });
  split_groups(rounds, keys);
}

#define LEXIKOS_INSTANTIATE_KEY(SPACE, INDEX, KEY)                                                             \
  template void split_groups<KEY, SPACE, INDEX>(Rounds<SPACE, INDEX>&, Span<KEY, SPACE::memory_space> const&); \
  template void refine_groups<KEY, SPACE, INDEX>(Rounds<SPACE, INDEX>&, Span<KEY, SPACE::memory_space> const&, int);
#define LEXIKOS_INSTANTIATE_SPACE(SPACE)                       \
  LEXIKOS_INSTANTIATE_KEY(SPACE, std::uint32_t, std::uint32_t) \
  LEXIKOS_INSTANTIATE_KEY(SPACE, std::uint32_t, std::uint64_t) \
  LEXIKOS_INSTANTIATE_KEY(SPACE, std::uint64_t, std::uint64_t)
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_SPACE)
#undef LEXIKOS_INSTANTIATE_SPACE
#undef LEXIKOS_INSTANTIATE_KEY

}  // namespace lexikos::suffix_array_detail
