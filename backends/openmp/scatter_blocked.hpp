// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>

#include "backends/kokkos/elementwise.hpp"
#include "backends/openmp/radix_sort.hpp"

namespace lexikos::backends::openmp
{

/// One radix pass by the high bits of the index, into parts of the table that fit into the cache of a core. It saves more
/// than it costs only where the table is several times what the translation buffers cover.
template <class Indices, class Values, class Table>
void scatter_blocked(Kokkos::OpenMP const& space, Indices const& indices, Values const& values, Table const& table,
                     Workspace& workspace)
{
  using Index = typename Indices::non_const_value_type;
  using Value = typename Values::non_const_value_type;
  constexpr std::size_t covered_table = std::size_t{1} << 27;
  constexpr std::size_t fewest = std::size_t{1} << 20;
  constexpr int digit_bits = 8;
  std::size_t const n = indices.extent(0);
  if (table.extent(0) * sizeof(Value) <= covered_table || n < fewest)
    return kokkos::scatter(space, indices, values, table);

  Workspace::Scope const scope(workspace);
  auto const other_indices = workspace.take<Index, Kokkos::HostSpace>(n);
  auto const other_values = workspace.take<Value, Kokkos::HostSpace>(n);
  int const table_bits = static_cast<int>(std::bit_width(table.extent(0) - 1));
  Digit const high{table_bits - digit_bits, std::size_t{1} << digit_bits};
  PairArrays<Index, Value> const in{const_cast<Index*>(indices.data()),
                                    const_cast<Value*>(values.data())};  // only read
  PairArrays<Index, Value> const out{other_indices.data(), other_values.data()};
  if (radix_pass(space, in, out, high, take_radix_scratch<Index, Value>(space, n, digit_bits, workspace)))
    kokkos::scatter(space, other_indices, other_values, table);
  else
    kokkos::scatter(space, indices, values, table);
}

}  // namespace lexikos::backends::openmp
