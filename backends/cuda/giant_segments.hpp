// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Segments too long for a block. The few that hold most of the pairs are radix sorted one by one, over the bits in which
// their keys differ only; the others together, as one radix sort of (segment, key), or, where both do not fit 64 bits, by
// CUB, which gives each a block.

#include <algorithm>
#include <bit>
#include <cub/device/device_segmented_sort.cuh>
#include <vector>

#include "backends/cuda/cub_call.hpp"
#include "backends/cuda/primitives.hpp"
#include "backends/segments.hpp"

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

template <class Key, class Value>
__global__ void pack_giants(Key const* keys, Value const* values, std::uint64_t const* starts,
                            std::uint64_t const* begins, std::uint32_t giants, std::size_t n, int key_bits,
                            std::uint64_t* packed_keys, Value* packed_values)
{
  std::size_t const e = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (e >= n) return;
  std::size_t const g = segment_of(starts, giants, e);
  std::size_t const at = begins[g] + (e - starts[g]);
  packed_keys[e] = (static_cast<std::uint64_t>(g) << key_bits) | keys[at];
  packed_values[e] = values[at];
}

template <class Key, class Value>
__global__ void unpack_giants(std::uint64_t const* packed_keys, Value const* packed_values, std::uint64_t const* starts,
                              std::uint64_t const* begins, std::size_t n, int key_bits, Key* keys, Value* values)
{
  std::size_t const e = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (e >= n) return;
  std::uint64_t const packed = packed_keys[e];
  std::size_t const g = packed >> key_bits;
  std::size_t const at = begins[g] + (e - starts[g]);
  keys[at] = static_cast<Key>(packed & ((std::uint64_t{1} << key_bits) - 1));
  values[at] = packed_values[e];
}

template <class T>
void copy_to_device(cudaStream_t stream, T* to, std::vector<T> const& from)
{
  LEXIKOS_CUDA(cudaMemcpyAsync(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice, stream));
}

/// Sorts one giant by itself.
template <class Key, class Value>
void sort_giant(Kokkos::Cuda const& space, Key* keys, Value* values, std::size_t n, std::uint64_t differing,
                Workspace& workspace)
{
  if (differing == 0) return;
  Workspace::Scope scope(workspace);
  auto const other_keys = workspace.take<Key, Kokkos::CudaSpace>(n);
  auto const other_values = workspace.take<Value, Kokkos::CudaSpace>(n);
  int const begin_bit = std::countr_zero(differing);
  int const end_bit = 64 - std::countl_zero(differing);
  if (compiled::sort_pairs(space, keys, other_keys.data(), values, other_values.data(), n, begin_bit, end_bit,
                           workspace)) {
    auto const stream = space.cuda_stream();
    LEXIKOS_CUDA(cudaMemcpyAsync(keys, other_keys.data(), n * sizeof(Key), cudaMemcpyDeviceToDevice, stream));
    LEXIKOS_CUDA(cudaMemcpyAsync(values, other_values.data(), n * sizeof(Value), cudaMemcpyDeviceToDevice, stream));
  }
}

template <class Key, class Value>
void sort_giants_one_by_one(Kokkos::Cuda const& space, Key* keys, Value* values, std::vector<Giant> const& giants,
                            Workspace& workspace)
{
  if (giants.empty()) return;
  auto const stream = space.cuda_stream();
  Workspace::Scope scope(workspace);
  auto const differing = workspace.take<unsigned long long, Kokkos::CudaSpace>(giants.size());
  LEXIKOS_CUDA(cudaMemsetAsync(differing.data(), 0, giants.size() * sizeof(unsigned long long), stream));
  for (std::size_t g = 0; g < giants.size(); ++g) {
    auto const blocks = static_cast<unsigned>(std::clamp<std::uint64_t>(giants[g].length / 2048, 1, 4096));
    differing_bits<<<blocks, 256, 0, stream>>>(keys + giants[g].begin, giants[g].length, differing.data() + g);
    LEXIKOS_CUDA(cudaGetLastError());
  }
  std::vector<unsigned long long> host_differing(giants.size());
  LEXIKOS_CUDA(cudaMemcpyAsync(host_differing.data(), differing.data(), giants.size() * sizeof(unsigned long long),
                               cudaMemcpyDeviceToHost, stream));
  LEXIKOS_CUDA(cudaStreamSynchronize(stream));
  for (std::size_t g = 0; g < giants.size(); ++g)
    sort_giant(space, keys + giants[g].begin, values + giants[g].begin, giants[g].length, host_differing[g], workspace);
}

