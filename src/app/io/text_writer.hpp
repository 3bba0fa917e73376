// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "app/io/output.hpp"

namespace lexikos::app
{

/// Decimal digits of a number, at most.
constexpr std::size_t max_digits = 20;

/// Eight decimal digits of a number below 10^8, from 0 to 9, the first one in the lowest byte. By halves, all of them at once.
constexpr std::uint64_t eight_digits(std::uint32_t number)
{
  std::uint64_t const fours = number / 10'000 | std::uint64_t{number % 10'000} << 32;
  std::uint64_t const hundreds = fours * 10'486 >> 20 & 0x7F0000007Fu;
  std::uint64_t const pairs = hundreds | (fours - 100 * hundreds) << 16;
  std::uint64_t const tens = pairs * 103 >> 10 & 0xF000F000F000Fu;
  return tens | (pairs - 10 * tens) << 8;
}

/// Writes a number so that it ends before `end`, with spaces before it up to a width of 8; returns where it begins. The eight
/// bytes before that may be written to.
inline char* number_before(char* end, std::uint64_t number)
{
  static_assert(std::endian::native == std::endian::little, "the first digit is in the lowest byte");
  constexpr std::uint64_t digit = 0x3030303030303030u, space = 0x2020202020202020u, block = 100'000'000;
  bool is_wide = false;
  for (; number >= block; number /= block, is_wide = true) {
    std::uint64_t const text = eight_digits(static_cast<std::uint32_t>(number % block)) | digit;
    std::memcpy(end -= 8, &text, 8);
  }
  std::uint64_t const digits = eight_digits(static_cast<std::uint32_t>(number));
  auto const zeros = static_cast<unsigned>(std::countr_zero(digits | std::uint64_t{1} << 56)) / 8;  // before it
  std::uint64_t const blanks = (std::uint64_t{1} << 8 * zeros) - 1;
  std::uint64_t const text = ((digits | digit) & ~blanks) | (space & blanks);
  std::memcpy(end -= 8, &text, 8);
  return is_wide ? end + zeros : end;
}

/// \param width  of the number with spaces before it, at least
inline void append_number(std::string& text, std::uint64_t number, std::size_t width = 0)
{
  char digits[max_digits];
  auto const count = static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, number).ptr - digits);
  if (count < width) text.append(width - count, ' ');
  text.append(digits, count);
}

/// Collects small pieces of text for an output, which receives them in blocks, the last by `flush`.
class TextWriter
{
 public:
  explicit TextWriter(Output& output) : m_output(output) {}

  TextWriter& operator<<(std::string_view text)
  {
    m_pending += text;
    return write_if_much();
  }
  TextWriter& operator<<(char c) { return *this << std::string_view(&c, 1); }
  TextWriter& operator<<(std::uint64_t number)
  {
    append_number(m_pending, number);
    return write_if_much();
  }

  /// The output will have about so many bytes more.
  void expect(std::size_t bytes) { m_output.expect(m_output.size() + m_pending.size() + bytes); }

  /// The output, which has all that was written.
  [[nodiscard]] Output& flushed()
  {
    flush();
    return m_output;
  }

  void flush()
  {
    m_output.write(m_pending);
    m_pending.clear();
  }

 private:
  static constexpr std::size_t block_bytes = std::size_t{1} << 16;

  TextWriter& write_if_much()
  {
    if (m_pending.size() >= block_bytes) flush();
    return *this;
  }

  Output& m_output;
  std::string m_pending;
};

/// Writes a text to standard output, and sees to it that it got there.
void print(std::string_view text);

}  // namespace lexikos::app
