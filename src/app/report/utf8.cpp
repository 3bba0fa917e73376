// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/utf8.hpp"

#include <algorithm>
#include <cstdint>

namespace lexikos::app
{

namespace
{

constexpr std::size_t longest_character = 4;

/// Bytes of the character that this byte starts; 0 where it starts none.
std::size_t length_by_first_byte(char c)
{
  auto const first = static_cast<unsigned char>(c);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

bool is_continuation(char c)
{
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

std::string hexadecimal(char c)
{
  constexpr char digits[] = "0123456789abcdef";
  auto const byte = static_cast<unsigned char>(c);
  return {'\\', 'x', digits[byte / 16], digits[byte % 16]};
}

/// Whether XML 1.0 has the character, which is well-formed UTF-8.
bool is_in_xml(std::string_view character)
{
  auto const first = static_cast<unsigned char>(character[0]);
  if (first < 0x20) return first == '\t' || first == '\n' || first == '\r';
  return character != "\xEF\xBF\xBE" && character != "\xEF\xBF\xBF";  // U+FFFE and U+FFFF
}

}  // namespace

std::size_t utf8_character(std::string_view text)
{
  if (text.empty()) return 0;
  auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char const first = byte(0);
  std::size_t const length = length_by_first_byte(text[0]);
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(text[i])) return 0;
  // overlong forms, surrogates, and what is beyond U+10FFFF
  bool const is_wrong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) >= 0xA0) ||
                        (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) >= 0x90);
  return is_wrong ? 0 : length;
}

bool is_utf8(std::string_view text)
{
  while (!text.empty()) {
    std::size_t const length = utf8_character(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string_view whole_characters(std::string_view piece)
{
  std::string_view inner = piece;
  for (std::size_t i = 1; i < longest_character && !inner.empty() && is_continuation(inner.front()); ++i)
    inner.remove_prefix(1);
  for (std::size_t i = 1; i < longest_character && i <= inner.size(); ++i) {
    std::string_view const end = inner.substr(inner.size() - i);
    if (is_continuation(end.front())) continue;
    if (length_by_first_byte(end.front()) > i) inner.remove_suffix(i);
    break;
  }
  return is_utf8(inner) ? inner : piece;
}

std::string printable(std::string_view bytes)
{
  std::string text(bytes);
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '.');
  // U+0080 to U+009F are C2 80 to C2 9F
  for (std::size_t at = 0; (at = text.find('\xC2', at)) != std::string::npos; ++at) {
    unsigned char const next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0;
    if (next >= 0x80 && next < 0xA0) text.replace(at, 2, ".");
  }
  return text;
}

std::string printable_lines(std::string_view message)
{
  std::string text;
  for (std::size_t end = message.find('\n'); end != std::string_view::npos; end = message.find('\n')) {
    text += printable(message.substr(0, end)) + '\n';
    message.remove_prefix(end + 1);
  }
  return text + printable(message);
}

std::string escaped(std::string_view bytes)
{
  std::string result;
  for (char const c : bytes) {
    if (c == '\\')
      result += "\\\\";
    else if (c >= 0x20 && c < 0x7F)
      result += c;
    else
      result += hexadecimal(c);
  }
  return result;
}

std::string xml_escaped(std::string_view bytes)
{
  std::string result;
  while (!bytes.empty()) {
    std::size_t const length = utf8_character(bytes);
    std::string_view const character = bytes.substr(0, std::max<std::size_t>(length, 1));
    if (bytes[0] == '<')
      result += "&lt;";
    else if (bytes[0] == '>')
      result += "&gt;";
    else if (bytes[0] == '&')
      result += "&amp;";
    else if (length == 0 || !is_in_xml(character))
      for (char const c : character) result += hexadecimal(c);
    else
      result += character;
    bytes.remove_prefix(character.size());
  }
  return result;
}

std::string base64(std::string_view bytes)
{
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::size_t const size = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t j = 0; j < 3; ++j) word = word << 8 | (j < size ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j) result += j <= size ? digits[word >> (18 - 6 * j) & 63] : '=';
  }
  return result;
}

}  // namespace lexikos::app
