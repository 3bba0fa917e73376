// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are suffix arrays built? Over the texts of the environment (support/texts.hpp), every execution space,
// algorithm and number of threads, and beside them the peers that the build was given.

#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <vector>

#include "bench/peer_benchmarks.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/texts.hpp"

namespace lexikos::bench
{

namespace
{

/// Where text and result lie when the clock starts and stops.
enum class Residence
{
  device,  ///< in the execution space's memory
  pinned   ///< in pinned host memory, so that both copies count
};

/// Two digits, so that counters, which are sorted by their names, keep their order.
std::string two_digits(std::size_t number)
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

template <class Index, class ExecutionSpace>
void sort_text(benchmark::State& state, LoadedText& text, ExecutionSpace const& space, SuffixArrayAlgorithm algorithm,
               Residence residence)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = text.size();
  std::size_t const least = n * (1 + 2 * sizeof(Index));
  if (!has_memory<ExecutionSpace>(least)) return skip(state, "needs " + std::to_string(least) + " bytes and more");
  Arrays<ExecutionSpace, Index> const arrays(space, text);
  Kokkos::View<Index*, MemorySpace> const inverse(
      Kokkos::view_alloc("lexikos::bench::inverse", Kokkos::WithoutInitializing), n);
  PinnedView<Index> const result(Kokkos::view_alloc("lexikos::bench::result", Kokkos::WithoutInitializing),
                                 residence == Residence::pinned ? n : 0);
  Workspace workspace;
  SuffixArrayStatistics statistics;
  SuffixArrayOptions options{.algorithm = algorithm, .workspace = &workspace};
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
  require_right(space, text, arrays.text, arrays.suffix_array, workspace);
  if (residence == Residence::pinned) {
    Workspace none;
    require_right(Kokkos::DefaultHostExecutionSpace(), text, text.bytes, result, none);
  }

  options.statistics = &statistics;  // apart from the timed runs, which the fences after each step would slow down
  statistics.time_steps = true;
  sort();
  report_statistics<Index>(state, text, statistics, workspace.allocated_bytes());
}

template <class ExecutionSpace>
void add_algorithm(TextSource const& source, std::string const& device, SuffixArrayAlgorithm algorithm, int threads,
                   Residence residence)
{
  std::string name = "suffix_array/" + source.name + "/" + device + "/" + std::string(to_string(algorithm));
  if (!works_on_host<ExecutionSpace>) name += residence == Residence::pinned ? "/pinned" : "/device";
  if (works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
  add_benchmark(name, [source, algorithm, threads, residence](benchmark::State& state) {
    LoadedText& text = load(source);
    auto const space = instance<ExecutionSpace>(threads);
    if (text.size() < std::numeric_limits<std::uint32_t>::max())
      sort_text<std::uint32_t>(state, text, space, algorithm, residence);
    else
      sort_text<std::uint64_t>(state, text, space, algorithm, residence);
  });
}

void add_text(TextSource const& source)
{
  bool has_libdivsufsort = false;  // once is enough: no execution space makes a difference to it
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    auto algorithms = suffix_array_algorithms<ExecutionSpace>();
    algorithms.insert(algorithms.begin(), SuffixArrayAlgorithm::automatic);
    for (auto const algorithm : algorithms) {
      if (algorithm == SuffixArrayAlgorithm::libdivsufsort) {
        if (!has_libdivsufsort) add_algorithm<ExecutionSpace>(source, device, algorithm, 1, Residence::device);
        has_libdivsufsort = true;
        continue;
      }
      for (int const threads : thread_counts_of<ExecutionSpace>())
        add_algorithm<ExecutionSpace>(source, device, algorithm, threads, Residence::device);
      if (!works_on_host<ExecutionSpace>)
        add_algorithm<ExecutionSpace>(source, device, algorithm, 0, Residence::pinned);
    }
  });
  add_peers(source);
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, [] {
    for (auto const& source : lexikos::bench::text_sources()) lexikos::bench::add_text(source);
  });
}
