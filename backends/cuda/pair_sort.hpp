// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Sorting networks over (key, value) pairs: in the registers of a warp, and across the warps of a block in shared memory.

#include <cuda_runtime.h>

#include <cstdint>

namespace lexikos::backends::cuda
{

/// A pair that is ordered by its key and then by its value, so that padding (`last`) is never before a real pair.
template <class Key, class Value>
struct Pair
{
  Key k;
  Value v;

  __device__ static Pair make(Key key, Value value) { return {key, value}; }
  __device__ static Pair last() { return {static_cast<Key>(~Key{0}), static_cast<Value>(~Value{0})}; }
  __device__ Key key() const { return k; }
  __device__ Value value() const { return v; }
  __device__ friend bool operator<(Pair const& a, Pair const& b) { return a.k < b.k || (a.k == b.k && a.v < b.v); }
};

/// Two 32-bit halves fit one register pair and compare as one number.
template <>
struct Pair<std::uint32_t, std::uint32_t>
{
  std::uint64_t both;

  __device__ static Pair make(std::uint32_t key, std::uint32_t value)
  {
    return {(static_cast<std::uint64_t>(key) << 32) | value};
  }
  __device__ static Pair last() { return {~std::uint64_t{0}}; }
  __device__ std::uint32_t key() const { return static_cast<std::uint32_t>(both >> 32); }
  __device__ std::uint32_t value() const { return static_cast<std::uint32_t>(both); }
  __device__ friend bool operator<(Pair const& a, Pair const& b) { return a.both < b.both; }
};

template <class Key, class Value>
__device__ Pair<Key, Value> shuffle_xor(Pair<Key, Value> const& pair, int mask)
{
  return Pair<Key, Value>::make(__shfl_xor_sync(0xffffffffu, pair.key(), mask),
                                __shfl_xor_sync(0xffffffffu, pair.value(), mask));
}

template <class T>
__device__ void order(T& a, T& b, bool ascending)
{
  if ((b < a) == ascending) {
    T const t = a;
    a = b;
    b = t;
  }
}

/// Each group of Lanes neighbouring lanes of a warp sorts Lanes * Items pairs. Pair lane * Items + item is in pairs[item] of
/// that lane. Bitonic: the shortest strides, which are the most frequent ones, stay within a lane.
template <int Lanes, int Items, class T>
__device__ void sort_in_registers(T (&pairs)[Items], int lane)
{
#pragma unroll
  for (int size = 2; size <= Lanes * Items; size *= 2) {
#pragma unroll
    for (int stride = size / 2; stride >= 1; stride /= 2) {
      if (stride >= Items) {
        int const lane_stride = stride / Items;
        bool const ascending = ((lane * Items) & size) == 0;
        bool const keep_smaller = ((lane & lane_stride) == 0) == ascending;
#pragma unroll
        for (int i = 0; i < Items; ++i) {
          T const partner = shuffle_xor(pairs[i], lane_stride);
          if ((partner < pairs[i]) == keep_smaller) pairs[i] = partner;
        }
      }
      else {
#pragma unroll
        for (int i = 0; i < Items; ++i)
          if ((i & stride) == 0) order(pairs[i], pairs[i | stride], ((lane * Items + i) & size) == 0);
      }
    }
  }
}

/// Where pair i lies in shared memory: with a hole after every eight pairs, lanes that each read eight neighbouring pairs do
/// not all read from one bank.
__device__ constexpr int padded(int i)
{
  return i + (i >> 3);
}

/// The number of elements of a[0..count_a) among the first `diagonal` of its merge with b[0..count_b).
template <class T>
__device__ int merge_split(T const* shared, int a, int count_a, int b, int count_b, int diagonal)
{
  int low = diagonal > count_b ? diagonal - count_b : 0;
  int high = diagonal < count_a ? diagonal : count_a;
  while (low < high) {
    int const middle = (low + high) / 2;
    if (shared[padded(b + diagonal - 1 - middle)] < shared[padded(a + middle)])
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// Merges neighbouring runs of `sorted` pairs until one run of Threads * Items is left. Every thread holds Items
/// consecutive pairs of the result in registers; a level costs one binary search and Items reads of shared memory a thread.
template <int Threads, int Items, class T>
__device__ void merge_runs_of_block(T (&pairs)[Items], T* shared, int sorted)
{
  int const first = static_cast<int>(threadIdx.x) * Items;
  for (int run = sorted; run < Threads * Items; run *= 2) {
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Items; ++i) shared[padded(first + i)] = pairs[i];
    __syncthreads();
    int const a = first / (2 * run) * (2 * run);
    int const b = a + run;
    int const diagonal = first - a;
    int from_a = merge_split(shared, a, run, b, run, diagonal);
    int from_b = diagonal - from_a;
    T next_a = from_a < run ? shared[padded(a + from_a)] : T::last();
    T next_b = from_b < run ? shared[padded(b + from_b)] : T::last();
#pragma unroll
    for (int i = 0; i < Items; ++i) {
      bool const take_b = from_a >= run || (from_b < run && next_b < next_a);
      pairs[i] = take_b ? next_b : next_a;
      if (take_b) {
        ++from_b;
        next_b = from_b < run ? shared[padded(b + from_b)] : T::last();
      }
      else {
        ++from_a;
        next_a = from_a < run ? shared[padded(a + from_a)] : T::last();
      }
    }
  }
}

}  // namespace lexikos::backends::cuda