/// Where the giants of a batch lie, for kernels with a thread an element of the batch.
struct GiantBatch
{
  Span<std::uint64_t, Kokkos::CudaSpace> begins;  ///< in the list
  Span<std::uint64_t, Kokkos::CudaSpace> ends;
  Span<std::uint64_t, Kokkos::CudaSpace> starts;  ///< in the batch; one more than giants
  std::uint32_t count = 0;
  std::size_t pairs = 0;

  static constexpr unsigned threads = 256;
  [[nodiscard]] unsigned blocks() const { return static_cast<unsigned>((pairs + threads - 1) / threads); }
};

inline GiantBatch make_batch(cudaStream_t stream, Giant const* giants, std::size_t count, Workspace& workspace)
{
  std::vector<std::uint64_t> begins(count);
  std::vector<std::uint64_t> ends(count);
  std::vector<std::uint64_t> starts(count + 1);
  for (std::size_t g = 0; g < count; ++g) {
    begins[g] = giants[g].begin;
    ends[g] = giants[g].begin + giants[g].length;
    starts[g + 1] = starts[g] + giants[g].length;
  }
  GiantBatch batch;
  batch.begins = workspace.take<std::uint64_t, Kokkos::CudaSpace>(count);
  batch.ends = workspace.take<std::uint64_t, Kokkos::CudaSpace>(count);
  batch.starts = workspace.take<std::uint64_t, Kokkos::CudaSpace>(count + 1);
  batch.count = static_cast<std::uint32_t>(count);
  batch.pairs = starts[count];
  copy_to_device(stream, batch.begins.data(), begins);
  copy_to_device(stream, batch.ends.data(), ends);
  copy_to_device(stream, batch.starts.data(), starts);
  return batch;
}

/// Sorts all giants of a batch as one; key_bits and the bits of their number fit 64.
template <class Key, class Value>
void sort_giants_together(Kokkos::Cuda const& space, Key* keys, Value* values, Giant const* giants, std::size_t count,
                          int key_bits, Workspace& workspace)
{
  auto const stream = space.cuda_stream();
  Workspace::Scope scope(workspace);
  GiantBatch const batch = make_batch(stream, giants, count, workspace);
  auto take_keys = [&] { return workspace.take<std::uint64_t, Kokkos::CudaSpace>(batch.pairs); };
  auto take_values = [&] { return workspace.take<Value, Kokkos::CudaSpace>(batch.pairs); };
  primitives::DoubleBuffer packed_keys{take_keys(), take_keys()};
  primitives::DoubleBuffer packed_values{take_values(), take_values()};
  pack_giants<<<batch.blocks(), GiantBatch::threads, 0, stream>>>(
      keys, values, batch.starts.data(), batch.begins.data(), batch.count, batch.pairs, key_bits,
      packed_keys.current.data(), packed_values.current.data());
  LEXIKOS_CUDA(cudaGetLastError());
  radix_sort_pairs(space, packed_keys, packed_values, 0, key_bits + std::bit_width(count - 1), workspace);
  unpack_giants<<<batch.blocks(), GiantBatch::threads, 0, stream>>>(
      packed_keys.current.data(), packed_values.current.data(), batch.starts.data(), batch.begins.data(), batch.pairs,
      key_bits, keys, values);
  LEXIKOS_CUDA(cudaGetLastError());
}

template <class Key, class Value>
__global__ void copy_giants(Key const* from_keys, Value const* from_values, std::uint64_t const* starts,
                            std::uint64_t const* begins, std::uint32_t giants, std::size_t n, Key* keys, Value* values)
{
  std::size_t const e = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (e >= n) return;
  std::size_t const g = segment_of(starts, giants, e);
  std::size_t const at = begins[g] + (e - starts[g]);
  keys[at] = from_keys[at];
  values[at] = from_values[at];
}

