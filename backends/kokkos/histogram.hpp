// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "backends/kokkos/elementwise.hpp"
#include "backends/unit.hpp"

namespace lexikos::backends::kokkos
{

/// Every chunk counts for itself, so that a frequent symbol is no contended atomic; then the chunks' counts are added.
template <class ExecutionSpace, class Symbols, class Counts, class Unit = ThisUnit>
void histogram(ExecutionSpace const& space, Symbols const& symbols, Counts const& counts, Workspace& workspace)
{
  std::size_t const n = symbols.extent(0);
  std::size_t const bins = counts.extent(0);
  if (n == 0 || bins == 0) return kokkos::fill(space, counts, 0);

  Workspace::Scope const scope(workspace);
  auto const chunks = make_chunks(space, n, std::max<std::size_t>(1024, 8 * bins), 4096);
  auto const chunk_counts = workspace.take<std::uint64_t, typename Counts::memory_space>(chunks.count * bins);
  Kokkos::parallel_for(
      "lexikos::primitives::histogram::count", Range<ExecutionSpace>(space, 0, chunks.count),
      KOKKOS_LAMBDA(std::size_t chunk) {
        std::size_t const first = chunk * bins;
        for (std::size_t b = 0; b < bins; ++b) chunk_counts(first + b) = 0;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) ++chunk_counts(first + symbols(i));
      });
  Kokkos::parallel_for(
      "lexikos::primitives::histogram::add", Range<ExecutionSpace>(space, 0, bins), KOKKOS_LAMBDA(std::size_t bin) {
        std::uint64_t sum = 0;
        for (std::size_t chunk = 0; chunk < chunks.count; ++chunk) sum += chunk_counts(chunk * bins + bin);
        counts(bin) = sum;
      });
}

}  // namespace lexikos::backends::kokkos
