// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <future>
#include <system_error>

#include "system/thread_processors.hpp"

namespace lexikos::file_detail
{

/// Calls a function in a thread of its own, or where the machine has no more of them, by whoever waits for it.
template <class Function>
[[nodiscard]] std::future<void> in_a_thread(Function const& function)
{
  try {
    return std::async(std::launch::async, [function] {
      detail::use_all_processors();
      function();
    });
  }
  catch (std::system_error const&) {
    return std::async(std::launch::deferred, function);
  }
}

}  // namespace lexikos::file_detail
