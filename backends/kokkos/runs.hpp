// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/kokkos/elementwise.hpp"

namespace lexikos::backends::kokkos
{

/// For a scan that counts the runs before each item.
template <class Keys, class Unique, class Offsets>
struct WriteRun
{
  Keys keys;
  Unique unique;
  Offsets offsets;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& before, bool is_final) const
  {
    if (i > 0 && keys(i) == keys(i - 1)) return;
    if (is_final) {
      unique(before) = keys(i);
      offsets(before) = static_cast<typename Offsets::value_type>(i);
    }
    ++before;
  }
};

template <class ExecutionSpace, class Keys, class Unique, class Offsets>
std::size_t run_length_encode(ExecutionSpace const& space, Keys const& keys, Unique const& unique,
                              Offsets const& offsets, Workspace&)
{
  std::size_t const n = keys.extent(0);
  std::size_t runs = 0;
  if (n > 0)
    Kokkos::parallel_scan("lexikos::primitives::run_length_encode", Range<ExecutionSpace>(space, 0, n),
                          WriteRun<Keys, Unique, Offsets>{keys, unique, offsets}, runs);
  kokkos::fill(space, subspan(offsets, runs, runs + 1), static_cast<typename Offsets::value_type>(n));
  space.fence("lexikos::primitives::run_length_encode");
  return runs;
}

}  // namespace lexikos::backends::kokkos