/// Sorts giants whose keys leave no room for the giant's number, a block each.
/// \param n  pairs of the whole list
template <class Key, class Value>
void sort_giants_of_wide_keys(Kokkos::Cuda const& space, Key* keys, Value* values, std::size_t n, Giant const* giants,
                              std::size_t count, Workspace& workspace)
{
  auto const stream = space.cuda_stream();
  Workspace::Scope scope(workspace);
  GiantBatch const batch = make_batch(stream, giants, count, workspace);
  auto const other_keys = workspace.take<Key, Kokkos::CudaSpace>(n);
  auto const other_values = workspace.take<Value, Kokkos::CudaSpace>(n);
  cub::DoubleBuffer<Key> key_buffer(keys, other_keys.data());
  cub::DoubleBuffer<Value> value_buffer(values, other_values.data());
  with_storage(workspace, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceSegmentedSort::SortPairs(storage, bytes, key_buffer, value_buffer, static_cast<std::int64_t>(n),
                                               static_cast<std::int64_t>(count), batch.begins.data(), batch.ends.data(),
                                               stream);
  });
  if (key_buffer.Current() == keys) return;
  copy_giants<<<batch.blocks(), GiantBatch::threads, 0, stream>>>(other_keys.data(), other_values.data(),
                                                                  batch.starts.data(), batch.begins.data(), batch.count,
                                                                  batch.pairs, keys, values);
  LEXIKOS_CUDA(cudaGetLastError());
}

/// With fewer bits, batches of giants would be too small to be worth a sort.
constexpr int min_number_bits = 7;

/// A batch of n / 3 pairs takes scratch like the whole list's keys and values, but fewer keep the GPU busy as well.
inline std::uint64_t pairs_of_batch(std::uint64_t n)
{
  constexpr std::uint64_t fewest = std::uint64_t{1} << 20;
  constexpr std::uint64_t enough = std::uint64_t{1} << 24;
  return std::max({n / 8, std::min(n / 3, enough), fewest});
}

/// \param n  pairs of the whole list
template <class Key, class Value>
void sort_giants(Kokkos::Cuda const& space, Key* keys, Value* values, Value const* offsets, Value const* segments,
                 std::size_t count, std::size_t n, int key_bits, Workspace& workspace)
{
  auto const stream = space.cuda_stream();
  std::vector<Giant> giants(count);
  {
    Workspace::Scope scope(workspace);
    auto const device_giants = workspace.take<Giant, Kokkos::CudaSpace>(count);
    list_giants<<<static_cast<unsigned>((count + 255) / 256), 256, 0, stream>>>(offsets, segments, count,
                                                                                device_giants.data());
    LEXIKOS_CUDA(cudaGetLastError());
    LEXIKOS_CUDA(
        cudaMemcpyAsync(giants.data(), device_giants.data(), count * sizeof(Giant), cudaMemcpyDeviceToHost, stream));
    LEXIKOS_CUDA(cudaStreamSynchronize(stream));
  }
  std::uint64_t total = 0;
  for (auto const& giant : giants) total += giant.length;
  std::uint64_t const own_sort = std::max<std::uint64_t>(total / 64, std::uint64_t{1} << 18);
  auto const shared =
      std::partition(giants.begin(), giants.end(), [&](Giant const& g) { return g.length >= own_sort; });
  sort_giants_one_by_one(space, keys, values, std::vector<Giant>(giants.begin(), shared), workspace);
  if (shared == giants.end()) return;
  // composite keys hold a giant's number in its batch beside the key
  int const number_bits = std::min(63 - key_bits, 31);
  if (number_bits < min_number_bits)
    return sort_giants_of_wide_keys(space, keys, values, n, &*shared, static_cast<std::size_t>(giants.end() - shared),
                                    workspace);
  std::uint64_t const capacity = pairs_of_batch(n);
  for (auto first = shared; first != giants.end();) {
    auto last = first;
    auto const most = std::min<std::ptrdiff_t>(giants.end() - first, std::ptrdiff_t{1} << number_bits);
    std::uint64_t pairs = 0;
    while (last - first < most && (last == first || pairs + last->length <= capacity)) pairs += (last++)->length;
    sort_giants_together(space, keys, values, &*first, static_cast<std::size_t>(last - first), key_bits, workspace);
    first = last;
  }
}

}  // namespace lexikos::backends::cuda
