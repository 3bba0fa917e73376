// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace lexikos::app
{

/// Where a result goes: as the user wants, else beside the input with an ending of its own, or to standard output when the
/// input comes from standard input. Failure (usage) when that is a terminal.
std::string output_path(std::string const& wanted, std::string const& input, std::string const& ending);

/// Failure (usage) unless the outputs go to different places and replace none of the inputs.
void require_distinct(std::vector<std::string> const& inputs, std::vector<std::string> const& outputs);

}  // namespace lexikos::app
