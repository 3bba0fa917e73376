// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "backends/primitives.hpp"
#include "suffix_array/context.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// Small groups have a class for each power of two: class c has those of more than 2^c and at most 2^(c + 1) suffixes.
constexpr int small_classes = std::bit_width(primitives::max_pairs_of_team) - 1;
constexpr int medium_class = small_classes;
constexpr int large_class = small_classes + 1;
constexpr int group_classes = small_classes + 2;

/// The unsorted groups, by length.
template <class Index, class MemorySpace>
struct GroupClasses
{
  Span<Index, MemorySpace> groups;  ///< their numbers, one class after the other, ascending in each
  std::array<std::size_t, group_classes + 1> first{};

  [[nodiscard]] Span<Index, MemorySpace> of(int c) const
  {
    return Span<Index, MemorySpace>(groups.data() + first[c], first[c + 1] - first[c]);
  }
};

template <class Offsets, class Classes>
struct ClassOfGroup
{
  Offsets offsets;
  Classes classes;
  std::size_t max_small;
  std::size_t max_medium;

  KOKKOS_FUNCTION void operator()(std::size_t g) const
  {
    std::size_t const length = offsets(g + 1) - offsets(g);
    int const power = static_cast<int>(Kokkos::bit_width(length - 1)) - 1;
    classes(g) = length <= max_small ? power : length <= max_medium ? medium_class : large_class;
  }
};

/// Divides the groups into small ones, of at most `max_small` suffixes, medium ones, of at most `max_medium`, and large
/// ones. The list's memory is taken in the caller's scope. Fences.
template <class ExecutionSpace, class Index>
GroupClasses<Index, typename ExecutionSpace::memory_space> divide_groups(
    Context<ExecutionSpace> const& context,
    UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::size_t max_small,
    std::size_t max_medium)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& space = context.space;
  auto& workspace = context.workspace;
  std::size_t const groups = unsorted.groups();
  GroupClasses<Index, MemorySpace> classes;
  classes.groups = context.template take<Index>(groups);
  Workspace::Scope const scope(workspace);
  auto const class_of = context.template take<std::uint32_t>(groups);
  auto const counts = context.template take<std::uint64_t>(group_classes);
  Kokkos::parallel_for("lexikos::suffix_array::class_of", backends::Range<ExecutionSpace>(space, 0, groups),
                       ClassOfGroup<Span<Index, MemorySpace>, Span<std::uint32_t, MemorySpace>>{
                           unsorted.offsets, class_of, max_small, max_medium});
  primitives::histogram(space, class_of, counts, workspace);
  std::array<std::uint64_t, group_classes> host_counts;
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(host_counts.data(), host_counts.size()), counts);
  primitives::DoubleBuffer keys{class_of, context.template take<std::uint32_t>(groups)};
  primitives::DoubleBuffer numbers{classes.groups, context.template take<Index>(groups)};
  primitives::iota(space, numbers.current);
  primitives::radix_sort_pairs(space, keys, numbers, 0, std::bit_width(unsigned{group_classes - 1}), workspace);
  if (numbers.current.data() != classes.groups.data()) Kokkos::deep_copy(space, classes.groups, numbers.current);
  space.fence("lexikos::suffix_array::divide_groups");
  for (int c = 0; c < group_classes; ++c) classes.first[c + 1] = classes.first[c] + host_counts[c];
  return classes;
}

}  // namespace lexikos::suffix_array_detail
