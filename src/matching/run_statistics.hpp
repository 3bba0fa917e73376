// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/matching.hpp>
#include <type_traits>

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
template <class ExecutionSpace, class Source>
void run_statistics(ExecutionSpace const& space, Source const& source, Places<typename Source::Suffixes> const& places,
                    detail::ProgressReport<ExecutionSpace>& progress, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using Suffixes = typename Source::Suffixes;
  std::uint64_t const symbols = places.last - places.first;
  if (symbols == 0) return;
  Workspace::Scope const scope(workspace);
  std::size_t const count = places.chunks();
  ChunkStates const chunks = take_states<ExecutionSpace>(count, workspace);
  progress.run("lexikos::matching_statistics::chunks", count, SearchChunk<Suffixes>{places, chunks}, symbols);
  Kokkos::parallel_for("lexikos::matching_statistics::follow", Range(space, 0, count),
                       FollowChunk<Suffixes>{places, chunks, count});
  Span<std::uint64_t, MemorySpace> const last_ended(chunks.last_ended, count);
  primitives::inclusive_scan(space, last_ended, last_ended, primitives::Maximum{}, workspace);

  bool const may_continue = places.times == 1 && !places.text.documents.are_several() && source.has_continuation();
  std::uint64_t ambiguous = 0;
  if (may_continue) {
    Kokkos::parallel_reduce("lexikos::matching_statistics::ambiguous", Range(space, 0, count),
                            CountAmbiguous{chunks.states}, ambiguous);
    space.fence("lexikos::matching_statistics::ambiguous");
  }
  auto const next = source.continuation(space, ambiguous != 0, workspace);
  progress.run("lexikos::matching_statistics::close", count,
               CloseChunk<Suffixes, std::decay_t<decltype(next.kernel)>>{places, chunks, count, next.kernel}, symbols);
  if (ambiguous != 0) space.fence("lexikos::matching_statistics::close");  // the minima are freed
}

}  // namespace lexikos::matching_detail
