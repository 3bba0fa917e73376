// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>

namespace lexikos::duplicates_detail
{

/// What tests make small.
struct Tuning
{
  /// Symbols of the longest text whose positions are numbers of 32 bits; the largest of these is the number of none.
  std::uint64_t max_narrow = std::numeric_limits<std::uint32_t>::max() - 1;
};

}  // namespace lexikos::duplicates_detail
