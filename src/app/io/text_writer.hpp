// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
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
constexpr std::size_t most_digits = 20;

/// Writes a number so that it ends before `end`, with spaces before it to the width; returns where it begins.
inline char* number_before(char* end, std::uint64_t number, std::size_t width)
{
  static constexpr auto pairs = [] {
    std::array<char, 200> digits{};
    for (std::size_t i = 0; i < 100; ++i) {
      digits[2 * i] = static_cast<char>('0' + i / 10);
      digits[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return digits;
  }();
  char* begin = end;
  for (; number >= 100; number /= 100) {
    begin -= 2;
    std::memcpy(begin, pairs.data() + 2 * (number % 100), 2);
  }
  if (number >= 10) {
    begin -= 2;
    std::memcpy(begin, pairs.data() + 2 * number, 2);
  }
  else {
    *--begin = static_cast<char>('0' + number);
  }
  while (static_cast<std::size_t>(end - begin) < width) *--begin = ' ';
  return begin;
}

/// \param width  of the number with spaces before it, at least
inline void append_number(std::string& text, std::uint64_t number, std::size_t width = 0)
{
  char digits[most_digits];
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
