// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the encoder chooses and the format leaves open. The same for all machines, so that all write the same bytes.

#include <cstddef>
#include <cstdint>

#include "system/works_on_host.hpp"

namespace lexikos::compress_detail
{

/// Texts that are not worth a transform, whose tables alone are longer.
constexpr std::size_t max_raw_symbols = 48;
constexpr std::uint32_t min_runs_of_sub_block = 1u << 13;

/// Where copies that are most of a text have so many symbols in the mean, the transform of the whole text, which takes longest,
/// is not tried beside.
constexpr std::size_t long_copies = std::size_t{1} << 13;

/// Runs of a sub-block of a block of n symbols, at most. More of them make the lists a smaller part, and fewer make more teams,
/// of which small blocks, many at a time, need none. Half as many as 2^14 take 0.2 to 0.6% more bytes (compression-ratios.txt).
constexpr std::uint32_t runs_of_sub_block(std::size_t n)
{
  if (n <= std::size_t{1} << 20) return 8 * min_runs_of_sub_block;
  if (n <= std::size_t{4} << 20 || n > std::size_t{512} << 20) return 4 * min_runs_of_sub_block;
  return min_runs_of_sub_block;
}

/// Longer sub-blocks of a block of n symbols are not coded symbol by symbol, which one thread would have to do: of 171 556
/// symbols of etext99-like it took an H200 twice as long as everything else. Runs take 0.07% more bytes there. Other texts of
/// few symbols are coded by classes, or are short.
constexpr std::uint32_t max_symbols_of_direct(std::size_t n)
{
  return n <= std::size_t{1} << 20 ? 1u << 20 : min_runs_of_sub_block;
}

/// Sub-blocks whose runs a warp of a device encodes or decodes at the same time, each by a thread of its own.
template <class ExecutionSpace>
constexpr std::uint32_t sub_blocks_of_team = detail::works_on_host<ExecutionSpace> ? 1 : 3;
/// Sub-blocks of classes whose threads are in a warp of a device together.
constexpr int classed_sub_blocks_together = 8;

}  // namespace lexikos::compress_detail
