// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/host_memory.hpp"

#include <cuda_runtime.h>

#include "backends/cuda/check.hpp"

namespace lexikos::detail
{

namespace
{

bool is_pinned_at(void const* data)
{
  cudaPointerAttributes attributes{};
  LEXIKOS_CUDA(cudaPointerGetAttributes(&attributes, data));
  return attributes.type == cudaMemoryTypeHost;
}

}  // namespace

// Ranges are pinned as a whole, so that both ends tell.
template <>
bool is_pinned<Kokkos::Cuda>(void const* data, std::size_t bytes)
{
  return bytes != 0 && is_pinned_at(data) && is_pinned_at(static_cast<std::byte const*>(data) + bytes - 1);
}

}  // namespace lexikos::detail
