// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cub/device/device_scan.cuh>

#include "backends/cuda/cub_call.hpp"
#include "backends/cuda/primitives.hpp"

namespace lexikos::backends::cuda::compiled
{

template <class In, class Out, class Operation>
void scan_inclusive(Kokkos::Cuda const& space, In const* in, Out* out, std::size_t n, Workspace& workspace)
{
  if (n == 0) return;
  with_storage(workspace, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveScanInit(storage, bytes, in, out, Operation{}, Operation::template identity<Out>(),
                                              n, space.cuda_stream());
  });
}

template <class In, class Out, class Operation>
void scan_exclusive(Kokkos::Cuda const& space, In const* in, Out* out, std::size_t n, Workspace& workspace)
{
  if (n == 0) return;
  with_storage(workspace, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveScan(storage, bytes, in, out, Operation{}, Operation::template identity<Out>(), n,
                                          space.cuda_stream());
  });
}

#define LEXIKOS_INSTANTIATE_FOR(In, Out, Operation)                                                                \
  template void scan_inclusive<In, Out, Operation>(Kokkos::Cuda const&, In const*, Out*, std::size_t, Workspace&); \
  template void scan_exclusive<In, Out, Operation>(Kokkos::Cuda const&, In const*, Out*, std::size_t, Workspace&);
#define LEXIKOS_INSTANTIATE(In, Out)    \
  LEXIKOS_INSTANTIATE_FOR(In, Out, Sum) \
  LEXIKOS_INSTANTIATE_FOR(In, Out, Maximum)
LEXIKOS_INSTANTIATE(std::uint8_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint8_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint64_t)

}  // namespace lexikos::backends::cuda::compiled
