// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "backends/kokkos/histogram.hpp"

namespace lexikos::backends::kokkos
{

// A counting sort in four kernels: every chunk counts its symbols; for each symbol, the counts of the chunks become their
// places among that symbol's; the totals of the symbols become their first places; every chunk writes its positions.

constexpr std::size_t symbols_of_a_byte = 256;

template <class Symbols, class Places>
struct CountSymbolsOfChunk
{
  using Position = typename Places::value_type;

  Symbols symbols;
  Chunks chunks;
  Places places;

  KOKKOS_FUNCTION void operator()(std::size_t chunk) const
  {
    Position* const own = places.data() + chunk * symbols_of_a_byte;
    for (std::size_t c = 0; c < symbols_of_a_byte; ++c) own[c] = 0;
    for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) ++own[symbols(i)];
  }
};

template <class Places>
struct ScanChunksOfSymbol
{
  using Position = typename Places::value_type;

  std::size_t chunks;
  Places places;
  Places totals;

  KOKKOS_FUNCTION void operator()(std::size_t c) const
  {
    Position sum = 0;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      Position const count = places(chunk * symbols_of_a_byte + c);
      places(chunk * symbols_of_a_byte + c) = sum;
      sum += count;
    }
    totals(c) = sum;
  }
};

template <class Places>
struct ScanTotals
{
  using Position = typename Places::value_type;

  Places totals;

  KOKKOS_FUNCTION void operator()(std::size_t c, Position& sum, bool is_final) const
  {
    Position const total = totals(c);
    if (is_final) totals(c) = sum;
    sum += total;
  }
};

template <class Symbols, class Places, class Order>
struct PlaceSymbolsOfChunk
{
  using Position = typename Places::value_type;

  Symbols symbols;
  Chunks chunks;
  Places places;
  Places totals;
  Order order;

  KOKKOS_FUNCTION void operator()(std::size_t chunk) const
  {
    Position* const own = places.data() + chunk * symbols_of_a_byte;
    for (std::size_t c = 0; c < symbols_of_a_byte; ++c) own[c] += totals(c);
    for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i)
      order(own[symbols(i)]++) = static_cast<Position>(i);
  }
};

template <class Tuning = kokkos::Tuning, class ExecutionSpace, class Symbols, class Order>
void symbol_order(ExecutionSpace const& space, Symbols const& symbols, Order const& order, Workspace& workspace)
{
  using Position = typename Order::value_type;
  using Places = Span<Position, typename Order::memory_space>;
  std::size_t const n = symbols.extent(0);
  if (n == 0) return;
  Workspace::Scope const scope(workspace);
  Chunks const chunks = make_chunks(space, n, Tuning::symbols_a_bin * symbols_of_a_byte, Tuning::max_histogram_chunks);
  Places const places = workspace.take<Position, typename Order::memory_space>(chunks.count * symbols_of_a_byte);
  Places const totals = workspace.take<Position, typename Order::memory_space>(symbols_of_a_byte);
  Kokkos::parallel_for("lexikos::primitives::symbol_order::count", Range<ExecutionSpace>(space, 0, chunks.count),
                       CountSymbolsOfChunk<Symbols, Places>{symbols, chunks, places});
  Kokkos::parallel_for("lexikos::primitives::symbol_order::add", Range<ExecutionSpace>(space, 0, symbols_of_a_byte),
                       ScanChunksOfSymbol<Places>{chunks.count, places, totals});
  Kokkos::parallel_scan("lexikos::primitives::symbol_order::begin", Range<ExecutionSpace>(space, 0, symbols_of_a_byte),
                        ScanTotals<Places>{totals});
  Kokkos::parallel_for("lexikos::primitives::symbol_order::place", Range<ExecutionSpace>(space, 0, chunks.count),
                       PlaceSymbolsOfChunk<Symbols, Places, Order>{symbols, chunks, places, totals, order});
}

}  // namespace lexikos::backends::kokkos
