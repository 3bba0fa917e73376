// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The hybrid of skew and prefix doubling of Wang, Baxter and Owens (2015): the sample of skew, two thirds of the suffixes, is
// sorted by doubling, which drops what is sorted, instead of by recursion. A round sorts by the ranks of the two suffixes h
// and 2h further on, so that the order's depth grows threefold. All distances are multiples of 3: a suffix of the sample
// meets only others of it.

#include "suffix_array/algorithms/hybrid.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>

#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/samples/difference_cover.hpp"
#include "suffix_array/text/first_sort.hpp"

namespace lexikos::suffix_array_detail
{

template <class ExecutionSpace, class Index>
void sort_sample(SortRun<ExecutionSpace, Index>& run, Ranking<ExecutionSpace, Index> const& ranking,
                 KeyWidth const& width)
{
  std::size_t const m = ranking.suffix_array.extent(0);
  Report const report = run.context.report.of_part(m);
  Workspace::Scope const scope(run.context.workspace);
  auto const memory = take_round_memory<Index>(run.context, m);
  std::size_t const depth = first_sort(run, SampleSuffixes{m}, ranking.suffix_array, memory);
  auto rounds = start_rounds(run.context.with(report), ranking, memory, depth / 3 * 3);
  while (rounds.any_unsorted()) rounds.run([&] { double_depth(rounds, SuccessorAtDepth{.unit = 3}, width); });
}

namespace
{

/// sample = the sorted suffixes, after the empty one where the sample has it.
template <class ExecutionSpace, class IndexView>
void copy_sample(ExecutionSpace const& space, DifferenceCover const& cover, IndexView const& sorted,
                 IndexView const& sample)
{
  if (cover.has_empty())
    Kokkos::deep_copy(space, Kokkos::subview(sample, 0), static_cast<typename IndexView::value_type>(cover.n));
  Kokkos::deep_copy(space, without_empty(cover, sample), sorted);
}

}  // namespace

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
  std::size_t const merge = sizeof(Index) * m + 8 * max_packed_words(n, 8) + merge_rest_bytes<Index>(cover);
  std::size_t const own =
      std::max(ranks + std::max({first_sort, rounds, merge}), invert_bytes<Index>(n)) + primitive_bytes(n);
  return std::max(own, skew_workspace_bytes<Index>(n, with_inverse));  // which takes its place for wide symbols
}

/// Texts of so many distinct symbols that a key of 64 bits does not hold three go to skew, which sorts triples digit by
/// digit: a first key of less than a triple leaves no distance to start with.
template <class ExecutionSpace, class Index>
void hybrid(SortRun<ExecutionSpace, Index>& run)
{
  auto const& context = run.context;
  if (3 * alphabet_of(run).bits > 64) return skew(run);
  DifferenceCover const cover{run.size()};
  Workspace::Scope const scope(context.workspace);
  Ranking<ExecutionSpace, Index> const ranking{run.suffix_array, run.take_ranks()};
  auto const sorted = first_of(run.suffix_array, run.size() - cover.rest());
  sort_sample(run, Ranking<ExecutionSpace, Index>{sorted, ranking.ranks});
  auto const sample = context.template take<Index>(cover.size());
  context.step("copy sample", [&] { copy_sample(context.space, cover, sorted, sample); });
  merge_rest(context, packed_text_of(run), sample, ranking);
  if (run.wants_inverse()) context.step("invert", [&] { invert(context, ranking); });
  context.report.progress(0);
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)       \
  template void hybrid(SortRun<SPACE, INDEX>&); \
  template void sort_sample(SortRun<SPACE, INDEX>&, Ranking<SPACE, INDEX> const&, KeyWidth const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
template std::size_t hybrid_workspace_bytes<std::uint32_t>(std::size_t, bool);
template std::size_t hybrid_workspace_bytes<std::uint64_t>(std::size_t, bool);
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
