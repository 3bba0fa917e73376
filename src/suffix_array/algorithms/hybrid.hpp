// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The hybrid of skew and prefix doubling of Wang, Baxter and Owens (2015): the sample of skew, two thirds of the suffixes, is
// sorted by doubling, which drops what is sorted, instead of by recursion. A round sorts by the ranks of the two suffixes h
// and 2h further on, so that the order's depth grows threefold. All distances are multiples of 3: a suffix of the sample
// meets only others of it.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

#include "suffix_array/algorithms.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/rounds/groups.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"
#include "suffix_array/samples/difference_cover.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/text/alphabet.hpp"
#include "suffix_array/text/first_sort.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::suffix_array_detail
{

/// At distances that are multiples of 3.
struct SuccessorInSample : SuccessorAtDepth
{
  [[nodiscard]] ChainDistances chain_distances(std::size_t h) const { return {1, h, 3}; }
};

/// Sorts the suffixes of the sample, without the empty one.
/// \param ranking        `suffix_array`, [0..m), receives the sample in order; `ranks`, [0..n), its ranks by position
/// \param width          of the keys: two ranks, or one where a key is too narrow
template <class ExecutionSpace, class Symbol, class Index>
void sort_sample(SortRun<ExecutionSpace, Symbol, Index> const& run, Ranking<ExecutionSpace, Index> const& ranking,
                 Steps<ExecutionSpace>& step, KeyWidth const& width = {.ranks = 2})
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& space = run.space;
  std::size_t const m = ranking.suffix_array.extent(0);
  SuffixArrayOptions const options = options_of_part(run.options, m, run.text.extent(0));
  Workspace::Scope scope(run.workspace);
  // one array serves three times: second value array of the first sort, then flags, then the suffixes of the rounds
  auto const suffixes = run.workspace.template take<Index, MemorySpace>(m + 1);
  Span<std::uint8_t, MemorySpace> const heads(reinterpret_cast<std::uint8_t*>(suffixes.data()), m + 1);
  Span<std::uint8_t, MemorySpace> const flags(heads.data() + m + 1, m + 1);
  std::size_t const depth =
      first_sort(space, run.text, SampleSuffixes{m}, ranking.suffix_array, Span<Index, MemorySpace>(suffixes.data(), m),
                 heads, run.statistics, step, run.workspace);
  step("first ranks", [&] { first_ranks(space, ranking, heads, run.workspace); });
  UnsortedSuffixes<Index, MemorySpace> unsorted;
  step("list unsorted", [&] { unsorted = first_unsorted(space, heads, flags, suffixes, run.workspace); });
  end_round(options, run.statistics, unsorted.size, m);
  rounds_until_sorted(space, ranking, unsorted, depth / 3 * 3, first_sort_tag + 1, options, run.statistics, step,
                      run.workspace, [&](std::size_t h, std::uint8_t tag) {
                        return doubling_round(space, ranking, SuccessorInSample{}, unsorted, h, width, tag, step,
                                              run.workspace);
                      });
}

/// sample = the sorted suffixes, behind the empty one where the sample has it.
template <class ExecutionSpace, class IndexView>
void copy_sample(ExecutionSpace const& space, DifferenceCover const& cover, IndexView const& sorted,
                 IndexView const& sample)
{
  if (cover.has_empty())
    Kokkos::deep_copy(space, Kokkos::subview(sample, 0), static_cast<typename IndexView::value_type>(cover.n));
  Kokkos::deep_copy(space, without_empty(cover, sample), sorted);
}

/// Bytes of workspace at the peak, at most: the ranks unless the caller has them, and the first sort of the sample, with two
/// keys of eight bytes a suffix; or its rounds, when all suffixes stay unsorted: the list, keys of eight bytes, and a copy
/// of keys and suffixes for the sort, or two places of each position of the text where they form chains; or the merge.
template <class Index>
std::size_t hybrid_workspace_bytes(std::size_t n, bool with_inverse)
{
  DifferenceCover const cover{n};
  std::size_t const m = cover.size();
  std::size_t const ranks = with_inverse ? 0 : sizeof(Index) * n;
  std::size_t const first_sort = sizeof(Index) * m + 16 * m;
  std::size_t const sort_scratch = std::max((8 + sizeof(Index)) * m, sizeof(Index) * n);
  std::size_t const rounds = sizeof(Index) * m + unsorted_bytes<Index>(m) + 8 * m + sort_scratch;
  std::size_t const merge = sizeof(Index) * m + 8 * max_packed_words<std::uint8_t>(n) + merge_rest_bytes<Index>(cover);
  constexpr std::size_t counters = std::size_t{8} << 20;
  std::size_t const own =
      std::max(ranks + std::max({first_sort, rounds, merge}), invert_bytes<Index>(n)) + n / 4 + counters;
  return std::max(own, skew_workspace_bytes<Index>(n, with_inverse));  // which takes its place for wide symbols
}

/// Texts of so many distinct symbols that a key of 64 bits does not hold three go to skew, which sorts triples digit by
/// digit.
template <class ExecutionSpace, class Symbol, class Index>
void hybrid(SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& space = run.space;
  auto const& suffix_array = run.suffix_array;
  auto& statistics = run.statistics;
  auto& workspace = run.workspace;
  std::size_t const n = run.text.extent(0);
  DifferenceCover const cover{n};
  Workspace::Scope scope(workspace);
  Steps<ExecutionSpace> step(space, &statistics);
  if constexpr (sizeof(Symbol) > 1) {
    // a first key of less than a triple leaves no distance to begin with
    if (3 * find_alphabet(space, run.text, workspace).bits > 64) return skew(run);
  }
  Ranking<ExecutionSpace, Index> const ranking{
      suffix_array, run.wants_inverse() ? run.inverse : workspace.template take<Index, MemorySpace>(n)};
  Span<Index, MemorySpace> const sorted(suffix_array.data(), n - cover.rest());
  sort_sample(run, Ranking<ExecutionSpace, Index>{sorted, ranking.ranks}, step);
  auto const sample = workspace.template take<Index, MemorySpace>(cover.size());
  PackedText<MemorySpace> packed;
  step("pack", [&] {
    copy_sample(space, cover, sorted, sample);
    Alphabet const alphabet = find_alphabet(space, run.text, workspace);
    auto const words = workspace.template take<std::uint64_t, MemorySpace>(packed_words(n, alphabet.bits));
    packed = pack_text(space, run.text, alphabet, words, workspace);
  });
  merge_rest(space, packed, cover, sample, ranking, step, workspace);
  if (run.wants_inverse()) step("invert", [&] { invert(space, ranking.suffix_array, ranking.ranks, workspace); });
  report_progress(run.options, 0, n);
}

}  // namespace lexikos::suffix_array_detail
