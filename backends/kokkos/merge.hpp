// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/kokkos/launch.hpp"

namespace lexikos::backends::kokkos
{

/// How many of the first `diagonal` elements of the merged range come from a: where the merge path crosses the diagonal.
template <class A, class B, class Less>
KOKKOS_FUNCTION std::size_t merge_path(A const& a, B const& b, std::size_t diagonal, Less const& less)
{
  std::size_t const na = a.extent(0);
  std::size_t const nb = b.extent(0);
  std::size_t low = diagonal > nb ? diagonal - nb : 0;
  std::size_t high = diagonal < na ? diagonal : na;
  while (low < high) {
    std::size_t const middle = low + (high - low) / 2;
    if (less(b(diagonal - 1 - middle), a(middle)))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// Writes elements [begin, end) of the merged range.
template <class A, class B, class Out, class Less>
KOKKOS_FUNCTION void merge_tile(A const& a, B const& b, Out const& out, std::size_t begin, std::size_t end,
                                Less const& less)
{
  std::size_t ia = merge_path(a, b, begin, less);
  std::size_t ib = begin - ia;
  std::size_t const na = a.extent(0);
  std::size_t const nb = b.extent(0);
  std::size_t to = begin;
  // which one is taken is not to be foretold, so that this is no branch
  for (; to < end && ia < na && ib < nb; ++to) {
    auto const next_a = a(ia);
    auto const next_b = b(ib);
    bool const take_b = less(next_b, next_a);
    out(to) = take_b ? next_b : next_a;
    ib += take_b;
    ia += !take_b;
  }
  for (; to < end && ia < na; ++to) out(to) = a(ia++);
  for (; to < end; ++to) out(to) = b(ib++);
}

template <class ExecutionSpace, class A, class B, class Out, class Less>
void merge(ExecutionSpace const& space, A const& a, B const& b, Out const& out, Less less, Workspace&)
{
  constexpr std::size_t tile = 512;
  std::size_t const n = a.extent(0) + b.extent(0);
  Kokkos::parallel_for(
      "lexikos::primitives::merge", Range<ExecutionSpace>(space, 0, (n + tile - 1) / tile),
      KOKKOS_LAMBDA(std::size_t t) { merge_tile(a, b, out, t * tile, (t + 1) * tile < n ? (t + 1) * tile : n, less); });
}

}  // namespace lexikos::backends::kokkos
