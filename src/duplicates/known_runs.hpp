// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What is known to be equal. The windows of each slice of fingerprints lie in the same repeats of the text, a few symbols from
// those of the slice before: so the runs that were compared are kept, and of the next ones that is compared which lies beyond
// them.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <utility>

#include "backends/primitives.hpp"
#include "duplicates/text_parts.hpp"

namespace lexikos::duplicates_detail
{

/// Symbols from `window` on that are those from `first` on, if the windows of the run are equal to theirs. All of them are of
/// one text, and so are those from `first` on.
struct WindowRun
{
  std::uint64_t window;
  std::uint64_t first;
  std::uint64_t symbols;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t end() const { return window + symbols; }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t distance() const { return window - first; }
};

/// Runs that are equal, where the texts are. They almost ascend; what is not found for that is compared again.
struct KnownRuns
{
  WindowRun const* runs;
  std::uint64_t count;

  /// Whether the parts of a run are equal, of which it compares what is not known. A run that is grows by what is known beside
  /// it.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool confirm(TextPair const& texts, WindowRun& run) const
  {
    constexpr std::uint64_t looked_at = 8;  // mostly one is found, which starts within a window of where the run does
    std::uint64_t const distance = run.distance();
    std::uint64_t const end = run.end();
    auto const are_equal = [&](std::uint64_t from, std::uint64_t to) {
      return from >= to || texts.are_equal(from, from - distance, to - from);
    };
    std::uint64_t at = run.window;  // what lies before it is equal
    WindowRun grown = run;
    std::uint64_t const nearest = last_at_or_before(run.window);
    for (std::uint64_t i = nearest; i < count && i - nearest < looked_at && runs[i].window < end && at < end; ++i) {
      WindowRun const& known = runs[i];
      if (known.distance() != distance || known.end() <= at) continue;
      if (!are_equal(at, known.window)) return false;
      at = known.end();
      grown = united(grown, known);
    }
    if (!are_equal(at, end)) return false;
    run = grown;
    return true;
  }

 private:
  /// Of runs that overlap.
  [[nodiscard]] static KOKKOS_INLINE_FUNCTION WindowRun united(WindowRun const& one, WindowRun const& other)
  {
    std::uint64_t const begin = one.window < other.window ? one.window : other.window;
    std::uint64_t const end = one.end() > other.end() ? one.end() : other.end();
    return {begin, begin - one.distance(), end - begin};
  }

  /// 0 if all start later.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t last_at_or_before(std::uint64_t window) const
  {
    std::uint64_t begin = 0;
    for (std::uint64_t size = count; size > 1;) {
      std::uint64_t const half = size / 2;
      if (runs[begin + half].window <= window) begin += half;
      size -= half;
    }
    return begin;
  }
};

/// Keeps the runs of the last slice, as many as there is room for.
template <class MemorySpace>
class RunMemory
{
  using Runs = Span<WindowRun, MemorySpace>;

 public:
  static constexpr std::uint64_t bytes_of_run = 2 * sizeof(WindowRun);

  static RunMemory take(Workspace& workspace, std::uint64_t capacity)
  {
    RunMemory memory;
    memory.m_known = workspace.take<WindowRun, MemorySpace>(capacity);
    memory.m_noted = workspace.take<WindowRun, MemorySpace>(capacity);
    return memory;
  }

  [[nodiscard]] KnownRuns known() const { return {m_known.data(), m_count}; }

  /// Where the runs from a certain one on are noted; there may be room for fewer, or none.
  [[nodiscard]] Runs place(std::uint64_t first, std::uint64_t count) const
  {
    std::uint64_t const capacity = m_noted.extent(0);
    return backends::subspan(m_noted, std::min(first, capacity), std::min(first + count, capacity));
  }

  /// So many have been noted, which are known from now on, instead of those before.
  void turn(std::uint64_t count)
  {
    std::swap(m_known, m_noted);
    m_count = std::min<std::uint64_t>(count, m_known.extent(0));
  }

 private:
  Runs m_known;
  Runs m_noted;
  std::uint64_t m_count = 0;
};

}  // namespace lexikos::duplicates_detail
