// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are wavelet trees and matrices built and asked? Random texts, every structure and execution space, with text and
// queries where the space works and in pinned host memory.
//
//     LEXIKOS_BENCH_SYMBOLS       symbols of the text (100000000)
//     LEXIKOS_BENCH_ALPHABETS     distinct symbols; above 256 the text is of u16 (4,20,256)
//     LEXIKOS_BENCH_QUERIES       queries a batch where the space works (50000000)
//     LEXIKOS_BENCH_HOST_QUERIES  queries a batch of host memory (50000000)

#include <cstdint>
#include <lexikos/binary_levels.hpp>
#include <lexikos/host_queries.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/texts.hpp"

namespace lexikos::bench
{

namespace
{

template <class T, class ExecutionSpace>
using Array = Kokkos::View<T*, typename ExecutionSpace::memory_space>;

template <class T, class ExecutionSpace>
Array<T, ExecutionSpace> uninitialised(std::size_t n)
{
  return Array<T, ExecutionSpace>(Kokkos::view_alloc("lexikos::bench::array", Kokkos::WithoutInitializing), n);
}

/// Bits of i, well mixed (the finaliser of SplitMix64).
KOKKOS_INLINE_FUNCTION std::uint64_t mixed(std::uint64_t i)
{
  i += 0x9E3779B97F4A7C15u;
  i = (i ^ (i >> 30)) * 0xBF58476D1CE4E5B9u;
  i = (i ^ (i >> 27)) * 0x94D049BB133111EBu;
  return i ^ (i >> 31);
}

template <class View>
struct FillRandom
{
  View view;
  std::uint64_t below;
  std::uint64_t seed;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    view(i) = static_cast<typename View::value_type>(mixed(mixed(i) + seed) % below);
  }
};

template <class ExecutionSpace, class View>
void fill_random(ExecutionSpace const& space, View const& view, std::uint64_t below, std::uint64_t seed)
{
  Kokkos::parallel_for("lexikos::bench::fill_random",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(space, 0, view.extent(0)),
                       FillRandom<View>{view, below, seed});
}

template <class Text, class Positions, class Symbols>
struct LookUp
{
  Text text;
  Positions positions;
  Symbols symbols;

  KOKKOS_FUNCTION void operator()(std::size_t q) const { symbols(q) = text(positions(q)); }
};

template <class A, class B>
struct CountDifferent
{
  A a;
  B b;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& count) const { count += a(i) != b(i); }
};

template <class ExecutionSpace, class A, class B>
void require_same(ExecutionSpace const& space, A const& a, B const& b, std::string const& what)
{
  std::size_t different = 0;
  Kokkos::parallel_reduce("lexikos::bench::compare",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(space, 0, a.extent(0)),
                          CountDifferent<A, B>{a, b}, different);
  if (different != 0) throw std::runtime_error("WRONG: " + std::to_string(different) + " answers to " + what);
}

/// Random positions, the symbols that the text has there, and which occurrence of its symbol each is, as the structure's rank
/// says: access and select have to lead back, which no wrong rank lets them do.
template <class ExecutionSpace, class Symbol>
struct Asked
{
  Array<std::uint32_t, ExecutionSpace> positions;
  Array<Symbol, ExecutionSpace> symbols;
  Array<std::uint32_t, ExecutionSpace> occurrences;

  template <class Text, class Structure>
  Asked(ExecutionSpace const& space, Text const& text, Structure const& structure, std::size_t n)
      : positions(uninitialised<std::uint32_t, ExecutionSpace>(n)),
        symbols(uninitialised<Symbol, ExecutionSpace>(n)),
        occurrences(uninitialised<std::uint32_t, ExecutionSpace>(n))
  {
    fill_random(space, positions, text.extent(0), 7);
    Kokkos::parallel_for("lexikos::bench::look_up",
                         Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(space, 0, n),
                         LookUp<Text, decltype(positions), decltype(symbols)>{text, positions, symbols});
    structure.rank(space, symbols, positions, occurrences);
    Kokkos::parallel_for("lexikos::bench::count_from_one",
                         Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(space, 0, n),
                         AddOne{occurrences});
    space.fence("lexikos::bench::asked");
  }

  struct AddOne
  {
    Array<std::uint32_t, ExecutionSpace> values;
    KOKKOS_FUNCTION void operator()(std::size_t i) const { ++values(i); }
  };
};

struct TextKind
{
  std::size_t n;
  std::uint64_t alphabet;

  [[nodiscard]] std::string name() const { return "n:" + std::to_string(n) + "/sigma:" + std::to_string(alphabet); }
};

enum class Operation
{
  access,
  rank,
  select
};

std::string name_of(Operation operation)
{
  return operation == Operation::access ? "access" : operation == Operation::rank ? "rank" : "select";
}

