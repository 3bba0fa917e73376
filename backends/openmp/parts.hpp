// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "backends/launch.hpp"
#include "backends/openmp/tuning.hpp"
#include "system/concurrency.hpp"

namespace lexikos::backends::openmp
{

/// One part for each thread of the instance, of `min_part` items or more; n > 0.
inline Chunks make_parts(Kokkos::OpenMP const& space, std::size_t n, std::size_t min_part)
{
  return make_chunks(space, n, min_part, static_cast<std::size_t>(detail::concurrency_of(space)));
}

/// Calls body(part) for all parts at the same time, one a thread. Bodies are plain host lambdas and may capture by
/// reference: this returns when all calls have.
template <class Body>
void for_parts(Kokkos::OpenMP const& space, char const* label, std::size_t parts, Body const& body)
{
  Kokkos::parallel_for(label, Range<Kokkos::OpenMP>(space, 0, parts), body);
}

}  // namespace lexikos::backends::openmp
