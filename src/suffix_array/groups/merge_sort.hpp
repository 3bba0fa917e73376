// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The second way of "Larsson-Sadakane on GPUs" to sort groups of medium length, section 4.3, after the segmented sort of
// moderngpu: parts of groups are sorted, then neighbouring runs of a group merged until it is one.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/workspace.hpp>

#include "backends/merge_path.hpp"
#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/groups/parts.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// Sorts each part by itself.
template <class ExecutionSpace, class Index, class Unit = backends::ThisUnit>
void sort_parts(ExecutionSpace const& space,
                UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                GroupParts<Index, typename ExecutionSpace::memory_space> const& parts, int key_bits,
                Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  auto const bounds = workspace.take<Index, MemorySpace>(2 * parts.size);
  auto const listed = workspace.take<Index, MemorySpace>(parts.size);
  Kokkos::parallel_for(
      "lexikos::suffix_array::part_bounds", range(space, parts.size), KOKKOS_LAMBDA(std::int64_t p) {
        GroupPart const part = parts.part(p);
        bounds(2 * p) = static_cast<Index>(part.begin);
        bounds(2 * p + 1) = static_cast<Index>(part.end);
        listed(p) = static_cast<Index>(2 * p);  // what lies between two parts is none
      });
  primitives::sort_listed_segments(space, unsorted.keys, unsorted.suffixes, bounds, listed,
                                   std::min(parts.most, parts.longest), key_bits, workspace);
}

/// Writes the entries [begin, end) of the merge of two neighbouring sorted runs, [a, b) and [b, b_end).
template <class Index, class MemorySpace>
KOKKOS_FUNCTION void merge_share(KeyedSuffixes<Index, MemorySpace> const& from,
                                 KeyedSuffixes<Index, MemorySpace> const& to, std::size_t a, std::size_t b,
                                 std::size_t b_end, std::size_t begin, std::size_t end)
{
  Span<Index, MemorySpace> const keys_a(from.keys.data() + a, b - a);
  Span<Index, MemorySpace> const keys_b(from.keys.data() + b, b_end - b);
  std::size_t next_a = a + backends::merge_path(keys_a, keys_b, begin - a, std::less<Index>());
  std::size_t next_b = b + (begin - next_a);
  for (std::size_t j = begin; j < end; ++j) {
    bool const take_b = next_a == b || (next_b < b_end && from.keys(next_b) < from.keys(next_a));
    std::size_t const next = take_b ? next_b++ : next_a++;
    to.keys(j) = from.keys(next);
    to.suffixes(j) = from.suffixes(next);
  }
}

/// Merges runs of `width` suffixes, a multiple of a part's, in pairs; groups of one part are left out.
template <class ExecutionSpace, class Index, class Unit = backends::ThisUnit>
void merge_runs(ExecutionSpace const& space, GroupParts<Index, typename ExecutionSpace::memory_space> const& parts,
                KeyedSuffixes<Index, typename ExecutionSpace::memory_space> const& from,
                KeyedSuffixes<Index, typename ExecutionSpace::memory_space> const& to, std::size_t width)
{
  using Team = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::merge_runs", part_teams(space, parts.size), KOKKOS_LAMBDA(Team const& team) {
        for (std::size_t p = team.league_rank(); p < parts.size; p += team.league_size()) {
          GroupPart const part = parts.part(p);
          if (part.group_parts == 1) continue;
          std::size_t const in_group = part.begin - part.group_begin;
          std::size_t const a = part.group_begin + in_group / (2 * width) * (2 * width);
          std::size_t const b = a + width < part.group_end ? a + width : part.group_end;
          std::size_t const b_end = b + width < part.group_end ? b + width : part.group_end;
          merge_share(from, to, a, b, b_end, part.share_begin(team.team_rank(), team.team_size()),
                      part.share_end(team.team_rank(), team.team_size()));
        }
      });
}

/// Sorts the groups by their suffixes' keys. Scratch: keys and suffixes again.
/// \param most  suffixes of a part, at most `primitives::max_pairs_of_team`
template <class ExecutionSpace, class Index>
void merge_sort_groups(ExecutionSpace const& space,
                       UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                       Span<Index, typename ExecutionSpace::memory_space> const& groups, std::size_t most, int key_bits,
                       Workspace& workspace)
{
  if (groups.extent(0) == 0) return;
  Workspace::Scope scope(workspace);
  auto const parts = cut_groups(space, unsorted, groups, most, workspace);
  sort_parts(space, unsorted, parts, key_bits, workspace);
  if (parts.longest <= most) return;
  auto buffer = double_buffer_of(unsorted, workspace);
  for (std::size_t width = most; width < parts.longest; width *= 2) {
    merge_runs(space, parts, buffer.current, buffer.other, width);
    buffer.swap();
  }
  if (buffer.current.keys.data() != unsorted.keys.data()) copy_parts(space, parts, 2, buffer.current, buffer.other);
}

}  // namespace lexikos::suffix_array_detail
