// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are rank and select on bits, and how much space do they take? Every layout and execution space, with queries
// where the space works and in host memory, beside the peers that the build was given.
//
//     LEXIKOS_BENCH_BITS     sizes in bits (1073741824)
//     LEXIKOS_BENCH_FILL     percent of ones, spread evenly (50), and in
//     LEXIKOS_BENCH_FILL_AT_THE_END  with 99% of them at the end (none)
//     LEXIKOS_BENCH_QUERIES  queries a batch, where they are not in host memory (100000000)
//     LEXIKOS_BENCH_HOST_QUERIES  queries a batch of host memory (100000 to 100000000 by tens)

#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "bench/bit_vector_peers.hpp"
#include "bench/support/bits.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "system/host_memory.hpp"

namespace lexikos::bench
{

namespace
{

template <class ExecutionSpace, class Layout>
using Vector = BitVector<typename ExecutionSpace::memory_space, Layout>;

template <class Layout>
struct LayoutTag
{
  using type = Layout;
};

template <class Function>
void for_each_layout(Function const& function)
{
  function(LayoutTag<bit_layouts::Interleaved32>{});
  function(LayoutTag<bit_layouts::Interleaved64>{});
  function(LayoutTag<bit_layouts::Compact32>{});
  function(LayoutTag<bit_layouts::Compact64>{});
  function(LayoutTag<bit_layouts::TwoLevel>{});
}

/// One batch, by whatever leads to it: an execution space instance, or a pipeline.
template <class Via, class VectorType, class Queries, class Results>
void ask(Via& via, VectorType const& bits, BitOperation operation, Queries const& queries, Results const& results)
{
  if constexpr (sizeof(typename Results::value_type) == 1) {
    bits.access(via, queries, results);
  }
  else {
    if (operation == BitOperation::rank0) bits.rank0(via, queries, results);
    if (operation == BitOperation::rank1) bits.rank1(via, queries, results);
    if (operation == BitOperation::select0) bits.select0(via, queries, results);
    if (operation == BitOperation::select1) bits.select1(via, queries, results);
  }
}

template <class VectorType>
void report_space(benchmark::State& state, VectorType const& bits)
{
  state.counters["bits"] = static_cast<double>(bits.size());
  state.counters["bytes"] = static_cast<double>(bits.bytes());
  state.counters["overhead_percent"] = 100 * bits.overhead();
}

template <class ExecutionSpace, class Layout, class Index, class Result>
void measure_batch(benchmark::State& state, BitSource const& source, BitOperation operation, int threads, std::size_t n)
{
  auto const& input = load_bits<ExecutionSpace>(source);
  auto const space = instance<ExecutionSpace>(threads);
  Vector<ExecutionSpace, Layout> const bits(space, input.words, source.size);
  BitArrays<ExecutionSpace, Index, Result> const arrays(n);
  make_queries(space, input, operation, arrays.queries);
  report(state, measure([&] {
           ask(space, bits, operation, arrays.queries, arrays.results);
           space.fence("lexikos::bench::batch");
         }),
         static_cast<double>(n), static_cast<double>(n * (sizeof(Index) + sizeof(Result))));
  report_space(state, bits);
  check_answers(space, input, operation, arrays.queries.data(), arrays.results.data(), n);
}

template <class ExecutionSpace, class Layout, class Index>
void add_batches(BitSource const& source, std::string const& device, int threads, std::size_t n)
{
  for (auto const operation :
       {BitOperation::access, BitOperation::rank1, BitOperation::rank0, BitOperation::select1, BitOperation::select0})
    add_benchmark(batch_name(operation, source, device, Layout::name, 8 * sizeof(Index), threads),
                  [=](benchmark::State& state) {
                    if (operation == BitOperation::access)
                      measure_batch<ExecutionSpace, Layout, Index, std::uint8_t>(state, source, operation, threads, n);
                    else
                      measure_batch<ExecutionSpace, Layout, Index, Index>(state, source, operation, threads, n);
                  });
}

template <class ExecutionSpace, class Layout>
void add_build(BitSource const& source, std::string const& device, int threads)
{
  add_benchmark("build/" + source.name() + "/" + device + "/" + Layout::name + threads_name(threads),
                [=](benchmark::State& state) {
                  auto const& input = load_bits<ExecutionSpace>(source);
                  auto const space = instance<ExecutionSpace>(threads);
                  Vector<ExecutionSpace, Layout> bits;
                  Workspace workspace;
                  auto const timing = measure([&] { bits = {}; },
                                              [&] {
                                                bits = {space, input.words, source.size, {.workspace = &workspace}};
                                              });
                  auto const size = static_cast<double>(source.size);
                  report(state, timing, size, size / 4 + static_cast<double>(bits.bytes()));
                  report_space(state, bits);
                  state.counters["workspace_bytes"] = static_cast<double>(workspace.peak_bytes());
                  if (bits.ones() != input.ones) throw std::runtime_error("WRONG: the number of ones");
                });
}

/// Queries of host memory, in memory of the given space.
template <class ExecutionSpace, class HostMemory, class Index>
void add_host_batches(BitSource const& source, std::string const& device, std::string const& memory, int threads,
                      std::size_t n)
{
  for (auto const operation : {BitOperation::rank1, BitOperation::select1})
    add_benchmark(
        "host_queries/" + memory + "/" + std::to_string(n) + "/" +
            batch_name(operation, source, device, bit_layouts::Interleaved32::name, 8 * sizeof(Index), threads),
        [=](benchmark::State& state) {
          auto const& input = load_bits<ExecutionSpace>(source);
          auto const space = instance<ExecutionSpace>(threads);
          Vector<ExecutionSpace, bit_layouts::Interleaved32> const bits(space, input.words, source.size);
          BitArrays<ExecutionSpace, Index, Index> const arrays(n);
          make_queries(space, input, operation, arrays.queries);
          Kokkos::View<Index*, HostMemory> const queries("lexikos::bench::host_queries", n);
          Kokkos::View<Index*, HostMemory> const results("lexikos::bench::host_results", n);
          Kokkos::deep_copy(space, queries, arrays.queries);
          space.fence("lexikos::bench::host_queries");
          HostQueries<ExecutionSpace> pipeline(space);
          report(state, measure([&] { ask(pipeline, bits, operation, queries, results); }), static_cast<double>(n),
                 static_cast<double>(2 * n * sizeof(Index)));
          report_space(state, bits);
          Kokkos::deep_copy(space, arrays.results, results);
          space.fence("lexikos::bench::host_results");
          check_answers(space, input, operation, arrays.queries.data(), arrays.results.data(), n);
        });
}

std::vector<BitSource> bit_sources()
{
  std::vector<BitSource> sources;
  for (auto const size : sizes_of("LEXIKOS_BENCH_BITS", {std::size_t{1} << 30})) {
    for (auto const percent : sizes_of("LEXIKOS_BENCH_FILL", {50}))
      sources.push_back({size, static_cast<double>(percent) / 100, Spread::even});
    for (auto const percent : sizes_of("LEXIKOS_BENCH_FILL_AT_THE_END", {}))
      sources.push_back({size, static_cast<double>(percent) / 100, Spread::at_the_end});
  }
  return sources;
}

template <class ExecutionSpace>
void add_device(BitSource const& source, std::string const& device)
{
  bool const short_indices = source.size <= std::numeric_limits<std::uint32_t>::max();
  std::size_t const n = sizes_of("LEXIKOS_BENCH_QUERIES", {100'000'000})[0];
  for (int const threads : thread_counts_of<ExecutionSpace>()) {
    for_each_layout([&](auto tag) {
      using Layout = typename decltype(tag)::type;
      add_build<ExecutionSpace, Layout>(source, device, threads);
      if (short_indices) add_batches<ExecutionSpace, Layout, std::uint32_t>(source, device, threads, n);
      add_batches<ExecutionSpace, Layout, std::uint64_t>(source, device, threads, n);
    });
    for (auto const queries : sizes_of("LEXIKOS_BENCH_HOST_QUERIES", {100'000, 1'000'000, 10'000'000, 100'000'000})) {
      if (short_indices) {
        add_host_batches<ExecutionSpace, lexikos::detail::PinnedSpace, std::uint32_t>(source, device, "pinned", threads,
                                                                                      queries);
        add_host_batches<ExecutionSpace, Kokkos::HostSpace, std::uint32_t>(source, device, "pageable", threads,
                                                                           queries);
      }
      add_host_batches<ExecutionSpace, lexikos::detail::PinnedSpace, std::uint64_t>(source, device, "pinned", threads,
                                                                                    queries);
      add_host_batches<ExecutionSpace, Kokkos::HostSpace, std::uint64_t>(source, device, "pageable", threads, queries);
    }
  }
  add_bit_peers<ExecutionSpace>(source, device, n);
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, [] {
    using namespace lexikos::bench;
    for (auto const& source : bit_sources())
      for_each_device(
          [&](std::string const& device, auto tag) { add_device<typename decltype(tag)::type>(source, device); });
  });
}
