// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/cuda/cub_segmented_sort.hpp"

#include <cstdint>
#include <cub/device/device_segmented_sort.cuh>

#include "backends/cuda/cub_call.hpp"

namespace lexikos::backends::cuda
{

template <class Key, class Value>
void sort_by_cub(Kokkos::Cuda const& space, PairBuffers<Key, Value>& pairs,
                 Span<Value const, Kokkos::CudaSpace> const& begins, Span<Value const, Kokkos::CudaSpace> const& ends,
                 Workspace& workspace)
{
  auto& [keys, values] = pairs;
  cub::DoubleBuffer<Key> key_buffer(keys.current.data(), keys.other.data());
  cub::DoubleBuffer<Value> value_buffer(values.current.data(), values.other.data());
  with_storage(workspace, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceSegmentedSort::SortPairs(
        storage, bytes, key_buffer, value_buffer, static_cast<std::int64_t>(keys.current.extent(0)),
        static_cast<std::int64_t>(begins.extent(0)), begins.data(), ends.data(), space.cuda_stream());
  });
  if (key_buffer.Current() != keys.current.data()) keys.swap();
  if (value_buffer.Current() != values.current.data()) values.swap();
}

#define LEXIKOS_INSTANTIATE(Key, Value)                                                                               \
  template void sort_by_cub(Kokkos::Cuda const&, PairBuffers<Key, Value>&,                                            \
                            Span<Value const, Kokkos::CudaSpace> const&, Span<Value const, Kokkos::CudaSpace> const&, \
                            Workspace&);
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint64_t)

}  // namespace lexikos::backends::cuda
