// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lexikos::detail
{

/// Host memory that a device copies from and to at full speed, and while the host goes on.
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
using PinnedSpace = Kokkos::SharedHostPinnedSpace;
#else
using PinnedSpace = Kokkos::HostSpace;
#endif

/// Asks the system for large pages under host memory that nobody has written yet: random reads of large tables wait for the
/// translation of their addresses else. Only a wish.
inline void advise_large_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes)
{
#ifdef __linux__
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  auto const begin = (reinterpret_cast<std::uintptr_t>(data) + page - 1) / page * page;
  auto const end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / page * page;
  if (begin < end) static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE));
#endif
}

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

}  // namespace lexikos::detail
