// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/samples/ranked_text.hpp"

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>
#include <limits>
#include <optional>

#include "backends/primitives.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/rounds/refine.hpp"
#include "suffix_array/samples/sample_successor.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// A text of ranks as windows are hashed.
template <class RankView>
struct RankedText
{
  RankView ranks;
  std::size_t n;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t symbols(std::size_t position, int) const { return ranks(position); }
};

/// Suffixes that agree in eight ranks have their sample at the same distance, and so have those that follow at once: the
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

/// values(k) = index of the sample suffix_array(k) and flags(k) = 1, or flags(k) = 0 where that is not a sample.
template <class IndexView, class FlagView>
struct FlagSampled
{
  IndexView suffix_array;
  IndexView index_of;
  IndexView values;
  FlagView flags;

  KOKKOS_FUNCTION void operator()(std::size_t k) const
  {
    using Index = typename IndexView::value_type;
    Index const index = index_of(suffix_array(k));
    values(k) = index;
    flags(k) = index == std::numeric_limits<Index>::max() ? 0 : 1;
  }
};

/// order = the samples' indices in the order of their suffixes, in groups as they are.
template <class ExecutionSpace, class Index>
void order_samples(Context<ExecutionSpace> const& context, Ranking<ExecutionSpace, Index> const& ranking,
                   Span<Index, typename ExecutionSpace::memory_space> const& positions,
                   Span<Index, typename ExecutionSpace::memory_space> const& order)
{
  using IndexView = Span<Index, typename ExecutionSpace::memory_space>;
  using FlagView = Span<std::uint8_t, typename ExecutionSpace::memory_space>;
  auto const& space = context.space;
  Workspace::Scope const scope(context.workspace);
  std::size_t const n = ranking.suffix_array.extent(0);
  auto const index_of = context.template take<Index>(n);
  auto const values = context.template take<Index>(n);
  auto const flags = context.template take<std::uint8_t>(n);
  primitives::fill(space, index_of, std::numeric_limits<Index>::max());
  auto const indices = first_of(values, positions.extent(0));
  primitives::iota(space, indices, Index{0});
  primitives::scatter(space, positions, indices, index_of);
  Kokkos::parallel_for("lexikos::suffix_array::flag_sampled", backends::Range<ExecutionSpace>(space, 0, n),
                       FlagSampled<IndexView, FlagView>{ranking.suffix_array, index_of, values, flags});
  primitives::pack_flagged(space, values, flags, order, context.workspace);
}

/// heads(k) != 0 where a group of samples starts, and at their end.
template <class ExecutionSpace, class Index>
void heads_of_samples(Context<ExecutionSpace> const& context,
                      Span<Index, typename ExecutionSpace::memory_space> const& ranks,
                      Span<Index, typename ExecutionSpace::memory_space> const& positions,
                      Span<Index, typename ExecutionSpace::memory_space> const& order,
                      Span<std::uint8_t, typename ExecutionSpace::memory_space> const& heads)
{
  static_assert(first_sort_number == 1, "what adjacent_heads writes");
  auto const& space = context.space;
  Workspace::Scope const scope(context.workspace);
  std::size_t const m = order.extent(0);
  auto const sample_ranks = context.template take<Index>(m);
  primitives::gather(space, order, positions, sample_ranks);
  primitives::gather(space, sample_ranks, ranks, sample_ranks);
  primitives::adjacent_heads(space, sample_ranks, first_of(heads, m));
  Kokkos::deep_copy(space, Kokkos::subview(heads, m), first_sort_number);
}

/// Of the samples, whose suffixes are in groups that agree in depth_of_ranked_samples. Memory is taken in the caller's scope.
/// \param firsts  [0..m) as list_samples has them
template <class ExecutionSpace, class Index>
TextOfSamples<ExecutionSpace, Index> text_of_samples(
    Rounds<ExecutionSpace, Index> const& rounds,
    SampleDistances<typename ExecutionSpace::memory_space> const& distances,
    Span<Index, typename ExecutionSpace::memory_space> const& firsts)
{
  auto const& context = rounds.context;
  std::size_t const m = firsts.extent(0);
  auto const take = [&](std::size_t size) { return context.template take<Index>(size); };
  TextOfSamples<ExecutionSpace, Index> text{take(m), {take(m), take(m)}, {}};
  auto const memory = take_round_memory<Index>(context, m);
  auto const& order = text.ranking.suffix_array;
  positions_of_samples(context, distances, firsts, text.positions);
  order_samples(context, rounds.ranking, text.positions, order);
  heads_of_samples(context, rounds.ranking.ranks, text.positions, order, memory.heads());
  first_ranks(context, text.ranking, memory.heads());
  text.unsorted = first_unsorted(context, memory);
  return text;
}

