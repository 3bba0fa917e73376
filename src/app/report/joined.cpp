// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/joined.hpp"

namespace lexikos::app
{

std::string joined(std::initializer_list<std::string_view> parts)
{
  std::string all;
  for (auto const part : parts) all += part;
  return all;
}

std::string listed(std::span<std::string const> names)
{
  std::string list;
  for (auto const& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

}  // namespace lexikos::app
