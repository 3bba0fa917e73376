// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "backends/cuda/tuning.hpp"
#include "backends/segments.hpp"

namespace lexikos::backends::cuda
{

/// A team takes as many segments as it has threads and shares their items, so that neighbouring threads have neighbouring
/// items and write side by side.
template <class Offsets, class Function>
struct ItemsOfSegments
{
  using Policy = Kokkos::TeamPolicy<Kokkos::Cuda, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Policy::member_type;
  using Places = Kokkos::View<std::uint64_t*, Kokkos::Cuda::scratch_memory_space, Kokkos::MemoryUnmanaged>;

  static constexpr int team_size = team_of_segments;

  Offsets offsets;
  Function function;

  [[nodiscard]] std::size_t segments() const { return offsets.extent(0) - (offsets.extent(0) > 0); }

  KOKKOS_FUNCTION void operator()(Member const& member) const
  {
    std::size_t const all = offsets.extent(0) - 1;
    std::size_t const first = static_cast<std::size_t>(member.league_rank()) * team_size;
    std::size_t const count = all - first < team_size ? all - first : team_size;
    Places const places(member.team_scratch(0), count + 1);
    for (std::size_t t = member.team_rank(); t <= count; t += team_size) places(t) = offsets(first + t);
    member.team_barrier();
    for (std::size_t i = places(0) + member.team_rank(); i < places(count); i += team_size)
      function(first + segment_of(places, i), i);
  }
};

template <class Offsets, class Function>
void for_each_in_segments(Kokkos::Cuda const& space, char const* label, Offsets const& offsets, Function function)
{
  using Items = ItemsOfSegments<Offsets, Function>;
  Items const items{offsets, function};
  if (items.segments() == 0) return;
  auto const teams = static_cast<int>((items.segments() + Items::team_size - 1) / Items::team_size);
  auto const scratch = Items::Places::shmem_size(Items::team_size + 1);
  Kokkos::parallel_for(
      label, typename Items::Policy(space, teams, Items::team_size).set_scratch_size(0, Kokkos::PerTeam(scratch)),
      items);
}

}  // namespace lexikos::backends::cuda
