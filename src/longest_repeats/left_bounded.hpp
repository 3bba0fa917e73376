// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Left-bounded longest repeats: the longest repeat that starts at a position. Lemma 1 and Definition 3 of "On longest repeat
// queries using GPU" (Tian and Xu 2015).

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include <lexikos/longest_repeats.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "longest_repeats/tuning.hpp"

namespace lexikos::longest_repeats_detail
{

/// lengths(i) = max(LCP[ISA[i]], LCP[ISA[i] + 1]), where the entry after the last counts as 0.
template <class Index, class MemorySpace>
struct LeftBounded
{
  Span<Index const, MemorySpace> inverse;
  Span<Index const, MemorySpace> lcp;
  Span<Index, MemorySpace> lengths;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const rank = inverse(i);
    std::size_t const last = lcp.extent(0) - 1;
    KOKKOS_ASSERT(rank <= last);
    Index const before = lcp(rank);
    Index const after = lcp(Kokkos::min(rank + 1, last));  // read in any case, so that both reads overlap
    lengths(i) = rank < last && after > before ? after : before;
  }
};

/// The ends of left-bounded repeats never decrease. One is useful, that is, not a suffix of another, if it ends after the one
/// before.
template <class Lengths>
KOKKOS_FUNCTION bool is_useful(Lengths const& lengths, std::size_t i)
{
  auto const length = lengths(i);
  return length > 0 && (i == 0 || length >= lengths(i - 1));
}

template <class Index, class MemorySpace>
struct UsefulFlags
{
  Span<Index const, MemorySpace> lengths;
  Span<std::uint8_t, MemorySpace> flags;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { flags(i) = is_useful(lengths, i) ? 1 : 0; }
};

template <class ExecutionSpace, class Index>
void raw_lengths(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
                 IndexSpan<ExecutionSpace, Index> const& lengths)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Kokkos::parallel_for("lexikos::longest_repeats::left_bounded",
                       backends::Range<ExecutionSpace>(space, 0, arrays.inverse.extent(0)),
                       LeftBounded<Index, MemorySpace>{arrays.inverse, arrays.lcp, lengths});
}

template <class ExecutionSpace, class Index>
void flag_useful(ExecutionSpace const& space, IndexSpan<ExecutionSpace, Index const> const& raw,
                 IndexSpan<ExecutionSpace, std::uint8_t> const& flags)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Kokkos::parallel_for("lexikos::longest_repeats::useful", backends::Range<ExecutionSpace>(space, 0, raw.extent(0)),
                       UsefulFlags<Index, MemorySpace>{raw, flags});
}

/// Writes the useful repeats of the raw array to the front of starts and lengths. Returns their number; fences.
template <class ExecutionSpace, class Index>
std::size_t compact_lengths(ExecutionSpace const& space, IndexSpan<ExecutionSpace, Index const> const& raw,
                            IndexSpan<ExecutionSpace, Index> const& starts,
                            IndexSpan<ExecutionSpace, Index> const& lengths, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = IndexSpan<ExecutionSpace, Index>;
  Workspace::Scope const scope(workspace);
  auto const flags = workspace.take<std::uint8_t, MemorySpace>(raw.extent(0));
  flag_useful<ExecutionSpace, Index>(space, raw, flags);
  std::size_t const useful = primitives::select_positions(space, flags, starts, workspace);
  primitives::gather(space, Indices(starts.data(), useful), raw, Indices(lengths.data(), useful));
  return useful;
}

/// The smallest i in [low, high) with end(i) > k, or high; ends never decrease.
template <class Ends>
KOKKOS_FUNCTION std::size_t first_ending_after(Ends const& end, std::size_t low, std::size_t high, std::size_t k)
{
  while (low < high) {
    std::size_t const middle = low + (high - low) / 2;
    if (end(middle) > k)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// The position after the left-bounded repeat of i.
template <class Index, class MemorySpace>
struct EndOf
{
  Span<Index const, MemorySpace> lengths;

  KOKKOS_FUNCTION std::size_t operator()(std::size_t i) const { return i + lengths(i); }
};

// The repeats that cover k are those that start in a window [first covering k, k]. Positions are divided into tiles, and
// `first_of_tile` has the answer for the first position of each, so that a search inside has a range of about a tile.

inline std::size_t window_tiles(std::size_t n)
{
  return (n + window_tile - 1) / window_tile;
}

template <class Index, class MemorySpace>
struct FirstOfTiles
{
  Span<Index const, MemorySpace> lengths;
  Span<Index, MemorySpace> first_of_tile;  // one entry more than there are tiles

  KOKKOS_FUNCTION void operator()(std::size_t tile) const
  {
    std::size_t const k = tile * window_tile;
    std::size_t const n = lengths.extent(0);
    first_of_tile(tile) =
        static_cast<Index>(k < n ? first_ending_after(EndOf<Index, MemorySpace>{lengths}, 0, k + 1, k) : n);
  }
};

template <class Index, class MemorySpace>
struct Windows
{
  Span<Index const, MemorySpace> lengths;
  Span<Index, MemorySpace> first_of_tile;

  /// The smallest i whose repeat covers k; k + 1 if none does. The search starts at `from`, which is not above it.
  KOKKOS_FUNCTION std::size_t first_covering(std::size_t k, std::size_t from) const
  {
    std::size_t const high = Kokkos::min<std::size_t>(k + 1, first_of_tile(k / window_tile + 1));
    return first_ending_after(EndOf<Index, MemorySpace>{lengths}, from, high, k);
  }

  KOKKOS_FUNCTION std::size_t first_covering(std::size_t k) const
  {
    return first_covering(k, first_of_tile(k / window_tile));
  }

  /// The same, found by going on from the answer for k - 1: for callers that take all k in order.
  KOKKOS_FUNCTION std::size_t next_covering(std::size_t k, std::size_t previous) const
  {
    while (previous <= k && previous + lengths(previous) <= k) ++previous;
    return previous;
  }
};

template <class Index>
std::size_t windows_bytes(std::size_t n)
{
  return (window_tiles(n) + 1) * sizeof(Index) + 256;
}

/// O(n / window_tile log n) work; all later searches take O(n log window_tile) together, since their ranges add up to n and
/// the tiles. The memory is the caller's scope's.
template <class ExecutionSpace, class Index>
auto build_windows(ExecutionSpace const& space, IndexSpan<ExecutionSpace, Index const> const& lengths,
                   Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const tiles = window_tiles(lengths.extent(0));
  auto const first_of_tile = workspace.take<Index, MemorySpace>(tiles + 1);
  Kokkos::parallel_for("lexikos::longest_repeats::windows", backends::Range<ExecutionSpace>(space, 0, tiles + 1),
                       FirstOfTiles<Index, MemorySpace>{lengths, first_of_tile});
  return Windows<Index, MemorySpace>{lengths, first_of_tile};
}

}  // namespace lexikos::longest_repeats_detail
