// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"

namespace lexikos::detail
{

/// How often each byte occurs in a text of bytes, on the host. O(n) work, 2 KiB of workspace; fences.
template <class ExecutionSpace, class Text>
[[nodiscard]] std::array<std::uint64_t, 256> count_bytes(ExecutionSpace const& space, Text const& text,
                                                         Workspace& workspace)
{
  Workspace::Scope const scope(workspace);
  auto const counts = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(256);
  primitives::histogram(space, text, counts, workspace);
  std::array<std::uint64_t, 256> on_host;
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(on_host.data(), on_host.size()), counts);
  space.fence("lexikos::count_bytes");
  return on_host;
}

}  // namespace lexikos::detail
