// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/cuda_device.hpp"

#include <cuda_runtime.h>
#include <stdlib.h>

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

Memory cuda_memory()
{
  Memory memory;
  LEXIKOS_CUDA(cudaMemGetInfo(&memory.free, &memory.total));
  return memory;
}

std::string cuda_device_name()
{
  int device = 0;
  cudaDeviceProp properties{};
  LEXIKOS_CUDA(cudaGetDevice(&device));
  LEXIKOS_CUDA(cudaGetDeviceProperties(&properties, device));
  return properties.name;
}

int cuda_device_count() noexcept
{
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  static_cast<void>(cudaGetLastError());  // a missing driver is an answer here, not an error for the next call to find
  return 0;
}

void see_only_first_cuda_device() noexcept
{
  constexpr int keep = 0;
  static_cast<void>(::setenv("CUDA_VISIBLE_DEVICES", "0", keep));
}

void wake_cuda_device(int device) noexcept
{
  // From CUDA 12 on the first call makes the context, before that the second one.
  if (cudaSetDevice(device) == cudaSuccess) static_cast<void>(cudaFree(nullptr));
  static_cast<void>(cudaGetLastError());
}

// Memory is pinned range by range: if both ends of some bytes are, so is what lies between them.
bool is_pinned_for_cuda(void const* data, std::size_t bytes)
{
  return bytes != 0 && is_pinned_at(data) && is_pinned_at(static_cast<std::byte const*>(data) + bytes - 1);
}

CUstream_st* make_urgent_cuda_stream()
{
  int least = 0;
  int greatest = 0;
  LEXIKOS_CUDA(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t stream = nullptr;
  LEXIKOS_CUDA(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
  return stream;
}

void destroy_cuda_stream(CUstream_st* stream) noexcept
{
  static_cast<void>(cudaStreamDestroy(stream));
}

}  // namespace lexikos::detail
