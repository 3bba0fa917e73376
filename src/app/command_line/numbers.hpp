// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace lexikos::app
{

struct NumberRange
{
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

/// The one reader of numbers that users write: digits, optionally followed by k, M, G, T or P (powers of 1000) or Ki, Mi,
/// ... (powers of 1024), as in "3k" and "2Gi". Returns why the text is not such a number within the range; empty when it is,
/// and only then the number is written.
[[nodiscard]] std::string read_number(std::string_view text, NumberRange const& range, std::uint64_t& number);

}  // namespace lexikos::app
