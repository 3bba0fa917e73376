// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/matching.hpp>
#include <lexikos/range_minimum.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/progress.hpp"
#include "matching/queries.hpp"
#include "matching/statistics.hpp"

namespace lexikos::matching_detail
{

/// Symbols of queries, as `CheckedQueries`, in units of progress: chunks, and their open places.
inline std::size_t statistics_work(std::uint64_t symbols)
{
  return 2 * symbols;
}

template <class ExecutionSpace>
ChunkStates take_states(std::size_t chunks, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const numbers = [&] { return workspace.take<std::uint64_t, MemorySpace>(chunks).data(); };
  return {workspace.take<ChunkState, MemorySpace>(chunks).data(), numbers(), numbers(), numbers(), numbers()};
}

/// Fills the lengths and positions of all symbols of the queries. Does not fence at the end.
template <class ExecutionSpace, class Index>
void run_statistics(ExecutionSpace const& space, IndexArrays<typename ExecutionSpace::memory_space, Index> const& index,
                    Places<Index> const& places, detail::ProgressReport<ExecutionSpace>& progress, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::uint64_t const symbols = places.last - places.first;
  if (symbols == 0) return;
  Workspace::Scope const scope(workspace);
  std::size_t const count = places.chunks();
  ChunkStates const chunks = take_states<ExecutionSpace>(count, workspace);
  progress.run("lexikos::matching_statistics::chunks", count, SearchChunk<Index>{places, chunks}, symbols);
  Kokkos::parallel_for("lexikos::matching_statistics::follow", Range(space, 0, count),
                       FollowChunk<Index>{places, chunks, count});
  Span<std::uint64_t, MemorySpace> const last_ended(chunks.last_ended, count);
  primitives::inclusive_scan(space, last_ended, last_ended, primitives::Maximum{}, workspace);

  Continuation<Index> continuation;
  RangeMinimum<MemorySpace, Index> minimum;
  std::uint64_t ambiguous = 0;
  bool const may_continue = places.times == 1 && !places.text.documents.are_several() && index.lcp.extent(0) != 0 &&
                            index.inverse.extent(0) != 0;
  if (may_continue) {
    Kokkos::parallel_reduce("lexikos::matching_statistics::ambiguous", Range(space, 0, count),
                            CountAmbiguous{chunks.states}, ambiguous);
    space.fence("lexikos::matching_statistics::ambiguous");
  }
  if (ambiguous != 0) {
    minimum = RangeMinimum<MemorySpace, Index>(space, index.lcp, {&workspace, {}});
    continuation = {index.inverse.data(), minimum.queries()};
  }
  progress.run("lexikos::matching_statistics::close", count, CloseChunk<Index>{places, chunks, count, continuation},
               symbols);
  if (ambiguous != 0) space.fence("lexikos::matching_statistics::close");  // the minima are freed
}

}  // namespace lexikos::matching_detail
