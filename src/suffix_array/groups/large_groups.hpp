// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Groups so long that each of them, or all together, keep the whole device busy.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <vector>

#include "backends/composite_sort.hpp"
#include "backends/primitives.hpp"
#include "common/read_back.hpp"
#include "suffix_array/context.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// bounds(2 i), bounds(2 i + 1): start and end of the i-th listed group.
template <class Indices>
struct BoundsOfGroup
{
  Indices offsets;
  Indices groups;
  Indices bounds;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    bounds(2 * i) = offsets(groups(i));
    bounds(2 * i + 1) = offsets(groups(i) + 1);
  }
};

/// One radix sort a group. Scratch: keys and suffixes of the longest group again. Fences.
template <class ExecutionSpace, class Index>
void sort_groups_one_by_one(Context<ExecutionSpace> const& context,
                            UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                            Span<Index, typename ExecutionSpace::memory_space> const& groups, int key_bits)
{
  using Indices = Span<Index, typename ExecutionSpace::memory_space>;
  auto const& space = context.space;
  std::size_t const count = groups.extent(0);
  if (count == 0) return;
  Workspace::Scope const scope(context.workspace);
  auto const device_bounds = context.template take<Index>(2 * count);
  Kokkos::parallel_for("lexikos::suffix_array::group_bounds", backends::Range<ExecutionSpace>(space, 0, count),
                       BoundsOfGroup<Indices>{unsorted.offsets, groups, device_bounds});
  std::vector<Index> const bounds = detail::read_all_back(space, device_bounds);
  std::size_t longest = 0;
  for (std::size_t i = 0; i < count; ++i) longest = std::max<std::size_t>(longest, bounds[2 * i + 1] - bounds[2 * i]);
  auto const other_keys = context.template take<Index>(longest);
  auto const other_suffixes = context.template take<Index>(longest);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t const begin = bounds[2 * i];
    std::size_t const length = bounds[2 * i + 1] - begin;
    Indices const group_keys(unsorted.keys.data() + begin, length);
    Indices const group_suffixes(unsorted.suffixes.data() + begin, length);
    primitives::DoubleBuffer keys{group_keys, first_of(other_keys, length)};
    primitives::DoubleBuffer suffixes{group_suffixes, first_of(other_suffixes, length)};
    primitives::radix_sort_pairs(space, keys, suffixes, 0, key_bits, context.workspace);
    if (keys.current.data() == group_keys.data()) continue;
    Kokkos::deep_copy(space, group_keys, keys.current);
    Kokkos::deep_copy(space, group_suffixes, suffixes.current);
  }
}

/// Where the i-th listed group begins in the list of unsorted suffixes.
template <class Indices>
struct BeginsOfGroups
{
  Indices offsets;
  Indices groups;

  KOKKOS_FUNCTION std::size_t operator()(std::size_t i) const { return offsets(groups(i)); }
};

/// starts(i): sizes of the listed groups before the i-th, added up.
template <class Indices>
struct StartsOfGroups
{
  Indices offsets;
  Indices groups;
  Indices starts;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& before, bool is_final) const
  {
    if (is_final) starts(i) = static_cast<typename Indices::value_type>(before);
    before += offsets(groups(i) + 1) - offsets(groups(i));
    if (is_final && i + 1 == groups.extent(0)) starts(i + 1) = static_cast<typename Indices::value_type>(before);
  }
};

/// One radix sort of (group, key) for all groups, or one a group where there is one only, or where both do not fit 64 bits.
/// Scratch: 16 bytes and two indices a suffix. Fences.
template <class ExecutionSpace, class Index>
void sort_groups_together(Context<ExecutionSpace> const& context,
                          UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                          Span<Index, typename ExecutionSpace::memory_space> const& groups, int key_bits)
{
  using Indices = Span<Index, typename ExecutionSpace::memory_space>;
  auto const& space = context.space;
  std::size_t const count = groups.extent(0);
  if (count < 2 || !backends::composite_keys_fit(count, key_bits))
    return sort_groups_one_by_one(context, unsorted, groups, key_bits);
  Workspace::Scope const scope(context.workspace);
  backends::ChosenSegments<BeginsOfGroups<Indices>, Indices> large{{unsorted.offsets, groups},
                                                                   context.template take<Index>(count + 1)};
  Kokkos::parallel_scan("lexikos::suffix_array::starts_of_large_groups",
                        backends::Range<ExecutionSpace>(space, 0, count),
                        StartsOfGroups<Indices>{unsorted.offsets, groups, large.starts}, large.size);
  backends::sort_chosen_by_composite_keys(
      space, {"lexikos::suffix_array::pack_large_groups", "lexikos::suffix_array::unpack_large_groups"}, large,
      first_of(unsorted.keys, unsorted.size), first_of(unsorted.suffixes, unsorted.size), key_bits, context.workspace,
      [&](auto& keys, auto& suffixes, int bits) {
        primitives::radix_sort_pairs(space, keys, suffixes, 0, bits, context.workspace);
      });
}

}  // namespace lexikos::suffix_array_detail
