// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Giants: segments too long for a block.
//
// A radix sort uses the whole GPU, but costs a dozen launches and a copy of its segment. With one sort each, thousands of
// giants of ten thousand pairs would leave the GPU idle between launches; with one sort of (giant, key) for all, a few giants
// that hold most pairs would pay for the bits of the giant's number, and for all bits that some other giant's keys differ in.
// So there are three ways:
//
//  * the few that hold most of the pairs are sorted one by one, each by the bits in which its own keys differ: keys are ranks
//    of suffixes whose first symbols agree, and often close to each other, so that whole digits are constant;
//  * the others are sorted together in batches by (giant, key). A batch is bounded so that its scratch, 16 bytes and two
//    values a pair, is no more than what other sorts of the list take;
//  * where keys leave too few bits for the giant's number, CUB's segmented sort takes them, which gives each a block.

#include <algorithm>
#include <bit>
#include <vector>

#include "backends/composite_sort.hpp"
#include "backends/cuda/check.hpp"
#include "backends/cuda/cub_segmented_sort.hpp"
#include "backends/cuda/primitives.hpp"

namespace lexikos::backends::cuda
{

struct Giant
{
  std::uint64_t begin;
  std::uint64_t length;
};

template <class Value>
__global__ void list_giants(Value const* offsets, Value const* segments, std::size_t count, Giant* giants)
{
  std::size_t const g = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (g >= count) return;
  Value const s = segments[g];
  giants[g] = {offsets[s], static_cast<std::uint64_t>(offsets[s + 1] - offsets[s])};
}

/// Reads the listed segments' bounds back. Fences.
template <class Key, class Value>
std::vector<Giant> read_giants(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs,
                               Value const* segments, std::size_t count, Workspace& workspace)
{
  auto const stream = space.cuda_stream();
  std::vector<Giant> giants(count);
  Workspace::Scope const scope(workspace);
  auto const on_device = workspace.take<Giant, Kokkos::CudaSpace>(count);
  list_giants<<<static_cast<unsigned>((count + threads_of_block - 1) / threads_of_block), threads_of_block, 0,
                stream>>>(pairs.offsets.data(), segments, count, on_device.data());
  LEXIKOS_CUDA(cudaGetLastError());
  LEXIKOS_CUDA(cudaMemcpyAsync(giants.data(), on_device.data(), count * sizeof(Giant), cudaMemcpyDeviceToHost, stream));
  LEXIKOS_CUDA(cudaStreamSynchronize(stream));
  return giants;
}

// ----- one by one -----------------------------------------------------------------------------------------------------

/// differing |= bits in which any key differs from the first.
template <class Key>
__global__ void differing_bits(Key const* keys, std::size_t n, unsigned long long* differing)
{
  Key const first = keys[0];
  Key bits = 0;
  std::size_t const stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride)
    bits |= keys[i] ^ first;
  auto warp_bits = static_cast<unsigned long long>(bits);
  for (int mask = 16; mask > 0; mask /= 2) warp_bits |= __shfl_xor_sync(0xffffffffu, warp_bits, mask);
  if (threadIdx.x % 32 == 0 && warp_bits != 0) atomicOr(differing, warp_bits);
}

/// For each giant, the bits in which its keys differ. Fences once, for all of them.
template <class Key, class Value>
std::vector<unsigned long long> differing_bits_of(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs,
                                                  std::vector<Giant> const& giants, Workspace& workspace)
{
  constexpr std::uint64_t keys_of_block = 2048;
  constexpr std::uint64_t max_blocks = 4096;
  auto const stream = space.cuda_stream();
  std::size_t const bytes = giants.size() * sizeof(unsigned long long);
  Workspace::Scope const scope(workspace);
  auto const differing = workspace.take<unsigned long long, Kokkos::CudaSpace>(giants.size());
  LEXIKOS_CUDA(cudaMemsetAsync(differing.data(), 0, bytes, stream));
  for (std::size_t g = 0; g < giants.size(); ++g) {
    auto const blocks =
        static_cast<unsigned>(std::clamp<std::uint64_t>(giants[g].length / keys_of_block, 1, max_blocks));
    differing_bits<<<blocks, threads_of_block, 0, stream>>>(pairs.keys.data() + giants[g].begin, giants[g].length,
                                                            differing.data() + g);
    LEXIKOS_CUDA(cudaGetLastError());
  }
  std::vector<unsigned long long> on_host(giants.size());
  LEXIKOS_CUDA(cudaMemcpyAsync(on_host.data(), differing.data(), bytes, cudaMemcpyDeviceToHost, stream));
  LEXIKOS_CUDA(cudaStreamSynchronize(stream));
  return on_host;
}

