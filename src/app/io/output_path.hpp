// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace lexikos::app
{

/// Where a result goes: as the user wants; else beside the input, with an ending of its own; or to standard output when the
/// input comes from standard input. Failure (usage) when that is a terminal, and for a device or a pipe as input, beside
/// which nothing belongs.
[[nodiscard]] std::string output_path(std::string const& wanted, std::string const& input, std::string const& ending);

/// The same for results that cannot go to standard output; `what` is "an index".
[[nodiscard]] std::string output_file(std::string const& wanted, std::string const& input, std::string const& ending,
                                      std::string const& what);

/// Failure (unreadable_input) for an input that is not there or cannot be read, and Failure (usage) unless the outputs go to
/// different places and replace none of the inputs. "-" is standard input or output, and "" is nothing.
void check_paths(std::vector<std::string> const& inputs, std::vector<std::string> const& outputs);

/// Where a result went, in words.
[[nodiscard]] std::string place_of(std::string const& output);

}  // namespace lexikos::app
