// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// One suffix array, timed, checked and reported.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/suffix_array.hpp>
#include <string>

#include "bench/support/measure.hpp"
#include "bench/support/results.hpp"
#include "bench/support/texts.hpp"

namespace lexikos::bench
{

/// Where text and result lie when the clock starts and stops.
enum class Residence
{
  device,  ///< in the execution space's memory
  pinned   ///< in pinned host memory, so that both copies count
};

/// Two digits, so that counters, which are sorted by their names, keep their order.
inline std::string two_digits(std::size_t number)
{
  std::string const digits = std::to_string(number);
  return digits.size() < 2 ? '0' + digits : digits;
}

template <class Index>
void report_statistics(benchmark::State& state, LoadedText const& text, SuffixArrayStatistics const& statistics,
                       std::size_t allocated)
{
  auto const n = static_cast<double>(text.size());
  auto const arrays = n * (1 + 2 * sizeof(Index));
  state.counters["rounds"] = static_cast<double>(statistics.rounds());
  state.counters["first_depth"] = statistics.first_depth;
  state.counters["peak_bytes"] = arrays + static_cast<double>(statistics.workspace_bytes);
  state.counters["bytes/character"] = (arrays + static_cast<double>(statistics.workspace_bytes)) / n;
  state.counters["allocated bytes/character"] = (arrays + static_cast<double>(allocated)) / n;
  for (std::size_t round = 0; round < statistics.unsorted.size(); ++round)
    state.counters["unsorted " + two_digits(round)] = static_cast<double>(statistics.unsorted[round]);
  state.counters["steps run_s"] = statistics.seconds;
  for (std::size_t i = 0; i < statistics.steps.size(); ++i)
    state.counters["step " + two_digits(i) + " " + statistics.steps[i].name] = statistics.steps[i].seconds;
}

/// Times suffix_array, checks the result and reports. Returns what the run tells of itself, its steps' times by one run more
/// unless that takes long; nothing where there is no memory for the arrays.
/// \param options  without workspace and statistics
template <class Index, class ExecutionSpace>
SuffixArrayStatistics sort_text(benchmark::State& state, LoadedText& text, ExecutionSpace const& space,
                                SuffixArrayOptions options, Residence residence)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = text.size();
  std::size_t const least = n * (1 + 2 * sizeof(Index));
  SuffixArrayStatistics statistics;
  if (!has_memory<ExecutionSpace>(least)) {
    skip(state, "needs " + std::to_string(least) + " bytes and more");
    return statistics;
  }
  Arrays<ExecutionSpace, Index> const arrays(space, text);
  Kokkos::View<Index*, MemorySpace> const inverse(
      Kokkos::view_alloc("lexikos::bench::inverse", Kokkos::WithoutInitializing), n);
  PinnedView<Index> const result(Kokkos::view_alloc("lexikos::bench::result", Kokkos::WithoutInitializing),
                                 residence == Residence::pinned ? n : 0);
  Workspace workspace;
  options.workspace = &workspace;
  options.statistics = &statistics;
  auto const sort = [&] { suffix_array(space, arrays.text, arrays.suffix_array, inverse, options); };

  auto const reserve = [&] {  // after the warm-up: one block for what it took
    if (workspace.peak_bytes() != 0) workspace.reserve<MemorySpace>(workspace.peak_bytes());
  };
  auto const timing = measure(reserve, [&] {
    if (residence == Residence::pinned) Kokkos::deep_copy(space, arrays.text, text.bytes);
    sort();
    if (residence == Residence::pinned) Kokkos::deep_copy(space, result, arrays.suffix_array);
    space.fence("lexikos::bench::sort_text");
  });
  report(state, timing);
  state.counters["n"] = static_cast<double>(n);
  state.counters["alphabet"] = text.alphabet_size;
  state.counters["MB/s"] = static_cast<double>(n) / timing.median() / 1e6;
  // all threads check what few may have sorted
  require_right(ExecutionSpace(), text, arrays.text, arrays.suffix_array, workspace);
  if (residence == Residence::pinned) {
    Workspace none;
    require_right(Kokkos::DefaultHostExecutionSpace(), text, text.bytes, result, none);
  }

  if (!takes_long(timing.minimum())) {  // apart from the timed runs, which the fences after each step would slow down
    options.time_steps = true;
    sort();
  }
  report_statistics<Index>(state, text, statistics, workspace.allocated_bytes());
  state.SetLabel(std::string(to_string(statistics.algorithm)));  // which `automatic` took
  return statistics;
}

}  // namespace lexikos::bench
