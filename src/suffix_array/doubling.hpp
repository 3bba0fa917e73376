// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The rounds of every algorithm that doubles: the suffixes of a group, which agree in their first h symbols, are sorted by
// the rank of a suffix further on, at most h symbols, at a distance that is the same for all of the group.
//
// Where that suffix lies is what the algorithms differ in, and what `Behind` knows:
//   key(ranking, position, h)  1 + the rank of the suffix behind `position`, 0 for the empty suffix
//   depth_after(h)             symbols in which suffixes of a group agree when they were sorted by these keys
//   chain_distances(h)         least and largest distance at which chains may be followed (periods.hpp)

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "suffix_array/first_sort.hpp"
#include "suffix_array/groups.hpp"
#include "suffix_array/periods.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// suffixes(j) = the j-th unsorted suffix, keys(j) = its key in a round of depth h.
template <class ExecutionSpace, class Index, class Behind>
void gather_keys(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Behind const& behind,
                 UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::size_t h)
{
  auto const slots = unsorted.slots;
  auto const suffixes = unsorted.suffixes;
  auto const keys = unsorted.keys;
  Kokkos::parallel_for(
      "lexikos::suffix_array::gather_keys", range(space, unsorted.size), KOKKOS_LAMBDA(std::int64_t j) {
        Index const suffix = ranking.suffix_array(slots(j));
        suffixes(j) = suffix;
        keys(j) = behind.key(ranking, suffix, h);
      });
}

/// The chains by which a round of depth h may sort; a distance of 0 where the text is not periodic. Fences.
template <class ExecutionSpace, class Index, class Behind>
ChainOrder find_chains(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Behind const& behind,
                       UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::size_t h,
                       Workspace& workspace)
{
  ChainDistances const distances = behind.chain_distances(h);
  std::size_t const distance = common_distance(space, ranking, unsorted, distances, workspace);
  return chain_order<Index>(ranking.ranks.extent(0), distance, distances);
}

/// Sorts every group by its chains: afterwards its suffixes agree in twice as many symbols.
template <class ExecutionSpace, class Index, class Behind>
void refine_by_chains(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Behind const& behind,
                      ChainOrder const& order, UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted,
                      std::size_t h, std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  auto const keys = workspace.take<std::uint64_t, MemorySpace>(unsorted.size);
  step("chain keys", [&] {
    Workspace::Scope chain_scope(workspace);
    auto const ends = workspace.take<Index, MemorySpace>(order.size());
    find_chain_ends(space, order, ranking.ranks, ends, workspace);
    chain_keys(space, order, ranking, behind, ends, unsorted, h, keys);
  });
  int const key_bits = std::bit_width(2 * order.length - 1) + std::bit_width(ranking.ranks.extent(0));
  refine_groups(space, ranking, unsorted, keys, key_bits, tag, step, workspace);
}

/// One round: every group of suffixes that agree in h symbols is sorted. Where the text is periodic, by chains.
template <class ExecutionSpace, class Index, class Behind>
void doubling_round(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Behind const& behind,
                    UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::size_t h,
                    std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ChainOrder order;
  step("find period", [&] { order = find_chains(space, ranking, behind, unsorted, h, workspace); });
  if (order.distance == 0) {
    step("gather keys", [&] { gather_keys(space, ranking, behind, unsorted, h); });
    refine_groups(space, ranking, unsorted, Span<Index, MemorySpace>(unsorted.keys.data(), unsorted.size),
                  std::bit_width(ranking.ranks.extent(0)), tag, step, workspace);
  }
  else {
    refine_by_chains(space, ranking, behind, order, unsorted, h, tag, step, workspace);
  }
  step("drop sorted", [&] { drop_sorted(space, unsorted, workspace); });
}

/// Rounds until every suffix stands in its place and ranks are those of the sorted suffixes.
/// \param h  symbols in which the suffixes of a group agree
template <class ExecutionSpace, class Index, class Behind>
void doubling_rounds(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Behind const& behind,
                     UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::size_t h,
                     SuffixArrayOptions const& options, SuffixArrayStatistics& statistics, Steps<ExecutionSpace>& step,
                     Workspace& workspace)
{
  for (std::uint8_t tag = first_sort_tag + 1;; ++tag, h = behind.depth_after(h)) {
    statistics.unsorted.push_back(unsorted.size);
    report_progress(options, unsorted.size, ranking.suffix_array.extent(0));
    if (unsorted.size == 0) break;
    doubling_round(space, ranking, behind, unsorted, h, tag, step, workspace);
  }
}

}  // namespace lexikos::suffix_array_detail
