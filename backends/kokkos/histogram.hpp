// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "backends/kokkos/elementwise.hpp"
#include "backends/kokkos/tuning.hpp"

namespace lexikos::backends::kokkos
{

/// Every chunk counts in a table of its own: atomic updates of shared counters would contend for frequent symbols.
template <class Symbols, class ChunkCounts>
struct CountChunk
{
  Symbols symbols;
  Chunks chunks;
  std::size_t bins;
  ChunkCounts chunk_counts;

  KOKKOS_FUNCTION void operator()(std::size_t chunk) const
  {
    std::size_t const first = chunk * bins;
    for (std::size_t b = 0; b < bins; ++b) chunk_counts(first + b) = 0;
    for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) ++chunk_counts(first + symbols(i));
  }
};

template <class ChunkCounts, class Counts>
struct AddChunks
{
  ChunkCounts chunk_counts;
  std::size_t chunks;
  std::size_t bins;
  Counts counts;

  KOKKOS_FUNCTION void operator()(std::size_t bin) const
  {
    std::uint64_t sum = 0;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) sum += chunk_counts(chunk * bins + bin);
    counts(bin) = sum;
  }
};

template <class Tuning = kokkos::Tuning, class ExecutionSpace, class Symbols, class Counts>
void histogram(ExecutionSpace const& space, Symbols const& symbols, Counts const& counts, Workspace& workspace)
{
  using ChunkCounts = Span<std::uint64_t, typename Counts::memory_space>;
  std::size_t const n = symbols.extent(0);
  std::size_t const bins = counts.extent(0);
  if (n == 0 || bins == 0) return kokkos::fill(space, counts, 0);

  Workspace::Scope const scope(workspace);
  std::size_t const min_chunk = std::max(Tuning::min_histogram_chunk, Tuning::symbols_a_bin * bins);
  Chunks const chunks = make_chunks(space, n, min_chunk, Tuning::max_histogram_chunks);
  ChunkCounts const chunk_counts = workspace.take<std::uint64_t, typename Counts::memory_space>(chunks.count * bins);
  Kokkos::parallel_for("lexikos::primitives::histogram::count", Range<ExecutionSpace>(space, 0, chunks.count),
                       CountChunk<Symbols, ChunkCounts>{symbols, chunks, bins, chunk_counts});
  Kokkos::parallel_for("lexikos::primitives::histogram::add", Range<ExecutionSpace>(space, 0, bins),
                       AddChunks<ChunkCounts, Counts>{chunk_counts, chunks.count, bins, counts});
}

}  // namespace lexikos::backends::kokkos
