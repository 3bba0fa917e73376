// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/workspace.hpp>

#include "backends/operations.hpp"

namespace lexikos::backends::cuda
{

template <class Key, class Value>
struct PairBuffers
{
  primitives::DoubleBuffer<Span<Key, Kokkos::CudaSpace>> keys;
  primitives::DoubleBuffer<Span<Value, Kokkos::CudaSpace>> values;
};

/// `cub::DeviceSegmentedSort` of the segments [begins(s), ends(s)), which do not overlap. The result is in both `current`
/// arrays, where pairs of no segment are undefined. Waits for the device in the middle.
template <class Key, class Value>
void sort_by_cub(Kokkos::Cuda const& space, PairBuffers<Key, Value>& pairs,
                 Span<Value const, Kokkos::CudaSpace> const& begins, Span<Value const, Kokkos::CudaSpace> const& ends,
                 Workspace& workspace);

}  // namespace lexikos::backends::cuda
