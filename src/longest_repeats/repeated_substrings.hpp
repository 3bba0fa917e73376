// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Kernels over ranks: LCP intervals, and the longest common substring.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include <lexikos/memory.hpp>

#include "common/extremum_tree.hpp"

namespace lexikos::longest_repeats_detail
{

/// 1 where the suffixes of a rank and of the rank before follow different symbols. The suffix at position 0 follows none,
/// which differs from all.
template <class Symbol, class Index, class MemorySpace>
struct PrecedingChanges
{
  Span<Symbol const, MemorySpace> text;
  Span<Index const, MemorySpace> suffix_array;
  Span<std::uint8_t, MemorySpace> changes;

  KOKKOS_FUNCTION void operator()(std::size_t rank) const
  {
    if (rank == 0) {
      changes(rank) = 0;
      return;
    }
    std::size_t const a = suffix_array(rank - 1), b = suffix_array(rank);
    changes(rank) = a == 0 || b == 0 || text(a - 1) != text(b - 1) ? 1 : 0;
  }
};

/// The interval of suffixes that share the first lcp(rank) symbols of those of rank - 1 and rank.
template <class Index, class MemorySpace>
struct LcpIntervals
{
  detail::ExtremumTree<Index, MemorySpace, detail::Smaller>
      minimum;  ///< over the LCP array, whose entry 0 is below all that matter

  /// Where the interval begins if the rank is the first in it with the smallest entry, as just one rank of an interval is;
  /// otherwise n.
  KOKKOS_FUNCTION std::size_t begin_at_first(std::size_t rank, std::size_t n) const
  {
    std::size_t const before = minimum.previous_as_good(rank);
    return minimum.value(before) < minimum.value(rank) ? before : n;
  }
  KOKKOS_FUNCTION std::size_t end(std::size_t rank) const { return minimum.next_better(rank); }
};

template <class Index, class MemorySpace>
struct MaximalFlags
{
  LcpIntervals<Index, MemorySpace> intervals;
  Span<Index const, MemorySpace> changes_before;  ///< at r: changes at ranks up to r
  Span<std::uint8_t, MemorySpace> flags;
  std::size_t min_length;
  std::size_t min_occurrences;

  KOKKOS_FUNCTION void operator()(std::size_t rank) const { flags(rank) = is_maximal(rank) ? 1 : 0; }

  KOKKOS_FUNCTION bool is_maximal(std::size_t rank) const
  {
    std::size_t const n = flags.extent(0);
    if (rank == 0 || intervals.minimum.value(rank) < min_length) return false;
    std::size_t const begin = intervals.begin_at_first(rank, n);
    if (begin == n) return false;
    std::size_t const end = intervals.end(rank);
    return end - begin >= min_occurrences && changes_before(end - 1) != changes_before(begin);
  }
};

template <class Index, class MemorySpace>
struct WriteIntervals
{
  LcpIntervals<Index, MemorySpace> intervals;
  Span<Index const, MemorySpace> ranks;
  Span<Index, MemorySpace> begins;
  Span<Index, MemorySpace> ends;
  Span<Index, MemorySpace> lengths;

  KOKKOS_FUNCTION void operator()(std::size_t m) const
  {
    std::size_t const rank = ranks(m);
    begins(m) = static_cast<Index>(intervals.minimum.previous_as_good(rank));
    ends(m) = static_cast<Index>(intervals.end(rank));
    lengths(m) = intervals.minimum.value(rank);
  }
};

/// 1 where a run of entries of a value starts, or where one ends.
template <class Index, class MemorySpace>
struct RunFlags
{
  Span<Index const, MemorySpace> values;
  Span<std::uint8_t, MemorySpace> flags;
  Index value;
  bool at_end;

