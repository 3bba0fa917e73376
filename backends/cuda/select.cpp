// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrust/iterator/counting_iterator.h>

#include <cub/device/device_select.cuh>

#include "backends/cuda/cub_call.hpp"
#include "backends/cuda/primitives.hpp"

namespace lexikos::backends::cuda::detail
{

namespace
{

template <class In, class Value>
std::size_t select_from(Kokkos::Cuda const& space, In in, std::uint8_t const* flags, Value* out, std::size_t n,
                        Workspace& workspace)
{
  if (n == 0) return 0;
  Workspace::Scope scope(workspace);
  auto count = workspace.take<std::uint64_t, Kokkos::CudaSpace>(1);
  with_storage(workspace, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceSelect::Flagged(storage, bytes, in, flags, out, count.data(), static_cast<std::int64_t>(n),
                                      space.cuda_stream());
  });
  std::uint64_t selected = 0;
  LEXIKOS_CUDA(cudaMemcpyAsync(&selected, count.data(), sizeof(selected), cudaMemcpyDeviceToHost, space.cuda_stream()));
  LEXIKOS_CUDA(cudaStreamSynchronize(space.cuda_stream()));
  return selected;
}

}  // namespace

template <class Value>
std::size_t select(Kokkos::Cuda const& space, Value const* in, std::uint8_t const* flags, Value* out, std::size_t n,
                   Workspace& workspace)
{
  return select_from(space, in, flags, out, n, workspace);
}

template <class Value>
std::size_t select_positions(Kokkos::Cuda const& space, std::uint8_t const* flags, Value* out, std::size_t n,
                             Workspace& workspace)
{
  return select_from(space, thrust::counting_iterator<Value>(0), flags, out, n, workspace);
}

template std::size_t select(Kokkos::Cuda const&, std::uint8_t const*, std::uint8_t const*, std::uint8_t*, std::size_t,
                            Workspace&);
template std::size_t select(Kokkos::Cuda const&, std::uint32_t const*, std::uint8_t const*, std::uint32_t*, std::size_t,
                            Workspace&);
template std::size_t select(Kokkos::Cuda const&, std::uint64_t const*, std::uint8_t const*, std::uint64_t*, std::size_t,
                            Workspace&);

template std::size_t select_positions(Kokkos::Cuda const&, std::uint8_t const*, std::uint32_t*, std::size_t,
                                      Workspace&);
template std::size_t select_positions(Kokkos::Cuda const&, std::uint8_t const*, std::uint64_t*, std::size_t,
                                      Workspace&);

}  // namespace lexikos::backends::cuda::detail
