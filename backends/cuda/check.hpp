// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <lexikos/error.hpp>
#include <source_location>
#include <string>

namespace lexikos::backends::cuda
{

inline void check(cudaError_t status, char const* call, std::source_location where = std::source_location::current())
{
  if (status == cudaSuccess) return;
  auto const code = status == cudaErrorMemoryAllocation ? ErrorCode::out_of_memory : ErrorCode::device;
  throw Error(code, std::string(call) + " returned " + cudaGetErrorName(status) + ": " + cudaGetErrorString(status),
              where);
}

}  // namespace lexikos::backends::cuda

#define LEXIKOS_CUDA(call) ::lexikos::backends::cuda::check((call), #call)
