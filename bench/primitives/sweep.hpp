// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Primitives that pass over memory in order: their limit is the bandwidth, which `copy` measures.

#include "backends/primitives.hpp"
#include "bench/primitives/data.hpp"
#include "bench/support/measure.hpp"

namespace lexikos::bench
{

template <class ExecutionSpace>
void copy(benchmark::State& state, ExecutionSpace const& space)
{
  std::size_t const n = item_count();
  auto const from = make_array<std::uint64_t>(space, n);
  auto const to = make_array<std::uint64_t>(space, n);
  fill_random(space, from, 64);
  fill_random(space, to, 63);
  auto const timing = measure([&] {
    Kokkos::deep_copy(space, to, from);
    space.fence("lexikos::bench::copy");
  });
  report(state, timing, static_cast<double>(n), 16.0 * static_cast<double>(n));
}

/// Sums of ones, or maxima of ascending numbers: the results are known.
template <class In, class Out, class Operation, class ExecutionSpace>
void inclusive_scan(benchmark::State& state, ExecutionSpace const& space)
{
  constexpr bool is_sum = std::is_same_v<Operation, lexikos::primitives::Sum>;
  std::size_t const n = item_count();
  auto const in = make_array<In>(space, n);
  auto const out = make_array<Out>(space, n);
  auto const right = make_array<Out>(space, n);
  fill_ascending(space, in, is_sum ? 0 : 1, is_sum ? 1 : 0);
  fill_ascending(space, right, 1, is_sum ? 1 : 0);
  Workspace workspace;
  auto const timing = measure([&] {
    primitives::inclusive_scan(space, in, out, Operation{}, workspace);
    space.fence("lexikos::bench::inclusive_scan");
  });
  report(state, timing, static_cast<double>(n), static_cast<double>(n * (sizeof(In) + sizeof(Out))));
  require(fingerprint(space, out) == fingerprint(space, right), "the scan");
}

template <class Flags>
struct FillFlags
{
  Flags flags;
  unsigned percent;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& sum) const
  {
    bool const flagged = key_of<std::uint32_t>(i, 32) % 100 < percent;
    flags(i) = flagged ? 1 : 0;
    sum += flagged ? 1 : 0;
  }
};

/// Flags every item with a probability of percent / 100. Returns the number of flagged items.
template <class ExecutionSpace, class Flags>
std::size_t fill_flags(ExecutionSpace const& space, Flags const& flags, unsigned percent)
{
  std::size_t count = 0;
  Kokkos::parallel_reduce("lexikos::bench::fill_flags", Range<ExecutionSpace>(space, 0, flags.extent(0)),
                          FillFlags<Flags>{flags, percent}, count);
  return count;
}

enum class Selection
{
  values,
  positions
};

template <class ExecutionSpace>
void select(benchmark::State& state, ExecutionSpace const& space, Selection selection, unsigned percent)
{
  using Value = std::uint32_t;
  std::size_t const n = item_count();
  auto const in = make_array<Value>(space, n);
  auto const flags = make_array<std::uint8_t>(space, n);
  auto const out = make_array<Value>(space, n);
  fill_ascending(space, in, 1, 0);
  fill_ascending(space, out, 1, 0);
  std::size_t const right = fill_flags(space, flags, percent);
  std::size_t count = right;
  Workspace workspace;
  auto const timing = measure([&] {
    if (selection == Selection::values) primitives::pack_flagged(space, in, flags, out, workspace);
    if (selection == Selection::positions) count = primitives::select_positions(space, flags, out, workspace);
    space.fence("lexikos::bench::select");
  });
  std::size_t const read = n * (selection == Selection::positions ? 1 : 1 + sizeof(Value));
  report(state, timing, static_cast<double>(n), static_cast<double>(read + right * sizeof(Value)));
  require(count == right, "the number of selected items");
  auto const front = Kokkos::subview(out, std::make_pair(std::size_t{0}, right));
  require(count_descents(space, front) == 0, "the order of selected items");
}

/// Symbols drawn uniformly from 2^bits. 0 bits leave a single one: the worst case for counting in parallel.
template <class Symbol, class ExecutionSpace>
void histogram(benchmark::State& state, ExecutionSpace const& space, int bits)
{
  std::size_t const n = item_count();
  auto const symbols = make_array<Symbol>(space, n);
  auto const counts = make_array<std::uint64_t>(space, std::size_t{1} << (8 * sizeof(Symbol)));
  if (bits == 0)
    Kokkos::deep_copy(space, symbols, Symbol{7});
  else
    fill_random(space, symbols, bits);
  Workspace workspace;
  auto const timing = measure([&] {
    primitives::histogram(space, symbols, counts, workspace);
    space.fence("lexikos::bench::histogram");
  });
  report(state, timing, static_cast<double>(n), static_cast<double>(n * sizeof(Symbol)));
  require(primitives::reduce(space, counts, primitives::Sum{}, workspace) == n, "the sum of the counts");
}

}  // namespace lexikos::bench
