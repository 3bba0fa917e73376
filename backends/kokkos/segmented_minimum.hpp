// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/kokkos/elementwise.hpp"
#include "backends/kokkos/reduce.hpp"
#include "backends/kokkos/segments.hpp"
#include "backends/operations.hpp"
#include "backends/unit.hpp"

namespace lexikos::backends::kokkos
{

/// One work item a segment; those too long for that one after the other, by all. Fences if there are any.
template <class ExecutionSpace, class Values, class Offsets, class Minima, class Unit = ThisUnit>
void segmented_minimum(ExecutionSpace const& space, Values const& values, Offsets const& offsets, Minima const& minima,
                       Workspace& workspace)
{
  using Value = typename Minima::value_type;
  constexpr std::size_t limit = 65536;
  if (offsets.extent(0) < 2) return;
  Kokkos::parallel_for(
      "lexikos::primitives::segmented_minimum", Range<ExecutionSpace>(space, 0, offsets.extent(0) - 1),
      KOKKOS_LAMBDA(std::size_t s) {
        std::size_t const begin = offsets(s);
        std::size_t const end = offsets(s + 1);
        if (end - begin > limit) return;
        Value minimum = primitives::Minimum::template identity<Value>();
        for (std::size_t i = begin; i < end; ++i) minimum = values(i) < minimum ? values(i) : minimum;
        minima(s) = minimum;
      });

  Workspace::Scope const scope(workspace);
  auto const long_ones = long_segments(space, offsets, values.extent(0), limit, workspace);
  for (std::size_t l = 0; l < long_ones.extent(0); ++l) {
    auto const [begin, end, segment] = long_ones(l);
    Value const minimum = kokkos::reduce(space, subspan(values, begin, end), primitives::Minimum{}, workspace);
    kokkos::fill(space, subspan(minima, segment, segment + 1), minimum);
  }
}

}  // namespace lexikos::backends::kokkos
