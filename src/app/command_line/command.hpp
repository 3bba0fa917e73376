// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What a command of the program is: plain descriptions, from which parse.cpp reads command lines and help.cpp writes help.

#include <algorithm>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/numbers.hpp"
#include "app/failure.hpp"

namespace lexikos::app
{

/// Stores what the user wrote; returns why it cannot be, or nothing.
using Store = std::function<std::string(std::string_view)>;

struct Option
{
  std::string names;  ///< "-o,--output": at most one letter, then one word
  std::string value;  ///< what follows, such as "PATH"; empty for a flag
  std::string help;   ///< a sentence; help.cpp breaks it into lines
  Store store;
  std::vector<std::string> words = {};  ///< all that it takes, where it takes no others
};

struct Operand
{
  std::string name;
  std::string help;
  Store store;
  bool required = true;
  bool repeated = false;  ///< takes all operands that follow
};

struct Command
{
  std::string name;
  std::string summary;
  std::string details = {};  ///< follows the options in the help, line by line as it stands
  std::vector<Operand> operands = {};
  std::vector<Option> options = {};
  std::vector<Command> commands = {};
  std::function<ExitCode()> run = {};  ///< none where there are commands
  bool works_on_ranks = false;         ///< started as one of several processes that belong together
};

// ----- options and operands that store into variables, which have to outlive them -------------------------------------

[[nodiscard]] Option flag(std::string names, bool& target, std::string help);
[[nodiscard]] Option text(std::string names, std::string value, std::string& target, std::string help);
/// One of a list of words.
[[nodiscard]] Option choice(std::string names, std::string value, std::vector<std::string> const& words,
                            std::string& target, std::string help);
[[nodiscard]] Operand operand(std::string name, std::string& target, std::string help);
/// One or more; none or more where they are not required.
[[nodiscard]] Operand operands(std::string name, std::vector<std::string>& target, std::string help,
                               bool required = true);

template <std::unsigned_integral Number>
[[nodiscard]] Store store_number(Number& target, NumberRange range = {})
{
  range.most = std::min<std::uint64_t>(range.most, std::numeric_limits<Number>::max());
  return [&target, range](std::string_view text) {
    std::uint64_t number = target;
    std::string wrong = read_number(text, range, number);
    target = static_cast<Number>(number);
    return wrong;
  };
}

template <std::unsigned_integral Number>
[[nodiscard]] Option number(std::string const& names, std::string const& value, Number& target, std::string const& help,
                            NumberRange range = {})
{
  return {names, value, help, store_number(target, range)};
}

}  // namespace lexikos::app
