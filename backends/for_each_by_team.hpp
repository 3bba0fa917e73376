// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "backends/launch.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::backends
{

/// The threads of a team, as what they work on knows them: each takes the items rank(), rank() + size(), ..., and all of them
/// come to each barrier.
template <class Member>
struct TeamThreads
{
  Member const& member;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t rank() const
  {
    return static_cast<std::uint32_t>(member.team_rank());
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t size() const
  {
    return static_cast<std::uint32_t>(member.team_size());
  }
  KOKKOS_INLINE_FUNCTION void barrier() const { member.team_barrier(); }
};

/// The one thread of a host that does it all.
struct OneThread
{
  [[nodiscard]] KOKKOS_INLINE_FUNCTION static std::uint32_t rank() { return 0; }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION static std::uint32_t size() { return 1; }
  KOKKOS_INLINE_FUNCTION static void barrier() {}
};

constexpr int threads_of_team = 32;

template <class ExecutionSpace, class Scratch, class Function>
struct CallWithTeam
{
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  Function function;

  KOKKOS_FUNCTION void operator()(Member const& member) const
  {
    void* const place = member.team_scratch(0).get_shmem_aligned(sizeof(Scratch), alignof(Scratch));
    function(static_cast<std::size_t>(member.league_rank()), TeamThreads<Member>{member},
             *static_cast<Scratch*>(place));
  }
};

template <class Scratch, class Function>
struct CallWithThread
{
  Function function;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    Scratch scratch;
    function(i, OneThread{}, scratch);
  }
};

/// How much of a device n teams are, in percent: what they do not need of a multiprocessor's memory is a cache.
template <class ExecutionSpace>
int occupancy_of_teams(ExecutionSpace const& space, std::size_t n)
{
  return static_cast<int>(
      std::min<std::size_t>(100, 100 * n * threads_of_team / static_cast<std::size_t>(space.concurrency()) + 1));
}

/// function(i, threads, scratch) for i of [0, n): by a thread of a host, or by a team of threads_of_team, a warp, of a device.
/// What they have in common is `scratch`, as they find it.
template <class Scratch, class ExecutionSpace, class Function>
void for_each_by_team(std::string const& label, ExecutionSpace const& space, std::size_t n, Function const& function)
{
  if constexpr (detail::works_on_host<ExecutionSpace>)
    Kokkos::parallel_for(label, Range<ExecutionSpace>(space, 0, n), CallWithThread<Scratch, Function>{function});
  else {
    Kokkos::TeamPolicy<ExecutionSpace> policy(space, static_cast<int>(n), threads_of_team);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(sizeof(Scratch) + alignof(Scratch))));
    Kokkos::Experimental::DesiredOccupancy const occupancy(occupancy_of_teams(space, n));
    Kokkos::parallel_for(label, Kokkos::Experimental::prefer(policy, occupancy),
                         CallWithTeam<ExecutionSpace, Scratch, Function>{function});
  }
}

}  // namespace lexikos::backends
