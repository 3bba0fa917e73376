// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/detail/views.hpp>
#include <string_view>
#include <vector>

namespace lexikos
{

/// How the rounds of prefix doubling sort groups of suffixes: many segments of (key, suffix) pairs, most of them short.
/// Results are the same whichever sorts.
enum class SegmentedSort
{
  automatic,  ///< sorts for each size of segment: on a GPU a few lanes, a warp, a block, or a radix sort of the longest
  composite,  ///< one radix sort of (segment, key); as `automatic` where both do not fit 64 bits
  cub,        ///< `cub::DeviceSegmentedSort`; CUDA only
  moderngpu,  ///< `mgpu::segmented_sort`; CUDA only, up to 2^31 - 1 pairs, where the library was built with it
  kokkos_kernels  ///< `KokkosSparse::sort_crs_matrix`, where the library was built with it; scratch is not the workspace's
};

[[nodiscard]] std::string_view to_string(SegmentedSort sort) noexcept;
/// The sort of that name. Throws `Error` (invalid_argument) for a name that no sort has.
[[nodiscard]] SegmentedSort segmented_sort(std::string_view name);
/// Those that this build has on the named execution space, `automatic` first. Another one is `Error` (not_supported).
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::vector<SegmentedSort> segmented_sorts();

}  // namespace lexikos
