// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Groups so long that each of them, or all together, keep the whole device busy.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <vector>

#include "backends/primitives.hpp"
#include "backends/segments.hpp"
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

/// The large groups side by side, without what lies between them in the list of unsorted suffixes.
template <class Index, class MemorySpace>
struct LargeGroups
{
  Span<Index, MemorySpace> groups;   ///< [0..count) their numbers
  Span<Index, MemorySpace> offsets;  ///< list index of each group's first entry, of all groups
  Span<Index, MemorySpace> starts;   ///< [0..count] where each begins among the large ones
  std::size_t size = 0;              ///< suffixes of all of them

  /// Which of `groups` suffix e is of.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t owner(std::size_t e) const { return backends::segment_of(starts, e); }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t list_index(std::size_t e, std::size_t owner) const
  {
    return offsets(groups(owner)) + (e - starts(owner));
  }
};

/// Sizes of the groups, added up.
template <class Index, class MemorySpace>
struct StartsOfLargeGroups
{
  LargeGroups<Index, MemorySpace> large;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& before, bool is_final) const
  {
    auto const& groups = large.groups;
    if (is_final) large.starts(i) = static_cast<Index>(before);
    before += large.offsets(groups(i) + 1) - large.offsets(groups(i));
    if (is_final && i + 1 == groups.extent(0)) large.starts(i + 1) = static_cast<Index>(before);
  }
};

/// Memory is taken in the caller's scope. Fences.
template <class ExecutionSpace, class Index>
LargeGroups<Index, typename ExecutionSpace::memory_space> gather_large_groups(
    Context<ExecutionSpace> const& context,
    UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
    Span<Index, typename ExecutionSpace::memory_space> const& groups)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const count = groups.extent(0);
  LargeGroups<Index, MemorySpace> large{groups, unsorted.offsets, context.template take<Index>(count + 1)};
  Kokkos::parallel_scan("lexikos::suffix_array::starts_of_large_groups",
                        backends::Range<ExecutionSpace>(context.space, 0, count),
                        StartsOfLargeGroups<Index, MemorySpace>{large}, large.size);
  return large;
}

/// The pairs of large groups beside each other: keys(e) = (which group, key) of the e-th suffix.
template <class Index, class MemorySpace>
struct PackedLargeGroups
{
  LargeGroups<Index, MemorySpace> large;
  UnsortedSuffixes<Index, MemorySpace> unsorted;
  int key_bits;
  Span<std::uint64_t, MemorySpace> keys;
  Span<Index, MemorySpace> suffixes;
};

template <class Index, class MemorySpace>
struct PackLargeGroups : PackedLargeGroups<Index, MemorySpace>
{
  KOKKOS_FUNCTION void operator()(std::size_t e) const
  {
    std::size_t const owner = this->large.owner(e);
    std::size_t const j = this->large.list_index(e, owner);
    this->keys(e) = (std::uint64_t{owner} << this->key_bits) | this->unsorted.keys(j);
    this->suffixes(e) = this->unsorted.suffixes(j);
  }
};

template <class Index, class MemorySpace>
struct UnpackLargeGroups : PackedLargeGroups<Index, MemorySpace>
{
  KOKKOS_FUNCTION void operator()(std::size_t e) const
  {
    std::uint64_t const key = this->keys(e);
    std::size_t const j = this->large.list_index(e, key >> this->key_bits);
    this->unsorted.keys(j) = static_cast<Index>(key & ((std::uint64_t{1} << this->key_bits) - 1));
    this->unsorted.suffixes(j) = this->suffixes(e);
  }
};

/// One radix sort of (group, key) for all groups, or one a group where there is one only, or where both do not fit 64 bits.
/// Scratch: 16 bytes and two indices a suffix.
template <class ExecutionSpace, class Index>
void sort_groups_together(Context<ExecutionSpace> const& context,
                          UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                          Span<Index, typename ExecutionSpace::memory_space> const& groups, int key_bits)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  auto const& space = context.space;
  std::size_t const count = groups.extent(0);
  int const group_bits = std::bit_width(std::max<std::size_t>(count, 1) - 1);
  if (count < 2 || key_bits + group_bits > 64) return sort_groups_one_by_one(context, unsorted, groups, key_bits);
  Workspace::Scope const scope(context.workspace);
  auto const large = gather_large_groups(context, unsorted, groups);
  auto const take_keys = [&] { return context.template take<std::uint64_t>(large.size); };
  auto const take_suffixes = [&] { return context.template take<Index>(large.size); };
  primitives::DoubleBuffer keys{take_keys(), take_keys()};
  primitives::DoubleBuffer suffixes{take_suffixes(), take_suffixes()};
  Kokkos::parallel_for(
      "lexikos::suffix_array::pack_large_groups", Range(space, 0, large.size),
      PackLargeGroups<Index, MemorySpace>{{large, unsorted, key_bits, keys.current, suffixes.current}});
  primitives::radix_sort_pairs(space, keys, suffixes, 0, key_bits + group_bits, context.workspace);
  Kokkos::parallel_for(
      "lexikos::suffix_array::unpack_large_groups", Range(space, 0, large.size),
      UnpackLargeGroups<Index, MemorySpace>{{large, unsorted, key_bits, keys.current, suffixes.current}});
}

}  // namespace lexikos::suffix_array_detail
