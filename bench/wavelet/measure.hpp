// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the benchmarks of one structure share, and how they are timed.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/host_queries.hpp>
#include <lexikos/wavelet_options.hpp>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "bench/support/kept.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/texts.hpp"
#include "bench/wavelet/questions.hpp"
#include "common/counting_resource.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

enum class Operation
{
  access,
  rank,
  select
};

inline std::string name_of(Operation operation)
{
  return operation == Operation::access ? "access" : operation == Operation::rank ? "rank" : "select";
}

/// Of queries: as they come; by symbol; as they come, but sorted by symbol in the timed part.
enum class Order
{
  random,
  ascending,
  sorting
};

inline std::string name_of(Order order)
{
  return order == Order::random ? "random" : order == Order::ascending ? "ascending" : "sorting";
}

/// Of texts, queries and results: where the execution space works, or on the host.
enum class Memory
{
  resident,
  pinned,
  pageable
};

inline std::string name_of(Memory memory)
{
  return memory == Memory::resident ? "resident" : memory == Memory::pinned ? "pinned" : "pageable";
}

/// A structure to measure.
struct Subject
{
  TextKind kind;
  std::string device;
  std::string structure;
  int threads;  ///< 0 on devices
  WaveletShape shape;

  [[nodiscard]] std::string text() const { return kind.name() + "/" + device; }
  [[nodiscard]] std::string name() const
  {
    return text() + "/" + structure + (threads == 0 ? "" : "/threads:" + std::to_string(threads));
  }
  [[nodiscard]] Subject named(std::string const& name, WaveletShape shape_ = WaveletShape::balanced) const
  {
    return {kind, device, name, threads, shape_};
  }
};

/// An array in host memory.
template <class T>
class HostArray
{
 public:
  HostArray(Memory memory, std::size_t n)
  {
    if (memory == Memory::pinned)
      m_pinned = PinnedView<T>(Kokkos::view_alloc("lexikos::bench::pinned", Kokkos::WithoutInitializing), n);
    else
      m_pageable = Kokkos::View<T*, Kokkos::HostSpace>(
          Kokkos::view_alloc("lexikos::bench::pageable", Kokkos::WithoutInitializing), n);
    m_span = m_pageable.extent(0) != 0 ? Span<T, Kokkos::HostSpace>(m_pageable.data(), n)
                                       : Span<T, Kokkos::HostSpace>(m_pinned.data(), n);
  }
  [[nodiscard]] Span<T, Kokkos::HostSpace> span() const { return m_span; }

 private:
  PinnedView<T> m_pinned;
  Kokkos::View<T*, Kokkos::HostSpace> m_pageable;
  Span<T, Kokkos::HostSpace> m_span;
};

template <class ExecutionSpace, class Symbol>
Array<Symbol, ExecutionSpace> text_of(Subject const& subject)
{
  return *kept<Array<Symbol, ExecutionSpace>>("text", subject.text(), [&] {
    return random_text<Symbol>(instance<ExecutionSpace>(subject.threads), subject.kind);
  });
}

template <class ExecutionSpace, class Symbol>
std::shared_ptr<HostArray<Symbol>> host_text_of(Subject const& subject, Memory memory)
{
  return kept<HostArray<Symbol>>("host text", subject.text() + name_of(memory), [&] {
    HostArray<Symbol> text(memory, subject.kind.n);
    Kokkos::deep_copy(text.span(), text_of<ExecutionSpace, Symbol>(subject));
    return text;
  });
}

template <class Structure, class ExecutionSpace>
Structure structure_of(Subject const& subject)
{
  return *kept<Structure>("structure", subject.name(), [&] {
    let_go("questions");
    return Structure(instance<ExecutionSpace>(subject.threads),
                     text_of<ExecutionSpace, typename Structure::SymbolType>(subject), {.shape = subject.shape});
  });
}

template <class Structure, class ExecutionSpace, class Index>
auto questions_of(Subject const& subject, std::size_t n, Order order)
{
  using Asked = Questions<ExecutionSpace, typename Structure::SymbolType, Index>;
  bool const ascending = order == Order::ascending;
  auto const key = subject.name() + "/" + std::to_string(n) + "/" + std::to_string(sizeof(Index)) +
                   (ascending ? "ascending" : "random");
  return *kept<Asked>("questions", key, [&] {
    return ask<Index>(instance<ExecutionSpace>(subject.threads), structure_of<Structure, ExecutionSpace>(subject),
                      text_of<ExecutionSpace, typename Structure::SymbolType>(subject), n, ascending);
  });
}

