// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Intervals in parts, one for each thread, and how many documents come first in each.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "backends/segments.hpp"
#include "common/read_back.hpp"
#include "document_index/reader.hpp"

namespace lexikos::document_index_detail
{

/// Part p is of the last interval i with first[i] <= p; all its parts but the last have `size` suffixes.
template <class Index>
struct Parts
{
  IntervalReader<Index> intervals;
  std::uint64_t const* first;  // [0..intervals]
  std::uint64_t total;
  std::uint64_t size;
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
    auto const bounds = i < intervals.count ? intervals(i) : detail::Bounds{0, 0};
    std::uint64_t const suffixes = bounds.end - bounds.begin;
    first[i] = suffixes / size + (suffixes % size != 0 ? 1 : 0);
  }
};

/// Fences.
template <class ExecutionSpace, class Index>
[[nodiscard]] Parts<Index> make_parts(ExecutionSpace const& space, IntervalReader<Index> const& intervals,
                                      std::uint64_t size, Workspace& workspace)
{
  auto const first = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(intervals.count + 1);
  Kokkos::parallel_for("lexikos::document_index::parts", backends::Range<ExecutionSpace>(space, 0, intervals.count + 1),
                       CountParts<Index>{intervals, size, first.data()});
  primitives::exclusive_scan(space, first, first, primitives::Sum{}, workspace);
  return {intervals, first.data(), detail::read_back(space, first, intervals.count), size};
}

/// Walks over the suffixes of a part that are the first of their documents in its interval.
template <class Index>
struct WalkPart
{
  FirstSuffixes<Index> firsts;
  Parts<Index> parts;

  /// function(i, r) for suffixes r of interval i, ascending, as long as it returns true.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void operator()(std::size_t p, Function const& function) const
  {
    std::size_t const i = backends::segment_of(parts.first, parts.intervals.count, p);
    auto const bounds = parts.intervals(i);
    std::uint64_t const from = bounds.begin + (p - parts.first[i]) * parts.size;
    std::uint64_t const end = bounds.end - from < parts.size ? bounds.end : from + parts.size;
    if (parts.intervals.lengths == nullptr) {
      std::uint64_t r = firsts.next(from, end, bounds.begin);
      while (r < end && function(i, r)) r = firsts.next(r + 1, end, bounds.begin);
      return;
    }
    std::uint64_t const length = parts.intervals.lengths[i];
    for (std::uint64_t r = from; r < end; ++r)
      if (firsts.is_first(r, bounds.begin, length) && !function(i, r)) return;
  }
};

/// before[p] = documents that part p lists, at most `most`; 0 after the last.
template <class Index>
struct CountFirsts
{
  WalkPart<Index> walk;
  std::uint64_t most;
  std::uint64_t* before;

  KOKKOS_FUNCTION void operator()(std::size_t p) const
  {
    std::uint64_t found = 0;
    if (p < walk.parts.total) walk(p, [&](std::size_t, std::uint64_t) { return ++found < most; });
    before[p] = found;
  }
};

/// before(p): documents that the parts before p list.
template <class ExecutionSpace, class Index>
[[nodiscard]] Span<std::uint64_t, typename ExecutionSpace::memory_space> count_firsts(ExecutionSpace const& space,
                                                                                      WalkPart<Index> const& walk,
                                                                                      std::uint64_t most,
                                                                                      Workspace& workspace)
{
  auto const before = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(walk.parts.total + 1);
  Kokkos::parallel_for("lexikos::document_index::count_firsts",
                       backends::Range<ExecutionSpace>(space, 0, walk.parts.total + 1),
                       CountFirsts<Index>{walk, most, before.data()});
  primitives::exclusive_scan(space, before, before, primitives::Sum{}, workspace);
  return before;
}

}  // namespace lexikos::document_index_detail
