// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Intervals of a suffix array, of any values and lengths, in parts: one for each thread.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/text_documents.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "backends/segments.hpp"
#include "common/read_back.hpp"

namespace lexikos::detail
{

/// Intervals of a suffix array of n entries: what lies beyond it is left out.
template <class Index>
struct IntervalReader
{
  Index const* begins;
  Index const* ends;
  std::size_t count;
  std::uint64_t n;

  /// Interval i; [0, 0) if nothing of it is in the suffix array.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Bounds operator()(std::size_t i) const
  {
    std::uint64_t const begin = begins[i];
    std::uint64_t const end = ends[i] < n ? ends[i] : n;
    if (begin >= end) return {0, 0};
    return {begin, end};
  }
};

/// A part [begin, end) of an interval.
struct IntervalPart
{
  std::size_t interval;
  Bounds whole;
  std::uint64_t begin;
  std::uint64_t end;
};

/// Part p is of the last interval i with first[i] <= p; all parts of an interval but its last have `size` entries.
template <class Index>
struct IntervalParts
{
  IntervalReader<Index> intervals;
  std::uint64_t const* first;  // [0..intervals]
  std::uint64_t total;
  std::uint64_t size;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION IntervalPart operator()(std::size_t p) const
  {
    std::size_t const i = backends::segment_of(first, intervals.count, p);
    auto const whole = intervals(i);
    std::uint64_t const begin = whole.begin + (p - first[i]) * size;
    return {i, whole, begin, whole.end - begin < size ? whole.end : begin + size};
  }
};

/// first[i] = parts of interval i; 0 after the last.
template <class Index>
struct CountParts
{
  IntervalReader<Index> intervals;
  std::uint64_t size;
  std::uint64_t* first;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const bounds = i < intervals.count ? intervals(i) : Bounds{0, 0};
    std::uint64_t const entries = bounds.end - bounds.begin;
    first[i] = entries / size + (entries % size != 0 ? 1 : 0);
  }
};

/// In memory of the caller's scope: a number an interval, and one more. Fences.
template <class ExecutionSpace, class Index>
[[nodiscard]] IntervalParts<Index> make_parts(ExecutionSpace const& space, char const* label,
                                              IntervalReader<Index> const& intervals, std::uint64_t size,
                                              Workspace& workspace)
{
  auto const first = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(intervals.count + 1);
  Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, intervals.count + 1),
                       CountParts<Index>{intervals, size, first.data()});
  primitives::exclusive_scan(space, first, first, primitives::Sum{}, workspace);
  return {intervals, first.data(), read_back(space, first, intervals.count), size};
}

}  // namespace lexikos::detail
