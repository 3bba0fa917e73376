// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/workspace.hpp>

#include "backends/cuda/check.hpp"

namespace lexikos::backends::cuda
{

/// Runs one of CUB's two-phase functions: `call(storage, bytes)` is asked for its storage, which comes from the workspace,
/// and then run.
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
