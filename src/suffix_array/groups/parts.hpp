// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "suffix_array/context.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

/// Entries [begin, end) of the list of unsorted suffixes: a part of the group [group_begin, group_end).
struct GroupPart
{
  std::size_t begin;
  std::size_t end;
  std::size_t group_begin;
  std::size_t group_end;
  std::size_t number;       ///< of the part in its group
  std::size_t first;        ///< part of the group
  std::size_t group_parts;  ///< parts of the group

  /// What one thread of a team works on.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t share_begin(int thread, int threads) const
  {
    return begin + (end - begin) * thread / threads;
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t share_end(int thread, int threads) const
  {
    return share_begin(thread + 1, threads);
  }
};

/// Groups cut into parts of at most `most` suffixes, the last of a group shorter.
template <class Index, class MemorySpace>
struct GroupParts
{
  Span<Index, MemorySpace> groups;   ///< [0..count) numbers of the groups
  Span<Index, MemorySpace> offsets;  ///< list index of each group's first entry, of all groups
  Span<Index, MemorySpace> firsts;   ///< [0..count] first part of each of the groups
  Span<Index, MemorySpace> owners;   ///< [0..size) which of `groups` a part is of
  std::size_t most = 1;
  std::size_t size = 0;     ///< parts
  std::size_t longest = 0;  ///< suffixes of the longest group
  std::size_t pairs = 0;    ///< suffixes of all groups

  [[nodiscard]] KOKKOS_FUNCTION GroupPart part(std::size_t p) const
  {
    std::size_t const owner = owners(p);
    std::size_t const group_begin = offsets(groups(owner));
    std::size_t const group_end = offsets(groups(owner) + 1);
    std::size_t const first = firsts(owner);
    std::size_t const begin = group_begin + (p - first) * most;
    std::size_t const end = begin + most < group_end ? begin + most : group_end;
    return {begin, end, group_begin, group_end, p - first, first, firsts(owner + 1) - first};
  }
};

/// firsts(i) = parts of group i; sums their number, their suffixes, and the longest group. One call more, for the end.
template <class Indices>
struct CountParts
{
  Indices groups;
  Indices offsets;
  Indices firsts;
  std::size_t most;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& sum, std::size_t& pairs, std::size_t& longest) const
  {
    using Index = typename Indices::value_type;
    bool const is_group = i < groups.extent(0);
    std::size_t const length = is_group ? offsets(groups(i) + 1) - offsets(groups(i)) : 0;
    std::size_t const in_group = (length + most - 1) / most;
    firsts(i) = static_cast<Index>(in_group);
    sum += in_group;
    pairs += length;
    if (length > longest) longest = length;
  }
};

template <class Indices>
struct OwnersOfParts
{
  Indices firsts;
  Indices owners;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    using Index = typename Indices::value_type;
    for (std::size_t p = firsts(i); p < firsts(i + 1); ++p) owners(p) = static_cast<Index>(i);
  }
};

/// Memory is taken in the caller's scope. Fences.
template <class ExecutionSpace, class Index>
GroupParts<Index, typename ExecutionSpace::memory_space> cut_groups(
    Context<ExecutionSpace> const& context,
    UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
    Span<Index, typename ExecutionSpace::memory_space> const& groups, std::size_t most)
{
  using Indices = Span<Index, typename ExecutionSpace::memory_space>;
  using Range = backends::Range<ExecutionSpace>;
  auto const& space = context.space;
  std::size_t const count = groups.extent(0);
  GroupParts<Index, typename ExecutionSpace::memory_space> parts{groups, unsorted.offsets, {}, {}, most};
  parts.firsts = context.template take<Index>(count + 1);
  Kokkos::parallel_reduce("lexikos::suffix_array::count_parts", Range(space, 0, count + 1),
                          CountParts<Indices>{groups, unsorted.offsets, parts.firsts, most}, parts.size, parts.pairs,
                          Kokkos::Max<std::size_t>(parts.longest));
  space.fence("lexikos::suffix_array::count_parts");
  primitives::exclusive_scan(space, parts.firsts, parts.firsts, primitives::Sum{}, context.workspace);
  parts.owners = context.template take<Index>(parts.size);
  Kokkos::parallel_for("lexikos::suffix_array::owners_of_parts", Range(space, 0, count),
                       OwnersOfParts<Indices>{parts.firsts, parts.owners});
  return parts;
}

constexpr int threads_of_device_team = 128;

/// Threads of a team that works on a part: one on a host.
template <class ExecutionSpace>
constexpr int part_threads()
{
  return detail::works_on_host<ExecutionSpace> ? 1 : threads_of_device_team;
}

/// Teams for so many parts, each of which takes every league_size-th part.
template <class ExecutionSpace>
Kokkos::TeamPolicy<ExecutionSpace> part_teams(ExecutionSpace const& space, std::size_t parts)
{
  constexpr std::size_t max_teams = std::size_t{1} << 20;
  return {space, static_cast<int>(std::min(parts, max_teams)), part_threads<ExecutionSpace>()};
}

/// Keys of unsorted suffixes, and the suffixes.
template <class Index, class MemorySpace>
struct KeyedSuffixes
{
  Span<Index, MemorySpace> keys;
  Span<Index, MemorySpace> suffixes;
};

/// The list's keys and suffixes, and scratch as long, taken in the caller's scope.
template <class Index, class MemorySpace>
primitives::DoubleBuffer<KeyedSuffixes<Index, MemorySpace>> double_buffer_of(
    UnsortedSuffixes<Index, MemorySpace> const& unsorted, Workspace& workspace)
{
  std::size_t const m = unsorted.size;
  KeyedSuffixes<Index, MemorySpace> const other{workspace.take<Index, MemorySpace>(m),
                                                workspace.take<Index, MemorySpace>(m)};
  return {{unsorted.keys, unsorted.suffixes}, other};
}

template <class ExecutionSpace, class Index>
struct CopyParts
{
  GroupParts<Index, typename ExecutionSpace::memory_space> parts;
  KeyedSuffixes<Index, typename ExecutionSpace::memory_space> from;
  KeyedSuffixes<Index, typename ExecutionSpace::memory_space> to;
  std::size_t min_parts;

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const
  {
    for (std::size_t p = team.league_rank(); p < parts.size; p += team.league_size()) {
      GroupPart const part = parts.part(p);
      if (part.group_parts < min_parts) continue;
      for (std::size_t j = part.begin + team.team_rank(); j < part.end; j += team.team_size()) {
        to.keys(j) = from.keys(j);
        to.suffixes(j) = from.suffixes(j);
      }
    }
  }
};

/// Copies the groups of `min_parts` parts or more.
template <class ExecutionSpace, class Index>
void copy_parts(ExecutionSpace const& space, GroupParts<Index, typename ExecutionSpace::memory_space> const& parts,
                std::size_t min_parts, KeyedSuffixes<Index, typename ExecutionSpace::memory_space> const& from,
                KeyedSuffixes<Index, typename ExecutionSpace::memory_space> const& to)
{
  Kokkos::parallel_for("lexikos::suffix_array::copy_parts", part_teams(space, parts.size),
                       CopyParts<ExecutionSpace, Index>{parts, from, to, min_parts});
}

}  // namespace lexikos::suffix_array_detail
