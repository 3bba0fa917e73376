// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/file.hpp>
#include <string>
#include <string_view>

#include "app/failure.hpp"

namespace lexikos::app
{

/// Failure (not_supported) for a file of another kind; `wanted` says what the command works with.
inline void require_kind(FileReader const& file, std::string_view kind, std::string_view wanted)
{
  if (file.kind() != kind)
    throw Failure(ExitCode::not_supported,
                  file.path() + " holds a " + std::string(file.kind()) + ", not " + std::string(wanted));
}

}  // namespace lexikos::app
