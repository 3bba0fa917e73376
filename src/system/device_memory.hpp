// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "system/memory.hpp"
#ifdef KOKKOS_ENABLE_CUDA
#include "system/cuda_device.hpp"
#endif

namespace lexikos::detail
{

/// The memory of an execution space; a device's is that of the device chosen at initialisation.
template <class ExecutionSpace>
[[nodiscard]] Memory available_memory()
{
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) return cuda_memory();
#endif
  return available_host_memory();
}

}  // namespace lexikos::detail
