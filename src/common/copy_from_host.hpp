// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos::detail
{

/// A few values of the host, a vector or an array, for kernels: in the workspace's memory, of the caller's scope. Fences, as
/// the source is the caller's.
template <class ExecutionSpace, class Values>
[[nodiscard]] Span<typename Values::value_type, typename ExecutionSpace::memory_space> copy_from_host(
    ExecutionSpace const& space, Values const& values, Workspace& workspace)
{
  using Value = typename Values::value_type;
  auto const copy = workspace.take<Value, typename ExecutionSpace::memory_space>(values.size());
  if (values.size() != 0)
    Kokkos::deep_copy(space, copy, Span<Value const, Kokkos::HostSpace>(values.data(), values.size()));
  space.fence("lexikos::copy_from_host");
  return copy;
}

}  // namespace lexikos::detail
