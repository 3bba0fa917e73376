// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

#include "app/command_line/command.hpp"
#include "app/io/input.hpp"

namespace lexikos::app
{

/// The option --index: "auto", "u32" or "u64".
[[nodiscard]] Option index_width(std::string& target, std::string help);

/// Bytes of an entry of a suffix array of n entries, of the width that the user wants.
[[nodiscard]] std::size_t index_bytes_for(std::size_t n, std::string const& wanted);

/// The same for the suffix array of a text in a file, whose size shows the width where the user does not say it. Failure
/// (no) for a size that fits no width.
[[nodiscard]] std::size_t index_bytes_of(Input const& text, Input const& array, std::string const& wanted);

/// "u32" or "u64"
[[nodiscard]] std::string width_name(std::size_t bytes);

}  // namespace lexikos::app
