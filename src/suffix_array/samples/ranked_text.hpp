// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A text whose symbols are ranks, such as those of samples: its suffixes are in the order of what the ranks stand for. Where
// it repeats itself at length, doubling takes a round for every factor of two of that length over nearly all suffixes. So a
// few rounds are followed by a sample of the suffixes, again by windows, that is sorted in the same way, as a text of its
// own; one round by the samples' ranks then sorts the rest. With a quarter of the suffixes in each sample, all rounds
// together cost as much as seven over all suffixes, however long the repetitions are.
//
// Beyond the papers: recursion is that of Karkkainen and Sanders (2003), on a sample that the text chooses.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <limits>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/rounds/groups.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"
#include "suffix_array/samples/sample_successor.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/text/first_sort.hpp"

namespace lexikos::suffix_array_detail
{

/// When a sample of a text of ranks is worth the steps that it takes.
struct SparserSamples
{
  std::size_t fewest = std::size_t{1} << 18;  ///< unsorted suffixes

  /// Most are unsorted still, so that many rounds may follow.
  [[nodiscard]] bool pay(std::size_t unsorted, std::size_t n) const
  {
    return unsorted >= fewest && unsorted > n / 4 * 3;
  }
};

/// A text of ranks as windows are hashed.
template <class RankView>
struct RankedText
{
  RankView ranks;
  std::size_t n;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t symbols(std::size_t position, int) const { return ranks(position); }
};

/// Suffixes that agree in eight ranks have their sample at the same distance, and so have those right behind them: the
/// samples' own ranks then tell how far the next one is.
constexpr std::size_t depth_of_ranked_samples = 8;
constexpr Sampling sampling_of_ranked_text{static_cast<int>(depth_of_ranked_samples) - 1, 1};

/// The samples of a text as a text of their own, whose symbols are the ranks of the samples' groups.
template <class ExecutionSpace, class Index>
struct TextOfSamples
{
  Span<Index, typename ExecutionSpace::memory_space> positions;  ///< [0..m) ascending
  Ranking<ExecutionSpace, Index> ranking;                        ///< [0..m) of indices into `positions`
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
};

/// firsts(j), the first position whose window has sample j, becomes the sample's position.
template <class ExecutionSpace, class IndexView, class Unit = backends::ThisUnit>
void positions_of_samples(ExecutionSpace const& space,
                          SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                          IndexView const& firsts, IndexView const& positions)
{
  using Index = typename IndexView::value_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::positions_of_samples", range(space, positions.extent(0)),
      KOKKOS_LAMBDA(std::int64_t j) { positions(j) = static_cast<Index>(distances.sample(firsts(j))); });
}

/// values(k) = index of the sample suffix_array(k) and flags(k) = 1, or flags(k) = 0 where that is none.
template <class ExecutionSpace, class IndexView, class FlagView, class Unit = backends::ThisUnit>
void flag_sampled(ExecutionSpace const& space, IndexView const& suffix_array, IndexView const& index_of,
                  IndexView const& values, FlagView const& flags)
{
  using Index = typename IndexView::value_type;
  constexpr Index none = std::numeric_limits<Index>::max();
  Kokkos::parallel_for(
      "lexikos::suffix_array::flag_sampled", range(space, suffix_array.extent(0)), KOKKOS_LAMBDA(std::int64_t k) {
        Index const index = index_of(suffix_array(k));
        values(k) = index;
        flags(k) = index == none ? 0 : 1;
      });
}

/// order = the samples' indices in the order of their suffixes, in groups as they are.
template <class ExecutionSpace, class Index>
void order_samples(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                   Span<Index, typename ExecutionSpace::memory_space> const& positions,
                   Span<Index, typename ExecutionSpace::memory_space> const& order, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  std::size_t const n = ranking.suffix_array.extent(0);
  auto const index_of = workspace.take<Index, MemorySpace>(n);
  auto const values = workspace.take<Index, MemorySpace>(n);
  auto const flags = workspace.take<std::uint8_t, MemorySpace>(n);
  primitives::fill(space, index_of, std::numeric_limits<Index>::max());
  Span<Index, MemorySpace> const indices(values.data(), positions.extent(0));
  primitives::iota(space, indices, Index{0});
  primitives::scatter(space, positions, indices, index_of);
  flag_sampled(space, ranking.suffix_array, index_of, values, flags);
  primitives::pack_flagged(space, values, flags, order, workspace);
}

