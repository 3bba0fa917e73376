// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the encoder chooses and the format leaves open. The same for all machines, so that all write the same bytes.

#include <cstddef>
#include <cstdint>

namespace lexikos::compress_detail
{

/// Texts that are not worth a transform, whose tables alone are longer.
constexpr std::size_t most_raw_symbols = 48;
constexpr std::uint32_t least_runs_of_sub_block = 1u << 14;

/// Runs of a sub-block, at most: more of them make its list, and learning, a smaller part, and fewer of them more threads.
constexpr std::uint32_t runs_of_sub_block(std::size_t n)
{
  return n > (std::size_t{512} << 20) ? 2 * least_runs_of_sub_block : least_runs_of_sub_block;
}

}  // namespace lexikos::compress_detail
