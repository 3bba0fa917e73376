// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prefix doubling over a synchronizing set. Only the sampled suffixes go through the rounds, a quarter of all or fewer. In
// their order the suffixes before each of them are listed, whose windows have this sample; a stable sort of that list by
// the symbols that such a window depends on is the suffix array. Where the first rounds leave nearly all samples unsorted,
// the text repeats itself at length, and their ranks are sorted as a text of their own (samples/ranked_text.hpp).
//
// Beyond the papers: the hybrid of Wang, Baxter and Owens (2015) samples two thirds by position, so that suffixes of one
// group have their samples at different distances and a merge has to follow.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/primitives.hpp"
#include "common/copy_from_host.hpp"
#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/in_parts/call_in_parts.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/rounds/refine.hpp"
#include "suffix_array/samples/long_runs.hpp"
#include "suffix_array/samples/ranked_text.hpp"
#include "suffix_array/samples/run_successor.hpp"
#include "suffix_array/samples/sample_choice.hpp"
#include "suffix_array/samples/sample_successor.hpp"
#include "suffix_array/samples/suffixes_by_samples.hpp"
#include "suffix_array/samples/transform_by_samples.hpp"
#include "suffix_array/text/first_sort.hpp"
#include "suffix_array/text/symbol_round.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

template <class ExecutionSpace, class Index>
SampledText<typename ExecutionSpace::memory_space> sample_text(SortRun<ExecutionSpace, Index>& run,
                                                               Sampling const& sampling)
{
  SampledText<typename ExecutionSpace::memory_space> sampled;
  sampled.packed = packed_text_of(run);
  run.context.step("find samples", [&] {
    auto const words = run.context.template take<std::uint32_t>(sample_distance_words(run.size()));
    sampled.distances = find_samples(run.context.space, sampled.packed, sampling, words);
    if (sampling.skips_runs) mark_runs(run.context.space, sampled);
  });
  run.statistics().first_depth = static_cast<unsigned>(sampled.packed.symbols_per_key());
  return sampled;
}

/// The samples as a first sort takes them, from the last one to the first.
template <class Index, class MemorySpace>
struct SamplesBackwards
{
  static constexpr bool lies_in_result = true;

  Span<Index, MemorySpace> firsts;  ///< [0..m) first position whose window has the sample
  SampleDistances<MemorySpace> distances;

  [[nodiscard]] std::size_t size() const { return firsts.extent(0); }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t j) const
  {
    return distances.sample(firsts(firsts.extent(0) - 1 - j));
  }
};

/// Lists the samples, sorts them by their first symbols, and ranks them. Memory is taken in the caller's scope.
/// \param samples  where they are listed: [0..m), by the first positions whose windows have them
/// \param ranks    [0..n) by position; afterwards those of the samples, the largest index elsewhere
template <class ExecutionSpace, class Index>
Rounds<ExecutionSpace, Index> sort_first_symbols_of_samples(
    Context<ExecutionSpace> const& context, SampledText<typename ExecutionSpace::memory_space> const& sampled,
    Ranking<ExecutionSpace, Index> const& ranking)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = ranking.suffix_array.extent(0);
  auto const memory = take_round_memory<Index>(context, m);
  {
    Workspace::Scope const scope(context.workspace);
    primitives::DoubleBuffer const keys{context.template take<std::uint64_t>(m),
                                        context.template take<std::uint64_t>(m)};
    SamplesBackwards<Index, MemorySpace> const chosen{ranking.suffix_array, sampled.distances};
    sort_by_first_keys(context, sampled.packed, chosen, keys, ranking.suffix_array, memory);
  }
  context.step("first ranks", [&] {
    primitives::fill(context.space, ranking.ranks, static_cast<Index>(-1));  // of positions that are not sampled
  });
  return start_rounds(context, ranking, memory, static_cast<std::size_t>(sampled.packed.symbols_per_key()));
}

/// Whether ranks and positions of m samples fit the array that had a rank for each of n positions.
bool may_become_ranks(std::size_t m, std::size_t n)
{
  return 2 * m <= n;
}

/// ranks(i) = rank of the i-th sample, whose place takes its number i.
template <class IndexView>
struct ExchangeRankForNumber
{
  IndexView positions;
  IndexView by_position;
  IndexView ranks;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    using Index = typename IndexView::value_type;
    Index const position = positions(i);
    ranks(i) = by_position(position);
    by_position(position) = static_cast<Index>(i);
  }
};

