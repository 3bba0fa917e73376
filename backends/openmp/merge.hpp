// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/kokkos/merge.hpp"
#include "backends/openmp/parts.hpp"

namespace lexikos::backends::openmp
{

/// One tile a thread: each searches the merge path once.
template <class A, class B, class Out, class Less>
void merge(Kokkos::OpenMP const& space, A const& a, B const& b, Out const& out, Less less, Workspace&)
{
  std::size_t const n = a.extent(0) + b.extent(0);
  if (n == 0) return;
  Chunks const parts = make_parts(space, n);
  for_parts(space, "lexikos::primitives::merge", parts.count,
            [&](std::size_t part) { kokkos::merge_tile(a, b, out, parts.begin(part), parts.end(part), less); });
}

}  // namespace lexikos::backends::openmp
