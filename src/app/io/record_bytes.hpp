// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What bytes are in records of FASTA and FASTQ.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace lexikos::app
{

/// What becomes of small letters.
enum class LetterCase
{
  kept,
  capital
};

constexpr bool is_blank(std::uint8_t c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Printable ASCII without the blank.
constexpr bool is_symbol(std::uint8_t c)
{
  return static_cast<std::uint8_t>(c - '!') <= '~' - '!';
}

/// Where the line ends that begins there; the size of the text if it is not whole.
inline std::size_t line_end(std::span<std::uint8_t const> text, std::size_t begin)
{
  if (begin == text.size()) return begin;
  auto const* const end = static_cast<std::uint8_t const*>(std::memchr(text.data() + begin, '\n', text.size() - begin));
  return end == nullptr ? text.size() : static_cast<std::size_t>(end - text.data());
}

/// Without the CR that it may end in.
inline std::span<std::uint8_t const> without_return(std::span<std::uint8_t const> line)
{
  return !line.empty() && line.back() == '\r' ? line.first(line.size() - 1) : line;
}

namespace record_detail
{

/// Bytes that are worked on together, without a branch: compilers make a vector of them.
constexpr std::size_t block = 16;

using FewBytes = std::array<std::uint8_t, block>;

inline FewBytes bytes_at(std::uint8_t const* from)
{
  FewBytes bytes;
  std::memcpy(bytes.data(), from, bytes.size());
  return bytes;
}

/// Adds to `wrong`, byte by byte, which are no symbols.
inline void add_wrong_ones(FewBytes const& bytes, FewBytes& wrong)
{
  for (std::size_t i = 0; i < block; ++i) wrong[i] |= static_cast<std::uint8_t>(is_symbol(bytes[i]) ? 0 : 0xFF);
}

constexpr std::uint8_t in_case(std::uint8_t c, std::uint8_t small)
{
  return static_cast<std::uint8_t>(c - (static_cast<std::uint8_t>(c - 'a') < 26 ? small : 0));
}

inline void copy_block(std::uint8_t const* from, std::uint8_t small, std::uint8_t* out, FewBytes& wrong)
{
  FewBytes bytes = bytes_at(from);
  add_wrong_ones(bytes, wrong);
  for (std::size_t i = 0; i < block; ++i) bytes[i] = in_case(bytes[i], small);
  std::memcpy(out, bytes.data(), block);
}

inline bool is_none(FewBytes const& wrong)
{
  return wrong == FewBytes{};
}

}  // namespace record_detail

[[nodiscard]] inline bool are_symbols(std::span<std::uint8_t const> bytes)
{
  using namespace record_detail;
  std::size_t i = 0;
  FewBytes wrong{};
  for (; i + block <= bytes.size(); i += block) add_wrong_ones(bytes_at(bytes.data() + i), wrong);
  for (; i < bytes.size(); ++i) wrong[0] |= static_cast<std::uint8_t>(!is_symbol(bytes[i]));
  return is_none(wrong);
}

/// Copies bytes, and tells whether all are symbols; those that are not are copied too. The places must not overlap.
[[nodiscard]] inline bool copy_symbols(std::span<std::uint8_t const> bytes, LetterCase letters, std::uint8_t* out)
{
  using namespace record_detail;
  auto const small = static_cast<std::uint8_t>(letters == LetterCase::kept ? 0 : 'a' - 'A');
  std::size_t i = 0;
  FewBytes wrong{};
  for (; i + block <= bytes.size(); i += block) copy_block(bytes.data() + i, small, out + i, wrong);
  if (i != 0 && i < bytes.size()) {  // one that overlaps the one before
    std::size_t const last = bytes.size() - block;
    copy_block(bytes.data() + last, small, out + last, wrong);
    i = bytes.size();
  }
  for (; i < bytes.size(); ++i) {
    wrong[0] |= static_cast<std::uint8_t>(!is_symbol(bytes[i]));
    out[i] = in_case(bytes[i], small);
  }
  return is_none(wrong);
}

}  // namespace lexikos::app
