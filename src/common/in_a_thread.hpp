// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <future>
#include <system_error>
#include <type_traits>

#include "system/thread_processors.hpp"

namespace lexikos::detail
{

/// Calls a function in a thread of its own, or where the machine has no more of them, by whoever waits for it. What it throws
/// comes with its result.
template <class Function>
[[nodiscard]] std::future<std::invoke_result_t<Function>> in_a_thread(Function const& function)
{
  try {
    return std::async(std::launch::async, [function] {
      use_all_processors();
      return function();
    });
  }
  catch (std::system_error const&) {
    return std::async(std::launch::deferred, function);
  }
}

}  // namespace lexikos::detail
