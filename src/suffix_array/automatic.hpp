// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Which suffix sorter for which text. What decides are properties of the text that are measured before anything is sorted,
// and figures of bench/results.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <string>

#include "backends/unit.hpp"
#include "suffix_array/algorithms/repetition.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/text/alphabet.hpp"
#include "suffix_array/text/packed_text.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

inline constexpr std::array choices_of_automatic{SuffixArrayAlgorithm::prefix_doubling,
                                                 SuffixArrayAlgorithm::sampled_prefix_doubling,
                                                 SuffixArrayAlgorithm::libdivsufsort};

struct Choice
{
  SuffixArrayAlgorithm algorithm;
  std::string reason;
  Repetition repetition = {};  ///< that the text is: the algorithm is `automatic` still, for its last suffixes
};

/// About which fraction of the positions a synchronizing set would have: looks at every 64th block of windows. Fences.
template <class ExecutionSpace, class Text, class Unit = backends::ThisUnit>
double sample_density(ExecutionSpace const& space, Text const& text, bool small_sample, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Samples = SamplesOfWindows<PackedText<MemorySpace>>;
  constexpr std::size_t stride = 64 * Samples::count;
  Workspace::Scope scope(workspace);
  std::size_t const n = text.extent(0);
  Alphabet const alphabet = find_alphabet(space, text, workspace);
  auto const words = workspace.take<std::uint64_t, MemorySpace>(packed_words(n, alphabet.bits));
  PackedText<MemorySpace> const packed = pack_text(space, text, alphabet, words, workspace);
  Sampling const sampling = sampling_for(alphabet, n, small_sample);
  std::size_t const blocks = n / stride;
  std::size_t samples = 0;
  Kokkos::parallel_reduce(
      "lexikos::suffix_array::sample_density", range(space, blocks),
      KOKKOS_LAMBDA(std::int64_t block, std::size_t & sum) {
        Samples const found(packed, sampling, static_cast<std::size_t>(block) * stride);
        for (int i = 1; i < Samples::count; ++i)
          if (found.distance(i - 1) != found.distance(i) + 1) ++sum;
      },
      samples);
  return static_cast<double>(samples) / static_cast<double>(blocks * (Samples::count - 1));
}

/// The threads, and the symbols for each of them, with which parallel doubling overtakes sequential induced sorting.
constexpr int min_threads_for_doubling = 4;
constexpr std::size_t min_symbols_per_thread = 8192;

/// Why a host sorts a text by libdivsufsort, or nothing.
inline std::string reason_for_libdivsufsort(std::size_t n, int threads)
{
  if (threads < min_threads_for_doubling)
    return "too few threads to outweigh the work of doubling: " + std::to_string(threads);
  if (n < min_symbols_per_thread * static_cast<std::size_t>(threads))
    return "too short a text for " + std::to_string(threads) + " threads";
  return {};
}

template <class ExecutionSpace, class Symbol, class Index>
Choice choose_algorithm(SortRun<ExecutionSpace, Symbol, Index> const& run, bool has_libdivsufsort)
{
  constexpr std::size_t min_length_to_sample =
      std::size_t{1} << (detail::works_on_host<ExecutionSpace> ? 20 : 23);  // a device waits for each more step
  constexpr double max_density = 0.5;
  std::size_t const n = run.text.extent(0);
  if (Repetition const found = repetition_of_text(run.space, run.text); found.period != 0)
    return {SuffixArrayAlgorithm::automatic,
            "a text of period " + std::to_string(found.period) + ": its last " + std::to_string(found.tail(n)) +
                " suffixes lead to all",
            found};
  if (has_libdivsufsort)
    if (auto const reason = reason_for_libdivsufsort(n, run.space.concurrency()); !reason.empty()) {
      run.statistics.alphabet_size =
          find_alphabet(run.space, run.text, run.workspace).size;  // it does not count itself
      return {SuffixArrayAlgorithm::libdivsufsort, reason};
    }
  if (n < min_length_to_sample) return {SuffixArrayAlgorithm::prefix_doubling, "a short text: fewest steps"};
  double const density = sample_density(run.space, run.text, run.options.low_memory, run.workspace);
  std::string const percent = std::to_string(static_cast<int>(100 * density + 0.5)) + "% of the suffixes";
  if (density > max_density)
    return {SuffixArrayAlgorithm::prefix_doubling, "long runs of one letter: a sample would have " + percent};
  return {SuffixArrayAlgorithm::sampled_prefix_doubling, "a sample of " + percent + " leads to all"};
}

}  // namespace lexikos::suffix_array_detail
