// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/io/output.hpp"

namespace lexikos::app
{

/// Collects small pieces of text for an output, which receives them in blocks, the last by `flush`.
class TextWriter
{
 public:
  explicit TextWriter(Output& output) : m_output(output) {}

  TextWriter& operator<<(std::string_view text)
  {
    m_pending += text;
    if (m_pending.size() >= block_bytes) flush();
    return *this;
  }
  TextWriter& operator<<(char c) { return *this << std::string_view(&c, 1); }
  TextWriter& operator<<(std::uint64_t number)
  {
    char digits[20];
    auto const end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return *this << std::string_view(digits, static_cast<std::size_t>(end - digits));
  }

  void flush()
  {
    m_output.write(m_pending);
    m_pending.clear();
  }

 private:
  static constexpr std::size_t block_bytes = std::size_t{1} << 16;

  Output& m_output;
  std::string m_pending;
};

/// Writes a text to standard output, and sees to it that it got there.
void print(std::string_view text);

}  // namespace lexikos::app
