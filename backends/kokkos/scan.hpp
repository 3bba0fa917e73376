// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/launch.hpp"

namespace lexikos::backends::kokkos
{

template <bool is_inclusive, class In, class Out, class Operation>
struct Scan
{
  using value_type = typename Out::non_const_value_type;

  In in;
  Out out;
  Operation operation;

  // reads in(i) before it writes out(i): they may be the same
  KOKKOS_FUNCTION void operator()(std::size_t i, value_type& sum, bool is_final) const
  {
    value_type const next = operation(sum, static_cast<value_type>(in(i)));
    if (is_final) out(i) = is_inclusive ? next : sum;
    sum = next;
  }
  KOKKOS_FUNCTION void init(value_type& sum) const { sum = Operation::template identity<value_type>(); }
  KOKKOS_FUNCTION void join(value_type& sum, value_type const& other) const { sum = operation(sum, other); }
};

template <class ExecutionSpace, class In, class Out, class Operation>
void exclusive_scan(ExecutionSpace const& space, In const& in, Out const& out, Operation operation, Workspace&)
{
  if (in.extent(0) == 0) return;
  Kokkos::parallel_scan("lexikos::primitives::exclusive_scan", Range<ExecutionSpace>(space, 0, in.extent(0)),
                        Scan<false, In, Out, Operation>{in, out, operation});
}

template <class ExecutionSpace, class In, class Out, class Operation>
void inclusive_scan(ExecutionSpace const& space, In const& in, Out const& out, Operation operation, Workspace&)
{
  if (in.extent(0) == 0) return;
  Kokkos::parallel_scan("lexikos::primitives::inclusive_scan", Range<ExecutionSpace>(space, 0, in.extent(0)),
                        Scan<true, In, Out, Operation>{in, out, operation});
}

}  // namespace lexikos::backends::kokkos