/// heads(k) != 0 where a group of samples begins, and at their end.
template <class ExecutionSpace, class Index, class HeadView>
void heads_of_samples(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                      Span<Index, typename ExecutionSpace::memory_space> const& positions,
                      Span<Index, typename ExecutionSpace::memory_space> const& order, HeadView const& heads,
                      Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  static_assert(first_sort_tag == 1, "what adjacent_heads writes");
  Workspace::Scope scope(workspace);
  std::size_t const m = order.extent(0);
  auto const ranks = workspace.take<Index, MemorySpace>(m);
  primitives::gather(space, order, positions, ranks);
  primitives::gather(space, ranks, ranking.ranks, ranks);
  primitives::adjacent_heads(space, ranks, Span<std::uint8_t, MemorySpace>(heads.data(), m));
  Kokkos::deep_copy(space, Kokkos::subview(heads, m), first_sort_tag);
}

/// Of the samples, whose suffixes are in groups that agree in depth_of_ranked_samples. Memory is the caller's scope's.
/// \param firsts  [0..m) as list_samples has them
template <class ExecutionSpace, class Index>
TextOfSamples<ExecutionSpace, Index> text_of_samples(
    ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
    SampleDistances<typename ExecutionSpace::memory_space> const& distances,
    Span<Index, typename ExecutionSpace::memory_space> const& firsts, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = firsts.extent(0);
  auto const take = [&](std::size_t size) { return workspace.take<Index, MemorySpace>(size); };
  TextOfSamples<ExecutionSpace, Index> text{take(m), {take(m), take(m)}, {}};
  // one array serves twice: flags, then the suffixes of the rounds
  auto const suffixes = take(m + 1);
  Span<std::uint8_t, MemorySpace> const heads(reinterpret_cast<std::uint8_t*>(suffixes.data()), m + 1);
  Span<std::uint8_t, MemorySpace> const flags(heads.data() + m + 1, m + 1);
  positions_of_samples(space, distances, firsts, text.positions);
  order_samples(space, ranking, text.positions, text.ranking.suffix_array, workspace);
  heads_of_samples(space, ranking, text.positions, text.ranking.suffix_array, heads, workspace);
  first_ranks(space, text.ranking, heads, workspace);
  text.unsorted = first_unsorted(space, heads, flags, suffixes, workspace);
  return text;
}

/// Sorts every group by the ranks of the samples behind its suffixes, which leaves none unsorted.
template <class ExecutionSpace, class Index>
void refine_by_samples(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                       SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                       TextOfSamples<ExecutionSpace, Index> const& samples,
                       UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::uint8_t tag,
                       Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  auto const ranks = workspace.take<Index, MemorySpace>(ranking.ranks.extent(0));  // of samples, by their positions
  step("gather keys", [&] {
    primitives::scatter(space, samples.positions, samples.ranking.ranks, ranks);
    SampleSuccessor<MemorySpace> const behind{distances};
    gather_keys(space, Ranking<ExecutionSpace, Index>{ranking.suffix_array, ranks}, behind, unsorted,
                distances.sampling.context());
  });
  refine_groups(space, ranking, unsorted, Span<Index, MemorySpace>(unsorted.keys.data(), unsorted.size),
                std::bit_width(samples.positions.extent(0)), tag, step, workspace);
  step("drop sorted", [&] { drop_sorted(space, unsorted, workspace); });
}