/// Sorts the sampled suffixes, in groups that agree in more symbols than a context has, as the suffixes of a text of ranks.
/// Afterwards the rounds have nothing of use but the sorted samples.
template <class ExecutionSpace, class Index>
void sort_as_ranks(Rounds<ExecutionSpace, Index>& rounds,
                   SampleDistances<typename ExecutionSpace::memory_space> const& distances)
{
  using Indices = Span<Index, typename ExecutionSpace::memory_space>;
  auto const& context = rounds.context;
  auto const& space = context.space;
  auto const& by_position = rounds.ranking.ranks;
  Indices const samples = rounds.ranking.suffix_array;
  std::size_t const m = samples.extent(0);
  Indices const text = first_of(by_position, m);
  Indices const positions = first_of(from(by_position, m), m);
  context.step("samples to ranks", [&] {
    Workspace::Scope const scope(context.workspace);
    Indices const found = first_of(rounds.unsorted.suffixes, m);
    auto const flags = context.template take<std::uint8_t>(distances.size);
    auto const ranks = context.template take<Index>(m);
    (void)list_samples(context, distances, found, flags);
    positions_of_samples(context, distances, found, found);
    Kokkos::parallel_for("lexikos::suffix_array::exchange_ranks", backends::Range<ExecutionSpace>(space, 0, m),
                         ExchangeRankForNumber<Indices>{found, by_position, ranks});
    primitives::gather(space, samples, by_position, samples);
    Kokkos::deep_copy(space, positions, found);
    Kokkos::deep_copy(space, text, ranks);
  });
  Workspace::Loan const loan(context.workspace, from(by_position, 2 * m));
  rounds.ranking.ranks = text;
  rounds.depth = 1;
  sort_ranked_text(rounds);
  context.step("samples to ranks", [&] { primitives::gather(space, samples, positions, samples); });
}

template <class ExecutionSpace, class Index>
PartsJob job_in_parts(SortRun<ExecutionSpace, Index> const& run)
{
  PartsJob job;
  job.text = run.text.visit([](auto const& symbols) {
    return detail::TextBytes{reinterpret_cast<std::uint8_t const*>(symbols.data()), symbols.extent(0),
                             sizeof(*symbols.data())};
  });
  job.suffix_array = entries_of(run.suffix_array);
  job.inverse = entries_of(run.inverse);
  job.bytes = run.options.device_bytes;
  job.parts = run.options.min_parts;
  return job;
}

/// The runs that the sampling skips, if it does. Memory is taken in the caller's scope.
/// \param ranks  [0..n) scratch
template <class ExecutionSpace, class Index>
LongRuns<Index, typename ExecutionSpace::memory_space> runs_of(
    SortRun<ExecutionSpace, Index> const& run, SampledText<typename ExecutionSpace::memory_space> const& sampled,
    Span<Index, typename ExecutionSpace::memory_space> const& ranks)
{
  LongRuns<Index, typename ExecutionSpace::memory_space> runs;
  if (sampled.distances.sampling.skips_runs)
    run.context.step("list runs", [&] { runs = list_runs(run.context, sampled.distances, ranks, run.suffix_array); });
  return runs;
}

/// Sorts the sampled suffixes. Returns them: the front of the result's memory.
/// \param runs   that the sampling skips
/// \param ranks  [0..n) scratch
template <class ExecutionSpace, class Index>
Span<Index, typename ExecutionSpace::memory_space> sort_samples(
    SortRun<ExecutionSpace, Index> const& run, SampledText<typename ExecutionSpace::memory_space> const& sampled,
    LongRuns<Index, typename ExecutionSpace::memory_space> const& runs,
    Span<Index, typename ExecutionSpace::memory_space> const& ranks)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto& workspace = run.context.workspace;
  auto const& packed = sampled.packed;
  Workspace::Scope const scope(workspace);
  std::size_t m = 0;
  run.context.step("list samples", [&] {
    Span<std::uint8_t, MemorySpace> const flags(reinterpret_cast<std::uint8_t*>(ranks.data()), sampled.distances.size);
    m = list_samples(run.context, sampled.distances, run.suffix_array, flags);
  });
  run.statistics().sampled = m;
  Report const report = run.context.report.of_part(m);
  // the result is not written after the samples before they are sorted
  Workspace::Loan const loan(workspace, from(run.suffix_array, m));
  Ranking<ExecutionSpace, Index> const ranking{first_of(run.suffix_array, m), ranks};
  auto rounds = sort_first_symbols_of_samples(run.context.with(report), sampled, ranking);
  bool const may_follow_chains = !run.options.low_memory;  // their order takes an index a position
  SampleSuccessor<MemorySpace> const successor{sampled.distances, may_follow_chains};
  std::size_t unsorted_before = m;
  while (rounds.any_unsorted() &&
         successor.gain(rounds.depth) < static_cast<std::size_t>(packed.symbols_per_bounded_key()))
  {
    unsorted_before = rounds.unsorted.size;
    rounds.run([&] { refine_by_next_symbols(rounds, packed); });
  }
  Tuning const& tuning = run.context.tuning;
  if (sampled.distances.sampling.skips_runs) {
    run.context.step("first ranks", [&] { write_ends_of_runs(run.context, sampled.distances, runs, ranks); });
    finish_by_doubling(rounds, RunSuccessor<MemorySpace>{sampled, runs.longest, rounds.rank_bits()});
  }
  else if (may_become_ranks(m, ranks.extent(0)) && sparser_samples_pay(tuning, rounds.unsorted.size, m) &&
           foretells_many_rounds(tuning, unsorted_before, rounds.unsorted.size))
    sort_as_ranks(rounds, sampled.distances);
  else
    finish_by_doubling(rounds, successor);
  return ranking.suffix_array;
}

}  // namespace

