// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

namespace lexikos::app
{

/// Symbols of the shortest end of `text`, of one or more, within this edit distance of the pattern; there is one. Time and
/// memory in proportion to the pattern's length and the distance.
[[nodiscard]] std::uint64_t matched_length(std::string_view text, std::string_view pattern, unsigned distance);

}  // namespace lexikos::app
