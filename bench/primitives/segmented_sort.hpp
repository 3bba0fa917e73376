// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstdint>
#include <lexikos/segmented_sort.hpp>
#include <vector>

#include "backends/primitives.hpp"
#include "bench/primitives/data.hpp"
#include "bench/support/measure.hpp"

namespace lexikos::bench
{

template <class Keys, class Values, class Segments>
struct CountMisplacedInSegments
{
  Keys keys;
  Values values;
  Segments segments;
  int bits;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& sum) const
  {
    bool wrong = keys(i) != key_of<typename Keys::value_type>(values(i), bits) || segments(values(i)) != segments(i);
    wrong = wrong || (i > 0 && segments(i) == segments(i - 1) && keys(i) < keys(i - 1));
    sum += wrong ? 1 : 0;
  }
};

/// The number of pairs that are not those of fill_pairs, or not sorted in their segment.
/// \param segments  the number of each item's segment
template <class ExecutionSpace, class Keys, class Values, class Segments>
std::size_t count_misplaced_in_segments(ExecutionSpace const& space, Keys const& keys, Values const& values,
                                        Segments const& segments, int bits)
{
  std::size_t count = 0;
  Kokkos::parallel_reduce("lexikos::bench::count_misplaced_in_segments",
                          Range<ExecutionSpace>(space, 0, keys.extent(0)),
                          CountMisplacedInSegments<Keys, Values, Segments>{keys, values, segments, bits}, count);
  return count;
}

template <class Offsets, class Segments>
struct MarkSegments
{
  Offsets offsets;
  Segments segments;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    if (offsets(s) < offsets(s + 1)) segments(offsets(s)) = static_cast<std::uint32_t>(s);
  }
};

/// segments(offsets(s)) = s for segments that are not empty; a scan then spreads it over the segment.
template <class ExecutionSpace, class Offsets, class Segments>
void mark_segments(ExecutionSpace const& space, Offsets const& offsets, Segments const& segments)
{
  Kokkos::parallel_for("lexikos::bench::mark_segments", Range<ExecutionSpace>(space, 0, offsets.extent(0) - 1),
                       MarkSegments<Offsets, Segments>{offsets, segments});
}

/// Sorts n pairs of u32 in these segments; keys have as many bits as the ranks of n suffixes.
template <class ExecutionSpace>
void segmented_sort(benchmark::State& state, ExecutionSpace const& space,
                    std::vector<std::uint32_t> const& host_offsets, SegmentedSort sort)
{
  using Value = std::uint32_t;
  std::size_t const n = host_offsets.back();
  int const bits = std::max<int>(1, std::bit_width(n));
  auto const offsets = make_array<Value>(space, host_offsets.size());
  Kokkos::deep_copy(space, offsets, Span<Value const, Kokkos::HostSpace>(host_offsets.data(), host_offsets.size()));
  auto const keys = make_array<Value>(space, n);
  auto const values = make_array<Value>(space, n);
  Workspace workspace;
  auto const timing = measure(
      [&] {
        fill_pairs(space, keys, values, bits);
        space.fence("lexikos::bench::segmented_sort");
      },
      [&] {
        primitives::segmented_sort_pairs(space, keys, values, offsets, bits, workspace, sort);
        space.fence("lexikos::bench::segmented_sort");
      });
  report(state, timing, static_cast<double>(n),
         static_cast<double>(n * 4 * sizeof(Value) + offsets.extent(0) * sizeof(Value)));
  state.counters["n"] = static_cast<double>(n);
  state.counters["segments"] = static_cast<double>(host_offsets.size() - 1);
  state.counters["scratch bytes/item"] = static_cast<double>(workspace.peak_bytes()) / static_cast<double>(n);
  auto const segments = make_array<Value>(space, n);
  auto const right = make_array<Value>(space, n);
  Kokkos::deep_copy(space, segments, Value{0});
  mark_segments(space, offsets, segments);
  primitives::inclusive_scan(space, segments, segments, primitives::Maximum{}, workspace);
  fill_ascending(space, right, 1, 0);
  require(count_misplaced_in_segments(space, keys, values, segments, bits) == 0 &&
              unordered_fingerprint(space, values) == unordered_fingerprint(space, right),
          "the segments are not sorted");
}

}  // namespace lexikos::bench
