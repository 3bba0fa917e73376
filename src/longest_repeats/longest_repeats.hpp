// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What is written about the longest repeats of each position, and the kernel that finds them by any algorithm.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/longest_repeats.hpp>

#include "backends/primitives.hpp"
#include "common/progress.hpp"
#include "longest_repeats/finders.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::longest_repeats_detail
{

template <class Index, class MemorySpace>
struct WriteLeftmost
{
  Span<Index, MemorySpace> starts;
  Span<Index, MemorySpace> lengths;

  template <class Finder>
  KOKKOS_FUNCTION void operator()(Finder const& finder, std::size_t k, std::size_t& hint) const
  {
    Repeat const repeat = finder.leftmost(k, hint);
    starts(k) = static_cast<Index>(repeat.start);
    lengths(k) = static_cast<Index>(repeat.length);
  }
};

template <class Index, class MemorySpace>
struct WriteCount
{
  struct Count
  {
    std::uint64_t repeats = 0;
    std::size_t length = 0;

    KOKKOS_FUNCTION void operator()(std::size_t, std::size_t repeat_length)
    {
      ++repeats;
      length = repeat_length;
    }
  };

  Span<std::uint64_t, MemorySpace> counts;
  Span<Index, MemorySpace> lengths;

  template <class Finder>
  KOKKOS_FUNCTION void operator()(Finder const& finder, std::size_t k, std::size_t& hint) const
  {
    Count count;
    finder.for_each(k, hint, count);
    counts(k) = count.repeats;
    lengths(k) = static_cast<Index>(count.length);
  }
};

template <class Index, class MemorySpace>
struct WriteStarts
{
  struct Append
  {
    Span<Index, MemorySpace> const& starts;
    std::uint64_t next;

    KOKKOS_FUNCTION void operator()(std::size_t start, std::size_t)
    {
      KOKKOS_ASSERT(next < starts.extent(0));
      starts(next++) = static_cast<Index>(start);
    }
  };

  Span<std::uint64_t const, MemorySpace> offsets;
  Span<Index, MemorySpace> starts;

  template <class Finder>
  KOKKOS_FUNCTION void operator()(Finder const& finder, std::size_t k, std::size_t& hint) const
  {
    Append append{starts, offsets(k)};
    finder.for_each(k, hint, append);
  }
};

/// A work item of a device is one position; one of a host is a tile of them, in order.
template <class Finder, class Write, std::size_t positions>
struct Positions
{
  Finder finder;
  Write write;
  std::size_t n;

  KOKKOS_FUNCTION void operator()(std::size_t item) const
  {
    std::size_t const begin = item * positions;
    std::size_t const end = Kokkos::min(begin + positions, n);
    std::size_t hint = no_hint;
    for (std::size_t k = begin; k < end; ++k) write(finder, k, hint);
  }
};

inline LongestRepeatsAlgorithm resolved(LongestRepeatsAlgorithm algorithm)
{
  return algorithm == LongestRepeatsAlgorithm::automatic ? LongestRepeatsAlgorithm::bounded : algorithm;
}

/// One call, from its first line to its last: clock, scratch, algorithm, progress.
template <class ExecutionSpace, class Index>
class Call
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  Call(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
       LongestRepeatsOptions const& options)
      : m_space(space),
        m_arrays(arrays),
        m_options(options),
        m_algorithm(resolved(options.algorithm)),
        m_scratch(space, options.workspace),
        m_progress(space, options.progress, work_of_all * size())
  {
    if (size() != 0)
      m_scratch->template reserve<MemorySpace>(
          longest_repeats_workspace_bytes<ExecutionSpace, Index>(size(), m_algorithm));
  }

  [[nodiscard]] std::size_t size() const { return m_arrays.inverse.extent(0); }
  [[nodiscard]] Workspace& workspace() const { return *m_scratch; }

  /// Runs the finder of the algorithm, with what it needs, over all positions.
  template <class Write>
  void find(char const* label, Write const& write)
  {
    std::size_t const n = size();
    if (n == 0) return;
    Workspace::Scope const scope(workspace());
    auto const lengths = workspace().template take<Index, MemorySpace>(n);
    raw_lengths<ExecutionSpace, Index>(m_space, m_arrays, lengths);
    m_progress.add(n);
    if (m_algorithm == LongestRepeatsAlgorithm::raw) {
      for_each_position(label, RawWalk<Index, MemorySpace>{lengths}, write);
    }
    else if (m_algorithm == LongestRepeatsAlgorithm::compact) {
      auto const starts = workspace().template take<Index, MemorySpace>(n);
      auto const useful = workspace().template take<Index, MemorySpace>(n);
      std::size_t const count = compact_lengths<ExecutionSpace, Index>(m_space, lengths, starts, useful, workspace());
      using Indices = Span<Index const, MemorySpace>;
      for_each_position(
          label, CompactWalk<Index, MemorySpace>{Indices(starts.data(), count), Indices(useful.data(), count)}, write);
    }
    else {
      auto const windows = build_windows<ExecutionSpace, Index>(m_space, lengths, workspace());
      auto const maximum =
          detail::build_extremum_tree<detail::Larger, ExecutionSpace, Index>(m_space, lengths, workspace());
      for_each_position(label, BoundedSearch<Index, MemorySpace>{windows, maximum}, write);
    }
  }

  /// Fills the statistics and reports the end, after a fence, if the caller wants either.
  void finish()
  {
    if (m_options.statistics != nullptr) {
      m_space.fence("lexikos::longest_repeats");
      *m_options.statistics = {m_algorithm, m_timer.seconds()};
    }
    m_progress.finish();
  }

 private:
  // units of work of a position: its raw length, what the finder is built of, its answer
  static constexpr std::size_t work_of_finder = 2;
  static constexpr std::size_t work_of_answer = 4;
  static constexpr std::size_t work_of_all = 1 + work_of_finder + work_of_answer;

  template <class Finder, class Write>
  void for_each_position(char const* label, Finder const& finder, Write const& write)
  {
    constexpr std::size_t positions = detail::works_on_host<ExecutionSpace> ? window_tile : 1;
    m_progress.add(work_of_finder * size());
    m_progress.run(label, (size() + positions - 1) / positions,
                   Positions<Finder, Write, positions>{finder, write, size()}, work_of_answer * size());
  }

  Kokkos::Timer m_timer;
  ExecutionSpace m_space;
  TextArrays<ExecutionSpace, Index> m_arrays;
  LongestRepeatsOptions const& m_options;
  LongestRepeatsAlgorithm m_algorithm;
  detail::Scratch<ExecutionSpace> m_scratch;
  detail::ProgressReport<ExecutionSpace> m_progress;
};

}  // namespace lexikos::longest_repeats_detail
