// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <lexikos/longest_repeats.hpp>

#include "backends/primitives.hpp"
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

/// A work item of a device is one position; one of a host a tile of them, in order.
template <class Finder, class Write, std::size_t positions>
struct Positions
{
  Finder finder;
  Write write;
  std::size_t n;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const
  {
    std::size_t const begin = static_cast<std::size_t>(item) * positions;
    std::size_t const end = Kokkos::min(begin + positions, n);
    std::size_t hint = no_hint;
    for (std::size_t k = begin; k < end; ++k) write(finder, k, hint);
  }
};

template <class ExecutionSpace, class Finder, class Write>
void for_each_position(ExecutionSpace const& space, char const* label, std::size_t n, Finder const& finder,
                       Write const& write)
{
  constexpr std::size_t positions = detail::works_on_host<ExecutionSpace> ? window_tile : 1;
  Kokkos::parallel_for(label, range(space, (n + positions - 1) / positions),
                       Positions<Finder, Write, positions>{finder, write, n});
}

/// Runs the finder of an algorithm, with what it needs, over all positions.
template <class ExecutionSpace, class Index, class Write>
void find_with(ExecutionSpace const& space, char const* label, LongestRepeatsAlgorithm algorithm,
               IndexSpan<ExecutionSpace, Index const> const& inverse, IndexSpan<ExecutionSpace, Index const> const& lcp,
               Write const& write, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = inverse.extent(0);
  Workspace::Scope const scope(workspace);
  auto const lengths = workspace.take<Index, MemorySpace>(n);
  raw_lengths<ExecutionSpace, Index>(space, inverse, lcp, lengths);
  if (algorithm == LongestRepeatsAlgorithm::raw) {
    for_each_position(space, label, n, RawWalk<Index, MemorySpace>{lengths}, write);
  }
  else if (algorithm == LongestRepeatsAlgorithm::compact) {
    auto const starts = workspace.take<Index, MemorySpace>(n);
    auto const useful = workspace.take<Index, MemorySpace>(n);
    std::size_t const count = compact_lengths<ExecutionSpace, Index>(space, lengths, starts, useful, workspace);
    using Indices = Span<Index const, MemorySpace>;
    for_each_position(space, label, n,
                      CompactWalk<Index, MemorySpace>{Indices(starts.data(), count), Indices(useful.data(), count)},
                      write);
  }
  else {
    auto const windows = build_windows<ExecutionSpace, Index>(space, lengths, workspace);
    auto const maximum = build_range_extremum<Larger, ExecutionSpace, Index>(space, lengths, workspace);
    for_each_position(space, label, n, BoundedSearch<Index, MemorySpace>{windows, maximum}, write);
  }
}

inline LongestRepeatsAlgorithm resolved(LongestRepeatsAlgorithm algorithm)
{
  return algorithm == LongestRepeatsAlgorithm::automatic ? LongestRepeatsAlgorithm::bounded : algorithm;
}

/// The caller's workspace or a private one, statistics, and the fence that either needs, around what a call does.
template <class ExecutionSpace, class Index, class Work>
void run(ExecutionSpace const& space, std::size_t n, LongestRepeatsOptions const& options, Work const& work)
{
  Kokkos::Timer timer;
  Workspace own;
  Workspace& workspace = options.workspace != nullptr ? *options.workspace : own;
  workspace.reset_peak();
  LongestRepeatsAlgorithm const algorithm = resolved(options.algorithm);
  if (n != 0) {
    workspace.reserve<typename ExecutionSpace::memory_space>(
        longest_repeats_workspace_bytes<ExecutionSpace, Index>(n, algorithm));
    work(algorithm, workspace);
  }
  if (options.workspace == nullptr || options.statistics != nullptr) space.fence("lexikos::longest_repeats");
  if (options.statistics != nullptr) *options.statistics = {algorithm, workspace.peak_bytes(), timer.seconds()};
}

/// Minimum, maximum and sum of both walks over the positions of an item, joined over all.
template <class Index, class MemorySpace>
struct CountWalks
{
  struct Walk
  {
    std::uint64_t minimum;
    std::uint64_t maximum;
    std::uint64_t sum;
  };
  struct value_type
  {
    Walk raw;
    Walk compact;
  };

  Windows<Index, MemorySpace> windows;
  Span<Index const, MemorySpace> useful_before;  ///< at i: useful repeats that begin in [0, i]

  KOKKOS_FUNCTION static void add(Walk& walk, Walk const& other)
  {
    walk.minimum = Kokkos::min(walk.minimum, other.minimum);
    walk.maximum = Kokkos::max(walk.maximum, other.maximum);
    walk.sum += other.sum;
  }

  KOKKOS_FUNCTION void operator()(std::int64_t position, value_type& walks) const
  {
    auto const k = static_cast<std::size_t>(position);
    std::size_t const first = windows.first_covering(k);
    std::uint64_t const steps = k + 1 - first;
    std::uint64_t const useful =
        first > k ? 0 : useful_before(k) - (first == 0 ? 0 : static_cast<std::uint64_t>(useful_before(first - 1)));
    add(walks.raw, {steps, steps, steps});
    add(walks.compact, {useful, useful, useful});
  }
  KOKKOS_FUNCTION void init(value_type& walks) const
  {
    walks.raw = {static_cast<std::uint64_t>(-1), 0, 0};
    walks.compact = walks.raw;
  }
  KOKKOS_FUNCTION void join(value_type& walks, value_type const& other) const
  {
    add(walks.raw, other.raw);
    add(walks.compact, other.compact);
  }
};

template <class Walk>
RepeatWalkSteps steps_of(Walk const& walk, std::size_t n)
{
  return {walk.minimum, walk.maximum, static_cast<double>(walk.sum) / static_cast<double>(n)};
}

}  // namespace lexikos::longest_repeats_detail
