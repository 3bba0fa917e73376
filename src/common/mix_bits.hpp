// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace lexikos::detail
{

/// A bijection whose bits are as good as random, each of them: the finalizer of splitmix64 (Steele, Lea and Flood 2014).
[[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t mix_bits(std::uint64_t number)
{
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

}  // namespace lexikos::detail
