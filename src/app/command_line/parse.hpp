// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

#include "app/command_line/command.hpp"

namespace lexikos::app
{

enum class Wish
{
  run,
  help,
  version,
  overview  ///< a command that has commands was given none
};

struct Parsed
{
  Wish wish = Wish::run;
  std::vector<Command const*> path;  ///< the program, its command, and that one's command
};

/// Reads the words after the program's name, as getopt_long does: "--name value" and "--name=value", "-o value" and
/// "-ovalue", flags of one letter together ("-qc"), "--" before operands that look like options. Options and operands may
/// come in any order; of an option given twice the last holds. Every command has -h and --help, the program -V and
/// --version. Throws Failure (usage) at the first word that does not fit, with the nearest one that would.
[[nodiscard]] Parsed parse(Command const& program, std::vector<std::string_view> const& words);

/// The word of a list that a user most likely meant; empty when none is near.
[[nodiscard]] std::string nearest(std::string_view word, std::vector<std::string> const& list);

}  // namespace lexikos::app
