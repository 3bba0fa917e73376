// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Prefix doubling over a synchronizing set. Only the sampled suffixes go through the rounds, a quarter of all or fewer. In
// their order the suffixes before each of them are listed, whose windows have this sample; a stable sort of that list by
// the symbols that such a window depends on is the suffix array. Where the first rounds leave nearly all samples unsorted,
// the text repeats itself at length, and their ranks are sorted as a text of their own (ranked_text.hpp).
//
// Beyond the papers: the hybrid of Wang, Baxter and Owens (2015) samples two thirds by position, so that suffixes of one
// group have their samples at different distances and a merge has to follow.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/rounds/groups.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"
#include "suffix_array/samples/ranked_text.hpp"
#include "suffix_array/samples/sample_successor.hpp"
#include "suffix_array/samples/suffixes_by_samples.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/text/first_sort.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

template <class ExecutionSpace, class Symbol, class Index>
Alphabet alphabet_of(SortRun<ExecutionSpace, Symbol, Index> const& run, Steps<ExecutionSpace>& step)
{
  Alphabet alphabet;
  step("pack", [&] { alphabet = find_alphabet(run.space, run.text, run.workspace); });
  run.statistics.alphabet_size = alphabet.size;
  return alphabet;
}

template <class ExecutionSpace, class Symbol, class Index>
SampledText<typename ExecutionSpace::memory_space> sample_text(SortRun<ExecutionSpace, Symbol, Index> const& run,
                                                               Alphabet const& alphabet, Sampling const& sampling,
                                                               Steps<ExecutionSpace>& step)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = run.text.extent(0);
  SampledText<MemorySpace> sampled;
  step("pack", [&] {
    auto const words = run.workspace.template take<std::uint64_t, MemorySpace>(packed_words(n, alphabet.bits));
    sampled.packed = pack_text(run.space, run.text, alphabet, words, run.workspace);
  });
  step("find samples", [&] {
    auto const words = run.workspace.template take<std::uint32_t, MemorySpace>(sample_distance_words(n));
    sampled.distances = find_samples(run.space, sampled.packed, sampling, words);
  });
  run.statistics.first_depth = static_cast<unsigned>(sampled.packed.symbols_per_key());
  return sampled;
}

/// The samples as a first sort takes them, from the last one to the first.
/// \tparam IndexView  [0..m) first position whose window has the sample
template <class IndexView, class MemorySpace>
struct SamplesBackwards
{
  IndexView firsts;
  SampleDistances<MemorySpace> distances;

  [[nodiscard]] std::size_t size() const { return firsts.extent(0); }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t j) const
  {
    return distances.sample(firsts(firsts.extent(0) - 1 - j));
  }
};

/// A round by the symbols that follow the first h. Returns their number.
template <class ExecutionSpace, class Index, class Unit = backends::ThisUnit>
std::size_t sort_by_next_symbols(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                                 PackedText<typename ExecutionSpace::memory_space> const& packed,
                                 UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted,
                                 std::size_t h, std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  {
    Workspace::Scope scope(workspace);
    auto const keys = workspace.take<std::uint64_t, MemorySpace>(unsorted.size);
    auto const slots = unsorted.slots;
    auto const suffixes = unsorted.suffixes;
    step("gather symbols", [&] {
      Kokkos::parallel_for(
          "lexikos::suffix_array::gather_symbols", range(space, keys.extent(0)), KOKKOS_LAMBDA(std::int64_t j) {
            if (static_cast<std::size_t>(j) + prefetch_distance < keys.extent(0))
              packed.prefetch(ranking.suffix_array(slots(j + prefetch_distance)) + h);
            Index const suffix = ranking.suffix_array(slots(j));
            suffixes(j) = suffix;
            keys(j) = packed.bounded_key(suffix + h);
          });
    });
    refine_groups(space, ranking, unsorted, keys, packed.bounded_key_bits(), tag, step, workspace);
  }
  step("drop sorted", [&] { drop_sorted(space, unsorted, workspace); });
  return static_cast<std::size_t>(packed.symbols_per_bounded_key());
}

/// Whether ranks and positions of m samples fit the array that had a rank for each of n positions.
inline bool may_become_ranks(std::size_t m, std::size_t n)
{
  return 2 * m <= n;
}

/// A round finds the place of about twice the fraction of the suffixes that the one before it did, so less than 2^-k foretells
/// k rounds. Samples of samples cost as much as five of them on a host, whose rounds read at random at great cost, and as
/// seven on a device.
template <class ExecutionSpace>
bool foretells_many_rounds(std::size_t unsorted_before, std::size_t unsorted)
{
  constexpr int rounds = detail::works_on_host<ExecutionSpace> ? 5 : 7;
  return unsorted_before - unsorted < unsorted_before >> rounds;
}

