// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <string>

#include "backends/launch.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::backends
{

/// A team of one thread, as an index.
template <class ExecutionSpace, class Function>
struct CallWithRank
{
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  Function function;

  KOKKOS_FUNCTION void operator()(Member const& member) const
  {
    function(static_cast<std::size_t>(member.league_rank()));
  }
};

/// function(i) for i of [0, n), of which each is long and takes a way of its own. The lanes of a device's warp would wait for
/// each other at every turn, so each has a warp, of which the other lanes do nothing: thousands of them run at the same time.
template <class ExecutionSpace, class Function>
void for_each_apart(std::string const& label, ExecutionSpace const& space, std::size_t n, Function const& function)
{
  if constexpr (detail::works_on_host<ExecutionSpace>)
    Kokkos::parallel_for(label, Range<ExecutionSpace>(space, 0, n), function);
  else
    Kokkos::parallel_for(label, Kokkos::TeamPolicy<ExecutionSpace>(space, static_cast<int>(n), 1),
                         CallWithRank<ExecutionSpace, Function>{function});
}

/// A team of a few threads, as indices.
template <class ExecutionSpace, class Function>
struct CallWithIndexOfThread
{
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  std::size_t n;
  Function function;

  KOKKOS_FUNCTION void operator()(Member const& member) const
  {
    std::size_t const i =
        static_cast<std::size_t>(member.league_rank()) * static_cast<std::size_t>(member.team_size()) +
        static_cast<std::size_t>(member.team_rank());
    if (i < n) function(i);
  }
};

/// function(i) for i of [0, n), of which each is long and all take the same way: a few of them together in a warp of a device,
/// so that thousands of them are spread over all of its multiprocessors, and wait for memory side by side.
template <int together, class ExecutionSpace, class Function>
void for_each_spread(std::string const& label, ExecutionSpace const& space, std::size_t n, Function const& function)
{
  if constexpr (detail::works_on_host<ExecutionSpace>)
    Kokkos::parallel_for(label, Range<ExecutionSpace>(space, 0, n), function);
  else
    Kokkos::parallel_for(
        label, Kokkos::TeamPolicy<ExecutionSpace>(space, static_cast<int>((n + together - 1) / together), together),
        CallWithIndexOfThread<ExecutionSpace, Function>{n, function});
}

}  // namespace lexikos::backends
