// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bit>
#include <cub/device/device_segmented_sort.cuh>

#include "backends/cuda/cub_call.hpp"
#include "backends/cuda/giant_segments.hpp"
#include "backends/cuda/moderngpu.hpp"
#include "backends/cuda/primitives.hpp"
#include "backends/cuda/segment_classes.hpp"
#include "backends/cuda/segment_kernels.hpp"
#include "backends/segments.hpp"

// Segments are sorted by size class: up to 32 pairs by a few lanes with a pair each, up to 256 by a warp with eight pairs a
// lane, up to 8 192 by a block of which each warp sorts 256 before they merge, all without touching device memory but to
// read and write the pairs once. Giants go to the radix sort.

namespace lexikos::backends::cuda::compiled
{

namespace
{

template <int Lanes, int Items, class Key, class Value>
void launch_in_warps(cudaStream_t stream, Key* keys, Value* values, Value const* offsets, Value const* segments,
                     std::uint64_t count)
{
  constexpr std::uint64_t segments_a_block = small_block / Lanes;
  auto const blocks = static_cast<unsigned>((count + segments_a_block - 1) / segments_a_block);
  sort_segments_in_warps<Lanes, Items><<<blocks, small_block, 0, stream>>>(keys, values, offsets, segments, count);
  LEXIKOS_CUDA(cudaGetLastError());
}

template <int Threads, class Key, class Value>
void launch_in_blocks(cudaStream_t stream, Key* keys, Value* values, Value const* offsets, Value const* segments,
                      std::uint64_t count)
{
  constexpr int items = 8;
  auto* const kernel = &sort_segments_in_blocks<Threads, items, Key, Value>;
  constexpr std::size_t shared_bytes = sizeof(Pair<Key, Value>) * padded(Threads * items);
  if constexpr (shared_bytes > 48 * 1024)
    LEXIKOS_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  kernel<<<static_cast<unsigned>(count), Threads, shared_bytes, stream>>>(keys, values, offsets, segments);
  LEXIKOS_CUDA(cudaGetLastError());
}

template <class Key, class Value>
void sort_class(cudaStream_t stream, int c, Key* keys, Value* values, Value const* offsets, Value const* segments,
                std::uint64_t count)
{
  switch (c) {
    case 0:
      return launch_in_warps<2, 1>(stream, keys, values, offsets, segments, count);
    case 1:
      return launch_in_warps<4, 1>(stream, keys, values, offsets, segments, count);
    case 2:
      return launch_in_warps<8, 1>(stream, keys, values, offsets, segments, count);
    case 3:
      return launch_in_warps<16, 1>(stream, keys, values, offsets, segments, count);
    case 4:
      return launch_in_warps<32, 1>(stream, keys, values, offsets, segments, count);
    case 5:
      return launch_in_warps<32, 2>(stream, keys, values, offsets, segments, count);
    case 6:
      return launch_in_warps<32, 4>(stream, keys, values, offsets, segments, count);
    case 7:
      return launch_in_warps<32, 8>(stream, keys, values, offsets, segments, count);
    case 8:
      return launch_in_blocks<64>(stream, keys, values, offsets, segments, count);
    case 9:
      return launch_in_blocks<128>(stream, keys, values, offsets, segments, count);
    case 10:
      return launch_in_blocks<256>(stream, keys, values, offsets, segments, count);
    case 11:
      return launch_in_blocks<512>(stream, keys, values, offsets, segments, count);
    case 12:
      return launch_in_blocks<1024>(stream, keys, values, offsets, segments, count);
    default:
      return;
  }
}

template <class Key, class Value>
void sort_by_vendor(Kokkos::Cuda const& space, Key* keys, Value* values, Value const* offsets, std::size_t segments,
                    std::size_t n, Workspace& workspace)
{
  Workspace::Scope scope(workspace);
  auto const other_keys = workspace.take<Key, Kokkos::CudaSpace>(n);
  auto const other_values = workspace.take<Value, Kokkos::CudaSpace>(n);
  cub::DoubleBuffer<Key> key_buffer(keys, other_keys.data());
  cub::DoubleBuffer<Value> value_buffer(values, other_values.data());
  with_storage(workspace, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceSegmentedSort::SortPairs(storage, bytes, key_buffer, value_buffer, static_cast<std::int64_t>(n),
                                               static_cast<std::int64_t>(segments), offsets, offsets + 1,
                                               space.cuda_stream());
  });
  if (key_buffer.Current() != keys)
    LEXIKOS_CUDA(
        cudaMemcpyAsync(keys, key_buffer.Current(), n * sizeof(Key), cudaMemcpyDeviceToDevice, space.cuda_stream()));
  if (value_buffer.Current() != values)
    LEXIKOS_CUDA(cudaMemcpyAsync(values, value_buffer.Current(), n * sizeof(Value), cudaMemcpyDeviceToDevice,
                                 space.cuda_stream()));
}

template <class Key, class Value>
__global__ void pack_composite(Key const* keys, Value const* offsets, std::size_t segments, std::size_t n, int key_bits,
                               std::uint64_t* packed)
{
  std::size_t const e = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (e < n) packed[e] = (static_cast<std::uint64_t>(segment_of(offsets, segments, e)) << key_bits) | keys[e];
}

template <class Key>
__global__ void unpack_composite(std::uint64_t const* packed, std::size_t n, int key_bits, Key* keys)
{
  std::size_t const e = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (e < n) keys[e] = static_cast<Key>(packed[e] & ((std::uint64_t{1} << key_bits) - 1));
}

/// One radix sort of (segment, key); both fit 63 bits.
template <class Key, class Value>
void sort_by_composite(Kokkos::Cuda const& space, Key* keys, Value* values, Value const* offsets, std::size_t segments,
                       std::size_t n, int key_bits, Workspace& workspace)
{
  constexpr unsigned threads = 256;
  auto const stream = space.cuda_stream();
  auto const blocks = static_cast<unsigned>((n + threads - 1) / threads);
  Workspace::Scope scope(workspace);
  primitives::DoubleBuffer packed{workspace.take<std::uint64_t, Kokkos::CudaSpace>(n),
                                  workspace.take<std::uint64_t, Kokkos::CudaSpace>(n)};
  primitives::DoubleBuffer sorted_values{Span<Value, Kokkos::CudaSpace>(values, n),
                                         workspace.take<Value, Kokkos::CudaSpace>(n)};
  pack_composite<<<blocks, threads, 0, stream>>>(keys, offsets, segments, n, key_bits, packed.current.data());
  LEXIKOS_CUDA(cudaGetLastError());
  radix_sort_pairs(space, packed, sorted_values, 0, key_bits + std::bit_width(segments - 1), workspace);
  unpack_composite<<<blocks, threads, 0, stream>>>(packed.current.data(), n, key_bits, keys);
  LEXIKOS_CUDA(cudaGetLastError());
  if (sorted_values.current.data() != values)
    LEXIKOS_CUDA(
        cudaMemcpyAsync(values, sorted_values.current.data(), n * sizeof(Value), cudaMemcpyDeviceToDevice, stream));
}

}  // namespace

