// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <string>

#include "common/wrong_offset.hpp"

namespace lexikos::detail
{

/// Error (invalid_argument) unless offsets ascend and none is above the number of symbols of all patterns; there is at least
/// one. Fences.
template <class ExecutionSpace, class Offsets>
void check_pattern_offsets(ExecutionSpace const& space, Offsets const& offsets, std::uint64_t symbols)
{
  std::size_t const count = offsets.extent(0) - 1;
  if (count == 0) return;
  std::size_t const wrong =
      first_wrong_offset(space, "lexikos::check_pattern_offsets", offsets.data(), count + 1, symbols);
  require(wrong > count, ErrorCode::invalid_argument,
          "the offsets of pattern " + std::to_string(wrong == 0 ? 0 : wrong - 1) +
              " do not ascend, or end beyond the " + std::to_string(symbols) + " symbols of all patterns");
}

}  // namespace lexikos::detail
