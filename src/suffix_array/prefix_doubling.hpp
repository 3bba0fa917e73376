// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Prefix doubling: Algorithm 3 of "gpu-pd" (2020), after Manber and Myers (1993), with the ranks of Larsson and Sadakane
// (2007). Its state is the suffix array, in which groups of suffixes that agree in their first h symbols stand together, a
// flag where each group begins, and the rank of every suffix: the index of its group's first entry. A group's first entry
// never moves, so finished suffixes keep their rank and drop out of the rounds.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

#include "suffix_array/doubling.hpp"
#include "suffix_array/first_sort.hpp"
#include "suffix_array/groups.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// Sorted by the rank of the suffix h symbols further on, the suffixes of a group agree in 2h symbols.
struct RankBehindPrefix
{
  /// A suffix in a group has h symbols at least, so the one behind begins at the end of the text at most.
  template <class Ranking>
  [[nodiscard]] KOKKOS_FUNCTION auto key(Ranking const& ranking, std::size_t position, std::size_t h) const
  {
    using Index = typename decltype(ranking.ranks)::value_type;
    std::size_t const next = position + h;
    return next < ranking.ranks.extent(0) ? ranking.ranks(next) + 1 : Index{0};
  }

  [[nodiscard]] std::size_t depth_after(std::size_t h) const { return 2 * h; }
  [[nodiscard]] ChainDistances chain_distances(std::size_t h) const { return {1, h}; }
};

/// Bytes of workspace at the peak, at most. First sort: two keys of eight bytes and an index a suffix. Rounds, when all
/// suffixes stay unsorted and form chains: the ranks unless the caller has them, the list, keys of eight bytes, and a copy
/// of keys and suffixes for the sort.
template <class Index>
std::size_t prefix_doubling_workspace_bytes(std::size_t n, bool with_inverse)
{
  std::size_t const first_sort = 16 * n;
  std::size_t const ranks = with_inverse ? 0 : sizeof(Index) * n;
  std::size_t const rounds = ranks + unsorted_bytes<Index>(n) + (16 + sizeof(Index)) * n;
  constexpr std::size_t counters = std::size_t{8} << 20;
  return sizeof(Index) * n + std::max(first_sort, rounds) + n / 4 + counters;
}

template <class ExecutionSpace, class Symbol, class Index>
void prefix_doubling(SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& [space, text, suffix_array, inverse, options, statistics, workspace] = run;
  std::size_t const n = text.extent(0);
  Workspace::Scope scope(workspace);
  Steps<ExecutionSpace> step(space, &statistics);
  // one array serves three times: second value array of the first sort, then flags, then the suffixes of the rounds
  auto const suffixes = workspace.template take<Index, MemorySpace>(n + 1);
  Span<std::uint8_t, MemorySpace> const heads(reinterpret_cast<std::uint8_t*>(suffixes.data()), n + 1);
  Span<std::uint8_t, MemorySpace> const flags(heads.data() + n + 1, n);
  std::size_t const depth =
      first_sort(space, text, AllSuffixes{n}, suffix_array, Span<Index, MemorySpace>(suffixes.data(), n), heads,
                 statistics, step, workspace);
  Ranking<ExecutionSpace, Index> const ranking{
      suffix_array, run.wants_inverse() ? inverse : workspace.template take<Index, MemorySpace>(n)};
  step("first ranks", [&] { first_ranks(space, ranking, heads, workspace); });
  UnsortedSuffixes<Index, MemorySpace> unsorted;
  step("list unsorted", [&] { unsorted = first_unsorted(space, heads, flags, suffixes, workspace); });
  doubling_rounds(space, ranking, RankBehindPrefix{}, unsorted, depth, options, statistics, step, workspace);
}

}  // namespace lexikos::suffix_array_detail
