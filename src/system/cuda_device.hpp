// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What CUDA's runtime says about the device, in builds with CUDA (backends/cuda/device.cpp). Includes nothing of Kokkos, since
// the source does not need it.

#include <cstddef>
#include <string>

#include "system/memory.hpp"

struct CUstream_st;

namespace lexikos::detail
{

[[nodiscard]] Memory cuda_memory();
[[nodiscard]] std::string cuda_device_name();
/// 0 without a driver or a device.
[[nodiscard]] int cuda_device_count() noexcept;
/// See `see_only_first_device` and `wake_device`.
void see_only_first_cuda_device() noexcept;
void wake_cuda_device(int device) noexcept;
[[nodiscard]] bool is_pinned_for_cuda(void const* data, std::size_t bytes);
/// A stream whose kernels go before those of other streams that have not started.
[[nodiscard]] CUstream_st* make_urgent_cuda_stream();
void destroy_cuda_stream(CUstream_st* stream) noexcept;

}  // namespace lexikos::detail
