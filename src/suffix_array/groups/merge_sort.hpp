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
#include "suffix_array/context.hpp"
#include "suffix_array/groups/parts.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// Bounds of the parts as segments, listed: the gaps between two parts are segments too, and are not listed.
template <class Index, class MemorySpace>
struct BoundsOfPart
{
  GroupParts<Index, MemorySpace> parts;
  Span<Index, MemorySpace> bounds;
  Span<Index, MemorySpace> listed;

  KOKKOS_FUNCTION void operator()(std::size_t p) const
  {
    GroupPart const part = parts.part(p);
    bounds(2 * p) = static_cast<Index>(part.begin);
    bounds(2 * p + 1) = static_cast<Index>(part.end);
    listed(p) = static_cast<Index>(2 * p);
  }
};

/// Sorts each part by itself.
template <class ExecutionSpace, class Index>
void sort_parts(Context<ExecutionSpace> const& context,
                UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                GroupParts<Index, typename ExecutionSpace::memory_space> const& parts, int key_bits)
{
  Workspace::Scope const scope(context.workspace);
  auto const bounds = context.template take<Index>(2 * parts.size);
  auto const listed = context.template take<Index>(parts.size);
  Kokkos::parallel_for("lexikos::suffix_array::part_bounds",
                       backends::Range<ExecutionSpace>(context.space, 0, parts.size),
                       BoundsOfPart<Index, typename ExecutionSpace::memory_space>{parts, bounds, listed});
  primitives::sort_listed_segments(context.space, unsorted.keys, unsorted.suffixes, bounds, listed,
                                   std::min(parts.most, parts.longest), key_bits, context.workspace);
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

template <class ExecutionSpace, class Index>
struct MergeRuns
{
  GroupParts<Index, typename ExecutionSpace::memory_space> parts;
  KeyedSuffixes<Index, typename ExecutionSpace::memory_space> from;
  KeyedSuffixes<Index, typename ExecutionSpace::memory_space> to;
  std::size_t width;

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const
  {
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
  }
};

/// Merges runs of `width` suffixes, a multiple of a part's, in pairs; groups of one part are left out.
template <class ExecutionSpace, class Index>
void merge_runs(ExecutionSpace const& space, MergeRuns<ExecutionSpace, Index> const& merge)
{
  Kokkos::parallel_for("lexikos::suffix_array::merge_runs", part_teams(space, merge.parts.size), merge);
}

/// Sorts the groups by their suffixes' keys. Scratch: keys and suffixes again.
/// \param most  suffixes of a part, at most `max_pairs_of_team`
template <class ExecutionSpace, class Index>
void merge_sort_groups(Context<ExecutionSpace> const& context,
                       UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                       Span<Index, typename ExecutionSpace::memory_space> const& groups, std::size_t most, int key_bits)
{
  if (groups.extent(0) == 0) return;
  auto const& space = context.space;
  Workspace::Scope const scope(context.workspace);
  auto const parts = cut_groups(context, unsorted, groups, most);
  sort_parts(context, unsorted, parts, key_bits);
  if (parts.longest <= most) return;
  auto buffer = double_buffer_of(unsorted, context.workspace);
  for (std::size_t width = most; width < parts.longest; width *= 2) {
    merge_runs(space, MergeRuns<ExecutionSpace, Index>{parts, buffer.current, buffer.other, width});
    buffer.swap();
  }
  if (buffer.current.keys.data() != unsorted.keys.data()) copy_parts(space, parts, 2, buffer.current, buffer.other);
}

}  // namespace lexikos::suffix_array_detail