/// Questions and the room for their answers, in host memory.
template <class Symbol, class Index>
struct HostQuestions
{
  HostArray<Index> positions;
  HostArray<Symbol> symbols;
  HostArray<Index> occurrences;
  HostArray<Index> results;
  HostArray<Symbol> accessed;

  HostQuestions(Memory memory, std::size_t n)
      : positions(memory, n), symbols(memory, n), occurrences(memory, n), results(memory, n), accessed(memory, n)
  {}

  void require_answers(Operation operation) const
  {
    Kokkos::DefaultHostExecutionSpace const host;
    require_none(wrong_answers(operation, results.span(), accessed.span()), name_of(operation));
  }
  template <class Results, class Accessed>
  [[nodiscard]] std::size_t wrong_answers(Operation operation, Results const& found, Accessed const& letters) const
  {
    Kokkos::DefaultHostExecutionSpace const host;
    if (operation == Operation::access) return different(host, letters, symbols.span());
    if (operation == Operation::rank) return different(host, found, occurrences.span(), 1);
    return different(host, found, positions.span());
  }
};

template <class Structure, class ExecutionSpace, class Index>
auto host_questions_of(Subject const& subject, Memory memory, std::size_t n, Order order)
{
  using Symbol = typename Structure::SymbolType;
  auto const key =
      subject.name() + "/" + std::to_string(n) + "/" + std::to_string(sizeof(Index)) + name_of(order) + name_of(memory);
  return kept<HostQuestions<Symbol, Index>>("host questions", key, [&] {
    auto const asked = questions_of<Structure, ExecutionSpace, Index>(subject, n, order);
    HostQuestions<Symbol, Index> host(memory, n);
    Kokkos::deep_copy(host.positions.span(), asked.positions);
    Kokkos::deep_copy(host.symbols.span(), asked.symbols);
    Kokkos::deep_copy(host.occurrences.span(), asked.occurrences);
    return host;
  });
}

template <class Structure>
void report_structure(benchmark::State& state, Structure const& structure)
{
  state.counters["symbols"] = static_cast<double>(structure.size());
  state.counters["bytes"] = static_cast<double>(structure.bytes());
  state.counters["bytes_a_symbol"] = static_cast<double>(structure.bytes()) / static_cast<double>(structure.size());
}

template <class ExecutionSpace, class Structure>
void report_sectors(benchmark::State& state, Structure const& structure, Operation operation, double queries,
                    double seconds)
{
  // each level of a random symbol costs a sector at least, select two
  double const sectors = structure.mean_depth() * (operation == Operation::select ? 2 : 1);
  state.counters["sectors_a_query"] = sectors;
  state.counters["G_sectors/s"] = queries * sectors / seconds / 1e9;
  if constexpr (!lexikos::detail::works_on_host<ExecutionSpace>) {
    double const limit = *kept<double>("limit", std::to_string(structure.bytes()),
                                       [&] { return random_sectors_a_second(ExecutionSpace{}, structure.bytes()); });
    state.counters["limit_G_sectors/s"] = limit / 1e9;
    state.counters["share_of_limit"] = queries * sectors / seconds / limit;
  }
}

inline double bytes_of_query(Operation operation, std::size_t index, std::size_t symbol)
{
  return static_cast<double>(operation == Operation::access ? index + symbol : 2 * index + symbol);
}

template <class Structure, class ExecutionSpace, class Index>
void measure_queries(benchmark::State& state, Subject const& subject, Operation operation, Order order, std::size_t n)
{
  using Symbol = typename Structure::SymbolType;
  auto const space = instance<ExecutionSpace>(subject.threads);
  auto const structure = structure_of<Structure, ExecutionSpace>(subject);
  auto const asked = questions_of<Structure, ExecutionSpace, Index>(subject, n, order);
  auto const symbols = uninitialised<Symbol, ExecutionSpace>(n);
  auto const results = uninitialised<Index, ExecutionSpace>(n);
  Workspace workspace;
  WaveletBatchOptions const options{.sort_by_symbol = order == Order::sorting, .workspace = &workspace};
  auto const timing = measure([&] {
    if (operation == Operation::access) structure.access(space, asked.positions, symbols);
    if (operation == Operation::rank) structure.rank(space, asked.symbols, asked.positions, results, options);
    if (operation == Operation::select) structure.select(space, asked.symbols, asked.occurrences, results, options);
    space.fence("lexikos::bench::batch");
  });
  auto const queries = static_cast<double>(n);
  report(state, timing, queries, queries * bytes_of_query(operation, sizeof(Index), sizeof(Symbol)));
  report_structure(state, structure);
  report_sectors<ExecutionSpace>(state, structure, operation, queries, timing.median());
  if (operation == Operation::access) require_none(different(space, symbols, asked.symbols), "access");
  if (operation == Operation::rank) require_none(different(space, results, asked.occurrences, 1), "rank");
  if (operation == Operation::select) require_none(different(space, results, asked.positions), "select");
}

