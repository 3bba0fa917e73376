// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/launch.hpp"
#include "backends/unit.hpp"

namespace lexikos::backends::kokkos
{

template <class ExecutionSpace, class View, class Unit = ThisUnit>
void fill(ExecutionSpace const& space, View const& view, typename View::value_type value)
{
  Kokkos::parallel_for(
      "lexikos::primitives::fill", Range<ExecutionSpace>(space, 0, view.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { view(i) = value; });
}

template <class ExecutionSpace, class View, class Unit = ThisUnit>
void iota(ExecutionSpace const& space, View const& view, typename View::value_type first)
{
  using Value = typename View::value_type;
  Kokkos::parallel_for(
      "lexikos::primitives::iota", Range<ExecutionSpace>(space, 0, view.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { view(i) = static_cast<Value>(first + i); });
}

template <class ExecutionSpace, class In, class Out, class Function, class Unit = ThisUnit>
void transform(ExecutionSpace const& space, char const* label, In const& in, Out const& out, Function function)
{
  Kokkos::parallel_for(
      label, Range<ExecutionSpace>(space, 0, in.extent(0)), KOKKOS_LAMBDA(std::size_t i) { out(i) = function(in(i)); });
}

template <class ExecutionSpace, class Indices, class Table, class Out, class Unit = ThisUnit>
void gather(ExecutionSpace const& space, Indices const& indices, Table const& table, Out const& out)
{
  Kokkos::parallel_for(
      "lexikos::primitives::gather", Range<ExecutionSpace>(space, 0, indices.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { out(i) = table(indices(i)); });
}

template <class ExecutionSpace, class Indices, class Values, class Table, class Unit = ThisUnit>
void scatter(ExecutionSpace const& space, Indices const& indices, Values const& values, Table const& table)
{
  Kokkos::parallel_for(
      "lexikos::primitives::scatter", Range<ExecutionSpace>(space, 0, indices.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { table(indices(i)) = values(i); });
}

/// Blocking pays by so much or so little, machine by machine, that the portable backend does without.
template <class ExecutionSpace, class Indices, class Values, class Table>
void scatter_blocked(ExecutionSpace const& space, Indices const& indices, Values const& values, Table const& table,
                     Workspace&)
{
  kokkos::scatter(space, indices, values, table);
}

template <class ExecutionSpace, class Keys, class Heads, class Unit = ThisUnit>
void adjacent_heads(ExecutionSpace const& space, Keys const& keys, Heads const& heads)
{
  Kokkos::parallel_for(
      "lexikos::primitives::adjacent_heads", Range<ExecutionSpace>(space, 0, keys.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { heads(i) = i == 0 || keys(i) != keys(i - 1) ? 1 : 0; });
}

}  // namespace lexikos::backends::kokkos