template <class Structure>
void report_structure(benchmark::State& state, Structure const& structure)
{
  state.counters["symbols"] = static_cast<double>(structure.size());
  state.counters["bytes"] = static_cast<double>(structure.bytes());
  state.counters["bytes_a_symbol"] = static_cast<double>(structure.bytes()) / static_cast<double>(structure.size());
}

template <class Structure, class ExecutionSpace>
void measure_queries(benchmark::State& state, ExecutionSpace const& space, TextKind const& kind, Operation operation,
                     WaveletShape shape, std::size_t n)
{
  using Symbol = typename Structure::SymbolType;
  auto const text = uninitialised<Symbol, ExecutionSpace>(kind.n);
  fill_random(space, text, kind.alphabet, 1);
  Structure const structure(space, text, {.shape = shape});
  Asked<ExecutionSpace, Symbol> const asked(space, text, structure, n);
  auto const symbols = uninitialised<Symbol, ExecutionSpace>(n);
  auto const results = uninitialised<std::uint32_t, ExecutionSpace>(n);
  auto const bytes = operation == Operation::access ? 4 + sizeof(Symbol) : 8 + sizeof(Symbol);
  report(state, measure([&] {
           if (operation == Operation::access) structure.access(space, asked.positions, symbols);
           if (operation == Operation::rank) structure.rank(space, asked.symbols, asked.positions, results);
           if (operation == Operation::select) structure.select(space, asked.symbols, asked.occurrences, results);
           space.fence("lexikos::bench::batch");
         }),
         static_cast<double>(n), static_cast<double>(n * bytes));
  report_structure(state, structure);
  if (operation == Operation::access) return require_same(space, symbols, asked.symbols, "access");
  structure.select(space, asked.symbols, asked.occurrences, results);
  require_same(space, results, asked.positions, "rank and select");
}

template <class Structure, class ExecutionSpace>
void measure_host_queries(benchmark::State& state, ExecutionSpace const& space, TextKind const& kind,
                          Operation operation, WaveletShape shape, std::size_t n)
{
  using Symbol = typename Structure::SymbolType;
  auto const text = uninitialised<Symbol, ExecutionSpace>(kind.n);
  fill_random(space, text, kind.alphabet, 1);
  Structure const structure(space, text, {.shape = shape});
  Asked<ExecutionSpace, Symbol> const asked(space, text, structure, n);
  PinnedView<std::uint32_t> const positions("lexikos::bench::positions", n);
  PinnedView<Symbol> const symbols("lexikos::bench::symbols", n);
  PinnedView<std::uint32_t> const results("lexikos::bench::results", n);
  PinnedView<Symbol> const accessed("lexikos::bench::accessed", n);
  Kokkos::deep_copy(space, positions, operation == Operation::select ? asked.occurrences : asked.positions);
  Kokkos::deep_copy(space, symbols, asked.symbols);
  space.fence("lexikos::bench::host_queries");
  HostQueries<ExecutionSpace> pipeline(space);
  auto const bytes = operation == Operation::access ? 4 + sizeof(Symbol) : 8 + sizeof(Symbol);
  report(state, measure([&] {
           if (operation == Operation::access) structure.access(pipeline, positions, accessed);
           if (operation == Operation::rank) structure.rank(pipeline, symbols, positions, results);
           if (operation == Operation::select) structure.select(pipeline, symbols, positions, results);
         }),
         static_cast<double>(n), static_cast<double>(n * bytes));
  report_structure(state, structure);
  std::size_t wrong = 0;
  auto const expected = Kokkos::create_mirror_view_and_copy(
      Kokkos::HostSpace{}, operation == Operation::rank ? asked.occurrences : asked.positions);
  for (std::size_t q = 0; q < n; ++q)
    wrong += operation == Operation::access ? accessed(q) != symbols(q)
                                            : results(q) + (operation == Operation::rank ? 1 : 0) != expected(q);
  if (wrong != 0) throw std::runtime_error("WRONG: " + std::to_string(wrong) + " answers");
}

