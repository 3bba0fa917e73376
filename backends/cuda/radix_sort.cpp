// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cub/device/device_radix_sort.cuh>

#include "backends/cuda/compiled.hpp"
#include "backends/cuda/cub_call.hpp"

namespace lexikos::backends::cuda::compiled
{

template <class Key>
bool sort_keys(Kokkos::Cuda const& space, Key* keys, Key* other, std::size_t n, int begin_bit, int end_bit,
               Workspace& workspace)
{
  if (n == 0 || begin_bit >= end_bit) return false;
  cub::DoubleBuffer<Key> buffer(keys, other);
  with_storage(workspace, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(storage, bytes, buffer, n, begin_bit, end_bit, space.cuda_stream());
  });
  return buffer.Current() == other;
}

template <class Key, class Value>
bool sort_pairs(Kokkos::Cuda const& space, Key* keys, Key* other_keys, Value* values, Value* other_values,
                std::size_t n, int begin_bit, int end_bit, Workspace& workspace)
{
  if (n == 0 || begin_bit >= end_bit) return false;
  cub::DoubleBuffer<Key> key_buffer(keys, other_keys);
  cub::DoubleBuffer<Value> value_buffer(values, other_values);
  with_storage(workspace, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(storage, bytes, key_buffer, value_buffer, n, begin_bit, end_bit,
                                           space.cuda_stream());
  });
  return key_buffer.Current() == other_keys;
}

template <class Key, class Value>
void sort_pairs_into(Kokkos::Cuda const& space, Key const* keys, Key* sorted_keys, Value const* values,
                     Value* sorted_values, std::size_t n, int begin_bit, int end_bit, Workspace& workspace)
{
  if (n == 0) return;
  with_storage(workspace, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(storage, bytes, keys, sorted_keys, values, sorted_values, n, begin_bit,
                                           end_bit, space.cuda_stream());
  });
}

template bool sort_keys<std::uint32_t>(Kokkos::Cuda const&, std::uint32_t*, std::uint32_t*, std::size_t, int, int,
                                       Workspace&);
template bool sort_keys<std::uint64_t>(Kokkos::Cuda const&, std::uint64_t*, std::uint64_t*, std::size_t, int, int,
                                       Workspace&);

#define LEXIKOS_INSTANTIATE(Key, Value)                                                                               \
  template bool sort_pairs<Key, Value>(Kokkos::Cuda const&, Key*, Key*, Value*, Value*, std::size_t, int, int,        \
                                       Workspace&);                                                                   \
  template void sort_pairs_into<Key, Value>(Kokkos::Cuda const&, Key const*, Key*, Value const*, Value*, std::size_t, \
                                            int, int, Workspace&);
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint64_t)

template void sort_pairs_into<std::uint8_t, std::uint32_t>(Kokkos::Cuda const&, std::uint8_t const*, std::uint8_t*,
                                                           std::uint32_t const*, std::uint32_t*, std::size_t, int, int,
                                                           Workspace&);

}  // namespace lexikos::backends::cuda::compiled
