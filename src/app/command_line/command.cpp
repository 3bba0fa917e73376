// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/command_line/command.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "app/report/joined.hpp"

namespace lexikos::app
{

namespace
{

Store store_text(std::string& target)
{
  return [&target](std::string_view text) {
    target = text;
    return std::string();
  };
}

}  // namespace

Option flag(std::string names, bool& target, std::string help)
{
  return {std::move(names), {}, std::move(help), [&target](std::string_view) {
            target = true;
            return std::string();
          }};
}

Option text(std::string names, std::string value, std::string& target, std::string help)
{
  return {std::move(names), std::move(value), std::move(help), [&target](std::string_view text) {
            if (text.empty()) return std::string("the value is empty");  // a variable of a script that is not set
            target = text;
            return std::string();
          }};
}

namespace
{

/// Whether a text names all words; a dash or a letter beside one makes it another.
bool names_all(std::string const& text, std::vector<std::string> const& words)
{
  auto const is_of_word = [](char c) { return c == '-' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  return std::ranges::all_of(words, [&](std::string const& word) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      bool const is_whole = (at == 0 || !is_of_word(text[at - 1])) &&
                            (at + word.size() == text.size() || !is_of_word(text[at + word.size()]));
      if (is_whole) return true;
    }
    return false;
  });
}

/// "none, first and all"
std::string in_a_row(std::vector<std::string> const& words)
{
  std::string row;
  for (std::size_t i = 0; i < words.size(); ++i)
    row += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return row;
}

}  // namespace

Option choice(std::string names, std::string value, std::vector<std::string> const& words, std::string& target,
              std::string help)
{
  if (!names_all(help, words)) help += ". One of " + in_a_row(words);
  return {std::move(names), std::move(value), std::move(help),
          [&target, words](std::string_view text) {
            if (std::ranges::find(words, text) != words.end()) {
              target = text;
              return std::string();
            }
            return joined({"'", text, "' is not one of ", in_a_row(words)});
          },
          words};
}

Operand operand(std::string name, std::string& target, std::string help)
{
  return {std::move(name), std::move(help), store_text(target)};
}

Operand operands(std::string name, std::vector<std::string>& target, std::string help, bool required)
{
  return {std::move(name), std::move(help),
          [&target](std::string_view text) {
            target.emplace_back(text);
            return std::string();
          },
          required, true};
}

}  // namespace lexikos::app
