// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "backends/launch.hpp"

namespace lexikos::backends::openmp
{

/// One part a thread of the instance, but none of fewer than `smallest` items; n > 0.
inline Chunks make_parts(Kokkos::OpenMP const& space, std::size_t n, std::size_t smallest = 16384)
{
  return make_chunks(space, n, smallest, static_cast<std::size_t>(space.concurrency()));
}

/// body(part) for all parts, at the same time, one a thread. Bodies are plain host lambdas; the call returns when all are
/// done, so they may capture by reference.
template <class Body>
void for_parts(Kokkos::OpenMP const& space, char const* label, std::size_t parts, Body const& body)
{
  Kokkos::parallel_for(label, Range<Kokkos::OpenMP>(space, 0, parts), body);
}

/// The same for parts of unequal cost, which are handed out one by one.
template <class Body>
void for_parts_dynamic(Kokkos::OpenMP const& space, char const* label, std::size_t parts, Body const& body)
{
  using Policy = Kokkos::RangePolicy<Kokkos::OpenMP, Kokkos::IndexType<std::size_t>, Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for(label, Policy(space, 0, parts, Kokkos::ChunkSize(1)), body);
}

}  // namespace lexikos::backends::openmp
