// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The wavelet trees of other libraries, on the same texts and queries, which the library's own structure makes.

#include <stdexcept>
#include <type_traits>

#include "bench/wavelet/measure.hpp"
#include "system/concurrency.hpp"
#ifdef LEXIKOS_BENCH_ECL_WAVELET
#include "bench/peers/ecl_wavelet_tree.hpp"
#endif
#ifdef LEXIKOS_BENCH_SDSL
#include "bench/peers/sdsl_tree.hpp"
#endif

namespace lexikos::bench
{

/// A peer's wrong answers are its own: they are told, but do not make the program fail.
inline void tell_wrong(benchmark::State& state, std::size_t wrong)
{
  if (wrong != 0) skip(state, std::to_string(wrong) + " wrong answers");
}

#ifdef LEXIKOS_BENCH_ECL_WAVELET

template <class Symbol>
using EclKept = std::unique_ptr<peers::EclTree<Symbol>>;

template <class Symbol>
std::vector<Symbol> alphabet_of(TextKind const& kind)
{
  std::vector<Symbol> alphabet(kind.alphabet);
  for (std::size_t code = 0; code < alphabet.size(); ++code) alphabet[code] = static_cast<Symbol>(code);
  return alphabet;
}

template <class Structure, class ExecutionSpace>
void measure_ecl_build(benchmark::State& state, Subject const& subject, Memory memory, bool given)
{
  using Symbol = typename Structure::SymbolType;
  for (auto const* slot : {"questions", "host questions", "structure", "peer"}) let_go(slot);
  auto const text = host_text_of<ExecutionSpace, Symbol>(subject, memory)->span();
  let_go("text");
  EclKept<Symbol> tree;
  auto const timing =
      measure([&] { tree.reset(); },
              [&] {
                auto alphabet = given ? alphabet_of<Symbol>(subject.kind) : std::vector<Symbol>{};
                tree = std::make_unique<peers::EclTree<Symbol>>(text.data(), text.extent(0), std::move(alphabet));
              });
  auto const n = static_cast<double>(subject.kind.n);
  report(state, timing, n, n * sizeof(Symbol));
}

template <class Symbol>
HostArray<typename peers::EclTree<Symbol>::Query> ecl_queries(HostQuestions<Symbol, std::uint64_t> const& asked,
                                                              Operation operation, Memory memory)
{
  using Query = typename peers::EclTree<Symbol>::Query;
  auto const positions = operation == Operation::rank ? asked.positions.span() : asked.occurrences.span();
  auto const symbols = asked.symbols.span();
  HostArray<Query> queries(memory, positions.extent(0));
  for (std::size_t q = 0; q < positions.extent(0); ++q) queries.span()(q) = {positions(q), symbols(q)};
  return queries;
}

template <class Structure, class ExecutionSpace>
void measure_ecl_queries(benchmark::State& state, Subject const& subject, Operation operation, Order order,
                         Memory memory, std::size_t n)
{
  using Symbol = typename Structure::SymbolType;
  using HostSymbols = Span<Symbol const, Kokkos::HostSpace>;
  using HostNumbers = Span<std::size_t const, Kokkos::HostSpace>;
  auto const asked =
      host_questions_of<Structure, ExecutionSpace, std::uint64_t>(subject.named("quad_matrix"), memory, n, order);
  // its symbols are 0..alphabet-1, so that it leaves the queries as they are
  auto const tree = kept<EclKept<Symbol>>("peer", subject.name(), [&] {
    auto const text = host_text_of<ExecutionSpace, Symbol>(subject, Memory::pinned)->span();
    return std::make_unique<peers::EclTree<Symbol>>(text.data(), text.extent(0), alphabet_of<Symbol>(subject.kind));
  });
  peers::EclTree<Symbol>& ecl = **tree;
  auto const queries = static_cast<double>(n);
  Symbol const* letters = nullptr;
  std::size_t const* numbers = nullptr;
  if (operation == Operation::access) {
    HostArray<std::size_t> positions(memory, n);
    Kokkos::deep_copy(positions.span(), asked->positions.span());
    report(state, measure([&] { letters = ecl.access(positions.span().data(), n); }), queries,
           queries * (sizeof(std::size_t) + sizeof(Symbol)));
  }
  else {
    using Query = typename peers::EclTree<Symbol>::Query;
    auto const held = ecl_queries(*asked, operation, memory);
    report(state, measure([&] {
             numbers =
                 operation == Operation::rank ? ecl.rank(held.span().data(), n) : ecl.select(held.span().data(), n);
           }),
           queries, queries * (sizeof(Query) + sizeof(std::size_t)));
  }
  HostSymbols const found_letters(letters, letters == nullptr ? 0 : n);
  HostNumbers const found(numbers, numbers == nullptr ? 0 : n);
  tell_wrong(state, asked->wrong_answers(operation, found, found_letters));
}

template <class Structure, class ExecutionSpace>
void add_ecl(Subject const& subject, std::vector<std::size_t> const& batches)
{
  for (auto const memory : {Memory::pinned, Memory::pageable}) {
    for (bool const given : {false, true})
      add_benchmark("build/" + name_of(memory) + "/alphabet:" + (given ? "given/" : "found/") + subject.name(),
                    [=](benchmark::State& state) {
                      measure_ecl_build<Structure, ExecutionSpace>(state, subject, memory, given);
                    });
    for (auto const n : batches)
      for (auto const operation : {Operation::access, Operation::rank, Operation::select})
        for (auto const order : {Order::random, Order::ascending}) {
          if (operation == Operation::access && order != Order::random) continue;
          add_benchmark(name_of(operation) + "/" + name_of(memory) + "/" + std::to_string(n) + "/" + name_of(order) +
                            "/" + subject.name() + "/u64",
                        [=](benchmark::State& state) {
                          measure_ecl_queries<Structure, ExecutionSpace>(state, subject, operation, order, memory, n);
                        });
        }
  }
}

#endif

#ifdef LEXIKOS_BENCH_SDSL

template <class Structure, class ExecutionSpace, class Index>
void measure_sdsl(benchmark::State& state, Subject const& subject, Operation operation, Order order, std::size_t n)
{
  auto const tree = kept<std::unique_ptr<peers::SdslTree>>("peer", subject.text(), [&] {
    auto const text = text_of<ExecutionSpace, std::uint8_t>(subject);
    return std::make_unique<peers::SdslTree>(text.data(), text.extent(0));
  });
  peers::SdslTree const& sdsl = **tree;
  auto const asked = questions_of<Structure, ExecutionSpace, Index>(subject.named("quad_matrix"), n, order);
  auto const letters = uninitialised<std::uint8_t, ExecutionSpace>(n);
  auto const results = uninitialised<Index, ExecutionSpace>(n);
  int const threads = lexikos::detail::concurrency_of(instance<ExecutionSpace>(subject.threads));
  auto const queries = static_cast<double>(n);
  report(state, measure([&] {
           if (operation == Operation::access) sdsl.access(asked.positions.data(), letters.data(), n, threads);
           if (operation == Operation::rank)
             sdsl.rank(asked.symbols.data(), asked.positions.data(), results.data(), n, threads);
           if (operation == Operation::select)
             sdsl.select(asked.symbols.data(), asked.occurrences.data(), results.data(), n, threads);
         }),
         queries, queries * bytes_of_query(operation, sizeof(Index), 1));
  state.counters["symbols"] = static_cast<double>(subject.kind.n);
  state.counters["bytes"] = static_cast<double>(sdsl.bytes());
  auto const space = instance<ExecutionSpace>(subject.threads);
  if (operation == Operation::access) tell_wrong(state, different(space, letters, asked.symbols));
  if (operation == Operation::rank) tell_wrong(state, different(space, results, asked.occurrences, 1));
  if (operation == Operation::select) tell_wrong(state, different(space, results, asked.positions));
}

template <class Structure, class ExecutionSpace, class Index>
void add_sdsl(Subject const& subject, std::size_t n)
{
  for (auto const operation : {Operation::access, Operation::rank, Operation::select})
    for (auto const order : {Order::random, Order::ascending}) {
      if (operation == Operation::access && order != Order::random) continue;
      add_benchmark(name_of(operation) + "/resident/" + std::to_string(n) + "/" + name_of(order) + "/" +
                        subject.name() + "/u" + std::to_string(8 * sizeof(Index)),
                    [=](benchmark::State& state) {
                      measure_sdsl<Structure, ExecutionSpace, Index>(state, subject, operation, order, n);
                    });
    }
}

#endif

/// Those that this build and the space have, after the structure's own benchmarks, whose queries they are asked.
template <class Structure, class ExecutionSpace>
void add_peers([[maybe_unused]] Subject const& subject, [[maybe_unused]] std::vector<std::size_t> const& host_batches,
               [[maybe_unused]] std::size_t queries)
{
#if defined(LEXIKOS_BENCH_ECL_WAVELET) && defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>)
    add_ecl<Structure, ExecutionSpace>(subject.named("ecl_wavelet_tree"), host_batches);
#endif
#if defined(LEXIKOS_BENCH_SDSL) && defined(KOKKOS_ENABLE_OPENMP)
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::OpenMP> &&
                std::is_same_v<typename Structure::SymbolType, std::uint8_t>)
  {
    add_sdsl<Structure, ExecutionSpace, std::uint32_t>(subject.named("sdsl_wt_blcd"), queries);
    add_sdsl<Structure, ExecutionSpace, std::uint64_t>(subject.named("sdsl_wt_blcd"), queries);
  }
#endif
}

}  // namespace lexikos::bench
