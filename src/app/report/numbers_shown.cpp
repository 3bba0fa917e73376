// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/numbers_shown.hpp"

#include <unistd.h>

#include <cstdio>

namespace lexikos::app
{

std::string grouped(std::uint64_t number)
{
  std::string digits = std::to_string(number);
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, 1, ' ');
  return digits;
}

std::string in_message(std::uint64_t number)
{
  return ::isatty(STDERR_FILENO) == 1 ? grouped(number) : std::to_string(number);
}

std::string decimal(double number, int digits)
{
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, number);
  return buffer;
}

}  // namespace lexikos::app
