// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <string>

#include "system/memory.hpp"

namespace lexikos::detail
{

/// The processor's name, such as "Intel(R) Xeon(R) Platinum 8481C"; empty where the system does not tell.
[[nodiscard]] std::string processor_name();

/// Of the memory space of an execution space; a device's is that of the device chosen at initialisation.
template <class ExecutionSpace>
[[nodiscard]] Memory available_memory()
{
  return available_host_memory();
}

template <class ExecutionSpace>
[[nodiscard]] std::string device_name()
{
  return processor_name();
}

/// How many devices serve the execution space; 0 where its driver or hardware is missing. Works before Kokkos is
/// initialised, which without a device would end the process.
template <class ExecutionSpace>
[[nodiscard]] int device_count() noexcept
{
  return 1;
}

#ifdef KOKKOS_ENABLE_CUDA
template <>
Memory available_memory<Kokkos::Cuda>();
template <>
std::string device_name<Kokkos::Cuda>();
template <>
int device_count<Kokkos::Cuda>() noexcept;
#endif

}  // namespace lexikos::detail
