// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstdint>

#include "backends/kokkos/radix_sort.hpp"
#include "backends/kokkos/segments.hpp"
#include "backends/kokkos/sequential_sort.hpp"
#include "backends/operations.hpp"
#include "backends/segments.hpp"
#include "backends/unit.hpp"

namespace lexikos::backends::kokkos
{

/// Sorts one long segment by radix sort, in place.
template <class ExecutionSpace, class Keys, class Values>
void sort_long_segment(ExecutionSpace const& space, Keys const& keys, Values const& values, Keys const& other_keys,
                       Values const& other_values, int key_bits, Workspace& workspace)
{
  primitives::DoubleBuffer<Keys> key_buffer{keys, other_keys};
  primitives::DoubleBuffer<Values> value_buffer{values, other_values};
  kokkos::radix_sort_pairs(space, key_buffer, value_buffer, 0, key_bits, workspace);
  if (key_buffer.current.data() == keys.data()) return;
  Kokkos::deep_copy(space, keys, key_buffer.current);
  Kokkos::deep_copy(space, values, value_buffer.current);
}

/// One work item a segment; those too long for that one after the other, by all.
template <class ExecutionSpace, class Keys, class Values, class Offsets, class Unit = ThisUnit>
void sort_each_segment(ExecutionSpace const& space, Keys const& keys, Values const& values, Offsets const& offsets,
                       int key_bits, Workspace& workspace)
{
  constexpr std::size_t limit = 16384;
  std::size_t const n = keys.extent(0);
  Kokkos::parallel_for(
      "lexikos::primitives::segmented_sort::short", Range<ExecutionSpace>(space, 0, offsets.extent(0) - 1),
      KOKKOS_LAMBDA(std::size_t s) {
        std::size_t const begin = offsets(s);
        std::size_t const end = offsets(s + 1);
        if (end - begin > 1 && end - begin <= limit) sequential_sort(keys, values, begin, end);
      });

  Workspace::Scope const scope(workspace);
  auto const long_ones = long_segments(space, offsets, n, limit, workspace);
  std::size_t longest = 0;
  for (std::size_t l = 0; l < long_ones.extent(0); ++l)
    longest = std::max(longest, long_ones(l).end - long_ones(l).begin);
  if (longest == 0) return;
  auto const other_keys = workspace.take<typename Keys::value_type, typename Keys::memory_space>(longest);
  auto const other_values = workspace.take<typename Values::value_type, typename Values::memory_space>(longest);
  for (std::size_t l = 0; l < long_ones.extent(0); ++l) {
    auto const [begin, end, segment] = long_ones(l);
    sort_long_segment(space, subspan(keys, begin, end), subspan(values, begin, end),
                      subspan(other_keys, 0, end - begin), subspan(other_values, 0, end - begin), key_bits, workspace);
  }
}

/// One radix sort of (segment, key) over all pairs. Scratch: 16 bytes a pair and the values again.
template <class ExecutionSpace, class Keys, class Values, class Offsets, class Unit = ThisUnit>
void sort_by_composite_keys(ExecutionSpace const& space, Keys const& keys, Values const& values, Offsets const& offsets,
                            int key_bits, int segment_bits, Workspace& workspace)
{
  using MemorySpace = typename Keys::memory_space;
  using Key = typename Keys::value_type;
  std::size_t const n = keys.extent(0);
  Workspace::Scope const scope(workspace);
  auto const composite_keys = workspace.take<std::uint64_t, MemorySpace>(n);
  primitives::DoubleBuffer<Span<std::uint64_t, MemorySpace>> key_buffer{composite_keys,
                                                                        workspace.take<std::uint64_t, MemorySpace>(n)};
  primitives::DoubleBuffer<Values> value_buffer{values, workspace.take<typename Values::value_type, MemorySpace>(n)};
  Kokkos::parallel_for(
      "lexikos::primitives::segmented_sort::composite_keys", Range<ExecutionSpace>(space, 0, n),
      KOKKOS_LAMBDA(std::size_t i) {
        composite_keys(i) = (std::uint64_t{segment_of(offsets, i)} << key_bits) | keys(i);
      });
  kokkos::radix_sort_pairs(space, key_buffer, value_buffer, 0, key_bits + segment_bits, workspace);
  auto const sorted_keys = key_buffer.current;
  Kokkos::parallel_for(
      "lexikos::primitives::segmented_sort::keys", Range<ExecutionSpace>(space, 0, n), KOKKOS_LAMBDA(std::size_t i) {
        keys(i) = static_cast<Key>(sorted_keys(i) & ((std::uint64_t{1} << key_bits) - 1));
      });
  if (value_buffer.current.data() != values.data()) Kokkos::deep_copy(space, values, value_buffer.current);
}

template <class ExecutionSpace, class KeyView, class ValueView, class OffsetView>
void segmented_sort_pairs(ExecutionSpace const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, int key_bits, Workspace& workspace,
                          primitives::SegmentStrategy strategy)
{
  if (keys.extent(0) < 2 || offsets.extent(0) < 2) return;
  int const segment_bits = static_cast<int>(std::bit_width(offsets.extent(0) - 2));
  // a composite key that needs no bits for the segment would shift by the whole width
  if (strategy == primitives::SegmentStrategy::composite && key_bits + segment_bits <= 64 && key_bits < 64)
    sort_by_composite_keys(space, as_span(keys), as_span(values), offsets, key_bits, segment_bits, workspace);
  else
    sort_each_segment(space, as_span(keys), as_span(values), offsets, key_bits, workspace);
}

template <class ExecutionSpace, class KeyView, class ValueView, class OffsetView, class ListView, class Unit = ThisUnit>
void sort_listed_segments(ExecutionSpace const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, ListView const& listed, std::size_t, int, Workspace&)
{
  Kokkos::parallel_for(
      "lexikos::primitives::sort_listed_segments", Range<ExecutionSpace>(space, 0, listed.extent(0)),
      KOKKOS_LAMBDA(std::size_t l) {
        std::size_t const segment = listed(l);
        std::size_t const begin = offsets(segment);
        std::size_t const end = offsets(segment + 1);
        if (end - begin > 1) sequential_sort(keys, values, begin, end);
      });
}

}  // namespace lexikos::backends::kokkos