template <class Key, class Value>
void sort_giant(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs, Giant const& giant,
                std::uint64_t differing, Workspace& workspace)
{
  if (differing == 0) return;
  std::size_t const n = giant.length;
  Key* const keys = pairs.keys.data() + giant.begin;
  Value* const values = pairs.values.data() + giant.begin;
  Workspace::Scope const scope(workspace);
  auto const other_keys = workspace.take<Key, Kokkos::CudaSpace>(n);
  auto const other_values = workspace.take<Value, Kokkos::CudaSpace>(n);
  int const begin_bit = std::countr_zero(differing);
  int const end_bit = 64 - std::countl_zero(differing);
  if (!compiled::sort_pairs(space, keys, other_keys.data(), values, other_values.data(), n, begin_bit, end_bit,
                            workspace))
    return;
  auto const stream = space.cuda_stream();
  LEXIKOS_CUDA(cudaMemcpyAsync(keys, other_keys.data(), n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
  LEXIKOS_CUDA(cudaMemcpyAsync(values, other_values.data(), n * sizeof(Value), cudaMemcpyDeviceToDevice, stream));
}

template <class Key, class Value>
void sort_giants_one_by_one(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs,
                            std::vector<Giant> const& giants, Workspace& workspace)
{
  if (giants.empty()) return;
  auto const differing = differing_bits_of(space, pairs, giants, workspace);
  for (std::size_t g = 0; g < giants.size(); ++g) sort_giant(space, pairs, giants[g], differing[g], workspace);
}

// ----- together -------------------------------------------------------------------------------------------------------

using GiantBatch = ChosenSegments<Span<std::uint64_t, Kokkos::CudaSpace>, Span<std::uint64_t, Kokkos::CudaSpace>>;

template <class T>
Span<T, Kokkos::CudaSpace> copy_to_device(cudaStream_t stream, std::vector<T> const& values, Workspace& workspace)
{
  auto const copy = workspace.take<T, Kokkos::CudaSpace>(values.size());
  LEXIKOS_CUDA(cudaMemcpyAsync(copy.data(), values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice, stream));
  return copy;
}

/// Memory is taken in the caller's scope.
inline GiantBatch make_batch(cudaStream_t stream, Giant const* giants, std::size_t count, Workspace& workspace)
{
  std::vector<std::uint64_t> begins(count);
  std::vector<std::uint64_t> starts(count + 1);
  for (std::size_t g = 0; g < count; ++g) {
    begins[g] = giants[g].begin;
    starts[g + 1] = starts[g] + giants[g].length;
  }
  return {copy_to_device(stream, begins, workspace), copy_to_device(stream, starts, workspace), starts[count]};
}

/// `composite_keys_fit`.
template <class Key, class Value>
void sort_giants_together(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs, Giant const* giants,
                          std::size_t count, int key_bits, Workspace& workspace)
{
  Workspace::Scope const scope(workspace);
  GiantBatch const batch = make_batch(space.cuda_stream(), giants, count, workspace);
  sort_chosen_by_composite_keys(
      space, {"lexikos::primitives::segmented_sort::pack_giants", "lexikos::primitives::segmented_sort::unpack_giants"},
      batch, pairs.keys, pairs.values, key_bits, workspace,
      [&](auto& keys, auto& values, int bits) { cuda::radix_sort_pairs(space, keys, values, 0, bits, workspace); });
}

// ----- keys that leave no bits for the number of a giant --------------------------------------------------------------

template <class Key, class Value>
struct CopyGiants
{
  GiantBatch batch;
  Span<Key, Kokkos::CudaSpace> from_keys;
  Span<Value, Kokkos::CudaSpace> from_values;
  Span<Key, Kokkos::CudaSpace> keys;
  Span<Value, Kokkos::CudaSpace> values;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const j = batch.list_index(segment_of(batch.starts, i), i);
    keys(j) = from_keys(j);
    values(j) = from_values(j);
  }
};

template <class Key, class Value>
void sort_giants_of_wide_keys(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs, Giant const* giants,
                              std::size_t count, Workspace& workspace)
{
  auto const stream = space.cuda_stream();
  std::size_t const n = pairs.size();
  std::vector<Value> begins(count);
  std::vector<Value> ends(count);
  for (std::size_t g = 0; g < count; ++g) {
    begins[g] = static_cast<Value>(giants[g].begin);
    ends[g] = static_cast<Value>(giants[g].begin + giants[g].length);
  }
  Workspace::Scope const scope(workspace);
  GiantBatch const batch = make_batch(stream, giants, count, workspace);
  PairBuffers<Key, Value> buffers{{pairs.keys, workspace.take<Key, Kokkos::CudaSpace>(n)},
                                  {pairs.values, workspace.take<Value, Kokkos::CudaSpace>(n)}};
  sort_by_cub<Key, Value>(space, buffers, copy_to_device(stream, begins, workspace),
                          copy_to_device(stream, ends, workspace), workspace);
  if (buffers.keys.current.data() == pairs.keys.data()) return;
  Kokkos::parallel_for(
      "lexikos::primitives::segmented_sort::copy_giants", Range<Kokkos::Cuda>(space, 0, batch.size),
      CopyGiants<Key, Value>{batch, buffers.keys.current, buffers.values.current, pairs.keys, pairs.values});
}

// ----- all giants -----------------------------------------------------------------------------------------------------

/// \param n  pairs of the list
inline std::uint64_t pairs_of_batch(std::uint64_t n, GiantLimits const& limits)
{
  return std::max({n / limits.list_share_of_batch, std::min(n / limits.list_share_for_scratch, limits.enough_for_batch),
                   limits.min_batch});
}

/// Sorts the giants in batches, by (giant, key); one that is larger than a batch is a batch of its own.
template <class Key, class Value>
void sort_giants_in_batches(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs,
                            std::vector<Giant> const& giants, int key_bits, int number_bits, GiantLimits const& limits,
                            Workspace& workspace)
{
  std::uint64_t const capacity = pairs_of_batch(pairs.size(), limits);
  std::size_t const max_giants = std::size_t{1} << number_bits;
  for (std::size_t first = 0; first < giants.size();) {
    std::size_t last = first;
    std::uint64_t in_batch = 0;
    while (last < giants.size() && last - first < max_giants &&
           (last == first || in_batch + giants[last].length <= capacity))
      in_batch += giants[last++].length;
    sort_giants_together(space, pairs, &giants[first], last - first, key_bits, workspace);
    first = last;
  }
}

/// Sorts the listed segments, which are giants. Fences.
template <class Key, class Value>
void sort_giants(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs, Value const* segments,
                 std::size_t count, int key_bits, GiantLimits const& limits, Workspace& workspace)
{
  auto giants = read_giants(space, pairs, segments, count, workspace);
  std::uint64_t total = 0;
  for (auto const& giant : giants) total += giant.length;
  std::uint64_t const own_sort = std::max(total / limits.max_own_sorts, limits.min_own_sort);
  auto const others =
      std::partition(giants.begin(), giants.end(), [&](Giant const& g) { return g.length >= own_sort; });
  std::vector<Giant> const in_batches(others, giants.end());
  giants.erase(others, giants.end());
  sort_giants_one_by_one(space, pairs, giants, workspace);
  if (in_batches.empty()) return;
  int const number_bits = std::min(63 - key_bits, limits.max_number_bits);
  if (number_bits < limits.min_number_bits)
    sort_giants_of_wide_keys(space, pairs, in_batches.data(), in_batches.size(), workspace);
  else
    sort_giants_in_batches(space, pairs, in_batches, key_bits, number_bits, limits, workspace);
}

}  // namespace lexikos::backends::cuda
