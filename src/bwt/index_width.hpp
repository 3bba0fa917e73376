// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace lexikos::bwt_detail
{

/// Whether indices of 32 bits do for a text of n symbols, and for what is stored beside its positions.
constexpr bool has_narrow_index(std::size_t n)
{
  return n < std::numeric_limits<std::uint32_t>::max();
}

}  // namespace lexikos::bwt_detail
