// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace lexikos::detail
{

/// The names in a table of (value, name), for a message.
template <class Table>
[[nodiscard]] std::string names_in(Table const& table)
{
  std::string names;
  for (auto const& [value, name] : table) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

}  // namespace lexikos::detail
