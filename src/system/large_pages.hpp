// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lexikos::detail
{

/// Asks the system for large pages under host memory that has not been written yet: random reads of large tables otherwise
/// stall on TLB misses, and first writes on page faults. A hint; failure is ignored.
inline void advise_large_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes)
{
#ifdef __linux__
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  auto const begin = (reinterpret_cast<std::uintptr_t>(data) + page - 1) / page * page;
  auto const end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / page * page;
  if (begin < end) static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE));
#endif
}

}  // namespace lexikos::detail