/// Makes the text of the samples, unless too many are samples, as in runs of one rank.
template <class ExecutionSpace, class Index>
std::optional<TextOfSamples<ExecutionSpace, Index>> take_samples(
    Rounds<ExecutionSpace, Index> const& rounds,
    SampleDistances<typename ExecutionSpace::memory_space> const& distances)
{
  auto const& context = rounds.context;
  auto const firsts = first_of(rounds.unsorted.suffixes, distances.size);
  std::size_t const count = [&] {
    Workspace::Scope const scope(context.workspace);
    return list_samples(context, distances, firsts, context.template take<std::uint8_t>(distances.size));
  }();
  if (count > rounds.ranking.suffix_array.extent(0) / 2) return std::nullopt;
  return text_of_samples(rounds, distances, first_of(firsts, count));
}

/// Sorts every group by the ranks of the samples that follow its suffixes, which leaves none unsorted.
template <class ExecutionSpace, class Index>
void refine_by_samples(Rounds<ExecutionSpace, Index>& rounds,
                       SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                       TextOfSamples<ExecutionSpace, Index> const& samples)
{
  auto const& context = rounds.context;
  Workspace::Scope const scope(context.workspace);
  auto const ranks = context.template take<Index>(rounds.ranking.ranks.extent(0));  // of samples, by their positions
  context.step("gather keys", [&] {
    primitives::scatter(context.space, samples.positions, samples.ranking.ranks, ranks);
    rounds.depth = distances.sampling.context();  // so that the next window is looked at
    gather_keys(rounds, SampleSuccessor<typename ExecutionSpace::memory_space>{distances}, ranks);
  });
  refine_groups(rounds, first_of(rounds.unsorted.keys, rounds.unsorted.size),
                static_cast<int>(std::bit_width(samples.positions.extent(0))));
}

/// Sorts the suffixes, in groups that agree in depth_of_ranked_samples, by way of the samples. Returns whether it did.
template <class ExecutionSpace, class Index>
bool sort_by_sparser_samples(Rounds<ExecutionSpace, Index>& rounds,
                             SampleDistances<typename ExecutionSpace::memory_space> const& distances)
{
  auto const& context = rounds.context;
  Workspace::Scope const scope(context.workspace);
  std::optional<TextOfSamples<ExecutionSpace, Index>> samples;
  context.step("sample ranks", [&] { samples = take_samples(rounds, distances); });
  if (!samples) return false;
  Report const inner = context.report.of_inner_sort(rounds.unsorted.size);
  Rounds<ExecutionSpace, Index> rounds_of_samples{context.with(inner), samples->ranking, samples->unsorted, 1};
  sort_ranked_text(rounds_of_samples);
  rounds.run([&] { refine_by_samples(rounds, distances, *samples); });
  return true;
}

}  // namespace

template <class ExecutionSpace, class Index>
void sort_ranked_text(Rounds<ExecutionSpace, Index>& rounds)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& context = rounds.context;
  auto const& text = rounds.ranking.ranks;
  std::size_t const n = rounds.ranking.suffix_array.extent(0);
  Workspace::Scope const scope(context.workspace);
  auto const samples_pay = [&] { return sparser_samples_pay(context.tuning, rounds.unsorted.size, n); };
  if (samples_pay()) {
    SampleDistances<MemorySpace> distances;
    context.step("find samples", [&] {
      auto const words = context.template take<std::uint32_t>(sample_distance_words(n));
      distances =
          find_samples(context.space, RankedText<Span<Index, MemorySpace>>{text, n}, sampling_of_ranked_text, words);
    });
    while (rounds.depth < depth_of_ranked_samples && rounds.any_unsorted())
      rounds.run([&] { double_depth(rounds, SuccessorAtDepth{}); });
    if (samples_pay() && sort_by_sparser_samples(rounds, distances)) return;
  }
  finish_by_doubling(rounds, SuccessorAtDepth{});
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX) template void sort_ranked_text<SPACE, INDEX>(Rounds<SPACE, INDEX>&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
