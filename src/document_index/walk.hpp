// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The documents that come first in each part of an interval.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/interval_parts.hpp"
#include "document_index/reader.hpp"

namespace lexikos::document_index_detail
{

/// Walks over the suffixes of a part that are the first of their documents in its interval.
template <class Index>
struct WalkPart
{
  FirstSuffixes<Index> firsts;
  detail::IntervalParts<Index> parts;
  std::uint64_t const* lengths;  // of the intervals, or null

  /// function(r) for these suffixes, ascending, as long as it returns true.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void operator()(std::size_t p, Function const& function) const
  {
    auto const part = parts(p);
    if (lengths == nullptr) {
      std::uint64_t r = firsts.next(part.begin, part.end, part.whole.begin);
      while (r < part.end && function(r)) r = firsts.next(r + 1, part.end, part.whole.begin);
      return;
    }
    std::uint64_t const length = lengths[part.interval];
    for (std::uint64_t r = part.begin; r < part.end; ++r)
      if (firsts.is_first(r, part.whole.begin, length) && !function(r)) return;
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
    if (p < walk.parts.total) walk(p, [&](std::uint64_t) { return ++found < most; });
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