template <class Key, class Value>
void sort_segments(Kokkos::Cuda const& space, Key* keys, Value* values, Value const* offsets, std::size_t segments,
                   std::size_t n, int key_bits, primitives::SegmentStrategy strategy, Workspace& workspace)
{
  if (n == 0 || segments == 0) return;
  if (strategy == primitives::SegmentStrategy::vendor)
    return sort_by_vendor(space, keys, values, offsets, segments, n, workspace);
  if (strategy == primitives::SegmentStrategy::moderngpu)
    return sort_by_moderngpu(space, keys, values, offsets, segments, n, workspace);
  if (strategy == primitives::SegmentStrategy::composite && key_bits + std::bit_width(segments) < 64)
    return sort_by_composite(space, keys, values, offsets, segments, n, key_bits, workspace);
  Workspace::Scope scope(workspace);
  auto classes = classify(space, offsets, segments, workspace);
  for (int c = 0; c < giant_class; ++c)
    if (classes.count[c] != 0)
      sort_class(space.cuda_stream(), c, keys, values, offsets, classes.segments.data() + classes.first[c],
                 classes.count[c]);
  if (classes.count[giant_class] != 0)
    sort_giants(space, keys, values, offsets, classes.segments.data() + classes.first[giant_class],
                classes.count[giant_class], n, key_bits, workspace);
}

template <class Key, class Value>
void sort_listed(Kokkos::Cuda const& space, Key* keys, Value* values, Value const* offsets, Value const* listed,
                 std::size_t count, std::size_t longest)
{
  static_assert(class_capacity(giant_class - 1) == primitives::max_pairs_of_team);
  if (count == 0 || longest < 2) return;
  sort_class(space.cuda_stream(), std::bit_width(longest - 1) - 1, keys, values, offsets, listed, count);
}

#define LEXIKOS_INSTANTIATE(Key, Value)                                                                              \
  template void sort_segments<Key, Value>(Kokkos::Cuda const&, Key*, Value*, Value const*, std::size_t, std::size_t, \
                                          int, primitives::SegmentStrategy, Workspace&);                             \
  template void sort_listed<Key, Value>(Kokkos::Cuda const&, Key*, Value*, Value const*, Value const*, std::size_t,  \
                                        std::size_t);
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint64_t)

}  // namespace lexikos::backends::cuda::compiled
