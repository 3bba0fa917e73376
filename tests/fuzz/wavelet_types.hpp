// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <iterator>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>

#include "tests/fuzz/fuzzer.hpp"

namespace lexikos::fuzz
{

/// Calls function.operator()<Structure>() for a type that the input chooses: u8, u16 or u32; quad or binary matrix, or tree.
template <class Function>
void with_wavelet_type(Numbers& numbers, Function const& function)
{
  auto const with_symbol = [&]<class Symbol>(Symbol) {
    switch (numbers.below(3)) {
      case 0:
        return function.template operator()<WaveletMatrix<MemorySpace, Symbol>>();
      case 1:
        return function.template operator()<WaveletMatrix<MemorySpace, Symbol, WaveletLevels::binary>>();
      default:
        return function.template operator()<WaveletTree<MemorySpace, Symbol>>();
    }
  };
  switch (numbers.below(8)) {
    case 0:
    case 1:
      return with_symbol(std::uint32_t{});
    case 2:  // takes most time, for counters of all values
      return with_symbol(std::uint16_t{});
    default:
      return with_symbol(std::uint8_t{});
  }
}

}  // namespace lexikos::fuzz
