// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/launch.hpp"

namespace lexikos::backends::kokkos
{

template <class View, class Operation>
struct Reduction
{
  using value_type = typename View::non_const_value_type;

  View view;
  Operation operation;

  KOKKOS_FUNCTION void operator()(std::size_t i, value_type& sum) const { sum = operation(sum, view(i)); }
  KOKKOS_FUNCTION void init(value_type& sum) const { sum = Operation::template identity<value_type>(); }
  KOKKOS_FUNCTION void join(value_type& sum, value_type const& other) const { sum = operation(sum, other); }
};

template <class ExecutionSpace, class View, class Operation>
typename View::non_const_value_type reduce(ExecutionSpace const& space, View const& view, Operation operation,
                                           Workspace&)
{
  using Value = typename View::non_const_value_type;
  Value sum = Operation::template identity<Value>();
  if (view.extent(0) == 0) return sum;
  Kokkos::parallel_reduce("lexikos::primitives::reduce", Range<ExecutionSpace>(space, 0, view.extent(0)),
                          Reduction<View, Operation>{view, operation}, sum);
  return sum;
}

}  // namespace lexikos::backends::kokkos
