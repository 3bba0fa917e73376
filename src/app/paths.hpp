// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace lexikos::app
{

/// Whether two paths lead to the same file, be it there already or not.
inline bool same_file(std::string const& a, std::string const& b)
{
  std::error_code error;
  if (a.empty() || b.empty()) return false;
  return a == b || std::filesystem::equivalent(a, b, error) ||
         std::filesystem::weakly_canonical(a, error) == std::filesystem::weakly_canonical(b, error);
}

}  // namespace lexikos::app
