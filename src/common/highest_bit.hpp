// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace lexikos::detail
{

/// Index of the highest bit of value > 0.
KOKKOS_INLINE_FUNCTION unsigned highest_bit(std::uint32_t value)
{
  return 31 - static_cast<unsigned>(Kokkos::Experimental::countl_zero_builtin(value));
}

}  // namespace lexikos::detail
