// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "backends/kokkos/tuning.hpp"
#include "backends/launch.hpp"
#include "backends/merge_path.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::backends::kokkos
{

/// Writes elements [begin, end) of the merged range.
template <class A, class B, class Out, class Less>
KOKKOS_FUNCTION void merge_tile(A const& a, B const& b, Out const& out, std::size_t begin, std::size_t end,
                                Less const& less)
{
  std::size_t ia = merge_path(a, b, begin, less);
  std::size_t ib = begin - ia;
  std::size_t const na = a.extent(0);
  std::size_t const nb = b.extent(0);
  std::size_t to = begin;
  // unpredictable, hence branch-free
  for (; to < end && ia < na && ib < nb; ++to) {
    auto const next_a = a(ia);
    auto const next_b = b(ib);
    bool const take_b = less(next_b, next_a);
    out(to) = take_b ? next_b : next_a;
    ib += take_b;
    ia += !take_b;
  }
  for (; to < end && ia < na; ++to) out(to) = a(ia++);
  for (; to < end; ++to) out(to) = b(ib++);
}

/// Elements in a team's scratch memory, read and written like a view.
template <class T>
struct ScratchRange
{
  T* data;
  std::size_t size;

  KOKKOS_FUNCTION std::size_t extent(int) const { return size; }
  KOKKOS_FUNCTION T& operator()(std::size_t i) const { return data[i]; }
};

/// splits(t) = where the merge path enters tile t: how many elements of a lie before it.
template <class A, class B, class Splits, class Less>
struct SplitMerge
{
  A a;
  B b;
  std::size_t n;     ///< elements of both
  std::size_t tile;  ///< elements of a tile
  Splits splits;
  Less less;

  KOKKOS_FUNCTION void operator()(std::size_t t) const
  {
    splits(t) = merge_path(a, b, t * tile < n ? t * tile : n, less);
  }
};

/// One team a tile. It reads its elements of both ranges into scratch memory, each of its threads merges a share of them
/// there, and the team writes the result: neighbouring threads read and write neighbouring elements.
template <class Tuning, class A, class B, class Out, class Splits, class Less>
struct MergeTiles
{
  using Element = std::remove_cvref_t<decltype(std::declval<A const&>()(0))>;
  using Result = typename Out::value_type;

  /// Elements of a tile.
  static constexpr std::size_t tile = std::bit_floor(Tuning::merge_scratch_bytes / (sizeof(Element) + sizeof(Result)));
  static_assert(tile > 0);
  static constexpr std::size_t scratch_bytes = tile * (sizeof(Element) + sizeof(Result)) + 2 * sizeof(std::uint64_t);

  A a;
  B b;
  Out out;
  Splits splits;  ///< of `SplitMerge`, for each tile and the end
  Less less;

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const
  {
    std::size_t const t = team.league_rank();
    std::size_t const n = out.extent(0);
    std::size_t const begin = t * tile;
    std::size_t const count = begin + tile < n ? tile : n - begin;
    std::size_t const begin_a = splits(t);
    std::size_t const begin_b = begin - begin_a;
    std::size_t const count_a = splits(t + 1) - begin_a;
    auto const scratch = team.team_scratch(0);
    ScratchRange<Element> const part_a{
        static_cast<Element*>(scratch.get_shmem_aligned(tile * sizeof(Element), alignof(std::uint64_t))), count_a};
    ScratchRange<Element> const part_b{part_a.data + count_a, count - count_a};
    ScratchRange<Result> const merged{
        static_cast<Result*>(scratch.get_shmem_aligned(tile * sizeof(Result), alignof(std::uint64_t))), count};
    std::size_t const rank = team.team_rank();
    std::size_t const lanes = team.team_size();
    for (std::size_t i = rank; i < count; i += lanes)
      part_a.data[i] = i < count_a ? a(begin_a + i) : b(begin_b + (i - count_a));
    team.team_barrier();
    std::size_t const share = (count + lanes - 1) / lanes;
    std::size_t const first = rank * share < count ? rank * share : count;
    merge_tile(part_a, part_b, merged, first, first + share < count ? first + share : count, less);
    team.team_barrier();
    for (std::size_t i = rank; i < count; i += lanes) out(begin + i) = merged(i);
  }
};

template <class Tuning = kokkos::Tuning, class ExecutionSpace, class A, class B, class Out, class Less>
void merge(ExecutionSpace const& space, A const& a, B const& b, Out const& out, Less less, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Splits = Span<std::size_t, MemorySpace>;
  using Tiles = MergeTiles<Tuning, A, B, Out, Splits, Less>;
  constexpr std::size_t tile = Tiles::tile;
  constexpr int team = detail::works_on_host<ExecutionSpace> ? 1 : Tuning::merge_team;
  std::size_t const n = a.extent(0) + b.extent(0);
  if (n == 0) return;
  std::size_t const tiles = (n + tile - 1) / tile;
  Workspace::Scope const scope(workspace);
  Splits const splits = workspace.take<std::size_t, MemorySpace>(tiles + 1);
  Kokkos::parallel_for("lexikos::primitives::merge::splits", Range<ExecutionSpace>(space, 0, tiles + 1),
                       SplitMerge<A, B, Splits, Less>{a, b, n, tile, splits, less});
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;
  Policy policy(space, static_cast<int>(tiles), team);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Tiles::scratch_bytes)));
  Kokkos::parallel_for("lexikos::primitives::merge", policy, Tiles{a, b, out, splits, less});
}

}  // namespace lexikos::backends::kokkos
