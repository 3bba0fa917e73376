// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace lexikos::detail
{

/// The first i in [low, high) with values[i] >= value, or high; ascending values.
template <class Value>
[[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t first_not_below(Value const* values, std::uint64_t low,
                                                                   std::uint64_t high, std::uint64_t value)
{
  while (low < high) {
    std::uint64_t const middle = low + (high - low) / 2;
    if (values[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace lexikos::detail
