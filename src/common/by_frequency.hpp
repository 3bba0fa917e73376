// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The most frequent items of each segment of a list of counted ones.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/items_of_segments.hpp"
#include "common/primitive_bytes.hpp"
#include "common/sort_positions.hpp"

namespace lexikos::detail
{

/// The most items of a segment.
struct LongestSegment
{
  std::uint64_t const* offsets;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::uint64_t& longest) const
  {
    std::uint64_t const items = offsets[s + 1] - offsets[s];
    if (items > longest) longest = items;
  }
};

/// Keys in whose order the most frequent items come first, and of equally frequent ones the first.
struct FrequencyKeys
{
  std::uint64_t const* offsets;
  std::uint64_t const* counts;
  std::uint64_t most;
  int place_bits;
  std::uint64_t* keys;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::size_t i) const
  {
    keys[i] = (most - counts[i]) << place_bits | (i - offsets[s]);
  }
};

/// Keys become the items that they are keys of.
struct ItemsOfKeys
{
  std::uint64_t const* offsets;
  std::uint64_t mask;
  std::uint64_t* keys;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::size_t i) const { keys[i] = offsets[s] + (keys[i] & mask); }
};

/// The numbers of all items, segment by segment, the most frequent first, and of equally frequent ones the first; in memory of
/// the caller's scope.
/// \param offsets  [0..segments] u64, from 0 to the number of items
/// \param counts   u64 of each item
/// Error (not_supported) where the bits of a count and of a segment's length are more than 64. Fences.
template <class ExecutionSpace, class Offsets, class Counts>
[[nodiscard]] Span<std::uint64_t, typename ExecutionSpace::memory_space> by_frequency(ExecutionSpace const& space,
                                                                                      Offsets const& offsets,
                                                                                      Counts const& counts,
                                                                                      Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = counts.extent(0);
  auto const keys = workspace.take<std::uint64_t, MemorySpace>(n);
  if (n == 0) return keys;
  std::size_t const segments = offsets.extent(0) - 1;
  std::uint64_t longest = 0;
  Kokkos::parallel_reduce("lexikos::by_frequency::longest", backends::Range<ExecutionSpace>(space, 0, segments),
                          LongestSegment{offsets.data()}, Kokkos::Max<std::uint64_t>(longest));
  std::uint64_t const most = primitives::reduce(space, counts, primitives::Maximum{}, workspace);
  int const place_bits = std::bit_width(longest - 1);
  require(std::bit_width(most) + place_bits <= 64, ErrorCode::not_supported,
          "segments of this many items that occur this often cannot be sorted by frequency");
  SegmentItems const items{offsets.data(), segments, 0, n};
  std::uint64_t const mask = (std::uint64_t{1} << place_bits) - 1;
  for_each_item(space, "lexikos::by_frequency::keys", items,
                FrequencyKeys{offsets.data(), counts.data(), most, place_bits, keys.data()});
  sort_positions(space, offsets, keys, most << place_bits | mask, workspace);
  for_each_item(space, "lexikos::by_frequency::items", items, ItemsOfKeys{offsets.data(), mask, keys.data()});
  return keys;
}

/// Of `sort_positions` for positions of u64: a value for each, and segments.
template <class ExecutionSpace>
[[nodiscard]] std::size_t sort_positions_bytes(std::size_t n, std::size_t segments)
{
  return (n + segments + 1) * sizeof(std::uint64_t) + 2 * Workspace::alignment +
         segmented_sort_bytes<ExecutionSpace>(n, 2 * sizeof(std::uint64_t), segments);
}

/// Largest number of bytes of workspace that `by_frequency` takes: the keys, and to sort them.
template <class ExecutionSpace>
[[nodiscard]] std::size_t by_frequency_bytes(std::size_t n, std::size_t segments)
{
  return n * sizeof(std::uint64_t) + Workspace::alignment + sort_positions_bytes<ExecutionSpace>(n, segments) +
         scan_bytes<ExecutionSpace>(n);
}

}  // namespace lexikos::detail
