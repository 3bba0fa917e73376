// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <future>
#include <system_error>
#include <type_traits>
#include <utility>

#include "system/works_on_host.hpp"

namespace lexikos::detail
{

/// function() by a thread of its own, while a device works for the caller's thread; when its result is asked for, where the space
/// works on the host itself, or where the system starts no thread. What it throws comes with its result.
template <class ExecutionSpace, class Function>
[[nodiscard]] std::future<std::invoke_result_t<Function>> on_host_meanwhile(Function function)
{
  if constexpr (!works_on_host<ExecutionSpace>) try
    {
      return std::async(std::launch::async, function);
    }
    catch (std::system_error const&) {
    }
  return std::async(std::launch::deferred, std::move(function));
}

}  // namespace lexikos::detail
