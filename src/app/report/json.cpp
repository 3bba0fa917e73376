// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/json.hpp"

#include <charconv>
#include <cmath>

#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t levels_in_lines = 2;

}  // namespace

void Json::new_line()
{
  if (m_has_members.size() > levels_in_lines) return;
  m_out << '\n';
  for (std::size_t i = 0; i < m_has_members.size(); ++i) m_out << "  ";
}

void Json::separate()
{
  if (m_is_after_key || m_has_members.empty()) {
    m_is_after_key = false;
    return;
  }
  if (m_has_members.back()) m_out << (m_has_members.size() > levels_in_lines ? ", " : ",");
  m_has_members.back() = true;
  new_line();
}

void Json::open(char bracket)
{
  separate();
  m_out << bracket;
  m_has_members.push_back(false);
}

void Json::close(char bracket)
{
  bool const had_members = m_has_members.back();
  bool const is_in_lines = m_has_members.size() <= levels_in_lines;
  m_has_members.pop_back();
  if (had_members && is_in_lines) new_line();
  m_out << bracket;
}

void Json::key(std::string_view name)
{
  separate();
  string(name);
  m_out << ": ";
  m_is_after_key = true;
}

void Json::plain(std::string_view text)
{
  separate();
  m_out << text;
}

void Json::value(double number)
{
  if (!std::isfinite(number)) return null();
  char digits[32];
  auto const end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  std::string_view const shortest(digits, static_cast<std::size_t>(end - digits));
  plain(shortest);
  if (shortest.find_first_of(".e") == std::string_view::npos) m_out << ".0";  // a fraction for every reader
}

void Json::value(std::string_view text)
{
  if (is_utf8(text)) {
    separate();
    return string(text);
  }
  begin_object();
  member("encoding", "base64");
  member("bytes", base64(text));
  end_object();
}

void Json::string(std::string_view text)
{
  constexpr char digits[] = "0123456789abcdef";
  m_out << '"';
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && static_cast<unsigned char>(text[end]) >= 0x20 && text[end] != '"' && text[end] != '\\')
      ++end;
    m_out << text.substr(begin, end - begin);
    if (end < text.size()) {
      auto const c = static_cast<unsigned char>(text[end]);
      if (c == '"' || c == '\\')
        m_out << '\\' << text[end];
      else
        m_out << "\\u00" << digits[c / 16] << digits[c % 16];
    }
    begin = end + 1;
  }
  m_out << '"';
}

}  // namespace lexikos::app
