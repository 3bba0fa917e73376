// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "compress/container.hpp"

namespace lexikos::compress_detail
{

/// Walks through the frames of a file. Error (corrupt_input) for all that is not one frame, or skippable frame, after the
/// other, of which one or more is a frame with blocks.
class FrameReader
{
 public:
  /// Reads so many bytes at most, and returns how many there were.
  using Read = std::function<std::size_t(std::span<std::uint8_t>)>;
  using Skip = std::function<std::uint64_t(std::uint64_t)>;
  using Begin = std::function<void(FrameHeader const&)>;

  /// \param read   the next bytes of the file
  /// \param skip   passes over so many of them, and returns over how many
  /// \param begin  called with the header of each frame, before its first block
  /// \param compare_index  whether each frame but short ones has to be followed by its index
  FrameReader(Read read, Skip skip, Begin begin, bool compare_index = false)
      : m_read(std::move(read)), m_skip(std::move(skip)), m_begin(std::move(begin)), m_compares_index(compare_index)
  {}

  /// The next block of the file, whose body comes next. Returns false at the end of the file.
  [[nodiscard]] bool next(BlockFacts& facts);
  /// Where the header of the last block begins; of a short frame, the frame.
  [[nodiscard]] std::uint64_t block_begin() const { return m_block_begin; }
  /// Bytes of the file up to here.
  [[nodiscard]] std::uint64_t place() const { return m_place; }
  /// The body of a block was read.
  void passed(std::uint64_t bytes) { m_place += bytes; }
  [[nodiscard]] std::uint64_t frames() const { return m_frames; }

 private:
  bool next_frame();
  void read_short_frame(std::span<std::uint8_t const> begin);
  void compare_index();
  void read(std::span<std::uint8_t> to);

  Read m_read;
  Skip m_skip;
  Begin m_begin;
  bool m_compares_index;
  FrameHeader m_header;
  FrameSums m_sums;
  bool m_is_in_frame = false;
  std::optional<BlockFacts> m_block_of_short_frame;
  std::uint64_t m_frames = 0;
  std::uint64_t m_place = 0;
  std::uint64_t m_block_begin = 0;
};

}  // namespace lexikos::compress_detail
