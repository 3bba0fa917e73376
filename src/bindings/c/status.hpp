// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The border between C++ and C: no exception passes it.

#include <lexikos.h>

#include <exception>
#include <lexikos/error.hpp>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lexikos::c
{

/// Keeps the message for the thread, cut to what has room.
lexikos_status failed(lexikos_status status, std::string_view text) noexcept;

[[nodiscard]] lexikos_status status_of(ErrorCode code) noexcept;

/// The status of what is in flight in a handler.
lexikos_status failure_in_flight() noexcept;

/// Calls the function, whatever it throws.
template <class Function>
lexikos_status guarded(Function const& function) noexcept
{
  try {
    function();
    return LEXIKOS_OK;
  }
  catch (...) {
    return failure_in_flight();
  }
}

inline void require_pointer(void const* pointer, char const* name)
{
  if (pointer == nullptr) throw Error(ErrorCode::invalid_argument, std::string(name) + " is NULL");
}

/// Nothing is in the caller's place until there is a result, whatever is wrong: what every function that makes something does
/// first.
template <class HandleType>
void clear(HandleType** place) noexcept
{
  if (place != nullptr) *place = nullptr;
}

}  // namespace lexikos::c