/// Bytes of workspace at the peak, at most: the rounds when every position is sampled, as in one long run; nothing is free
/// then after the samples.
template <class Index>
std::size_t sampled_prefix_doubling_workspace_bytes(std::size_t n, bool with_inverse)
{
  std::size_t const text = n + n / 2;
  std::size_t const ranks = with_inverse ? 0 : sizeof(Index) * n;
  std::size_t const rounds = sizeof(Index) * n + unsorted_bytes<Index>(n) + (16 + sizeof(Index)) * n;
  return text + ranks + rounds + primitive_bytes(n);
}

template <class ExecutionSpace, class Index>
void sampled_prefix_doubling(SortRun<ExecutionSpace, Index>& run)
{
  auto const& context = run.context;
  std::size_t const n = run.size();
  if (ranks_by_number(run)) return static_cast<void>(sort_in_parts(context, job_in_parts(run)));
  Workspace::Scope const scope(context.workspace);
  bool const low_memory = run.options.low_memory;
  auto const ranks = run.take_ranks();
  {
    Workspace::Scope const sampled_scope(context.workspace);
    auto const sampled = sample_text(run, sample_choice_of(run).sampling);
    auto const runs = runs_of(run, sampled, ranks);
    auto const samples = sort_samples(run, sampled, runs, ranks);
    auto const order = context.template take<Index>(runs.size());
    order_runs(context, sampled.distances, runs, samples, order, ranks);
    auto const sort_all = [&](auto key) {
      using Key = decltype(key);
      sort_by_samples<Key>(context, sampled, samples, run.suffix_array, ranks,
                           parts_of_last_sort<Key, Index>(n - runs.positions, low_memory, context.tuning));
    };
    if (sampled.key_bits() <= 32)
      sort_all(std::uint32_t{});
    else
      sort_all(std::uint64_t{});
    if (runs.positions != 0)
      context.step("insert runs", [&] { insert_runs(context, sampled, runs, order, run.suffix_array, ranks); });
  }
  run.lacks_inverse = run.wants_inverse();
  if (!run.lacks_inverse) context.report.progress(0);
}

template <class ExecutionSpace, class Index>
std::size_t transform_by_samples(SortRun<ExecutionSpace, Index>& run,
                                 Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt)
{
  auto const& context = run.context;
  if (ranks_by_number(run)) {
    PartsJob job = job_in_parts(run);
    job.suffix_array = {};
    job.bwt = bwt.data();
    return sort_in_parts(context, job);
  }
  if (sample_choice_of(run).sampling.skips_runs) return 0;  // the packed text is kept in the caller's scope
  Workspace::Scope const scope(context.workspace);
  std::size_t const n = run.size();
  auto const& alphabet = alphabet_of(run);
  Sampling const sampling = sampling_for_transform(alphabet, wants_small_sample(run));
  int const key_bits = bits_with_symbol_before(sampling, alphabet.bits);
  if (key_bits > 64) return 0;
  auto const symbols = detail::copy_from_host(context.space, alphabet.symbol, context.workspace);
  auto const sampled = sample_text(run, sampling);
  auto const ranks = context.template take<Index>(n);
  auto const samples = sort_samples(run, sampled, {}, ranks);
  Workspace::Loan const loan(context.workspace, ranks);
  auto const transform = [&](auto key) {
    using Key = decltype(key);
    return transform_from_samples<Key>(context, sampled, samples, symbols, bwt,
                                       parts_of_last_sort<Key, Index>(n, run.options.low_memory, context.tuning));
  };
  std::size_t const first_rank = key_bits <= 32 ? transform(std::uint32_t{}) : transform(std::uint64_t{});
  Kokkos::deep_copy(context.space, Kokkos::subview(bwt, 0), Kokkos::subview(run.text.bytes(), n - 1));
  context.report.progress(0);
  return first_rank + 1;
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                        \
  template void sampled_prefix_doubling(SortRun<SPACE, INDEX>&); \
  template std::size_t transform_by_samples(SortRun<SPACE, INDEX>&, Span<std::uint8_t, SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
template std::size_t sampled_prefix_doubling_workspace_bytes<std::uint32_t>(std::size_t, bool);
template std::size_t sampled_prefix_doubling_workspace_bytes<std::uint64_t>(std::size_t, bool);
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