template <class Structure, class ExecutionSpace, class Index>
void measure_host_queries(benchmark::State& state, Subject const& subject, Operation operation, Order order,
                          Memory memory, std::size_t n)
{
  using Symbol = typename Structure::SymbolType;
  auto const structure = structure_of<Structure, ExecutionSpace>(subject);
  auto const asked = host_questions_of<Structure, ExecutionSpace, Index>(subject, memory, n, order);
  HostQueries<ExecutionSpace> pipeline(instance<ExecutionSpace>(subject.threads));
  auto const positions = asked->positions.span();
  auto const symbols = asked->symbols.span();
  auto const occurrences = asked->occurrences.span();
  auto const results = asked->results.span();
  auto const accessed = asked->accessed.span();
  auto const timing = measure([&] {
    if (operation == Operation::access) structure.access(pipeline, positions, accessed);
    if (operation == Operation::rank) structure.rank(pipeline, symbols, positions, results);
    if (operation == Operation::select) structure.select(pipeline, symbols, occurrences, results);
  });
  auto const queries = static_cast<double>(n);
  report(state, timing, queries, queries * bytes_of_query(operation, sizeof(Index), sizeof(Symbol)));
  report_structure(state, structure);
  report_sectors<ExecutionSpace>(state, structure, operation, queries, timing.median());
  asked->require_answers(operation);
}

/// The largest number of bytes that a build without the caller's workspace takes, structure and scratch together.
template <class ExecutionSpace, class Build>
std::size_t peak_of_build(Build const& build)
{
  lexikos::detail::CountingResource counted;
  lexikos::detail::DefaultResource const is_default(counted);
  (void)build();
  return counted.peak_bytes(memory_kind<typename ExecutionSpace::memory_space>());
}

template <class Structure, class ExecutionSpace>
void measure_build(benchmark::State& state, Subject const& subject, Memory memory, bool given)
{
  using Symbol = typename Structure::SymbolType;
  let_go("questions");
  let_go("host questions");
  let_go("structure");
  auto const space = instance<ExecutionSpace>(subject.threads);
  std::shared_ptr<HostArray<Symbol>> host;
  Array<Symbol, ExecutionSpace> text;
  if (memory == Memory::resident) {
    text = text_of<ExecutionSpace, Symbol>(subject);
  }
  else {
    host = host_text_of<ExecutionSpace, Symbol>(subject, memory);
    let_go("text");
  }
  Workspace workspace;
  WaveletOptions options{.shape = subject.shape};
  if (given) {
    options.alphabet.resize(subject.kind.alphabet);
    std::iota(options.alphabet.begin(), options.alphabet.end(), 0);
  }
  // a device reads pinned memory as its own, but slowly: as a text of the host it is copied
  auto const build = [&] {
    if (host == nullptr) return Structure(space, text, options);
    return Structure(space, Span<Symbol const, Kokkos::HostSpace>(host->span()), options);
  };
  std::size_t const peak = peak_of_build<ExecutionSpace>(build);
  options.workspace = &workspace;
  Structure structure;
  auto const timing = measure([&] { structure = {}; }, [&] { structure = build(); });
  auto const n = static_cast<double>(subject.kind.n);
  report(state, timing, n, n * sizeof(Symbol));
  report_structure(state, structure);
  state.counters["peak_bytes"] = static_cast<double>(peak);
  workspace.release();
  std::size_t const checked = std::min<std::size_t>(subject.kind.n, 10'000'000);
  text = text_of<ExecutionSpace, Symbol>(subject);
  auto const asked = ask<std::uint64_t>(space, structure, text, checked, false);
  auto const symbols = uninitialised<Symbol, ExecutionSpace>(checked);
  auto const positions = uninitialised<std::uint64_t, ExecutionSpace>(checked);
  structure.access(space, asked.positions, symbols);
  structure.select(space, asked.symbols, asked.occurrences, positions);
  require_none(different(space, symbols, asked.symbols), "access");
  require_none(different(space, positions, asked.positions), "rank and select");
}

}  // namespace lexikos::bench
