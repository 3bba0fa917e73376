// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are suffix arrays built? Over the texts of the environment (support/texts.hpp), every execution space,
// algorithm and number of threads, and beside them the peers that the build was given.

#include <cstdint>
#include <lexikos/segmented_sort.hpp>
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

/// "prefix_doubling+cub", as rows are named.
std::string name_of(SuffixArrayOptions const& options)
{
  std::string name(to_string(options.algorithm));
  if (options.low_memory) name += "+low_memory";
  if (options.segmented_sort != SegmentedSort::automatic) name += "+" + std::string(to_string(options.segmented_sort));
  return name;
}

template <class ExecutionSpace>
void add_sort(TextSource const& source, std::string const& device, SuffixArrayOptions const& options, int threads,
              Residence residence)
{
  std::string name = "suffix_array/" + source.name + "/" + device + "/" + name_of(options);
  if (!lexikos::detail::works_on_host<ExecutionSpace>) name += residence == Residence::pinned ? "/pinned" : "/device";
  if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
  add_benchmark(name, [source, options, threads, residence](benchmark::State& state) {
    LoadedText& text = load(source);
    auto const space = instance<ExecutionSpace>(threads);
    if (text.size() < std::numeric_limits<std::uint32_t>::max())
      (void)sort_text<std::uint32_t>(state, text, space, options, residence);
    else
      (void)sort_text<std::uint64_t>(state, text, space, options, residence);
  });
}

/// Every algorithm, with every number of threads and in every place.
template <class ExecutionSpace>
void add_algorithms(TextSource const& source, std::string const& device, bool with_libdivsufsort)
{
  auto algorithms = suffix_array_algorithms<ExecutionSpace>();
  algorithms.insert(algorithms.begin(), SuffixArrayAlgorithm::automatic);
  for (auto const algorithm : algorithms) {
    if (algorithm == SuffixArrayAlgorithm::libdivsufsort) {
      if (with_libdivsufsort) add_sort<ExecutionSpace>(source, device, {.algorithm = algorithm}, 1, Residence::device);
      continue;
    }
    for (int const threads : thread_counts_of<ExecutionSpace>())
      add_sort<ExecutionSpace>(source, device, {.algorithm = algorithm}, threads, Residence::device);
    if (!lexikos::detail::works_on_host<ExecutionSpace>)
      add_sort<ExecutionSpace>(source, device, {.algorithm = algorithm}, 0, Residence::pinned);
  }
  if (!lexikos::detail::works_on_host<ExecutionSpace>)
    add_sort<ExecutionSpace>(source, device, {.low_memory = true}, 0, Residence::device);
}

/// Prefix doubling by the segmented sorts of others.
template <class ExecutionSpace>
void add_segmented_sorts(TextSource const& source, std::string const& device)
{
  for (auto const sort : segmented_sorts<ExecutionSpace>()) {
    if (sort == SegmentedSort::automatic) continue;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      add_sort<ExecutionSpace>(source, device,
                               {.algorithm = SuffixArrayAlgorithm::prefix_doubling, .segmented_sort = sort}, threads,
                               Residence::device);
  }
}

void add_text(TextSource const& source)
{
  bool has_libdivsufsort = false;  // once is enough: no execution space makes a difference to it
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    add_algorithms<ExecutionSpace>(source, device, !has_libdivsufsort);
    has_libdivsufsort = has_libdivsufsort || lexikos::detail::works_on_host<ExecutionSpace>;
    add_segmented_sorts<ExecutionSpace>(source, device);
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
