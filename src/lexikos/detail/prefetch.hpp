// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace lexikos::detail
{

/// Asks for the cache line of an address; does nothing on a device. Inlined by force: GCC takes a function that only does
/// this for one without effects, and drops its calls.
KOKKOS_FORCEINLINE_FUNCTION void prefetch(void const* address)
{
  KOKKOS_IF_ON_HOST((__builtin_prefetch(address);))
  static_cast<void>(address);
}

}  // namespace lexikos::detail
