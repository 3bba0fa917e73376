// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace lexikos::app
{

/// The parts one after the other.
[[nodiscard]] std::string joined(std::initializer_list<std::string_view> parts);
/// "automatic, composite"
[[nodiscard]] std::string listed(std::span<std::string const> names);

}  // namespace lexikos::app
