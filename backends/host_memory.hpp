// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

namespace lexikos::backends
{

/// Host memory that a device copies from and to at full speed, and while the host goes on.
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
using PinnedSpace = Kokkos::SharedHostPinnedSpace;
#else
using PinnedSpace = Kokkos::HostSpace;
#endif

/// Whether all of the range of host memory is such memory for the execution space's device, however it became that.
template <class ExecutionSpace>
[[nodiscard]] bool is_pinned([[maybe_unused]] void const* data, [[maybe_unused]] std::size_t bytes)
{
  return false;
}

#ifdef KOKKOS_ENABLE_CUDA
template <>
bool is_pinned<Kokkos::Cuda>(void const* data, std::size_t bytes);
#endif

}  // namespace lexikos::backends
