// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <atomic>
#include <lexikos/segmented_sort.hpp>

#include "backends/composite_sort.hpp"
#include "backends/kokkos/long_segments.hpp"
#include "backends/openmp/radix_sort.hpp"
#include "backends/openmp/sequential_sort.hpp"
#include "system/concurrency.hpp"

namespace lexikos::backends::openmp
{

/// Sorts the segments of at most `limit` pairs, each by one thread. Threads fetch batches of neighbouring segments, of
/// about as many pairs each, until none is left.
template <class Tuning, class Keys, class Values, class Offsets>
void sort_short_segments(Kokkos::OpenMP const& space, Keys const& keys, Values const& values, Offsets const& offsets,
                         int key_bits, std::size_t limit, Workspace& workspace)
{
  using Key = typename Keys::value_type;
  using Value = typename Values::value_type;
  constexpr std::size_t batch = Tuning::segment_batch;
  std::size_t const batches = (keys.extent(0) + batch - 1) / batch;
  std::size_t const threads = std::min<std::size_t>(batches, detail::concurrency_of(space));
  auto const* const first = offsets.data();
  auto const* const last = first + offsets.extent(0) - 1;

  Workspace::Scope const scope(workspace);
  auto const other_keys = workspace.take<Key, Kokkos::HostSpace>(threads * limit);
  auto const other_values = workspace.take<Value, Kokkos::HostSpace>(threads * limit);
  std::atomic<std::size_t> next_batch = 0;
  for_parts(space, "lexikos::primitives::segmented_sort::short", threads, [&](std::size_t thread) {
    for (std::size_t b = next_batch++; b < batches; b = next_batch++) {
      // a batch has the segments that begin in it
      for (auto segment = std::lower_bound(first, last, b * batch); segment != last && *segment < (b + 1) * batch;
           ++segment) {
        std::size_t const size = segment[1] - segment[0];
        if (size > 1 && size <= limit)
          sequential_sort<Tuning>(keys.data() + *segment, values.data() + *segment, other_keys.data() + thread * limit,
                                  other_values.data() + thread * limit, size, key_bits);
      }
    }
  });
}

/// Sorts the segments of more than `limit` pairs one after the other, each by all threads.
template <class Tuning, class Keys, class Values, class Offsets>
void sort_long_segments(Kokkos::OpenMP const& space, Keys const& keys, Values const& values, Offsets const& offsets,
                        int key_bits, std::size_t limit, Workspace& workspace)
{
  using Key = typename Keys::value_type;
  using Value = typename Values::value_type;
  Workspace::Scope const scope(workspace);
  auto const long_ones = kokkos::long_segments(space, offsets, keys.extent(0), limit, workspace);
  std::size_t longest = 0;
  for (std::size_t l = 0; l < long_ones.extent(0); ++l)
    longest = std::max(longest, long_ones(l).end - long_ones(l).begin);
  if (longest == 0) return;
  auto const other_keys = workspace.take<Key, Kokkos::HostSpace>(longest);
  auto const other_values = workspace.take<Value, Kokkos::HostSpace>(longest);
  PairArrays<Key, Value> const other{other_keys.data(), other_values.data()};
  for (std::size_t l = 0; l < long_ones.extent(0); ++l) {
    std::size_t const begin = long_ones(l).begin;
    std::size_t const size = long_ones(l).end - begin;
    PairArrays<Key, Value> const segment{keys.data() + begin, values.data() + begin};
    if (!radix_sort<Tuning>(space, segment, other, size, 0, key_bits, workspace)) continue;
    Kokkos::deep_copy(space, subspan(keys, begin, begin + size), subspan(other_keys, 0, size));
    Kokkos::deep_copy(space, subspan(values, begin, begin + size), subspan(other_values, 0, size));
  }
}

template <class Tuning, class Keys, class Values, class Offsets>
void sort_each_segment(Kokkos::OpenMP const& space, Keys const& keys, Values const& values, Offsets const& offsets,
                       int key_bits, Workspace& workspace)
{
  std::size_t const n = keys.extent(0);
  std::size_t const threads = static_cast<std::size_t>(detail::concurrency_of(space));
  // a segment is long if one thread would still be busy with it when the others have finished
  std::size_t const long_ones =
      std::max<std::size_t>(Tuning::min_long_segment, n / (Tuning::long_segments_a_thread * threads));
  std::size_t const limit = threads == 1 ? n : std::min(n, long_ones);
  sort_short_segments<Tuning>(space, keys, values, offsets, key_bits, limit, workspace);
  if (limit < n) sort_long_segments<Tuning>(space, keys, values, offsets, key_bits, limit, workspace);
}

template <class Tuning = openmp::Tuning, class KeyView, class ValueView, class OffsetView>
void segmented_sort_pairs(Kokkos::OpenMP const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, int key_bits, Workspace& workspace, SegmentedSort sort)
{
  if (keys.extent(0) < 2 || offsets.extent(0) < 2) return;
  if (sort == SegmentedSort::composite && composite_keys_fit(offsets.extent(0) - 1, key_bits))
    sort_list_by_composite_keys(space, as_span(keys), as_span(values), offsets, key_bits, workspace,
                                [&](auto& packed, auto& sorted_values, int bits) {
                                  openmp::radix_sort_pairs<Tuning>(space, packed, sorted_values, 0, bits, workspace);
                                });
  else
    sort_each_segment<Tuning>(space, keys, values, offsets, key_bits, workspace);
}

/// Threads fetch batches of the list until none is left.
template <class Tuning = openmp::Tuning, class KeyView, class ValueView, class OffsetView, class ListView>
void sort_listed_segments(Kokkos::OpenMP const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, ListView const& listed, std::size_t longest, int key_bits,
                          Workspace& workspace)
{
  std::size_t const count = listed.extent(0);
  if (count == 0 || longest < 2) return;
  std::size_t const batch = std::max<std::size_t>(1, Tuning::segment_batch / longest);
  std::size_t const batches = (count + batch - 1) / batch;
  std::size_t const threads = std::min<std::size_t>(batches, detail::concurrency_of(space));
  Workspace::Scope const scope(workspace);
  auto const other_keys = workspace.take<typename KeyView::value_type, Kokkos::HostSpace>(threads * longest);
  auto const other_values = workspace.take<typename ValueView::value_type, Kokkos::HostSpace>(threads * longest);
  std::atomic<std::size_t> next_batch = 0;
  for_parts(space, "lexikos::primitives::sort_listed_segments", threads, [&](std::size_t thread) {
    for (std::size_t b = next_batch++; b < batches; b = next_batch++)
      for (std::size_t l = b * batch; l < std::min(count, (b + 1) * batch); ++l) {
        std::size_t const begin = offsets(listed(l));
        std::size_t const size = offsets(listed(l) + 1) - begin;
        if (size > 1)
          sequential_sort<Tuning>(keys.data() + begin, values.data() + begin, other_keys.data() + thread * longest,
                                  other_values.data() + thread * longest, size, key_bits);
      }
  });
}

}  // namespace lexikos::backends::openmp
