// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/cuda/check.hpp"
#include "backends/cuda/tuning.hpp"

namespace lexikos::backends::cuda
{

/// The class after all size classes (tuning.hpp).
constexpr int giant_class = size_classes;
constexpr int segment_classes = size_classes + 1;

/// The segments of each class, as numbers into the offsets, one class after the other.
template <class Value>
struct SegmentClasses
{
  Span<Value, Kokkos::CudaSpace> segments;
  std::array<std::uint64_t, segment_classes> count{};
  std::array<std::uint64_t, segment_classes> first{};

  [[nodiscard]] Value const* listed(int c) const { return segments.data() + first[c]; }
};

template <class Value>
__device__ int segment_class(Value length)
{
  if (length < 2) return -1;
  int const c = 63 - __clzll(static_cast<unsigned long long>(length - 1));
  return c < giant_class ? c : giant_class;
}

/// totals[c] += the number of segments of class c in the block; with Write, their numbers also go to segments, from the former
/// totals[c] on. A warp's lanes of one class add once, to a counter of the block, and blocks add once to each total.
template <bool Write, class Value>
__global__ void classify_segments(Value const* offsets, std::size_t count, unsigned long long* totals, Value* segments)
{
  __shared__ unsigned block_count[segment_classes];
  __shared__ unsigned long long block_first[segment_classes];
  if (threadIdx.x < segment_classes) block_count[threadIdx.x] = 0;
  __syncthreads();
  std::size_t const s = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  int const c = s < count ? segment_class(static_cast<Value>(offsets[s + 1] - offsets[s])) : -1;
  unsigned const peers = __match_any_sync(0xffffffffu, c);
  unsigned const lane = threadIdx.x % 32;
  unsigned const leader = __ffs(peers) - 1;
  unsigned place = 0;
  if (c >= 0 && lane == leader) place = atomicAdd(&block_count[c], __popc(peers));
  place = __shfl_sync(0xffffffffu, place, leader) + __popc(peers & ((1u << lane) - 1));
  __syncthreads();
  if (threadIdx.x < segment_classes && block_count[threadIdx.x] != 0)
    block_first[threadIdx.x] =
        atomicAdd(&totals[threadIdx.x], static_cast<unsigned long long>(block_count[threadIdx.x]));
  __syncthreads();
  if constexpr (Write)
    if (c >= 0) segments[block_first[c] + place] = static_cast<Value>(s);
}

/// Lists the segments of each class. Memory is taken in the caller's scope. Fences once, for the counts.
template <class Value>
SegmentClasses<Value> classify(Kokkos::Cuda const& space, Span<Value const, Kokkos::CudaSpace> const& offset_view,
                               Workspace& workspace)
{
  constexpr unsigned threads = threads_of_block;
  Value const* const offsets = offset_view.data();
  std::size_t const segments = offset_view.extent(0) - 1;
  auto const stream = space.cuda_stream();
  auto const blocks = static_cast<unsigned>((segments + threads - 1) / threads);
  SegmentClasses<Value> classes;
  classes.segments = workspace.take<Value, Kokkos::CudaSpace>(segments);
  auto totals = workspace.take<unsigned long long, Kokkos::CudaSpace>(segment_classes);
  LEXIKOS_CUDA(cudaMemsetAsync(totals.data(), 0, sizeof(unsigned long long) * segment_classes, stream));
  classify_segments<false>
      <<<blocks, threads, 0, stream>>>(offsets, segments, totals.data(), static_cast<Value*>(nullptr));
  LEXIKOS_CUDA(cudaGetLastError());
  LEXIKOS_CUDA(
      cudaMemcpyAsync(classes.count.data(), totals.data(), sizeof(classes.count), cudaMemcpyDeviceToHost, stream));
  LEXIKOS_CUDA(cudaStreamSynchronize(stream));
  for (int c = 1; c < segment_classes; ++c) classes.first[c] = classes.first[c - 1] + classes.count[c - 1];
  LEXIKOS_CUDA(
      cudaMemcpyAsync(totals.data(), classes.first.data(), sizeof(classes.first), cudaMemcpyHostToDevice, stream));
  classify_segments<true><<<blocks, threads, 0, stream>>>(offsets, segments, totals.data(), classes.segments.data());
  LEXIKOS_CUDA(cudaGetLastError());
  return classes;
}

}  // namespace lexikos::backends::cuda
