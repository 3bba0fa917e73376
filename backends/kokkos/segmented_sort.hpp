// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <lexikos/segmented_sort.hpp>

#include "backends/composite_sort.hpp"
#include "backends/kokkos/long_segments.hpp"
#include "backends/kokkos/radix_sort.hpp"
#include "backends/kokkos/sequential_sort.hpp"

namespace lexikos::backends::kokkos
{

/// One work item a segment of 2 to `limit` pairs.
template <class Tuning, class Keys, class Values, class Offsets>
struct SortShortSegment
{
  Keys keys;
  Values values;
  Offsets offsets;
  std::size_t limit;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    std::size_t const begin = offsets(s);
    std::size_t const end = offsets(s + 1);
    if (end - begin > 1 && end - begin <= limit) sequential_sort<Tuning>(keys, values, begin, end);
  }
};

/// Sorts one long segment by radix sort, in place.
template <class Tuning, class ExecutionSpace, class Keys, class Values>
void sort_long_segment(ExecutionSpace const& space, Keys const& keys, Values const& values, Keys const& other_keys,
                       Values const& other_values, int key_bits, Workspace& workspace)
{
  primitives::DoubleBuffer<Keys> key_buffer{keys, other_keys};
  primitives::DoubleBuffer<Values> value_buffer{values, other_values};
  kokkos::radix_sort_pairs<Tuning>(space, key_buffer, value_buffer, 0, key_bits, workspace);
  if (key_buffer.current.data() == keys.data()) return;
  Kokkos::deep_copy(space, keys, key_buffer.current);
  Kokkos::deep_copy(space, values, value_buffer.current);
}

/// Short segments by one work item each, all at once; then long ones by all work items, one after the other.
template <class Tuning, class ExecutionSpace, class Keys, class Values, class Offsets>
void sort_each_segment(ExecutionSpace const& space, Keys const& keys, Values const& values, Offsets const& offsets,
                       int key_bits, Workspace& workspace)
{
  constexpr std::size_t limit = Tuning::max_segment_of_item;
  std::size_t const n = keys.extent(0);
  Kokkos::parallel_for("lexikos::primitives::segmented_sort::short",
                       Range<ExecutionSpace>(space, 0, offsets.extent(0) - 1),
                       SortShortSegment<Tuning, Keys, Values, Offsets>{keys, values, offsets, limit});

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
    sort_long_segment<Tuning>(space, subspan(keys, begin, end), subspan(values, begin, end),
                              subspan(other_keys, 0, end - begin), subspan(other_values, 0, end - begin), key_bits,
                              workspace);
  }
}

template <class Tuning = kokkos::Tuning, class ExecutionSpace, class KeyView, class ValueView, class OffsetView>
void segmented_sort_pairs(ExecutionSpace const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, int key_bits, Workspace& workspace, SegmentedSort sort)
{
  if (keys.extent(0) < 2 || offsets.extent(0) < 2) return;
  if (sort == SegmentedSort::composite && composite_keys_fit(offsets.extent(0) - 1, key_bits))
    sort_list_by_composite_keys(space, as_span(keys), as_span(values), offsets, key_bits, workspace,
                                [&](auto& packed, auto& sorted_values, int bits) {
                                  kokkos::radix_sort_pairs<Tuning>(space, packed, sorted_values, 0, bits, workspace);
                                });
  else
    sort_each_segment<Tuning>(space, as_span(keys), as_span(values), offsets, key_bits, workspace);
}

template <class Tuning, class Keys, class Values, class Offsets, class List>
struct SortListedSegment
{
  Keys keys;
  Values values;
  Offsets offsets;
  List listed;

  KOKKOS_FUNCTION void operator()(std::size_t l) const
  {
    std::size_t const segment = listed(l);
    std::size_t const begin = offsets(segment);
    std::size_t const end = offsets(segment + 1);
    if (end - begin > 1) sequential_sort<Tuning>(keys, values, begin, end);
  }
};

template <class Tuning = kokkos::Tuning, class ExecutionSpace, class KeyView, class ValueView, class OffsetView,
          class ListView>
void sort_listed_segments(ExecutionSpace const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, ListView const& listed, std::size_t, int, Workspace&)
{
  Kokkos::parallel_for(
      "lexikos::primitives::sort_listed_segments", Range<ExecutionSpace>(space, 0, listed.extent(0)),
      SortListedSegment<Tuning, KeyView, ValueView, OffsetView, ListView>{keys, values, offsets, listed});
}

}  // namespace lexikos::backends::kokkos
