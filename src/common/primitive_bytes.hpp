// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How much workspace primitives take at most, for the bounds that concepts state. Upper bounds, not exact.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "system/concurrency.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::detail
{

/// Of a host space its threads, each of which has scratch of its own; 0 for a device.
template <class ExecutionSpace>
[[nodiscard]] std::size_t host_threads()
{
  return works_on_host<ExecutionSpace> ? static_cast<std::size_t>(concurrency_of(ExecutionSpace())) : 0;
}

/// Of `histogram`: four tables a thread, or what a device's library takes.
template <class ExecutionSpace>
[[nodiscard]] std::size_t histogram_bytes(std::size_t bins)
{
  std::size_t const device = works_on_host<ExecutionSpace> ? 0 : std::size_t{1} << 20;
  return device + std::max<std::size_t>(host_threads<ExecutionSpace>(), 1) * 4 * bins * sizeof(std::uint64_t) + 256;
}

/// Of scans, selections and reductions of n items: a sum for each part.
template <class ExecutionSpace>
[[nodiscard]] std::size_t scan_bytes(std::size_t n)
{
  std::size_t const device = works_on_host<ExecutionSpace> ? 0 : n / 32 + (std::size_t{1} << 20);
  return device + host_threads<ExecutionSpace>() * sizeof(std::uint64_t) + 512;
}

/// Of a radix sort of n keys or pairs, beside their double buffers: counters and write buffers of each thread, for digits that
/// are wider where a thread has much to sort.
template <class ExecutionSpace>
[[nodiscard]] std::size_t sort_bytes(std::size_t n)
{
  std::size_t const device = works_on_host<ExecutionSpace> ? 0 : n / 2 + (std::size_t{1} << 20);
  std::size_t const threads = host_threads<ExecutionSpace>();
  bool const has_long_parts = threads > 0 && n / threads >= (std::size_t{1} << 18);
  return device + (threads << (has_long_parts ? 19 : 17)) + 1024;
}

/// Of a segmented sort of n pairs: the pairs again, several times for short lists, and lists of the segments.
template <class ExecutionSpace>
[[nodiscard]] std::size_t segmented_sort_bytes(std::size_t n, std::size_t pair_bytes, std::size_t segments)
{
  std::size_t const sort = sort_bytes<ExecutionSpace>(n);
  if (!works_on_host<ExecutionSpace>) return sort + n * (2 * pair_bytes + 16) + 64 * segments + 4096;
  std::size_t const long_segments = n / 16384 + 2;
  std::size_t const threads = host_threads<ExecutionSpace>();
  std::size_t const parts = std::min(threads, n / 16384 + 1);
  std::size_t const room = std::min(n, std::max<std::size_t>(65536, n / threads));
  return sort + pair_bytes * std::max(n, parts * room) + 64 * long_segments + 4096;
}

}  // namespace lexikos::detail
