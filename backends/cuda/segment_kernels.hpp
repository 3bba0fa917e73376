// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Kernels in which a few lanes, a warp or a block sort one segment.

#include <cstddef>
#include <cstdint>

#include "backends/cuda/pair_sort.hpp"
#include "backends/cuda/tuning.hpp"

namespace lexikos::backends::cuda
{

/// Segments of up to Lanes * Items pairs, one by each group of Lanes lanes.
template <int Lanes, int Items, class Key, class Value>
__global__ void __launch_bounds__(threads_of_warps_block)
    sort_segments_in_warps(Key* keys, Value* values, Value const* offsets, Value const* segments, std::size_t count)
{
  using T = Pair<Key, Value>;
  std::size_t const index = (static_cast<std::size_t>(blockIdx.x) * threads_of_warps_block + threadIdx.x) / Lanes;
  int const lane = static_cast<int>(threadIdx.x) % Lanes;
  bool const in_use = index < count;  // idle lanes stay: all lanes of a warp take part in its shuffles
  std::size_t begin = 0;
  int length = 0;
  if (in_use) {
    Value const segment = segments[index];
    begin = offsets[segment];
    length = static_cast<int>(offsets[segment + 1] - begin);
  }
  T pairs[Items];
#pragma unroll
  for (int i = 0; i < Items; ++i) {
    int const at = i * Lanes + lane;  // any order is correct before the sort: this one is coalesced
    pairs[i] = at < length ? T::make(keys[begin + at], values[begin + at]) : T::last();
  }
  sort_in_registers<Lanes, Items>(pairs, lane);
#pragma unroll
  for (int i = 0; i < Items; ++i) {
    int const at = lane * Items + i;
    if (at < length) {
      keys[begin + at] = pairs[i].key();
      values[begin + at] = pairs[i].value();
    }
  }
}

/// Segments of up to Threads * Items pairs, one by each block: every warp sorts its share in registers, then runs are merged.
template <int Threads, int Items, class Key, class Value>
__global__ void __launch_bounds__(Threads)
    sort_segments_in_blocks(Key* keys, Value* values, Value const* offsets, Value const* segments)
{
  using T = Pair<Key, Value>;
  extern __shared__ __align__(16) unsigned char shared_bytes[];
  T* const shared = reinterpret_cast<T*>(shared_bytes);
  Value const segment = segments[blockIdx.x];
  std::size_t const begin = offsets[segment];
  int const length = static_cast<int>(offsets[segment + 1] - begin);
  int const lane = static_cast<int>(threadIdx.x) % 32;
  T pairs[Items];
#pragma unroll
  for (int i = 0; i < Items; ++i) {
    int const at = i * Threads + static_cast<int>(threadIdx.x);
    pairs[i] = at < length ? T::make(keys[begin + at], values[begin + at]) : T::last();
  }
  sort_in_registers<32, Items>(pairs, lane);
  merge_runs_of_block<Threads, Items>(pairs, shared, 32 * Items);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Items; ++i) shared[padded(static_cast<int>(threadIdx.x) * Items + i)] = pairs[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Items; ++i) {
    int const at = i * Threads + static_cast<int>(threadIdx.x);
    if (at < length) {
      keys[begin + at] = shared[padded(at)].key();
      values[begin + at] = shared[padded(at)].value();
    }
  }
}

}  // namespace lexikos::backends::cuda
