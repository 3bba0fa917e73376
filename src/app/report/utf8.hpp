// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace lexikos::app
{

/// Bytes of the well-formed UTF-8 character that a text starts with; 0 where it starts with none.
[[nodiscard]] std::size_t utf8_character(std::string_view text);
[[nodiscard]] bool is_utf8(std::string_view text);

/// A piece of a text without those bytes at its ends that belong to characters cut in two, if it is UTF-8 then; else the
/// whole piece.
[[nodiscard]] std::string_view whole_characters(std::string_view piece);

/// Control characters, which would move the cursor or change the colour, as points: those of ASCII, and of UTF-8 those of two
/// bytes.
[[nodiscard]] std::string printable(std::string_view bytes);
/// The same of a message, whose lines stay lines.
[[nodiscard]] std::string printable_lines(std::string_view message);
/// In printable ASCII: other bytes as \xHH, and a backslash doubled.
[[nodiscard]] std::string escaped(std::string_view bytes);
/// The characters of XML: markup as entities, and what XML cannot hold as \xHH.
[[nodiscard]] std::string xml_escaped(std::string_view bytes);

[[nodiscard]] std::string base64(std::string_view bytes);

[[nodiscard]] inline std::string_view as_text(std::span<unsigned char const> bytes)
{
  return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

}  // namespace lexikos::app
