// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/config.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos::backends::cuda
{

/// Segmented sort of moderngpu: sorts tiles that respect segments, then merges what spans a boundary. Up to 2^31 - 1 pairs.
/// Error (not_supported) beyond, and in builds without it.
template <class Key, class Value>
void sort_by_moderngpu(Kokkos::Cuda const& space, Key* keys, Value* values, Value const* offsets, std::size_t segments,
                       std::size_t n, Workspace& workspace);

}  // namespace lexikos::backends::cuda
