// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are suffix arrays built? Over the texts of the environment (support/texts.hpp), every execution space,
// algorithm and number of threads, and beside them the peers that the build was given.

#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <vector>

#include "bench/peer_benchmarks.hpp"
#include "bench/support/program.hpp"
#include "bench/support/sort_text.hpp"
#include "bench/support/texts.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

namespace
{

template <class ExecutionSpace>
void add_algorithm(TextSource const& source, std::string const& device, SuffixArrayAlgorithm algorithm, int threads,
                   Residence residence, bool low_memory = false)
{
  std::string name = "suffix_array/" + source.name + "/" + device + "/" + std::string(to_string(algorithm));
  if (low_memory) name += "+low_memory";
  if (!lexikos::detail::works_on_host<ExecutionSpace>) name += residence == Residence::pinned ? "/pinned" : "/device";
  if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
  add_benchmark(name, [source, algorithm, threads, residence, low_memory](benchmark::State& state) {
    LoadedText& text = load(source);
    auto const space = instance<ExecutionSpace>(threads);
    SuffixArrayOptions const options{.algorithm = algorithm, .low_memory = low_memory};
    if (text.size() < std::numeric_limits<std::uint32_t>::max())
      (void)sort_text<std::uint32_t>(state, text, space, options, residence);
    else
      (void)sort_text<std::uint64_t>(state, text, space, options, residence);
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
      if (lexikos::detail::works_on_host<ExecutionSpace>) continue;
      add_algorithm<ExecutionSpace>(source, device, algorithm, 0, Residence::pinned);
      if (algorithm == SuffixArrayAlgorithm::automatic)
        add_algorithm<ExecutionSpace>(source, device, algorithm, 0, Residence::device, true);
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
