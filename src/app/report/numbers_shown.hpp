// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

namespace lexikos::app
{

/// 1234567 as "1 234 567".
[[nodiscard]] std::string grouped(std::uint64_t number);
/// A number in a message on standard error: grouped for people, which means on a terminal, and plain for programs.
[[nodiscard]] std::string in_message(std::uint64_t number);
/// With that many digits after the point.
[[nodiscard]] std::string decimal(double number, int digits);

}  // namespace lexikos::app
