// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "backends/launch.hpp"
#include "backends/unit.hpp"

namespace lexikos::backends::kokkos
{

/// Counting sort: every chunk counts its symbols; the counts, scanned by (symbol, chunk), are where its positions go.
template <class ExecutionSpace, class Symbols, class Order, class Unit = ThisUnit>
void symbol_order(ExecutionSpace const& space, Symbols const& symbols, Order const& order, Workspace& workspace)
{
  using Position = typename Order::value_type;
  constexpr std::size_t radix = 256;
  std::size_t const n = symbols.extent(0);
  if (n == 0) return;
  Workspace::Scope const scope(workspace);
  auto const chunks = make_chunks(space, n, 8 * radix, 4096);
  auto const places = workspace.take<Position, typename Order::memory_space>(chunks.count * radix);
  auto const totals = workspace.take<Position, typename Order::memory_space>(radix);
  Kokkos::parallel_for(
      "lexikos::primitives::symbol_order::count", Range<ExecutionSpace>(space, 0, chunks.count),
      KOKKOS_LAMBDA(std::size_t chunk) {
        Position* const own = places.data() + chunk * radix;
        for (std::size_t c = 0; c < radix; ++c) own[c] = 0;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) ++own[symbols(i)];
      });
  Kokkos::parallel_for(
      "lexikos::primitives::symbol_order::add", Range<ExecutionSpace>(space, 0, radix), KOKKOS_LAMBDA(std::size_t c) {
        Position sum = 0;
        for (std::size_t chunk = 0; chunk < chunks.count; ++chunk) {
          Position const count = places(chunk * radix + c);
          places(chunk * radix + c) = sum;
          sum += count;
        }
        totals(c) = sum;
      });
  Kokkos::parallel_scan(
      "lexikos::primitives::symbol_order::begin", Range<ExecutionSpace>(space, 0, radix),
      KOKKOS_LAMBDA(std::size_t c, Position & sum, bool is_final) {
        Position const total = totals(c);
        if (is_final) totals(c) = sum;
        sum += total;
      });
  Kokkos::parallel_for(
      "lexikos::primitives::symbol_order::place", Range<ExecutionSpace>(space, 0, chunks.count),
      KOKKOS_LAMBDA(std::size_t chunk) {
        Position* const own = places.data() + chunk * radix;
        for (std::size_t c = 0; c < radix; ++c) own[c] += totals(c);
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i)
          order(own[symbols(i)]++) = static_cast<Position>(i);
      });
}

}  // namespace lexikos::backends::kokkos
