// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/kokkos/elementwise.hpp"
#include "backends/unit.hpp"

namespace lexikos::backends::kokkos
{

template <class ExecutionSpace, class Keys, class Unique, class Offsets, class Unit = ThisUnit>
std::size_t run_length_encode(ExecutionSpace const& space, Keys const& keys, Unique const& unique,
                              Offsets const& offsets, Workspace&)
{
  using Offset = typename Offsets::value_type;
  std::size_t const n = keys.extent(0);
  std::size_t runs = 0;
  if (n > 0)
    Kokkos::parallel_scan(
        "lexikos::primitives::run_length_encode", Range<ExecutionSpace>(space, 0, n),
        KOKKOS_LAMBDA(std::size_t i, std::size_t & before, bool is_final) {
          if (i > 0 && keys(i) == keys(i - 1)) return;
          if (is_final) {
            unique(before) = keys(i);
            offsets(before) = static_cast<Offset>(i);
          }
          ++before;
        },
        runs);
  kokkos::fill(space, subspan(offsets, runs, runs + 1), static_cast<Offset>(n));
  space.fence("lexikos::primitives::run_length_encode");
  return runs;
}

}  // namespace lexikos::backends::kokkos
