// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace lexikos::detail
{

/// How many threads an instance works with. Where Kokkos 4 was built with what it deprecates, `concurrency` is static, and
/// `space.concurrency()` that of the default instance.
template <class ExecutionSpace>
[[nodiscard]] int concurrency_of(ExecutionSpace const& space)
{
#ifdef KOKKOS_ENABLE_DEPRECATED_CODE_4
  return ExecutionSpace::concurrency(space);
#else
  return space.concurrency();
#endif
}

}  // namespace lexikos::detail