template <class ExecutionSpace, class Index>
void sort_ranked_text(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                      UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::uint8_t tag,
                      SuffixArrayOptions const& options, SuffixArrayStatistics& statistics, Steps<ExecutionSpace>& step,
                      Workspace& workspace, SparserSamples const& sparser = {});

/// Sorts the suffixes, in groups that agree in depth_of_ranked_samples, by way of the samples. Returns whether it did: not
/// where too many are samples, as in runs of one rank.
template <class ExecutionSpace, class Index>
bool sort_by_sparser_samples(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                             SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                             UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::uint8_t tag,
                             SuffixArrayOptions const& options, SuffixArrayStatistics& statistics,
                             Steps<ExecutionSpace>& step, Workspace& workspace, SparserSamples const& sparser)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = ranking.suffix_array.extent(0);
  Workspace::Scope scope(workspace);
  TextOfSamples<ExecutionSpace, Index> samples;
  bool are_few = false;
  step("sample ranks", [&] {
    Span<Index, MemorySpace> firsts(unsorted.suffixes.data(), distances.size);
    auto const count = [&] {
      Workspace::Scope flags_scope(workspace);
      return list_samples(space, distances, firsts, workspace.take<std::uint8_t, MemorySpace>(distances.size),
                          workspace);
    }();
    are_few = count <= n / 2;
    if (!are_few) return;
    firsts = Span<Index, MemorySpace>(firsts.data(), count);
    samples = text_of_samples(space, ranking, distances, firsts, workspace);
  });
  if (!are_few) return false;
  SuffixArrayOptions options_of_samples = options;
  if (options.progress)
    options_of_samples.progress = [&, known = 1 - static_cast<double>(unsorted.size) / static_cast<double>(n)](double) {
      return options.progress(known);  // the samples' own fraction is not the text's
    };
  SuffixArrayStatistics statistics_of_samples;
  sort_ranked_text(space, samples.ranking, samples.unsorted, first_sort_tag + 1, options_of_samples,
                   statistics_of_samples, step, workspace, sparser);
  refine_by_samples(space, ranking, distances, samples, unsorted, tag, step, workspace);
  end_round(options, statistics, unsorted.size, n);
  return true;
}

/// Sorts the suffixes of a text of ranks.
/// \param ranking   `suffix_array`, [0..n): its suffixes in groups that begin with the same rank; `ranks`, [0..n): the text,
///                  each rank that of its group, and at last those of the sorted suffixes
/// \param unsorted  those that share their group; `suffixes` is as long as the text
/// \param tag       larger than those of groups so far
template <class ExecutionSpace, class Index>
void sort_ranked_text(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                      UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::uint8_t tag,
                      SuffixArrayOptions const& options, SuffixArrayStatistics& statistics, Steps<ExecutionSpace>& step,
                      Workspace& workspace, SparserSamples const& sparser)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  std::size_t const n = ranking.suffix_array.extent(0);
  std::size_t depth = 1;
  if (sparser.pay(unsorted.size, n)) {
    SampleDistances<MemorySpace> distances;
    step("find samples", [&] {
      auto const words = workspace.take<std::uint32_t, MemorySpace>(sample_distance_words(n));
      distances = find_samples(space, RankedText{ranking.ranks, n}, sampling_of_ranked_text, words);
    });
    for (; depth < depth_of_ranked_samples && unsorted.size != 0; depth *= 2, ++tag) {
      doubling_round(space, ranking, SuccessorAtDepth{}, unsorted, depth, {}, tag, step, workspace);
      step("drop sorted", [&] { drop_sorted(space, unsorted, workspace); });
      end_round(options, statistics, unsorted.size, n);
    }
    if (sparser.pay(unsorted.size, n) && sort_by_sparser_samples(space, ranking, distances, unsorted, tag, options,
                                                                 statistics, step, workspace, sparser))
      return;
  }
  doubling_rounds(space, ranking, SuccessorAtDepth{}, unsorted, depth, tag, options, statistics, step, workspace);
}

}  // namespace lexikos::suffix_array_detail
