// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace lexikos::next_symbols_detail
{

struct Tuning
{
  /// Suffixes of which a thread finds the symbols. Not measured: a part of one symbol costs as many steps as the logarithm of
  /// its suffixes twice, and one in which all differ some milliseconds.
  std::uint64_t suffixes_of_part = std::uint64_t{1} << 12;
};

}  // namespace lexikos::next_symbols_detail
