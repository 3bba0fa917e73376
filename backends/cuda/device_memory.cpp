// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/device_memory.hpp"

#include <cuda_runtime.h>

#include "backends/cuda/check.hpp"

namespace lexikos::detail
{

template <>
Memory available_memory<Kokkos::Cuda>()
{
  Memory memory;
  LEXIKOS_CUDA(cudaMemGetInfo(&memory.free, &memory.total));
  return memory;
}

template <>
std::string device_name<Kokkos::Cuda>()
{
  int device = 0;
  cudaDeviceProp properties{};
  LEXIKOS_CUDA(cudaGetDevice(&device));
  LEXIKOS_CUDA(cudaGetDeviceProperties(&properties, device));
  return properties.name;
}

template <>
int device_count<Kokkos::Cuda>() noexcept
{
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  static_cast<void>(cudaGetLastError());  // a missing driver is an answer here, not an error for the next call to find
  return 0;
}

}  // namespace lexikos::detail
