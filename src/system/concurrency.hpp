// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace lexikos::detail
{

/// How many threads an instance works with. Where Kokkos 4 was built with what it deprecates, `concurrency` is static: OpenMP's
/// takes the instance, and asks the default one when called without it; those of other spaces take nothing.
template <class ExecutionSpace>
[[nodiscard]] int concurrency_of(ExecutionSpace const& space)
{
  if constexpr (requires { ExecutionSpace::concurrency(space); })
    return ExecutionSpace::concurrency(space);
  else
    return space.concurrency();
}

}  // namespace lexikos::detail
