// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cub/device/device_segmented_sort.cuh>

#include "backends/cuda/cub_call.hpp"
#include "backends/cuda/giant_segments.hpp"
#include "backends/cuda/moderngpu.hpp"
#include "backends/cuda/primitives.hpp"
#include "backends/cuda/segment_classes.hpp"
#include "backends/cuda/segment_kernels.hpp"

// Segments are sorted by size class: up to 32 pairs by a few lanes with a pair each, up to 256 by a warp with eight pairs a
// lane, up to 4 096 by a block of which each warp sorts 256 before they merge, all without touching device memory but to
// read and write the pairs once. Giants go to the radix sort.

namespace lexikos::backends::cuda::detail
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

}  // namespace

template <class Key, class Value>
void sort_segments(Kokkos::Cuda const& space, Key* keys, Value* values, Value const* offsets, std::size_t segments,
                   std::size_t n, int key_bits, SegmentStrategy strategy, Workspace& workspace)
{
  if (n == 0 || segments == 0) return;
  if (strategy == SegmentStrategy::vendor) return sort_by_vendor(space, keys, values, offsets, segments, n, workspace);
  if (strategy == SegmentStrategy::moderngpu)
    return sort_by_moderngpu(space, keys, values, offsets, segments, n, workspace);
  Workspace::Scope scope(workspace);
  auto classes = classify(space, offsets, segments, workspace);
  int first_giant_class = giant_class;
  if (strategy == SegmentStrategy::composite) first_giant_class = 0;
  for (int c = 0; c < first_giant_class; ++c)
    if (classes.count[c] != 0)
      sort_class(space.cuda_stream(), c, keys, values, offsets, classes.segments.data() + classes.first[c],
                 classes.count[c]);
  std::size_t const first = classes.first[first_giant_class];
  std::size_t const giants = classes.first[giant_class] + classes.count[giant_class] - first;
  if (giants != 0)
    sort_giants(space, keys, values, offsets, classes.segments.data() + first, giants, n, key_bits, strategy,
                workspace);
}

#define LEXIKOS_INSTANTIATE(Key, Value)                                                                              \
  template void sort_segments<Key, Value>(Kokkos::Cuda const&, Key*, Value*, Value const*, std::size_t, std::size_t, \
                                          int, SegmentStrategy, Workspace&);
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint64_t)

}  // namespace lexikos::backends::cuda::detail
