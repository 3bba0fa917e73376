// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compress/frame_reader.hpp"

#include <lexikos/error.hpp>
#include <string>

namespace lexikos::compress_detail
{

namespace
{

constexpr char const* early_end = "the file ends early";

}

bool FrameReader::next(BlockFacts& facts)
{
  for (;;) {
    if (!m_is_in_frame && !next_frame()) return false;
    if (m_block_of_short_frame) {
      facts = *m_block_of_short_frame;
      m_block_of_short_frame.reset();
      return true;
    }
    m_block_begin = m_place;
    std::array<std::uint8_t, block_header_bytes> bytes;
    read(bytes);
    BlockHeader const header = read_block_header(bytes, m_header);
    if (!header.is_end) {
      facts = header.facts;
      m_sums.add(facts);
      return true;
    }
    m_sums.require_end(header, m_header);
    m_is_in_frame = false;
    if (m_compares_index) compare_index();
  }
}

void FrameReader::compare_index()
{
  auto const index = m_sums.index();
  std::vector<std::uint8_t> found(index.size());
  std::size_t const size = m_read(found);
  m_place += size;
  detail::require(size == found.size() && found == index, ErrorCode::corrupt_input,
                  "the index after frame " + std::to_string(m_frames) + " is damaged or missing");
}

/// Passes over skippable frames.
bool FrameReader::next_frame()
{
  for (;;) {
    std::array<std::uint8_t, frame_header_bytes> bytes;
    std::span<std::uint8_t> const magic(bytes.data(), 4);
    std::size_t const size = m_read(magic);
    m_place += size;
    if (size == 0) {
      detail::require(m_frames != 0, ErrorCode::corrupt_input, "there is no compressed data");
      return false;
    }
    detail::require(
        size == magic.size(), ErrorCode::corrupt_input,
        m_frames == 0 ? early_end : "something else follows the compressed data, or a frame that is cut off");
    if (!is_skippable(magic)) {
      detail::require(
          is_frame(magic), ErrorCode::corrupt_input,
          m_frames == 0 ? "this is no compressed file of lexikos" : "something else follows the compressed data");
      std::span<std::uint8_t> const begin(bytes.data(), min_short_header);
      read(begin.subspan(magic.size()));
      m_is_in_frame = !is_short_frame(begin);
      if (m_is_in_frame) {
        read(std::span(bytes).subspan(begin.size()));
        m_header = read_frame_header(bytes);
      }
      else
        read_short_frame(begin);
      m_sums = {};
      ++m_frames;
      m_begin(m_header);
      return true;
    }
    std::span<std::uint8_t> const length(bytes.data() + 4, 4);
    read(length);
    std::uint64_t const content = read_u32(length);
    detail::require(m_skip(content) == content, ErrorCode::corrupt_input, early_end);
    m_place += content;
  }
}

void FrameReader::read_short_frame(std::span<std::uint8_t const> begin)
{
  std::vector<std::uint8_t> header(begin.begin(), begin.end());
  m_block_begin = m_place - header.size();
  header.resize(short_header_bytes(begin));
  read(std::span(header).subspan(begin.size()));
  m_block_of_short_frame = read_short_header(header);
  m_header = {m_block_of_short_frame->symbols, m_block_of_short_frame->symbols};
}

void FrameReader::read(std::span<std::uint8_t> to)
{
  detail::require(m_read(to) == to.size(), ErrorCode::corrupt_input, early_end);
  m_place += to.size();
}

}  // namespace lexikos::compress_detail
