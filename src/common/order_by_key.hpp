// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"

namespace lexikos::detail
{

/// The numbers 0..count - 1, count < 2^32, in the order of their keys, stably: in memory of the caller's scope.
/// \param bits      of the keys, u32 or u64
/// \param set_keys  set_keys(data) writes [0..count) keys
template <class Key, class ExecutionSpace, class SetKeys>
[[nodiscard]] Span<std::uint32_t, typename ExecutionSpace::memory_space> order_by_key(ExecutionSpace const& space,
                                                                                      std::size_t count, int bits,
                                                                                      Workspace& workspace,
                                                                                      SetKeys const& set_keys)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  primitives::DoubleBuffer keys{workspace.take<Key, MemorySpace>(count), workspace.take<Key, MemorySpace>(count)};
  primitives::DoubleBuffer order{workspace.take<std::uint32_t, MemorySpace>(count),
                                 workspace.take<std::uint32_t, MemorySpace>(count)};
  set_keys(keys.current.data());
  primitives::iota(space, order.current);
  primitives::radix_sort_pairs(space, keys, order, 0, bits, workspace);
  return order.current;
}

}  // namespace lexikos::detail
