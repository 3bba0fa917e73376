// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

namespace lexikos::suffix_array_detail
{

/// Items further on whose memory a loop asks for that reads at random: a host makes one item after the other.
constexpr std::size_t prefetch_distance = 16;

/// [0, n) with an index that does not wrap beyond 2^31.
template <class ExecutionSpace>
auto range(ExecutionSpace const& space, std::size_t n)
{
  return Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(space, 0, static_cast<std::int64_t>(n));
}

}  // namespace lexikos::suffix_array_detail
