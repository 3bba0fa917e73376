// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/command_line/index_width.hpp"

#include <cstdint>
#include <limits>

#include "app/failure.hpp"
#include "app/report/numbers_shown.hpp"

namespace lexikos::app
{

Option index_width(std::string& target, std::string help)
{
  return choice("--index", "WIDTH", {"auto", "u32", "u64"}, target, std::move(help));
}

std::size_t index_bytes_for(std::size_t n, std::string const& wanted)
{
  constexpr std::size_t longest = std::numeric_limits<std::uint32_t>::max() - 1;
  if (wanted == "u32" && n > longest)
    throw Failure(ExitCode::usage, "a text of " + in_message(n) + " bytes needs entries of 64 bits: --index u64");
  return wanted == "u64" || n > longest ? 8 : 4;
}

std::size_t index_bytes_of(Input const& text, Input const& array, std::string const& wanted)
{
  std::size_t const n = text.bytes().size();
  std::size_t const size = array.bytes().size();
  std::size_t const by_size = n > 0 && size / 8 == n && size % 8 == 0 ? 8 : index_bytes_for(n, "auto");
  std::size_t const entry = wanted == "auto" ? by_size : index_bytes_for(n, wanted);
  std::string const width = " of " + std::to_string(entry) + " bytes";
  if (size % entry != 0)
    throw Failure(ExitCode::no, array.name() + " is truncated: its " + in_message(size) +
                                    " bytes are not a whole number of entries" + width);
  if (size / entry != n)
    throw Failure(ExitCode::no, array.name() + (size / entry < n ? " is truncated, or" : " is") +
                                    " the array of another text: it has " + in_message(size / entry) + " entries" +
                                    width + ", while " + text.name() + " has " + in_message(n) + " bytes");
  return entry;
}

std::string width_name(std::size_t bytes)
{
  return bytes == 4 ? "u32" : "u64";
}

}  // namespace lexikos::app
