// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

namespace lexikos::backends
{

/// The number of elements of a among the first `diagonal` elements of the merge of a and b, both sorted by `less`: where the
/// merge path crosses that diagonal (Odeh, Green, Mwassi, Shmueli, Birk, "Merge Path", 2012). Of equal elements, those of a
/// come first. O(log n) comparisons.
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

}  // namespace lexikos::backends
