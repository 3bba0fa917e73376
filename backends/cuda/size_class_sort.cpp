// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel for each size class of segments: those of up to 32 pairs are sorted by a few lanes with a pair each, of up to 256
// by a warp with up to eight pairs a lane, of up to 8 192 by a block whose warps each sort 256 before they merge. None touches
// device memory but to read and write the pairs once.

#include <bit>

#include "backends/cuda/check.hpp"
#include "backends/cuda/compiled.hpp"
#include "backends/cuda/segment_kernels.hpp"

namespace lexikos::backends::cuda
{

namespace
{

template <int Lanes, int Items, class Key, class Value>
void launch_in_warps(cudaStream_t stream, SegmentedPairs<Key, Value> const& pairs, Value const* listed,
                     std::size_t count)
{
  constexpr std::size_t segments_of_block = threads_of_warps_block / Lanes;
  auto const blocks = static_cast<unsigned>((count + segments_of_block - 1) / segments_of_block);
  sort_segments_in_warps<Lanes, Items><<<blocks, threads_of_warps_block, 0, stream>>>(
      pairs.keys.data(), pairs.values.data(), pairs.offsets.data(), listed, count);
  LEXIKOS_CUDA(cudaGetLastError());
}

template <int Threads, class Key, class Value>
void launch_in_blocks(cudaStream_t stream, SegmentedPairs<Key, Value> const& pairs, Value const* listed,
                      std::size_t count)
{
  constexpr std::size_t max_shared_bytes = std::size_t{48} << 10;  // without asking for more
  auto* const kernel = &sort_segments_in_blocks<Threads, pairs_of_thread, Key, Value>;
  constexpr std::size_t shared_bytes = sizeof(Pair<Key, Value>) * padded(Threads * pairs_of_thread);
  if constexpr (shared_bytes > max_shared_bytes)
    LEXIKOS_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  kernel<<<static_cast<unsigned>(count), Threads, shared_bytes, stream>>>(pairs.keys.data(), pairs.values.data(),
                                                                          pairs.offsets.data(), listed);
  LEXIKOS_CUDA(cudaGetLastError());
}

/// Segments of up to 2^(C + 1) pairs.
template <int C, class Key, class Value>
void launch_size_class(cudaStream_t stream, SegmentedPairs<Key, Value> const& pairs, Value const* listed,
                       std::size_t count)
{
  constexpr int capacity = 2 << C;
  if constexpr (capacity <= 32)
    launch_in_warps<capacity, 1>(stream, pairs, listed, count);
  else if constexpr (C < warp_classes)
    launch_in_warps<32, capacity / 32>(stream, pairs, listed, count);
  else
    launch_in_blocks<capacity / pairs_of_thread>(stream, pairs, listed, count);
}

/// Calls the launch of a class that is known only here.
template <int C = 0, class Key, class Value>
void launch_class(int size_class, cudaStream_t stream, SegmentedPairs<Key, Value> const& pairs, Value const* listed,
                  std::size_t count)
{
  if constexpr (C < size_classes) {
    if (size_class == C) return launch_size_class<C>(stream, pairs, listed, count);
    launch_class<C + 1>(size_class, stream, pairs, listed, count);
  }
}

}  // namespace

namespace compiled
{

template <class Key, class Value>
void sort_size_class(Kokkos::Cuda const& space, int size_class, SegmentedPairs<Key, Value> const& pairs,
                     Value const* listed, std::size_t count)
{
  static_assert(std::size_t{2} << (size_classes - 1) == primitives::max_pairs_of_team);
  launch_class(size_class, space.cuda_stream(), pairs, listed, count);
}

#define LEXIKOS_INSTANTIATE(Key, Value) \
  template void sort_size_class(Kokkos::Cuda const&, int, SegmentedPairs<Key, Value> const&, Value const*, std::size_t);
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint64_t)

}  // namespace compiled

}  // namespace lexikos::backends::cuda
