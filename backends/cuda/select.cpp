// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrust/iterator/counting_iterator.h>

#include <cub/device/device_select.cuh>

#include "backends/cuda/cub_call.hpp"
#include "backends/cuda/primitives.hpp"

namespace lexikos::backends::cuda::compiled
{

namespace
{

template <class In, class Value>
void pack_from(Kokkos::Cuda const& space, In in, std::uint8_t const* flags, Value* out, std::size_t n,
               std::uint64_t* count, Workspace& workspace)
{
  with_storage(workspace, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceSelect::Flagged(storage, bytes, in, flags, out, count, static_cast<std::int64_t>(n),
                                      space.cuda_stream());
  });
}

}  // namespace

template <class Value>
void pack(Kokkos::Cuda const& space, Value const* in, std::uint8_t const* flags, Value* out, std::size_t n,
          std::uint64_t* count, Workspace& workspace)
{
  pack_from(space, in, flags, out, n, count, workspace);
}

template <class Value>
void pack_positions(Kokkos::Cuda const& space, std::uint8_t const* flags, Value* out, std::size_t n,
                    std::uint64_t* count, Workspace& workspace)
{
  pack_from(space, thrust::counting_iterator<Value>(0), flags, out, n, count, workspace);
}

std::uint64_t value_on_device(Kokkos::Cuda const& space, std::uint64_t const* value)
{
  std::uint64_t copy = 0;
  LEXIKOS_CUDA(cudaMemcpyAsync(&copy, value, sizeof(copy), cudaMemcpyDeviceToHost, space.cuda_stream()));
  LEXIKOS_CUDA(cudaStreamSynchronize(space.cuda_stream()));
  return copy;
}

#define LEXIKOS_INSTANTIATE(Value)                                                                                \
  template void pack(Kokkos::Cuda const&, Value const*, std::uint8_t const*, Value*, std::size_t, std::uint64_t*, \
                     Workspace&);
LEXIKOS_INSTANTIATE(std::uint8_t)
LEXIKOS_INSTANTIATE(std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t)
#undef LEXIKOS_INSTANTIATE

template void pack_positions(Kokkos::Cuda const&, std::uint8_t const*, std::uint32_t*, std::size_t, std::uint64_t*,
                             Workspace&);
template void pack_positions(Kokkos::Cuda const&, std::uint8_t const*, std::uint64_t*, std::size_t, std::uint64_t*,
                             Workspace&);

}  // namespace lexikos::backends::cuda::compiled
