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

}  // namespace lexikos::app
