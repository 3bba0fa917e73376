// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/command_line/command.hpp"

#include <algorithm>
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

Option choice(std::string names, std::string value, std::vector<std::string> const& words, std::string& target,
              std::string help)
{
  return {std::move(names), std::move(value), std::move(help),
          [&target, words](std::string_view text) {
            if (std::ranges::find(words, text) != words.end()) {
              target = text;
              return std::string();
            }
            std::string list;
            for (std::size_t i = 0; i < words.size(); ++i)
              list += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
            return joined({"'", text, "' is not one of ", list});
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
