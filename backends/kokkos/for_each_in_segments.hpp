// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/launch.hpp"

namespace lexikos::backends::kokkos
{

/// One work item a segment.
template <class Offsets, class Function>
struct CallForSegment
{
  Offsets offsets;
  Function function;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    std::size_t const end = offsets(s + 1);
    for (std::size_t i = offsets(s); i < end; ++i) function(s, i);
  }
};

template <class ExecutionSpace, class Offsets, class Function>
void for_each_in_segments(ExecutionSpace const& space, char const* label, Offsets const& offsets, Function function)
{
  Kokkos::parallel_for(label, Range<ExecutionSpace>(space, 0, offsets.extent(0) - (offsets.extent(0) > 0)),
                       CallForSegment<Offsets, Function>{offsets, function});
}

}  // namespace lexikos::backends::kokkos
