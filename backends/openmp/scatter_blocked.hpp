// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <bit>

#include "backends/kokkos/elementwise.hpp"
#include "backends/openmp/radix_sort.hpp"

namespace lexikos::backends::openmp
{

/// One radix pass by the high bits of the index: it partitions the pairs by parts of the table that a core's cache holds, and
/// the scatter then fills one part after the other. The pass reads and writes all pairs once more, but in long sequential
/// runs; what it saves is a miss of the cache, and of the translation buffers, for almost every pair.
template <class Tuning = openmp::Tuning, class Indices, class Values, class Table>
void scatter_blocked(Kokkos::OpenMP const& space, Indices const& indices, Values const& values, Table const& table,
                     Workspace& workspace)
{
  using Index = typename Indices::non_const_value_type;
  using Value = typename Values::non_const_value_type;
  std::size_t const n = indices.extent(0);
  if (n < std::max<std::size_t>(Tuning::min_blocked_pairs, 1) ||
      table.extent(0) * sizeof(Value) <= Tuning::max_plain_table)
    return kokkos::scatter(space, indices, values, table);

  Workspace::Scope const scope(workspace);
  auto const other_indices = workspace.take<Index, Kokkos::HostSpace>(n);
  auto const other_values = workspace.take<Value, Kokkos::HostSpace>(n);
  int const table_bits = static_cast<int>(std::bit_width(table.extent(0) - 1));
  Digit const high{std::max(0, table_bits - Tuning::block_bits), std::size_t{1} << Tuning::block_bits};
  PairArrays<Index, Value> const in{const_cast<Index*>(indices.data()),
                                    const_cast<Value*>(values.data())};  // only read
  PairArrays<Index, Value> const out{other_indices.data(), other_values.data()};
  auto const scratch =
      take_radix_scratch<Index, Value>(make_parts(space, n, Tuning::min_part), Tuning::block_bits, workspace);
  if (radix_pass(space, in, out, high, scratch))
    kokkos::scatter(space, other_indices, other_values, table);
  else
    kokkos::scatter(space, indices, values, table);
}

}  // namespace lexikos::backends::openmp
