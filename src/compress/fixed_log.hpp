// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "common/highest_bit.hpp"

namespace lexikos::compress_detail
{

/// Fractional bits of a logarithm in fixed point.
constexpr unsigned log_bits = 12;

using detail::highest_bit;

/// log2(value) * 2^log_bits, rounded down, of value > 0: squaring the mantissa doubles its logarithm, bit by bit. The same on
/// every machine.
KOKKOS_INLINE_FUNCTION std::uint32_t fixed_log2(std::uint32_t value)
{
  unsigned const whole = highest_bit(value);
  std::uint64_t mantissa = static_cast<std::uint64_t>(value) << (31 - whole);  // [2^31, 2^32)
  std::uint32_t fraction = 0;
  for (unsigned bit = 0; bit < log_bits; ++bit) {
    mantissa = (mantissa * mantissa) >> 31;
    bool const is_two = (mantissa >> 32) != 0;
    if (is_two) mantissa >>= 1;
    fraction = 2 * fraction + (is_two ? 1 : 0);
  }
  return (whole << log_bits) + fraction;
}

}  // namespace lexikos::compress_detail
