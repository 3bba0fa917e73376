// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/launch.hpp"
#include "backends/unit.hpp"

namespace lexikos::backends::kokkos
{

template <class ExecutionSpace, class Offsets, class Function, class Unit = ThisUnit>
void for_each_in_segments(ExecutionSpace const& space, char const* label, Offsets const& offsets, Function function)
{
  Kokkos::parallel_for(
      label, Range<ExecutionSpace>(space, 0, offsets.extent(0) - (offsets.extent(0) > 0)),
      KOKKOS_LAMBDA(std::size_t s) {
        std::size_t const end = offsets(s + 1);
        for (std::size_t i = offsets(s); i < end; ++i) function(s, i);
      });
}

}  // namespace lexikos::backends::kokkos
