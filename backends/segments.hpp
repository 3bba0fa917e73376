// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

namespace lexikos::backends
{

/// The segment that contains item i: the last one that starts at i or before. (Earlier ones with the same start are empty.)
/// Binary search, O(log segments).
///
/// \param starts  [0..segments) ascending, starts[0] <= i; a pointer or a view
template <class Starts>
KOKKOS_FUNCTION std::size_t segment_of(Starts const& starts, std::size_t segments, std::size_t i)
{
  std::size_t low = 0;
  std::size_t high = segments;
  while (high - low > 1) {
    std::size_t const middle = low + (high - low) / 2;
    if (starts[middle] <= i)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/// The same, given [0..segments] offsets: the last one is the end of the last segment.
template <class Offsets>
KOKKOS_FUNCTION std::size_t segment_of(Offsets const& offsets, std::size_t i)
{
  return segment_of(offsets, offsets.extent(0) - 1, i);
}

/// The same, for an item that is in a segment `first` or soon after it: steps that double, and then halve.
template <class Offsets>
KOKKOS_FUNCTION std::size_t segment_from(Offsets const& offsets, std::size_t segments, std::size_t first, std::size_t i)
{
  std::size_t step = 1;
  while (first + step < segments && offsets[first + step] <= i) {
    first += step;
    step *= 2;
  }
  std::size_t const end = first + step < segments ? first + step : segments;
  return first + segment_of(offsets + first, end - first, i);
}

}  // namespace lexikos::backends
