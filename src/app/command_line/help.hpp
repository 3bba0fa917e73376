// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "app/command_line/command.hpp"

namespace lexikos::app
{

/// "-o" and "--output" of "-o,--output".
[[nodiscard]] std::vector<std::string> names_of(Option const& option);
/// "lexikos wavelet build"
[[nodiscard]] std::string full_name(std::vector<Command const*> const& path);

/// The page of a command: its use, operands, options and details.
[[nodiscard]] std::string help_of(std::vector<Command const*> const& path);
/// The commands of a command, and where to find more.
[[nodiscard]] std::string overview_of(std::vector<Command const*> const& path);

}  // namespace lexikos::app
