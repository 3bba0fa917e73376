// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What systems install beside a program, written from the descriptions of its commands.

#include <string>
#include <string_view>

#include "app/command_line/command.hpp"

namespace lexikos::app
{

/// The page for man(1), in the macros of man(7): the program, and all of its commands.
/// \param version  as in "lexikos 1.2.3"
[[nodiscard]] std::string manual_page(Command const& program, std::string_view version);

// Completions of commands, options, words that an option takes, and files.
[[nodiscard]] std::string bash_completion(Command const& program);
[[nodiscard]] std::string zsh_completion(Command const& program);
[[nodiscard]] std::string fish_completion(Command const& program);

}  // namespace lexikos::app
