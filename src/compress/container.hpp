// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What surrounds blocks in a file (FORMAT.md, "Frames"): headers of fixed size, little endian, each with its checksum.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compress/block.hpp"

namespace lexikos::compress_detail
{

constexpr std::size_t frame_header_bytes = 32;
constexpr std::size_t block_header_bytes = 64;
constexpr std::size_t skippable_header_bytes = 8;
constexpr std::size_t index_entry_bytes = 16;
constexpr std::size_t index_footer_bytes = 40;
constexpr std::uint32_t skippable_magic = 0x184D2A50;  // and the 15 numbers after it
constexpr std::uint32_t index_magic = 0x184D2A5E;
constexpr std::size_t max_block_bytes = std::size_t{1} << 31;
constexpr std::uint64_t unknown_size = ~std::uint64_t{0};

using Bytes = std::span<std::uint8_t const>;

struct FrameHeader
{
  std::uint64_t block_bytes = 0;  // the most that a block has
  std::uint64_t text_bytes = unknown_size;
};

[[nodiscard]] bool is_frame(Bytes magic);
/// \param magic  [0..4)
[[nodiscard]] bool is_skippable(Bytes magic);
[[nodiscard]] std::uint32_t read_u32(Bytes bytes);
[[nodiscard]] std::uint64_t read_u64(Bytes bytes);
void append_u32(std::vector<std::uint8_t>& to, std::uint32_t value);
void append_u64(std::vector<std::uint8_t>& to, std::uint64_t value);

[[nodiscard]] std::vector<std::uint8_t> written(FrameHeader const& header);
/// Error (corrupt_input), or Error (not_supported) for another version.
[[nodiscard]] FrameHeader read_frame_header(Bytes bytes);

/// A block, or the end of a frame.
struct BlockHeader
{
  bool is_end = false;
  BlockFacts facts;  // of the end: symbols and blocks of all, and the checksum of theirs, as text_checksum
};

[[nodiscard]] std::vector<std::uint8_t> written(BlockHeader const& header);
/// Error (corrupt_input) unless all that it tells fits together, and the frame's header.
[[nodiscard]] BlockHeader read_block_header(Bytes bytes, FrameHeader const& frame);

/// A frame of one block with a body of so many bytes, at most, is a short one: a header of few bytes, and the body.
constexpr std::size_t max_short_body = 4096;
/// Bytes of the shortest header of such a frame, from which the length of any is known.
constexpr std::size_t min_short_header = 31;

[[nodiscard]] std::vector<std::uint8_t> written_short_header(BlockFacts const& facts);
/// Whether a frame begins as short frames of this version do.
[[nodiscard]] bool is_short_frame(Bytes bytes);
/// \param bytes  [0..min_short_header)
[[nodiscard]] std::size_t short_header_bytes(Bytes bytes);
/// Error (corrupt_input) unless all that it tells fits together.
[[nodiscard]] BlockFacts read_short_header(Bytes bytes);

/// What a frame has had so far, for its end and its index.
class FrameSums
{
 public:
  struct Entry
  {
    std::uint64_t file_bytes;  // header and body
    std::uint64_t text_bytes;
  };

  void add(BlockFacts const& facts);
  [[nodiscard]] std::uint64_t text_bytes() const { return m_text_bytes; }
  /// Of the frame from its header to its end.
  [[nodiscard]] std::uint64_t file_bytes() const { return frame_header_bytes + m_file_bytes + block_header_bytes; }
  [[nodiscard]] std::vector<Entry> const& entries() const { return m_entries; }
  [[nodiscard]] BlockHeader end() const;
  /// Error (corrupt_input) unless the end is that of this frame.
  void require_end(BlockHeader const& end, FrameHeader const& frame) const;
  /// The skippable frame.
  [[nodiscard]] std::vector<std::uint8_t> index() const;

 private:
  std::uint64_t m_text_bytes = 0;
  std::uint64_t m_file_bytes = 0;
  std::uint64_t m_checksums = 0;
  std::vector<Entry> m_entries;
};

/// Bytes of a frame of n bytes of text with its index, at most.
[[nodiscard]] std::size_t frame_bytes_bound(std::size_t n, std::size_t block_bytes);

}  // namespace lexikos::compress_detail
