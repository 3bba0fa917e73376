// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/error.hpp>
#include <optional>

namespace lexikos::tests
{

/// The code of the error that a call ends with, if it does.
template <class Call>
std::optional<ErrorCode> code_of(Call const& call)
{
  try {
    call();
  }
  catch (Error const& error) {
    return error.code();
  }
  return std::nullopt;
}

}  // namespace lexikos::tests
