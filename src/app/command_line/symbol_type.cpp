// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/command_line/symbol_type.hpp"

#include "app/failure.hpp"

namespace lexikos::app
{

Option symbol_type(std::string& target)
{
  return choice("--symbols", "TYPE", {"u8", "u16", "u32"}, target,
                "Bytes, or little-endian tokens of 2 or 4 bytes. Default: u8");
}

unsigned symbol_bytes_of(std::string const& type)
{
  if (type == "u8") return 1;
  return type == "u16" ? 2 : 4;
}

void require_symbols(Input const& input, unsigned symbol_bytes)
{
  std::size_t const bytes = input.bytes().size();
  if (bytes % symbol_bytes != 0)
    throw Failure(ExitCode::unreadable_input, input.name() + ": " + std::to_string(bytes) +
                                                  " bytes are not symbols of " + std::to_string(symbol_bytes));
}

}  // namespace lexikos::app
