// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lexikos::file_detail
{

/// A 64-bit checksum of a sequence of bytes, given in pieces.
///
/// Words of 8 bytes go to four lanes in turn. A step of a lane is one-to-one in the lane and in the word, and so is the folding
/// of the lanes: two sequences of the same length that differ in one aligned word never have the same checksum.
class Checksum
{
 public:
  void add(void const* data, std::size_t bytes)
  {
    auto const* next = static_cast<unsigned char const*>(data);
    m_bytes += bytes;
    while (bytes > 0 && m_pending > 0) {
      take(*next++);
      --bytes;
    }
    for (; bytes >= block; bytes -= block, next += block) mix(next);
    for (; bytes > 0; --bytes) take(*next++);
  }

  [[nodiscard]] std::uint64_t value() const
  {
    Checksum last = *this;
    while (last.m_pending > 0) last.take(0);
    std::uint64_t sum = step(0x4C4558494B4F53u, m_bytes);  // the length counts, so that zeros at the end do
    for (std::uint64_t const lane : last.m_lanes) sum = step(sum, lane);
    return sum ^ (sum >> 32);
  }

 private:
  static constexpr std::size_t block = 32;

  static std::uint64_t step(std::uint64_t lane, std::uint64_t word)
  {
    return std::rotl((lane ^ word) * 0x9E3779B97F4A7C15u, 29);
  }

  void mix(unsigned char const* data)
  {
    std::uint64_t words[4];
    std::memcpy(words, data, block);
    for (int i = 0; i < 4; ++i) m_lanes[i] = step(m_lanes[i], words[i]);
  }

  void take(unsigned char byte)
  {
    m_rest[m_pending++] = byte;
    if (m_pending < block) return;
    mix(m_rest);
    m_pending = 0;
  }

  std::uint64_t m_lanes[4] = {0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu, 0x8EBC6AF09C88C6E3u, 0x589965CC75374CC3u};
  std::uint64_t m_bytes = 0;
  unsigned char m_rest[block] = {};
  std::size_t m_pending = 0;
};

inline std::uint64_t checksum(void const* data, std::size_t bytes)
{
  Checksum sum;
  sum.add(data, bytes);
  return sum.value();
}

/// The checksum of an array in files of version 2: of more than one block, the checksum of those of its blocks, which several
/// threads can find; else its own, as in version 1.
class ChecksumByBlocks
{
 public:
  static constexpr std::size_t block = std::size_t{1} << 24;

  void add(void const* data, std::size_t bytes)
  {
    auto const* next = static_cast<unsigned char const*>(data);
    while (bytes > 0) {
      if (m_in_block == block) end_block();
      std::size_t const size = bytes < block - m_in_block ? bytes : block - m_in_block;
      m_of_block.add(next, size);
      m_in_block += size;
      next += size;
      bytes -= size;
    }
  }
  /// Whether there is more than one.
  [[nodiscard]] bool has_blocks() const { return m_has_blocks; }
  [[nodiscard]] std::uint64_t value() const
  {
    if (!m_has_blocks) return m_of_block.value();
    ChecksumByBlocks last = *this;
    last.end_block();
    return last.m_of_all.value();
  }

 private:
  void end_block()
  {
    std::uint64_t const sum = m_of_block.value();
    m_of_all.add(&sum, sizeof(sum));
    m_of_block = {};
    m_in_block = 0;
    m_has_blocks = true;
  }

  Checksum m_of_block;
  std::size_t m_in_block = 0;
  Checksum m_of_all;
  bool m_has_blocks = false;
};

}  // namespace lexikos::file_detail
