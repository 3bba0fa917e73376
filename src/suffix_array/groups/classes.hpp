// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
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

/// Divides the groups into small ones, of at most `max_small` suffixes, medium ones, of at most `max_medium`, and large
/// ones. The list's memory is taken in the caller's scope. Fences.
template <class ExecutionSpace, class Index, class Unit = backends::ThisUnit>
GroupClasses<Index, typename ExecutionSpace::memory_space> divide_groups(
    ExecutionSpace const& space, UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
    std::size_t max_small, std::size_t max_medium, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const groups = unsorted.offsets.extent(0) - 1;
  GroupClasses<Index, MemorySpace> classes;
  classes.groups = workspace.take<Index, MemorySpace>(groups);
  Workspace::Scope scope(workspace);
  auto const class_of = workspace.take<std::uint32_t, MemorySpace>(groups);
  auto const counts = workspace.take<std::uint64_t, MemorySpace>(group_classes);
  auto const offsets = unsorted.offsets;
  Kokkos::parallel_for(
      "lexikos::suffix_array::class_of", range(space, groups), KOKKOS_LAMBDA(std::int64_t g) {
        std::size_t const length = offsets(g + 1) - offsets(g);
        int const power = static_cast<int>(Kokkos::bit_width(length - 1)) - 1;
        class_of(g) = length <= max_small ? power : length <= max_medium ? medium_class : large_class;
      });
  primitives::histogram(space, class_of, counts, workspace);
  std::array<std::uint64_t, group_classes> host_counts;
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(host_counts.data(), host_counts.size()), counts);
  primitives::DoubleBuffer keys{class_of, workspace.take<std::uint32_t, MemorySpace>(groups)};
  primitives::DoubleBuffer numbers{classes.groups, workspace.take<Index, MemorySpace>(groups)};
  primitives::iota(space, numbers.current);
  primitives::radix_sort_pairs(space, keys, numbers, 0, std::bit_width(unsigned{group_classes - 1}), workspace);
  if (numbers.current.data() != classes.groups.data()) Kokkos::deep_copy(space, classes.groups, numbers.current);
  space.fence("lexikos::suffix_array::divide_groups");
  for (int c = 0; c < group_classes; ++c) classes.first[c + 1] = classes.first[c] + host_counts[c];
  return classes;
}

}  // namespace lexikos::suffix_array_detail
