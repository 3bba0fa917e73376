// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/detail/pinned_space.hpp>
#include <type_traits>
#ifdef KOKKOS_ENABLE_CUDA
#include "system/cuda_device.hpp"
#endif

namespace lexikos::detail
{

/// Whether all of [data, data + bytes) is such memory for the execution space's device, whoever allocated or registered it.
template <class ExecutionSpace>
[[nodiscard]] bool is_pinned([[maybe_unused]] void const* data, [[maybe_unused]] std::size_t bytes)
{
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) return is_pinned_for_cuda(data, bytes);
#endif
  return false;
}

}  // namespace lexikos::detail
