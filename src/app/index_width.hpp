// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "app/exit_codes.hpp"
#include "app/report.hpp"

namespace lexikos::app
{

/// Bytes of an entry of a suffix array of n entries; `wanted` is "auto", "u32" or "u64".
inline std::size_t index_bytes_for(std::size_t n, std::string const& wanted)
{
  constexpr std::size_t longest = std::numeric_limits<std::uint32_t>::max() - 1;
  if (wanted == "u32" && n > longest)
    throw Failure(ExitCode::usage, "a text of " + grouped(n) + " bytes needs entries of 64 bits: --index u64");
  return wanted == "u64" || n > longest ? 8 : 4;
}

}  // namespace lexikos::app
