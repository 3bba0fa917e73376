// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"

namespace lexikos::backends::kokkos
{

template <class View>
struct Fill
{
  View view;
  typename View::value_type value;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { view(i) = value; }
};

template <class ExecutionSpace, class View>
void fill(ExecutionSpace const& space, View const& view, typename View::value_type value)
{
  Kokkos::parallel_for("lexikos::primitives::fill", Range<ExecutionSpace>(space, 0, view.extent(0)),
                       Fill<View>{view, value});
}

template <class View>
struct Iota
{
  View view;
  typename View::value_type first;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { view(i) = static_cast<typename View::value_type>(first + i); }
};

template <class ExecutionSpace, class View>
void iota(ExecutionSpace const& space, View const& view, typename View::value_type first)
{
  Kokkos::parallel_for("lexikos::primitives::iota", Range<ExecutionSpace>(space, 0, view.extent(0)),
                       Iota<View>{view, first});
}

template <class In, class Out, class Function>
struct Transform
{
  In in;
  Out out;
  Function function;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = function(in(i)); }
};

template <class ExecutionSpace, class In, class Out, class Function>
void transform(ExecutionSpace const& space, char const* label, In const& in, Out const& out, Function function)
{
  Kokkos::parallel_for(label, Range<ExecutionSpace>(space, 0, in.extent(0)),
                       Transform<In, Out, Function>{in, out, function});
}

template <class Indices, class Table, class Out>
struct Gather
{
  Indices indices;
  Table table;
  Out out;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = table(indices(i)); }
};

template <class ExecutionSpace, class Indices, class Table, class Out>
void gather(ExecutionSpace const& space, Indices const& indices, Table const& table, Out const& out)
{
  Kokkos::parallel_for("lexikos::primitives::gather", Range<ExecutionSpace>(space, 0, indices.extent(0)),
                       Gather<Indices, Table, Out>{indices, table, out});
}

template <class Indices, class Values, class Table>
struct Scatter
{
  Indices indices;
  Values values;
  Table table;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { table(indices(i)) = values(i); }
};

template <class ExecutionSpace, class Indices, class Values, class Table>
void scatter(ExecutionSpace const& space, Indices const& indices, Values const& values, Table const& table)
{
  Kokkos::parallel_for("lexikos::primitives::scatter", Range<ExecutionSpace>(space, 0, indices.extent(0)),
                       Scatter<Indices, Values, Table>{indices, values, table});
}

/// The gain from blocking varies too much between machines for the portable backend; not done here.
template <class ExecutionSpace, class Indices, class Values, class Table>
void scatter_blocked(ExecutionSpace const& space, Indices const& indices, Values const& values, Table const& table,
                     Workspace&)
{
  kokkos::scatter(space, indices, values, table);
}

template <class Keys, class Heads>
struct AdjacentHeads
{
  Keys keys;
  Heads heads;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { heads(i) = i == 0 || keys(i) != keys(i - 1) ? 1 : 0; }
};

template <class ExecutionSpace, class Keys, class Heads>
void adjacent_heads(ExecutionSpace const& space, Keys const& keys, Heads const& heads)
{
  Kokkos::parallel_for("lexikos::primitives::adjacent_heads", Range<ExecutionSpace>(space, 0, keys.extent(0)),
                       AdjacentHeads<Keys, Heads>{keys, heads});
}

}  // namespace lexikos::backends::kokkos
