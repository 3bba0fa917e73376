// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Random reads and writes of a table of 2^bits entries of four bytes. The limit is not bytes but blocks of memory: beyond
// the caches, each access fetches or writes a whole one.

#include "backends/primitives.hpp"
#include "bench/primitives/data.hpp"
#include "bench/support/measure.hpp"

namespace lexikos::bench
{

template <class Values>
struct CountWrongGathers
{
  Values values;
  int bits;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& sum) const
  {
    sum += values(i) != permuted(permuted(i, bits), bits) ? 1 : 0;
  }
};

/// The table holds the permutation, so values(i) has to be its square.
template <class ExecutionSpace, class Values>
std::size_t count_wrong_gathers(ExecutionSpace const& space, Values const& values, int bits)
{
  std::size_t count = 0;
  Kokkos::parallel_reduce("lexikos::bench::count_wrong_gathers", Range<ExecutionSpace>(space, 0, values.extent(0)),
                          CountWrongGathers<Values>{values, bits}, count);
  return count;
}

template <class Table>
struct CountWrongScatters
{
  Table table;
  int bits;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& sum) const
  {
    sum += permuted(table(i), bits) != i ? 1 : 0;
  }
};

/// Entry permuted(i) has to be i.
template <class ExecutionSpace, class Table>
std::size_t count_wrong_scatters(ExecutionSpace const& space, Table const& table, int bits)
{
  std::size_t count = 0;
  Kokkos::parallel_reduce("lexikos::bench::count_wrong_scatters", Range<ExecutionSpace>(space, 0, table.extent(0)),
                          CountWrongScatters<Table>{table, bits}, count);
  return count;
}

enum class Access
{
  gather,
  scatter,
  scatter_blocked
};

template <class ExecutionSpace>
void random_access(benchmark::State& state, ExecutionSpace const& space, Access access, int bits)
{
  using Value = std::uint32_t;
  std::size_t const n = std::size_t{1} << bits;
  auto const indices = make_array<Value>(space, n);
  auto const values = make_array<Value>(space, n);
  auto const table = make_array<Value>(space, n);
  fill_permutation(space, table, bits);
  fill_permutation(space, indices, bits);
  fill_ascending(space, values, 1, 0);
  Workspace workspace;
  auto const timing = measure([] {},
                              [&] {
                                if (access == Access::gather) primitives::gather(space, indices, table, values);
                                if (access == Access::scatter) primitives::scatter(space, indices, values, table);
                                if (access == Access::scatter_blocked)
                                  primitives::scatter_blocked(space, indices, values, table, workspace);
                                space.fence("lexikos::bench::random_access");
                              });
  report(state, timing, static_cast<double>(n), static_cast<double>(3 * n * sizeof(Value)));
  if (access == Access::gather)
    require(count_wrong_gathers(space, values, bits) == 0, "the gathered values");
  else
    require(count_wrong_scatters(space, table, bits) == 0, "the scattered values");
}

}  // namespace lexikos::bench
