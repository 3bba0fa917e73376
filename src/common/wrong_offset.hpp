// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "backends/launch.hpp"

namespace lexikos::detail
{

struct FirstWrongOffset
{
  std::uint64_t const* offsets;
  std::uint64_t most;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& first) const
  {
    bool const is_right = offsets[i] <= most && (i == 0 || offsets[i - 1] <= offsets[i]);
    if (!is_right && i < first) first = i;
  }
};

/// The first of n offsets that is above `most` or below the one before it; n if there is none. One pass; fences.
template <class ExecutionSpace>
[[nodiscard]] std::size_t first_wrong_offset(ExecutionSpace const& space, char const* label,
                                             std::uint64_t const* offsets, std::size_t n, std::uint64_t most)
{
  if (n == 0) return 0;
  std::uint64_t first = 0;
  Kokkos::parallel_reduce(label, backends::Range<ExecutionSpace>(space, 0, n), FirstWrongOffset{offsets, most},
                          Kokkos::Min<std::uint64_t>(first));
  return first < n ? first : n;
}

}  // namespace lexikos::detail
