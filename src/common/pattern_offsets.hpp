// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <string>

#include "backends/launch.hpp"

namespace lexikos::detail
{

struct FirstWrongOffset
{
  std::uint64_t const* offsets;
  std::uint64_t symbols;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& first) const
  {
    bool const fits = offsets[i] <= offsets[i + 1] && offsets[i + 1] <= symbols;
    if (!fits && i < first) first = i;
  }
};

/// Error (invalid_argument) unless offsets ascend and none is above the number of symbols of all patterns; there is at least
/// one. Fences.
template <class ExecutionSpace, class Offsets>
void check_pattern_offsets(ExecutionSpace const& space, Offsets const& offsets, std::uint64_t symbols)
{
  std::size_t const count = offsets.extent(0) - 1;
  std::uint64_t first = 0;
  Kokkos::parallel_reduce("lexikos::check_pattern_offsets", backends::Range<ExecutionSpace>(space, 0, count),
                          FirstWrongOffset{offsets.data(), symbols}, Kokkos::Min<std::uint64_t>(first));
  require(count == 0 || first >= count, ErrorCode::invalid_argument,
          "the offsets of pattern " + std::to_string(first) + " do not ascend, or end beyond the " +
              std::to_string(symbols) + " symbols of all patterns");
}

}  // namespace lexikos::detail
