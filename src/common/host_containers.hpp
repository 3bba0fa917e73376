// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/error.hpp>
#include <new>
#include <source_location>
#include <stdexcept>
#include <string>

namespace lexikos::detail
{

/// Returns function(), which may grow containers of the standard library; Error (out_of_memory) where they find no memory.
/// \param what  what they hold, for the message
template <class Function>
decltype(auto) with_host_memory(char const* what, Function const& function,
                                std::source_location where = std::source_location::current())
{
  auto const refusal = [&] {
    return Error(ErrorCode::out_of_memory, std::string("the host has no memory for ") + what, where);
  };
  try {
    return function();
  }
  catch (std::bad_alloc const&) {
    throw refusal();
  }
  catch (std::length_error const&) {  // more than a container can ever hold
    throw refusal();
  }
}

}  // namespace lexikos::detail
