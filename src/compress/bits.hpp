// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <span>
#include <vector>

namespace lexikos::compress_detail
{

/// Bits of the tables of a block, from the lowest of each byte on.
class BitWriter
{
 public:
  void put(std::uint64_t value, unsigned bits)
  {
    while (bits > 0) {
      if (m_used == 0) m_bytes.push_back(0);
      unsigned const now = std::min(bits, 8 - m_used);
      m_bytes.back() = static_cast<std::uint8_t>(m_bytes.back() | ((value & ((1u << now) - 1)) << m_used));
      m_used = (m_used + now) % 8;
      value >>= now;
      bits -= now;
    }
  }
  /// A number of up to 32 bits: how many bits follow its highest one, in `width` bits, and these. value > 0.
  void put_sized(std::uint32_t value, unsigned width = 5)
  {
    auto const bits = static_cast<unsigned>(std::bit_width(value)) - 1;
    put(bits | (std::uint64_t{value} & ((std::uint64_t{1} << bits) - 1)) << width, width + bits);
  }
  /// Elias' gamma code. value > 0.
  void put_gamma(std::uint32_t value)
  {
    auto const bits = static_cast<unsigned>(std::bit_width(value)) - 1;
    std::uint64_t const below = value & ((std::uint64_t{1} << bits) - 1);
    put((below << (bits + 1)) | (std::uint64_t{1} << bits), 2 * bits + 1);
  }
  void append(BitWriter const& other)
  {
    std::size_t const whole = other.m_bytes.size() - (other.m_used == 0 ? 0 : 1);
    for (std::size_t i = 0; i < whole; ++i) put(other.m_bytes[i], 8);
    if (other.m_used != 0) put(other.m_bytes.back(), other.m_used);
  }
  [[nodiscard]] std::vector<std::uint8_t> const& bytes() const { return m_bytes; }

 private:
  std::vector<std::uint8_t> m_bytes;
  unsigned m_used = 0;
};

/// Error (corrupt_input) where bits end too early.
class BitReader
{
 public:
  explicit BitReader(std::span<std::uint8_t const> bytes) : m_bytes(bytes) {}

  [[nodiscard]] std::uint32_t take(unsigned bits)
  {
    detail::require(bits <= m_bytes.size() * 8 - m_next, ErrorCode::corrupt_input, "the tables of a block end early");
    std::uint64_t value = 0;
    auto const first_bit = static_cast<unsigned>(m_next % 8);
    for (unsigned taken = 0; taken < first_bit + bits; taken += 8)
      value |= std::uint64_t{m_bytes[(m_next + taken) / 8]} << taken;
    m_next += bits;
    return static_cast<std::uint32_t>((value >> first_bit) & ((std::uint64_t{1} << bits) - 1));
  }
  [[nodiscard]] std::uint32_t take_sized(unsigned width = 5)
  {
    unsigned const bits = take(width);
    return (1u << bits) | take(bits);
  }
  [[nodiscard]] std::uint32_t take_gamma()
  {
    unsigned bits = 0;
    while (take(1) == 0)
      detail::require(++bits < 32, ErrorCode::corrupt_input, "a number in the tables of a block is too large");
    return (1u << bits) | take(bits);
  }
  /// Error (corrupt_input) unless less than a byte is left, of zeros.
  void require_end()
  {
    std::size_t const left = m_bytes.size() * 8 - m_next;
    detail::require(left < 8 && take(static_cast<unsigned>(left)) == 0, ErrorCode::corrupt_input,
                    "something follows the tables of a block");
  }

 private:
  std::span<std::uint8_t const> m_bytes;
  std::size_t m_next = 0;
};

}  // namespace lexikos::compress_detail