  KOKKOS_FUNCTION void operator()(std::size_t place) const
  {
    std::size_t const n = values.extent(0);
    bool const at_border = at_end ? place + 1 == n : place == 0;
    bool const differs = at_border || values(at_end ? place + 1 : place - 1) != value;
    flags(place) = values(place) == value && differs ? 1 : 0;
  }
};

/// out(i) = ranks(i) + offset
template <class Index, class MemorySpace>
struct Shifted
{
  Span<Index const, MemorySpace> ranks;
  Span<Index, MemorySpace> out;
  int offset;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    out(i) = static_cast<Index>(static_cast<std::int64_t>(ranks(i)) + offset);
  }
};

/// marks(r) = r + 1 if a suffix of the second text has rank r (or rank n - 1 - r, if ranks are taken from the last to the
/// first), otherwise 0: the running maximum is the nearest such rank, plus 1.
template <class Index, class MemorySpace>
struct MarkSecond
{
  Span<Index const, MemorySpace> suffix_array;
  Span<Index, MemorySpace> marks;
  std::size_t border;
  bool reversed;

  KOKKOS_FUNCTION void operator()(std::size_t place) const
  {
    std::size_t const rank = reversed ? marks.extent(0) - 1 - place : place;
    marks(place) = static_cast<Index>(suffix_array(rank) >= border ? place + 1 : 0);
  }
};

/// The longest common substring that starts at the suffix of each rank, if that is one of the first text; of all ranks the
/// longest, then the one that starts first.
template <class Index, class MemorySpace>
struct LongestCommon
{
  struct value_type
  {
    std::uint64_t length;
    std::uint64_t first;
    std::uint64_t rank;
  };

  detail::ExtremumTree<Index, MemorySpace, detail::Smaller> minimum;
  Span<Index const, MemorySpace> suffix_array;
  Span<Index const, MemorySpace> second_before;  ///< at r: 1 + the nearest rank of the second text before, or 0
  Span<Index const, MemorySpace> second_after;  ///< at n - 1 - r: n - the nearest rank of the second text after r, or 0
  std::size_t border;

  KOKKOS_FUNCTION static void take(value_type& best, value_type const& other)
  {
    if (other.length > best.length || (other.length == best.length && other.first < best.first)) best = other;
  }

  KOKKOS_FUNCTION void operator()(std::size_t rank, value_type& best) const
  {
    std::size_t const n = suffix_array.extent(0);
    std::size_t const first = suffix_array(rank);
    if (first >= border) return;
    std::size_t common = 0;
    if (std::size_t const before = second_before(rank); before != 0)
      common = minimum.value(minimum.leftmost_best(before, rank));
    if (std::size_t const after = second_after(n - 1 - rank); after != 0)
      common = Kokkos::max<std::size_t>(common, minimum.value(minimum.leftmost_best(rank + 1, n - after)));
    common = Kokkos::min(common, border - first);
    if (common != 0) take(best, {common, first, rank});
  }
  KOKKOS_FUNCTION void init(value_type& best) const { best = {0, static_cast<std::uint64_t>(-1), 0}; }
  KOKKOS_FUNCTION void join(value_type& best, value_type const& other) const { take(best, other); }
};

/// The smallest position of the second text among the suffixes that share `length` symbols with that of one rank: every other
/// rank looks whether all between them have that many in common.
template <class Index, class MemorySpace>
struct SmallestInSecond
{
  detail::ExtremumTree<Index, MemorySpace, detail::Smaller> minimum;
  Span<Index const, MemorySpace> suffix_array;
  std::size_t rank;
  std::size_t length;
  std::size_t border;

  KOKKOS_FUNCTION void operator()(std::size_t other, std::uint64_t& smallest) const
  {
    std::uint64_t const position = suffix_array(other);
    if (position < border || position >= smallest || other == rank) return;
    std::size_t const low = Kokkos::min(rank, other) + 1, high = Kokkos::max(rank, other);
    if (minimum.value(minimum.leftmost_best(low, high)) >= length) smallest = position;
  }
};

}  // namespace lexikos::longest_repeats_detail
