// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/search/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "app/report/joined.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::string_view blanks = " \t\r";

void skip_blanks(std::string_view& text)
{
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
}

/// What comes before the next comma or blank, for messages.
std::string next_word(std::string_view text)
{
  return escaped(text.substr(0, text.find_first_of(" \t\r,")));
}

}  // namespace

TokenPatterns::TokenPatterns(unsigned symbol_bytes) : m_symbol_bytes(symbol_bytes) {}

std::string TokenPatterns::append(std::string_view text)
{
  std::uint64_t const largest = (std::uint64_t{1} << (8 * m_symbol_bytes)) - 1;
  bool is_expected = false;  // a number, after a comma
  for (skip_blanks(text); !text.empty() || is_expected; skip_blanks(text)) {
    std::uint64_t token = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), token);
    if (error == std::errc::invalid_argument) return joined({"'", next_word(text), "' is not a number"});
    if (error != std::errc() || token > largest)
      return joined({next_word(text), " is beyond tokens of ", std::to_string(m_symbol_bytes), " bytes, of which ",
                     std::to_string(largest), " is the largest"});
    std::string_view const rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (!rest.empty() && (blanks.find(rest.front()) == blanks.npos && rest.front() != ','))
      return joined({"'", next_word(text), "' is not a number"});
    m_bytes.append(reinterpret_cast<char const*>(&token), m_symbol_bytes);
    text = rest;
    skip_blanks(text);
    is_expected = text.starts_with(',');
    if (is_expected) text.remove_prefix(1);
  }
  m_ends.push_back(m_bytes.size());
  return {};
}

void TokenPatterns::add(std::string_view text, std::string const& place, ExitCode code)
{
  std::string const wrong = append(text);
  if (!wrong.empty()) throw Failure(code, place + ": " + wrong);
}

void TokenPatterns::add_lines(std::vector<std::string_view> const& lines, std::string const& file)
{
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string const wrong = append(lines[i]);
    if (!wrong.empty())
      throw Failure(ExitCode::unreadable_input,
                    std::string(file).append(", line ").append(std::to_string(i + 1)).append(": ").append(wrong));
  }
}

std::vector<std::string_view> TokenPatterns::views() const
{
  std::vector<std::string_view> views;
  views.reserve(m_ends.size());
  std::size_t begin = 0;
  for (std::size_t const end : m_ends) {
    views.push_back(std::string_view(m_bytes).substr(begin, end - begin));
    begin = end;
  }
  return views;
}

}  // namespace lexikos::app
