// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lexikos::app
{

struct LibraryVersion
{
  std::string_view name;  ///< as in `optional_parts`
  std::string version;
};

/// The versions of the libraries by which this build reads files: those that run, where they tell.
[[nodiscard]] std::vector<LibraryVersion> library_versions();

}  // namespace lexikos::app
