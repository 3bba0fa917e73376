// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Prefix doubling as Osipov (2012) does it on GPUs: the suffixes that are not yet in their place are sorted all together, by
// the rank of their group and the rank of the suffix h symbols further on, with one radix sort a round.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <utility>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/rounds/groups.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"

namespace lexikos::suffix_array_detail
{

constexpr int widest_sort_key = 64;  // bits

/// suffixes(j) = the j-th unsorted suffix, pairs(j) = its rank and, in the lowest `key_bits` bits, its key.
template <class ExecutionSpace, class Index, class Successor, class PairView, class Unit = backends::ThisUnit>
void gather_pairs(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Successor const& behind,
                  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::size_t h,
                  int key_bits, PairView const& pairs)
{
  auto const slots = unsorted.slots;
  auto const suffixes = unsorted.suffixes;
  Kokkos::parallel_for(
      "lexikos::suffix_array::gather_pairs", range(space, unsorted.size), KOKKOS_LAMBDA(std::int64_t j) {
        Index const suffix = ranking.suffix_array(slots(j));
        suffixes(j) = suffix;
        pairs(j) = (std::uint64_t{ranking.ranks(suffix)} << key_bits) | behind.key(ranking, suffix, h);
      });
}

/// keys(j) = the key of suffixes(j).
template <class ExecutionSpace, class Index, class Successor, class IndexView, class Unit = backends::ThisUnit>
void keys_of(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Successor const& behind,
             IndexView const& suffixes, std::size_t h, IndexView const& keys)
{
  Kokkos::parallel_for(
      "lexikos::suffix_array::keys_of", range(space, suffixes.extent(0)),
      KOKKOS_LAMBDA(std::int64_t j) { keys(j) = behind.key(ranking, suffixes(j), h); });
}

/// A round by one sort of pairs; a rank and a key, of `bits` bits each, fit 64.
template <class ExecutionSpace, class Index, class Successor>
void round_by_pairs(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Successor const& behind,
                    UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::size_t h, int bits,
                    std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = unsorted.size;
  Workspace::Scope scope(workspace);
  primitives::DoubleBuffer pairs{workspace.take<std::uint64_t, MemorySpace>(m),
                                 workspace.take<std::uint64_t, MemorySpace>(m)};
  primitives::DoubleBuffer suffixes{Span<Index, MemorySpace>(unsorted.suffixes.data(), m),
                                    Span<Index, MemorySpace>(unsorted.keys.data(), m)};
  step("gather pairs", [&] { gather_pairs(space, ranking, behind, unsorted, h, bits, pairs.current); });
  step("sort together", [&] { primitives::radix_sort_pairs(space, pairs, suffixes, 0, 2 * bits, workspace); });
  if (suffixes.current.data() == unsorted.keys.data()) std::swap(unsorted.suffixes, unsorted.keys);
  split_groups(space, ranking, unsorted, pairs.current, tag, step, workspace);
}

/// A round by two stable sorts: by key, then by rank.
template <class ExecutionSpace, class Index, class Successor>
void round_by_two_sorts(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                        Successor const& behind,
                        UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::size_t h,
                        int bits, std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = unsorted.size;
  Span<Index, MemorySpace> const list(unsorted.suffixes.data(), m);
  step("gather pairs", [&] { gather_keys(space, ranking, behind, unsorted, h); });
  step("sort together", [&] {
    Workspace::Scope scope(workspace);
    primitives::DoubleBuffer keys{Span<Index, MemorySpace>(unsorted.keys.data(), m),
                                  workspace.take<Index, MemorySpace>(m)};
    primitives::DoubleBuffer suffixes{list, workspace.take<Index, MemorySpace>(m)};
    primitives::radix_sort_pairs(space, keys, suffixes, 0, bits, workspace);
    primitives::gather(space, suffixes.current, ranking.ranks, keys.current);
    primitives::radix_sort_pairs(space, keys, suffixes, 0, bits, workspace);
    if (suffixes.current.data() != list.data()) Kokkos::deep_copy(space, list, suffixes.current);
  });
  Span<Index, MemorySpace> const keys(unsorted.keys.data(), m);
  step("gather pairs", [&] { keys_of(space, ranking, behind, list, h, keys); });
  split_groups(space, ranking, unsorted, keys, tag, step, workspace);
}

/// One round: all unsorted suffixes are sorted together by rank and key.
/// \param widest  bits that the two may have as one key
template <class ExecutionSpace, class Index, class Successor>
void osipov_round(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Successor const& behind,
                  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::size_t h, int widest,
                  std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  int const bits = std::bit_width(ranking.ranks.extent(0));
  if (2 * bits <= widest)
    round_by_pairs(space, ranking, behind, unsorted, h, bits, tag, step, workspace);
  else
    round_by_two_sorts(space, ranking, behind, unsorted, h, bits, tag, step, workspace);
}

/// A round takes two arrays of pairs, and one of an index a suffix when they are sorted.
template <class Index>
std::size_t osipov_workspace_bytes(std::size_t n, bool with_inverse)
{
  return doubling_workspace_bytes<Index>(n, with_inverse, 16 + sizeof(Index));
}

/// \param widest  bits that the key of a sort may have
template <class ExecutionSpace, class Symbol, class Index>
void osipov(SortRun<ExecutionSpace, Symbol, Index> const& run, int widest)
{
  Workspace::Scope scope(run.workspace);
  Steps<ExecutionSpace> step(run.space, &run.statistics);
  auto state = sort_first_symbols(run, step);
  rounds_until_sorted(run, state, step, [&](std::size_t h, std::uint8_t tag) {
    osipov_round(run.space, state.ranking, SuccessorAtDepth{}, state.unsorted, h, widest, tag, step, run.workspace);
    return SuccessorAtDepth{}.depth_after(h);
  });
}

template <class ExecutionSpace, class Symbol, class Index>
void osipov(SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  osipov(run, widest_sort_key);
}

}  // namespace lexikos::suffix_array_detail
