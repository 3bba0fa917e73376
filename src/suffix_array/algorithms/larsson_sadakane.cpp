// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Larsson and Sadakane's suffix sorting (2007) on GPUs: Algorithm 1 of "Fast In-Memory Suffix Sorting on the GPU". The
// suffixes that share their group with others stand in a list (its USIA: `sa_positions`; UGHF: `heads`; UGHA and UGLA, the
// groups' heads and lengths: `offsets`), and each round sorts their groups by one of three ways, depending on their length.

#include <cstddef>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/primitives.hpp"
#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/algorithms/osipov_round.hpp"
#include "suffix_array/groups/classes.hpp"
#include "suffix_array/groups/large_groups.hpp"
#include "suffix_array/groups/merge_sort.hpp"
#include "suffix_array/groups/radix_sort.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/rounds/refine.hpp"
#include "suffix_array/text/first_sort.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

void check_tuning(LarssonSadakaneTuning const& tuning)
{
  auto const require = [](bool holds, char const* message) {
    detail::require(holds, ErrorCode::invalid_argument, message);
  };
  require(tuning.first_symbols <= 32,
          "larsson_sadakane: the first sort compares 1 to 32 symbols, or 0 for all that fit");
  require(tuning.max_small >= 1 && tuning.max_small <= primitives::max_pairs_of_team,
          "larsson_sadakane: a small group has at most 1 to 8 192 suffixes");
  require(tuning.max_medium >= tuning.max_small, "larsson_sadakane: medium groups are no shorter than small ones");
  require(tuning.part >= 2 && tuning.part <= primitives::max_pairs_of_team,
          "larsson_sadakane: a part of a medium group has 2 to 8 192 suffixes");
}

/// Algorithm 2 of the paper: one kernel for each power of two.
template <class ExecutionSpace, class Index>
void sort_small_groups(Rounds<ExecutionSpace, Index> const& rounds,
                       GroupClasses<Index, typename ExecutionSpace::memory_space> const& classes)
{
  auto const& unsorted = rounds.unsorted;
  for (int c = 0; c < small_classes; ++c)
    primitives::sort_listed_segments(rounds.context.space, unsorted.keys, unsorted.suffixes, unsorted.offsets,
                                     classes.of(c), std::size_t{2} << c, rounds.rank_bits(), rounds.context.workspace);
}

template <class ExecutionSpace, class Index>
void sort_medium_groups(Rounds<ExecutionSpace, Index> const& rounds,
                        Span<Index, typename ExecutionSpace::memory_space> const& groups,
                        LarssonSadakaneTuning const& tuning)
{
  if (tuning.medium_sort == LarssonSadakaneTuning::MediumSort::radix)
    radix_sort_groups(rounds.context, rounds.unsorted, groups, tuning.part, rounds.rank_bits());
  else
    merge_sort_groups(rounds.context, rounds.unsorted, groups, tuning.part, rounds.rank_bits());
}

template <class ExecutionSpace, class Index>
void sort_large_groups(Rounds<ExecutionSpace, Index> const& rounds,
                       Span<Index, typename ExecutionSpace::memory_space> const& groups,
                       LarssonSadakaneTuning const& tuning)
{
  if (tuning.large_sort == LarssonSadakaneTuning::LargeSort::one_by_one)
    sort_groups_one_by_one(rounds.context, rounds.unsorted, groups, rounds.rank_bits());
  else
    sort_groups_together(rounds.context, rounds.unsorted, groups, rounds.rank_bits());
}

/// Lines 8 to 13 of the paper's Algorithm 1. Keys are gathered before any rank changes.
template <class ExecutionSpace, class Index>
void refine_by_classes(Rounds<ExecutionSpace, Index>& rounds, LarssonSadakaneTuning const& tuning)
{
  auto const& context = rounds.context;
  context.step("gather keys", [&] { gather_keys(rounds, SuccessorAtDepth{}, rounds.ranking.ranks); });
  {
    Workspace::Scope const scope(context.workspace);
    GroupClasses<Index, typename ExecutionSpace::memory_space> classes;
    context.step("divide groups",
                 [&] { classes = divide_groups(context, rounds.unsorted, tuning.max_small, tuning.max_medium); });
    context.step("sort small groups", [&] { sort_small_groups(rounds, classes); });
    context.step("sort medium groups", [&] { sort_medium_groups(rounds, classes.of(medium_class), tuning); });
    context.step("sort large groups", [&] { sort_large_groups(rounds, classes.of(large_class), tuning); });
  }
  split_groups(rounds, first_of(rounds.unsorted.keys, rounds.unsorted.size));
  rounds.depth *= 2;
}

}  // namespace

/// A round takes a list of the groups, and for large groups sorted together two arrays of eight bytes and two of an index a
/// suffix. Others take less, unless a tuning makes small groups or parts of fewer than 32 suffixes.
template <class Index>
std::size_t larsson_sadakane_workspace_bytes(std::size_t n, bool with_inverse)
{
  return doubling_workspace_bytes<Index>(n, with_inverse, 16 + 2 * sizeof(Index) + sizeof(Index) / 2);
}

template <class ExecutionSpace, class Index>
void larsson_sadakane(SortRun<ExecutionSpace, Index>& run)
{
  auto const& tuning = run.options.larsson_sadakane;
  check_tuning(tuning);
  Workspace::Scope const scope(run.context.workspace);
  auto rounds = sort_first_symbols(run, tuning.first_symbols);
  while (rounds.any_unsorted())
    rounds.run([&] {
      if (rounds.depth < tuning.first_symbols)  // the paper's rounds over all groups at once, where a key is too short
        refine_together(rounds);
      else
        refine_by_classes(rounds, tuning);
    });
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX) template void larsson_sadakane(SortRun<SPACE, INDEX>&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
template std::size_t larsson_sadakane_workspace_bytes<std::uint32_t>(std::size_t, bool);
template std::size_t larsson_sadakane_workspace_bytes<std::uint64_t>(std::size_t, bool);
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
