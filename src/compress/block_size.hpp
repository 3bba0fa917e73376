// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <lexikos/compress.hpp>
#include <lexikos/error.hpp>
#include <string>

#include "compress/block.hpp"

namespace lexikos::compress_detail
{

/// As options say, without the limit of memory. Error (invalid_argument).
[[nodiscard]] inline std::size_t wanted_block(CompressOptions const& options)
{
  std::size_t const block = options.block_bytes != 0 ? options.block_bytes : compression_block(options.level);
  detail::require(block >= min_compression_block && block <= max_compression_block, ErrorCode::invalid_argument,
                  "blocks have 64 KiB to 2 GiB, not " + std::to_string(block) + " bytes");
  return block;
}

/// The same within the limit. \param beside  bytes that a block takes beside the workspace, for each of its own
template <class ExecutionSpace>
[[nodiscard]] std::size_t block_within(CompressOptions const& options, std::size_t beside, std::size_t text_bytes)
{
  std::size_t block = wanted_block(options);
  if (options.max_bytes == 0) return block;
  auto const taken = [&](std::size_t size) {
    size = std::min(size, text_bytes);
    return encode_block_bytes<ExecutionSpace>(size) + beside * size;
  };
  while (block > min_compression_block && taken(block) > options.max_bytes)
    block = std::max(min_compression_block, block / 2);
  detail::require(taken(block) <= options.max_bytes, ErrorCode::out_of_memory,
                  "the least block takes " + std::to_string(taken(block)) + " bytes, more than the " +
                      std::to_string(options.max_bytes) + " allowed");
  return block;
}

/// Error (out_of_memory) where blocks of a frame could take more than a limit.
template <class ExecutionSpace>
void require_room(std::size_t block_bytes, std::size_t beside, std::size_t most)
{
  std::size_t const taken = decode_block_bytes<ExecutionSpace>(block_bytes) + beside * block_bytes;
  detail::require(taken <= most, ErrorCode::out_of_memory,
                  "the blocks of a frame, of up to " + std::to_string(block_bytes) + " bytes, take " +
                      std::to_string(taken) + " bytes, and " + std::to_string(most) + " are allowed or free");
}

}  // namespace lexikos::compress_detail
