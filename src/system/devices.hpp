// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <string>
#include <type_traits>

#include "system/processors.hpp"
#ifdef KOKKOS_ENABLE_CUDA
#include "system/cuda_device.hpp"
#endif

namespace lexikos::detail
{

/// The name of the processor or device that an execution space runs on.
template <class ExecutionSpace>
[[nodiscard]] std::string device_name()
{
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) return cuda_device_name();
#endif
  return processor_name();
}

/// The number of devices that can serve the execution space: 0 if its driver or hardware is missing, 1 on hosts. Works before
/// Kokkos is initialised, which without a device would end the process.
template <class ExecutionSpace>
[[nodiscard]] int device_count() noexcept
{
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) return cuda_device_count();
#endif
  return 1;
}

/// Hides all devices but the first from this process, so that it does not start them: a GPU takes a fifth of a second, used or
/// not. Where the environment says which are seen, that stays. To be called before anything asks for a device.
template <class ExecutionSpace>
void see_only_first_device() noexcept
{
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) see_only_first_cuda_device();
#endif
}

/// Makes the device of that number ready for this process, which takes a while that Kokkos does not take again when it is
/// initialised later. Returns without a word where that fails.
template <class ExecutionSpace>
void wake_device([[maybe_unused]] int device) noexcept
{
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) wake_cuda_device(device);
#endif
}

}  // namespace lexikos::detail
