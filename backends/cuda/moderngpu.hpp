// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_MODERNGPU

#include "backends/cuda/compiled.hpp"

namespace lexikos::backends::cuda
{

/// Segmented sort of moderngpu: sorts tiles without crossing borders of segments, then merges what spans several tiles. Up to
/// 2^31 - 1 pairs; `Error` (not_supported) beyond. Fences.
template <class Key, class Value>
void sort_by_moderngpu(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs, Workspace& workspace);

}  // namespace lexikos::backends::cuda

#endif