/// ranks(i) = rank of the i-th sample, in whose place comes its number i.
template <class ExecutionSpace, class IndexView, class Unit = backends::ThisUnit>
void exchange_ranks_for_numbers(ExecutionSpace const& space, IndexView const& positions, IndexView const& by_position,
                                IndexView const& ranks)
{
  using Index = typename IndexView::value_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::exchange_ranks", range(space, positions.extent(0)), KOKKOS_LAMBDA(std::int64_t i) {
        Index const position = positions(i);
        ranks(i) = by_position(position);
        by_position(position) = static_cast<Index>(i);
      });
}

/// Sorts the sampled suffixes, in groups that agree in more symbols than a context has, as the suffixes of a text of ranks.
/// \param ranking  as sort_samples has it; afterwards `ranks` has nothing of use
template <class ExecutionSpace, class Symbol, class Index>
void sort_as_ranks(SortRun<ExecutionSpace, Symbol, Index> const& run, Ranking<ExecutionSpace, Index> const& ranking,
                   SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                   UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::uint8_t tag,
                   SuffixArrayOptions const& options, Steps<ExecutionSpace>& step)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& space = run.space;
  auto const& samples = ranking.suffix_array;
  std::size_t const m = samples.extent(0);
  auto const part_of_ranks = [&](std::size_t first, std::size_t size) {
    return Span<Index, MemorySpace>(ranking.ranks.data() + first, size);
  };
  Span<Index, MemorySpace> const text = part_of_ranks(0, m);
  Span<Index, MemorySpace> const positions = part_of_ranks(m, m);
  step("samples to ranks", [&] {
    Workspace::Scope scope(run.workspace);
    Span<Index, MemorySpace> const found(unsorted.suffixes.data(), m);
    auto const flags = run.workspace.template take<std::uint8_t, MemorySpace>(distances.size);
    auto const ranks = run.workspace.template take<Index, MemorySpace>(m);
    (void)list_samples(space, distances, found, flags, run.workspace);
    positions_of_samples(space, distances, found, found);
    exchange_ranks_for_numbers(space, found, ranking.ranks, ranks);
    primitives::gather(space, samples, ranking.ranks, samples);
    Kokkos::deep_copy(space, positions, found);
    Kokkos::deep_copy(space, text, ranks);
  });
  Workspace::Loan loan(run.workspace, part_of_ranks(2 * m, ranking.ranks.extent(0) - 2 * m));
  sort_ranked_text(space, Ranking<ExecutionSpace, Index>{samples, text}, unsorted, tag, options, run.statistics, step,
                   run.workspace);
  step("samples to ranks", [&] { primitives::gather(space, samples, positions, samples); });
}

