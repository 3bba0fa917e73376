// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Rank and select on bits by the libraries that the build was given, measured as ours are.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "bench/support/bits.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#ifdef LEXIKOS_BENCH_ECL_WAVELET
#include "bench/peers/ecl_wavelet.hpp"
#endif
#ifdef LEXIKOS_BENCH_SDSL
#include "bench/peers/sdsl.hpp"
#include "system/works_on_host.hpp"
#endif

namespace lexikos::bench
{

inline std::string threads_name(int threads)
{
  return threads == 0 ? "" : "/threads:" + std::to_string(threads);
}

inline std::string batch_name(BitOperation operation, BitSource const& source, std::string const& device,
                              std::string const& structure, std::size_t index_bits, int threads)
{
  return to_string(operation) + "/" + source.name() + "/" + device + "/" + structure + "/u" +
         std::to_string(index_bits) + threads_name(threads);
}

/// Queries and results where an execution space works.
template <class ExecutionSpace, class Index, class Result>
struct BitArrays
{
  Kokkos::View<Index*, typename ExecutionSpace::memory_space> queries;
  Kokkos::View<Result*, typename ExecutionSpace::memory_space> results;

  explicit BitArrays(std::size_t n)
      : queries(Kokkos::view_alloc("lexikos::bench::queries", Kokkos::WithoutInitializing), n),
        results(Kokkos::view_alloc("lexikos::bench::results", Kokkos::WithoutInitializing), n)
  {}
};

#ifdef LEXIKOS_BENCH_ECL_WAVELET
/// \param group  threads that answer one query together
template <class Index>
void add_ecl(BitSource const& source, BitOperation operation, int group, std::size_t n)
{
  std::string const structure = "ecl_wavelet:" + std::to_string(group);
  add_benchmark(batch_name(operation, source, "cuda", structure, 8 * sizeof(Index), 0), [=](benchmark::State& state) {
    auto const& input = load_bits<Kokkos::Cuda>(source);
    Kokkos::Cuda const space;
    peers::EclBits const bits(input.words.data(), source.size);
    BitArrays<Kokkos::Cuda, Index, Index> const arrays(n);
    make_queries(space, input, operation, arrays.queries);
    report(state, measure([&] {
             if (operation == BitOperation::rank1)
               bits.rank1(arrays.queries.data(), arrays.results.data(), n, group);
             else
               bits.select1(arrays.queries.data(), arrays.results.data(), n, group);
           }),
           static_cast<double>(n), static_cast<double>(2 * n * sizeof(Index)));
    state.counters["bits"] = static_cast<double>(source.size);
    state.counters["bytes"] = static_cast<double>(bits.bytes(input.ones));
    state.counters["overhead_percent"] =
        100 * (8 * static_cast<double>(bits.bytes(input.ones)) / static_cast<double>(source.size) - 1);
    check_answers(space, input, operation, arrays.queries.data(), arrays.results.data(), n);
  });
}
#endif

#ifdef LEXIKOS_BENCH_SDSL
template <class ExecutionSpace>
void add_sdsl(BitSource const& source, std::string const& device, std::size_t n)
{
  using Index = std::uint64_t;
  for (int const threads : thread_counts_of<ExecutionSpace>())
    for (auto const operation : {BitOperation::access, BitOperation::rank1, BitOperation::select1})
      add_benchmark(batch_name(operation, source, device, "sdsl", 64, threads), [=](benchmark::State& state) {
        auto const& input = load_bits<ExecutionSpace>(source);
        ExecutionSpace const space;
        peers::SdslBits const bits(input.words.data(), source.size, operation == BitOperation::select1);
        BitArrays<ExecutionSpace, Index, Index> const arrays(n);
        make_queries(space, input, operation, arrays.queries);
        report(state, measure([&] {
                 auto const* const queries = arrays.queries.data();
                 if (operation == BitOperation::access) bits.access(queries, arrays.results.data(), n, threads);
                 if (operation == BitOperation::rank1) bits.rank1(queries, arrays.results.data(), n, threads);
                 if (operation == BitOperation::select1) bits.select1(queries, arrays.results.data(), n, threads);
               }),
               static_cast<double>(n), static_cast<double>(2 * n * sizeof(Index)));
        state.counters["bits"] = static_cast<double>(source.size);
        state.counters["bytes"] = static_cast<double>(bits.bytes());
        state.counters["overhead_percent"] =
            100 * (8 * static_cast<double>(bits.bytes()) / static_cast<double>(source.size) - 1);
        check_answers(space, input, operation, arrays.queries.data(), arrays.results.data(), n);
      });
}
#endif

template <class ExecutionSpace>
void add_bit_peers([[maybe_unused]] BitSource const& source, [[maybe_unused]] std::string const& device,
                   [[maybe_unused]] std::size_t n)
{
#ifdef LEXIKOS_BENCH_ECL_WAVELET
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>)
    for (auto const operation : {BitOperation::rank1, BitOperation::select1})
      for (int const group : peers::EclBits::groups) {
        if (source.size <= std::numeric_limits<std::uint32_t>::max())
          add_ecl<std::uint32_t>(source, operation, group, n);
        add_ecl<std::uint64_t>(source, operation, group, n);
      }
#endif
#ifdef LEXIKOS_BENCH_SDSL
  if constexpr (lexikos::detail::works_on_host<ExecutionSpace>) add_sdsl<ExecutionSpace>(source, device, n);
#endif
}

}  // namespace lexikos::bench
