// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Larsson and Sadakane's suffix sorting (2007) on GPUs: Algorithm 1 of "Fast In-Memory Suffix Sorting on the GPU". The
// suffixes that share their group with others stand in a list (its USIA: `slots`; UGHF: `heads`; UGHA and UGLA, the groups'
// heads and lengths: `offsets`), and each round sorts their groups by one of three ways, depending on their length.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "suffix_array/algorithms/osipov.hpp"
#include "suffix_array/groups/classes.hpp"
#include "suffix_array/groups/large.hpp"
#include "suffix_array/groups/merge_sort.hpp"
#include "suffix_array/groups/radix_sort.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/rounds/groups.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"

namespace lexikos::suffix_array_detail
{

inline void check_tuning(LarssonSadakaneTuning const& tuning)
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
void sort_small_groups(ExecutionSpace const& space,
                       UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                       GroupClasses<Index, typename ExecutionSpace::memory_space> const& classes, int key_bits,
                       Workspace& workspace)
{
  for (int c = 0; c < small_classes; ++c)
    primitives::sort_listed_segments(space, unsorted.keys, unsorted.suffixes, unsorted.offsets, classes.of(c),
                                     std::size_t{2} << c, key_bits, workspace);
}

template <class ExecutionSpace, class Index>
void sort_medium_groups(ExecutionSpace const& space,
                        UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                        Span<Index, typename ExecutionSpace::memory_space> const& groups, int key_bits,
                        LarssonSadakaneTuning const& tuning, Workspace& workspace)
{
  if (tuning.medium_sort == LarssonSadakaneTuning::MediumSort::radix)
    radix_sort_groups(space, unsorted, groups, tuning.part, key_bits, workspace);
  else
    merge_sort_groups(space, unsorted, groups, tuning.part, key_bits, workspace);
}

template <class ExecutionSpace, class Index>
void sort_large_groups(ExecutionSpace const& space,
                       UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                       Span<Index, typename ExecutionSpace::memory_space> const& groups, int key_bits,
                       LarssonSadakaneTuning const& tuning, Workspace& workspace)
{
  if (tuning.large_sort == LarssonSadakaneTuning::LargeSort::one_by_one)
    sort_groups_one_by_one(space, unsorted, groups, key_bits, workspace);
  else
    sort_groups_together(space, unsorted, groups, key_bits, workspace);
}

/// Lines 8 to 13 of the paper's Algorithm 1. Keys are gathered before any rank changes.
template <class ExecutionSpace, class Index>
void larsson_sadakane_round(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                            UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                            std::size_t h, std::uint8_t tag, LarssonSadakaneTuning const& tuning,
                            Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  int const key_bits = std::bit_width(ranking.ranks.extent(0));
  step("gather keys", [&] { gather_keys(space, ranking, SuccessorAtDepth{}, unsorted, h); });
  {
    Workspace::Scope scope(workspace);
    GroupClasses<Index, MemorySpace> classes;
    step("divide groups",
         [&] { classes = divide_groups(space, unsorted, tuning.max_small, tuning.max_medium, workspace); });
    step("sort small groups", [&] { sort_small_groups(space, unsorted, classes, key_bits, workspace); });
    step("sort medium groups",
         [&] { sort_medium_groups(space, unsorted, classes.of(medium_class), key_bits, tuning, workspace); });
    step("sort large groups",
         [&] { sort_large_groups(space, unsorted, classes.of(large_class), key_bits, tuning, workspace); });
  }
  split_groups(space, ranking, unsorted, unsorted.keys, tag, step, workspace);
}

/// A round takes a list of the groups, and for large groups sorted together two arrays of eight bytes and two of an index a
/// suffix. Others take less, unless a tuning makes small groups or parts of fewer than 32 suffixes.
template <class Index>
std::size_t larsson_sadakane_workspace_bytes(std::size_t n, bool with_inverse)
{
  return doubling_workspace_bytes<Index>(n, with_inverse, 16 + 2 * sizeof(Index) + sizeof(Index) / 2);
}

template <class ExecutionSpace, class Symbol, class Index>
void larsson_sadakane(SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  auto const& tuning = run.options.larsson_sadakane;
  check_tuning(tuning);
  Workspace::Scope scope(run.workspace);
  Steps<ExecutionSpace> step(run.space, &run.statistics);
  auto state = sort_first_symbols(run, step, tuning.first_symbols);
  rounds_until_sorted(run, state, step, [&](std::size_t h, std::uint8_t tag) {
    if (h < tuning.first_symbols)  // the paper's rounds over all groups at once, where the first symbols exceed a key
      osipov_round(run.space, state.ranking, SuccessorAtDepth{}, state.unsorted, h, widest_sort_key, tag, step,
                   run.workspace);
    else
      larsson_sadakane_round(run.space, state.ranking, state.unsorted, h, tag, tuning, step, run.workspace);
    return SuccessorAtDepth{}.depth_after(h);
  });
}

}  // namespace lexikos::suffix_array_detail
