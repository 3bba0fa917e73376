// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef KOKKOS_ENABLE_CUDA
#include "system/cuda_device.hpp"
#endif

namespace lexikos::detail
{

/// Host memory that a device copies from and to at full speed, without the host waiting.
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
using PinnedSpace = Kokkos::SharedHostPinnedSpace;
#else
using PinnedSpace = Kokkos::HostSpace;
#endif

/// Asks the system for large pages under host memory that has not been written yet: random reads of large tables otherwise
/// stall on TLB misses. A hint; failure is ignored.
inline void advise_large_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes)
{
#ifdef __linux__
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  auto const begin = (reinterpret_cast<std::uintptr_t>(data) + page - 1) / page * page;
  auto const end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / page * page;
  if (begin < end) static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE));
#endif
}

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
