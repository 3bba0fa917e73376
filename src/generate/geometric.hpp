// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>

#include "generate/random_bits.hpp"

namespace lexikos::generate
{

/// Lengths of at least 1 with P(length > k) = q^k, q = 1 - 1/mean.
///
/// The binary digits of length - 1 are independent, digit j being 1 with probability q^(2^j) / (1 + q^(2^j)). So a
/// length is drawn exactly, by comparing integers, and without a logarithm, whose last bits differ between machines.
class Geometric
{
 public:
  explicit constexpr Geometric(std::uint64_t mean)
  {
    uint128 const one = uint128{1} << 64;
    uint128 power = one - (one + mean - 1) / (mean == 0 ? 1 : mean);  // q^(2^j) * 2^64
    while (power != 0 && m_digits < m_thresholds.size()) {
      m_thresholds[m_digits++] = static_cast<std::uint64_t>((power << 63) / (one + power) << 1);
      power = power * power >> 64;
    }
  }

  constexpr std::uint64_t operator()(RandomBits& bits) const
  {
    std::uint64_t length = 1;
    for (unsigned j = 0; j < m_digits; ++j) length += std::uint64_t{bits() < m_thresholds[j]} << j;
    return length;
  }

 private:
  std::array<std::uint64_t, 63> m_thresholds{};
  unsigned m_digits = 0;
};

}  // namespace lexikos::generate
