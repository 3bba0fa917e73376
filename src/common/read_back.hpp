// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/memory.hpp>
#include <vector>

#include "common/host_containers.hpp"

namespace lexikos::detail
{

/// The view's entry i, on the host. Waits for what the instance was given before.
template <class ExecutionSpace, class View>
[[nodiscard]] typename View::non_const_value_type read_back(ExecutionSpace const& space, View const& view,
                                                            std::size_t i = 0)
{
  using Value = typename View::non_const_value_type;
  Value value{};
  Kokkos::deep_copy(space, Span<Value, Kokkos::HostSpace>(&value, 1),
                    Span<Value const, typename View::memory_space>(view.data() + i, 1));
  space.fence("lexikos::read_back");
  return value;
}

/// All entries of a view, on the host. Waits likewise.
template <class ExecutionSpace, class View>
[[nodiscard]] std::vector<typename View::non_const_value_type> read_all_back(ExecutionSpace const& space,
                                                                             View const& view)
{
  using Value = typename View::non_const_value_type;
  auto values = with_host_memory("values that are read back", [&] { return std::vector<Value>(view.extent(0)); });
  Kokkos::deep_copy(space, Span<Value, Kokkos::HostSpace>(values.data(), values.size()),
                    Span<Value const, typename View::memory_space>(view.data(), view.extent(0)));
  space.fence("lexikos::read_back");
  return values;
}

}  // namespace lexikos::detail
