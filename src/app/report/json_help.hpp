// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

namespace lexikos::app
{

// The page 'lexikos help json': all members of what each command prints, with their types.

/// What all have in common, and the commands that build arrays and indexes.
extern std::string_view const json_help_of_arrays;
extern std::string_view const json_help_of_others;

}  // namespace lexikos::app