/// from_host: the text lies in pinned memory.
template <class Structure, class ExecutionSpace>
void measure_build(benchmark::State& state, ExecutionSpace const& space, TextKind const& kind, WaveletShape shape,
                   bool from_host)
{
  using Symbol = typename Structure::SymbolType;
  auto text = uninitialised<Symbol, ExecutionSpace>(kind.n);
  fill_random(space, text, kind.alphabet, 1);
  PinnedView<Symbol> pinned;
  if (from_host) {
    pinned = PinnedView<Symbol>(Kokkos::view_alloc("lexikos::bench::pinned", Kokkos::WithoutInitializing), kind.n);
    Kokkos::deep_copy(space, pinned, text);
    space.fence("lexikos::bench::pinned");
    text = {};
  }
  // a device reads pinned memory as its own, but slowly: as a text of the host it is copied
  Span<Symbol const, Kokkos::HostSpace> const host_text(pinned.data(), pinned.extent(0));
  Workspace workspace;
  std::size_t peak = 0;
  WaveletOptions const options{.shape = shape, .workspace = &workspace, .peak_bytes = &peak};
  Structure structure;
  auto const timing =
      measure([&] { structure = {}; },
              [&] { structure = from_host ? Structure(space, host_text, options) : Structure(space, text, options); });
  auto const n = static_cast<double>(kind.n);
  report(state, timing, n, n * sizeof(Symbol));
  report_structure(state, structure);
  state.counters["peak_bytes"] = static_cast<double>(peak);
  if (from_host) {
    text = uninitialised<Symbol, ExecutionSpace>(kind.n);
    Kokkos::deep_copy(space, text, pinned);
  }
  workspace.release();
  std::size_t const checked = std::min<std::size_t>(kind.n, 10'000'000);
  Asked<ExecutionSpace, Symbol> const asked(space, text, structure, checked);
  auto const symbols = uninitialised<Symbol, ExecutionSpace>(checked);
  auto const positions = uninitialised<std::uint32_t, ExecutionSpace>(checked);
  structure.access(space, asked.positions, symbols);
  structure.select(space, asked.symbols, asked.occurrences, positions);
  require_same(space, symbols, asked.symbols, "access");
  require_same(space, positions, asked.positions, "rank and select");
}

std::size_t size_of(char const* variable, std::size_t otherwise)
{
  auto const words = words_of(variable);
  return words.empty() ? otherwise : std::stoull(words[0]);
}

template <class Structure, class ExecutionSpace>
void add_structure(std::string const& name, TextKind const& kind, std::string const& device, int threads,
                   WaveletShape shape = WaveletShape::balanced)
{
  std::string const where =
      kind.name() + "/" + device + "/" + name + (threads == 0 ? "" : "/threads:" + std::to_string(threads));
  for (bool const from_host : {false, true}) {
    if (from_host && works_on_host<ExecutionSpace>) continue;
    add_benchmark(std::string("build/") + (from_host ? "pinned/" : "resident/") + where, [=](benchmark::State& state) {
      measure_build<Structure>(state, instance<ExecutionSpace>(threads), kind, shape, from_host);
    });
  }
  for (auto const operation : {Operation::access, Operation::rank, Operation::select}) {
    add_benchmark(name_of(operation) + "/resident/" + where, [=](benchmark::State& state) {
      measure_queries<Structure>(state, instance<ExecutionSpace>(threads), kind, operation, shape,
                                 size_of("LEXIKOS_BENCH_QUERIES", 50'000'000));
    });
    add_benchmark(name_of(operation) + "/pinned/" + where, [=](benchmark::State& state) {
      measure_host_queries<Structure>(state, instance<ExecutionSpace>(threads), kind, operation, shape,
                                      size_of("LEXIKOS_BENCH_HOST_QUERIES", 50'000'000));
    });
  }
}

template <class ExecutionSpace, class Symbol>
void add_text(TextKind const& kind, std::string const& device)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  for (int const threads : thread_counts_of<ExecutionSpace>()) {
    add_structure<WaveletMatrix<MemorySpace, Symbol>, ExecutionSpace>("quad_matrix", kind, device, threads);
    add_structure<WaveletMatrix<MemorySpace, Symbol, BinaryLevels<MemorySpace>>, ExecutionSpace>("binary_matrix", kind,
                                                                                                 device, threads);
    add_structure<WaveletTree<MemorySpace, Symbol>, ExecutionSpace>("tree", kind, device, threads);
    add_structure<WaveletTree<MemorySpace, Symbol>, ExecutionSpace>("huffman_tree", kind, device, threads,
                                                                    WaveletShape::huffman);
  }
}

void add_all()
{
  std::size_t const n = size_of("LEXIKOS_BENCH_SYMBOLS", 100'000'000);
  auto words = words_of("LEXIKOS_BENCH_ALPHABETS");
  if (words.empty()) words = {"4", "20", "256"};
  for (auto const& word : words) {
    TextKind const kind{n, std::stoull(word)};
    for_each_device([&](std::string const& device, auto tag) {
      using ExecutionSpace = typename decltype(tag)::type;
      if (kind.alphabet <= 256)
        add_text<ExecutionSpace, std::uint8_t>(kind, device);
      else
        add_text<ExecutionSpace, std::uint16_t>(kind, device);
    });
  }
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, [] { lexikos::bench::add_all(); });
}
