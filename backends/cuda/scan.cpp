// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrust/iterator/counting_iterator.h>

#include <algorithm>
#include <cstddef>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "backends/cuda/compiled.hpp"
#include "backends/cuda/cub_call.hpp"

namespace lexikos::backends::cuda::compiled
{

// ----- scans ----------------------------------------------------------------------------------------------------------

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
#define LEXIKOS_INSTANTIATE(In, Out)                \
  LEXIKOS_INSTANTIATE_FOR(In, Out, primitives::Sum) \
  LEXIKOS_INSTANTIATE_FOR(In, Out, primitives::Maximum)
LEXIKOS_INSTANTIATE(std::uint8_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint8_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint64_t)

// ----- selections: a scan of flags, each value written where the scan says -------------------------------------------

namespace
{

/// CUB adds to the number of selected values, in 32 bits, the entries that the last tile of 2^31 - 1 lacks: where nearly all of
/// so many are selected, it writes before the output.
constexpr std::size_t selected_at_a_time = std::size_t{1} << 30;

/// The number of selected values, which CUB writes whether or not anybody asks.
using Count = Span<std::uint64_t, Kokkos::CudaSpace>;

std::size_t on_host(Kokkos::Cuda const& space, Count const& count)
{
  std::uint64_t value = 0;
  LEXIKOS_CUDA(cudaMemcpyAsync(&value, count.data(), sizeof(value), cudaMemcpyDeviceToHost, space.cuda_stream()));
  LEXIKOS_CUDA(cudaStreamSynchronize(space.cuda_stream()));
  return value;
}

/// Values that were selected by several calls, one after the other.
struct Selected
{
  std::size_t before;  ///< by all calls but the last
  Count last;
};

/// Memory of the count is taken in the caller's scope. n > 0. Fences where there are several calls.
template <class In, class Value>
Selected pack_from(Kokkos::Cuda const& space, In in, std::uint8_t const* flags, Value* out, std::size_t n,
                   Workspace& workspace)
{
  Selected selected{0, workspace.take<std::uint64_t, Kokkos::CudaSpace>(1)};
  for (std::size_t begin = 0; begin < n; begin += selected_at_a_time) {
    if (begin != 0) selected.before += on_host(space, selected.last);
    auto const size = static_cast<std::int64_t>(std::min(selected_at_a_time, n - begin));
    auto const offset = static_cast<std::ptrdiff_t>(begin);
    with_storage(workspace, [&](void* storage, std::size_t& bytes) {
      return cub::DeviceSelect::Flagged(storage, bytes, in + offset, flags + begin, out + selected.before,
                                        selected.last.data(), size, space.cuda_stream());
    });
  }
  return selected;
}

template <class Value>
using Positions = thrust::counting_iterator<Value>;

}  // namespace

template <class Value>
void pack_flagged(Kokkos::Cuda const& space, Value const* in, std::uint8_t const* flags, Value* out, std::size_t n,
                  Workspace& workspace)
{
  if (n == 0) return;
  Workspace::Scope const scope(workspace);
  pack_from(space, in, flags, out, n, workspace);
}

template <class Value>
void pack_positions(Kokkos::Cuda const& space, std::uint8_t const* flags, Value* out, std::size_t n,
                    Workspace& workspace)
{
  if (n == 0) return;
  Workspace::Scope const scope(workspace);
  pack_from(space, Positions<Value>(0), flags, out, n, workspace);
}

template <class Value>
std::size_t select_positions(Kokkos::Cuda const& space, std::uint8_t const* flags, Value* out, std::size_t n,
                             Workspace& workspace)
{
  if (n == 0) return 0;
  Workspace::Scope const scope(workspace);
  Selected const selected = pack_from(space, Positions<Value>(0), flags, out, n, workspace);
  return selected.before + on_host(space, selected.last);
}

#define LEXIKOS_INSTANTIATE_VALUES(Value) \
  template void pack_flagged(Kokkos::Cuda const&, Value const*, std::uint8_t const*, Value*, std::size_t, Workspace&);
LEXIKOS_INSTANTIATE_VALUES(std::uint8_t)
LEXIKOS_INSTANTIATE_VALUES(std::uint32_t)
LEXIKOS_INSTANTIATE_VALUES(std::uint64_t)

#define LEXIKOS_INSTANTIATE_POSITIONS(Value)                                                               \
  template void pack_positions(Kokkos::Cuda const&, std::uint8_t const*, Value*, std::size_t, Workspace&); \
  template std::size_t select_positions(Kokkos::Cuda const&, std::uint8_t const*, Value*, std::size_t, Workspace&);
LEXIKOS_INSTANTIATE_POSITIONS(std::uint32_t)
LEXIKOS_INSTANTIATE_POSITIONS(std::uint64_t)

}  // namespace lexikos::backends::cuda::compiled