/// Sorts the sampled suffixes. Returns them: the front of the result's memory.
/// \param ranks  [0..n) scratch
template <class ExecutionSpace, class Symbol, class Index>
Span<Index, typename ExecutionSpace::memory_space> sort_samples(
    SortRun<ExecutionSpace, Symbol, Index> const& run,
    SampledText<typename ExecutionSpace::memory_space> const& sampled,
    Span<Index, typename ExecutionSpace::memory_space> const& ranks, Steps<ExecutionSpace>& step)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& space = run.space;
  auto& workspace = run.workspace;
  Workspace::Scope scope(workspace);
  std::size_t m = 0;
  step("list samples", [&] {
    Span<std::uint8_t, MemorySpace> const flags(reinterpret_cast<std::uint8_t*>(ranks.data()), sampled.distances.size);
    m = list_samples(space, sampled.distances, run.suffix_array, flags, workspace);
  });
  run.statistics.sampled = m;
  SuffixArrayOptions const options = options_of_part(run.options, m, run.text.extent(0));
  Ranking<ExecutionSpace, Index> const ranking{Span<Index, MemorySpace>(run.suffix_array.data(), m), ranks};
  // the result is not written behind the samples before they are sorted
  std::size_t const free = run.suffix_array.extent(0) - m;
  Workspace::Loan loan(workspace, Span<Index, MemorySpace>(run.suffix_array.data() + m, free));
  // one array serves three times: second value array of the first sort, then flags, then the suffixes of the rounds
  auto const suffixes = workspace.template take<Index, MemorySpace>(m + 1);
  Span<std::uint8_t, MemorySpace> const heads(reinterpret_cast<std::uint8_t*>(suffixes.data()), m + 1);
  Span<std::uint8_t, MemorySpace> const flags(heads.data() + m + 1, m + 1);
  {
    Workspace::Scope keys_scope(workspace);
    primitives::DoubleBuffer keys{workspace.template take<std::uint64_t, MemorySpace>(m),
                                  workspace.template take<std::uint64_t, MemorySpace>(m)};
    primitives::DoubleBuffer buffers{Span<Index, MemorySpace>(suffixes.data(), m), ranking.suffix_array};
    SamplesBackwards<Span<Index, MemorySpace>, MemorySpace> const chosen{ranking.suffix_array, sampled.distances};
    sort_by_keys(space, sampled.packed, chosen, keys, buffers, ranking.suffix_array, heads, step, workspace);
  }
  step("first ranks", [&] {
    primitives::fill(space, ranks, static_cast<Index>(-1));  // of positions that are not sampled: no group's
    first_ranks(space, ranking, heads, workspace);
  });
  UnsortedSuffixes<Index, MemorySpace> unsorted;
  step("list unsorted", [&] { unsorted = first_unsorted(space, heads, flags, suffixes, workspace); });
  end_round(options, run.statistics, unsorted.size, m);
  bool const may_follow_chains = !run.options.low_memory;  // their order takes an index a position
  SampleSuccessor<MemorySpace> const behind{sampled.distances, may_follow_chains};
  auto depth = static_cast<std::size_t>(sampled.packed.symbols_per_key());
  auto tag = first_sort_tag;
  std::size_t unsorted_before = m;
  while (unsorted.size != 0 && behind.gain(depth) < static_cast<std::size_t>(sampled.packed.symbols_per_bounded_key()))
  {
    unsorted_before = unsorted.size;
    depth += sort_by_next_symbols(space, ranking, sampled.packed, unsorted, depth, ++tag, step, workspace);
    end_round(options, run.statistics, unsorted.size, m);
  }
  if (may_become_ranks(m, ranks.extent(0)) && SparserSamples{}.pay(unsorted.size, m) &&
      foretells_many_rounds<ExecutionSpace>(unsorted_before, unsorted.size))
    sort_as_ranks(run, ranking, sampled.distances, unsorted, tag + 1, options, step);
  else
    doubling_rounds(space, ranking, behind, unsorted, depth, tag + 1, options, run.statistics, step, workspace);
  return ranking.suffix_array;
}

/// Bytes of workspace at the peak, at most: the rounds when every position is sampled, as in one long run; nothing is free
/// then behind the samples.
template <class Index>
std::size_t sampled_prefix_doubling_workspace_bytes(std::size_t n, bool with_inverse)
{
  std::size_t const text = n + n / 2;
  std::size_t const ranks = with_inverse ? 0 : sizeof(Index) * n;
  std::size_t const rounds = sizeof(Index) * n + unsorted_bytes<Index>(n) + (16 + sizeof(Index)) * n;
  constexpr std::size_t counters = std::size_t{8} << 20;
  return text + ranks + rounds + n / 4 + counters;
}

template <class ExecutionSpace, class Symbol, class Index>
void sampled_prefix_doubling(SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto& workspace = run.workspace;
  Workspace::Scope scope(workspace);
  Steps<ExecutionSpace> step(run.space, &run.statistics);
  std::size_t const n = run.text.extent(0);
  auto const ranks = run.wants_inverse() ? run.inverse : workspace.template take<Index, MemorySpace>(n);
  {
    Workspace::Scope sampled_scope(workspace);
    bool const low_memory = run.options.low_memory;
    Alphabet const alphabet = alphabet_of(run, step);
    auto const sampled = sample_text(run, alphabet, sampling_for(alphabet, n, low_memory), step);
    auto const samples = sort_samples(run, sampled, ranks, step);
    if (sampled.key_bits() <= 32)
      sort_by_samples<std::uint32_t>(run.space, sampled, samples, run.suffix_array, ranks,
                                     parts_of_last_sort<std::uint32_t, Index>(n, low_memory), step, workspace);
    else
      sort_by_samples<std::uint64_t>(run.space, sampled, samples, run.suffix_array, ranks,
                                     parts_of_last_sort<std::uint64_t, Index>(n, low_memory), step, workspace);
  }
  if (run.wants_inverse())
    step("invert", [&] { invert(run.space, run.suffix_array, run.inverse, workspace, run.options.low_memory); });
  report_progress(run.options, 0, n);
}

}  // namespace lexikos::suffix_array_detail
