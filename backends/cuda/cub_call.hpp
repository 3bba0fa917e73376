// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/workspace.hpp>

#include "backends/cuda/check.hpp"

namespace lexikos::backends::cuda
{

/// Runs one of CUB's two-phase functions: the first call(nullptr, bytes) says how much storage it needs, the second one runs
/// with that much of the workspace.
template <class Call>
void with_storage(Workspace& workspace, Call const& call)
{
  std::size_t bytes = 0;
  LEXIKOS_CUDA(call(nullptr, bytes));
  Workspace::Scope scope(workspace);
  auto storage = workspace.take<std::byte, Kokkos::CudaSpace>(bytes);
  LEXIKOS_CUDA(call(static_cast<void*>(storage.data()), bytes));
}

}  // namespace lexikos::backends::cuda
