// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are wavelet trees and matrices built and asked? Random texts, every structure and execution space, with text and
// queries where the space works and in host memory, beside the trees of ECL_wavelet and SDSL.
//
//     LEXIKOS_BENCH_SYMBOLS       symbols of the text (100000000)
//     LEXIKOS_BENCH_ALPHABETS     distinct symbols; above 256 the text is of u16 (4,20,256)
//     LEXIKOS_BENCH_QUERIES       queries a batch where the space works (50000000)
//     LEXIKOS_BENCH_HOST_QUERIES  queries a batch of host memory (100000 to 100000000 by tens)

#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>

#include "bench/wavelet/measure.hpp"
#include "bench/wavelet/peers.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

namespace
{

std::vector<std::size_t> host_batches()
{
  return sizes_of("LEXIKOS_BENCH_HOST_QUERIES", {100'000, 1'000'000, 10'000'000, 100'000'000});
}

constexpr Operation operations[] = {Operation::access, Operation::rank, Operation::select};

/// The orders that matter: access has no symbols to sort by.
std::vector<Order> orders_of(Operation operation, bool on_device)
{
  if (operation == Operation::access) return {Order::random};
  if (on_device) return {Order::random, Order::ascending, Order::sorting};
  return {Order::random, Order::ascending};
}

template <class Structure, class ExecutionSpace, class Index>
void add_queries(Subject const& subject)
{
  std::string const index = "/u" + std::to_string(8 * sizeof(Index));
  std::size_t const resident = sizes_of("LEXIKOS_BENCH_QUERIES", {50'000'000})[0];
  for (auto const operation : operations)
    for (auto const order : orders_of(operation, true))
      add_benchmark(name_of(operation) + "/resident/" + std::to_string(resident) + "/" + name_of(order) + "/" +
                        subject.name() + index,
                    [=](benchmark::State& state) {
                      measure_queries<Structure, ExecutionSpace, Index>(state, subject, operation, order, resident);
                    });
  for (auto const n : host_batches())
    for (auto const memory : {Memory::pinned, Memory::pageable})
      for (auto const operation : operations)
        for (auto const order : orders_of(operation, false)) {
          if (lexikos::detail::works_on_host<ExecutionSpace> && memory == Memory::pinned) continue;
          add_benchmark(name_of(operation) + "/" + name_of(memory) + "/" + std::to_string(n) + "/" + name_of(order) +
                            "/" + subject.name() + index,
                        [=](benchmark::State& state) {
                          measure_host_queries<Structure, ExecutionSpace, Index>(state, subject, operation, order,
                                                                                 memory, n);
                        });
        }
}

template <class Structure, class ExecutionSpace>
void add_structure(Subject const& subject)
{
  for (auto const memory : {Memory::resident, Memory::pinned, Memory::pageable})
    for (bool const given : {false, true}) {
      if (lexikos::detail::works_on_host<ExecutionSpace> && memory != Memory::resident) continue;
      add_benchmark(
          "build/" + name_of(memory) + "/alphabet:" + (given ? "given/" : "found/") + subject.name(),
          [=](benchmark::State& state) { measure_build<Structure, ExecutionSpace>(state, subject, memory, given); });
    }
  add_queries<Structure, ExecutionSpace, std::uint32_t>(subject);
  add_queries<Structure, ExecutionSpace, std::uint64_t>(subject);
}

template <class ExecutionSpace, class Symbol>
void add_text(TextKind const& kind, std::string const& device)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Quad = WaveletMatrix<MemorySpace, Symbol>;
  using Binary = WaveletMatrix<MemorySpace, Symbol, WaveletLevels::binary>;
  using Tree = WaveletTree<MemorySpace, Symbol>;
  for (int const threads : thread_counts_of<ExecutionSpace>()) {
    Subject const subject{kind, device, "", threads, WaveletShape::balanced};
    add_structure<Quad, ExecutionSpace>(subject.named("quad_matrix"));
    add_peers<Quad, ExecutionSpace>(subject, host_batches(), sizes_of("LEXIKOS_BENCH_QUERIES", {50'000'000})[0]);
    add_structure<Binary, ExecutionSpace>(subject.named("binary_matrix"));
    add_structure<Tree, ExecutionSpace>(subject.named("tree"));
    add_structure<Tree, ExecutionSpace>(subject.named("huffman_tree", WaveletShape::huffman));
  }
}

void add_all()
{
  std::size_t const n = sizes_of("LEXIKOS_BENCH_SYMBOLS", {100'000'000})[0];
  for (auto const alphabet : sizes_of("LEXIKOS_BENCH_ALPHABETS", {4, 20, 256})) {
    TextKind const kind{n, alphabet};
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
