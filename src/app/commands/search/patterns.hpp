// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/commands/search/options.hpp"
#include "app/io/input.hpp"

namespace lexikos::app
{

/// The patterns of the command line, and those of the file; the views live as long as both.
[[nodiscard]] std::vector<std::string_view> all_patterns(SearchOptions const& options,
                                                         std::optional<Input> const& file);

}  // namespace lexikos::app
