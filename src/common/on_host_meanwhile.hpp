// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <future>
#include <type_traits>

#include "common/in_a_thread.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::detail
{

/// function() in a thread of its own, while a device works for the caller's thread; where the space works on the host itself,
/// when its result is asked for.
template <class ExecutionSpace, class Function>
[[nodiscard]] std::future<std::invoke_result_t<Function>> on_host_meanwhile(Function const& function)
{
  if constexpr (works_on_host<ExecutionSpace>)
    return std::async(std::launch::deferred, function);
  else
    return in_a_thread(function);
}

}  // namespace lexikos::detail
