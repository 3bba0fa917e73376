// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "app/command_line/command.hpp"
#include "app/io/input.hpp"

namespace lexikos::app
{

/// The option --symbols: "u8", "u16" or "u32".
[[nodiscard]] Option symbol_type(std::string& target);

/// Bytes of a symbol of that type.
[[nodiscard]] unsigned symbol_bytes_of(std::string const& type);

/// Failure (unreadable_input) for an input that does not end with a symbol.
void require_symbols(Input const& input, unsigned symbol_bytes);

}  // namespace lexikos::app
