// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace lexikos::detail
{

/// Whether a byte is one of A, C, G and T, or of a, c, g and t if any case will do.
KOKKOS_INLINE_FUNCTION bool is_dna(std::uint32_t byte, bool any_case)
{
  constexpr std::uint32_t letters = 0x47544341;  // A, C, T, G: in the order of their bits 1 and 2
  std::uint32_t const folded = any_case ? byte & 0xDF : byte;
  return folded == ((letters >> (4 * (byte & 6))) & 0xFF);
}

/// a, c, g and t as capital letters, and everything else as it is.
KOKKOS_INLINE_FUNCTION std::uint8_t dna_letter(std::uint8_t symbol)
{
  return is_dna(symbol, true) ? static_cast<std::uint8_t>(symbol & 0xDF) : symbol;
}

}  // namespace lexikos::detail
