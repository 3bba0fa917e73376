// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Three ways to find the longest of the left-bounded repeats that cover a position. Each has, for position k,
//   leftmost(k, hint)        the one that starts first
//   for_each(k, hint, f)     calls f(start, length) for all, ascending
// where the hint is what the finder noted at k - 1, for callers that take positions in order, or `no_hint`.

#include <Kokkos_Core.hpp>
#include <cstddef>

#include <lexikos/workspace.hpp>

#include "common/extremum_tree.hpp"
#include "longest_repeats/left_bounded.hpp"

namespace lexikos::longest_repeats_detail
{

struct Repeat
{
  std::size_t start = 0;
  std::size_t length = 0;
};

constexpr std::size_t no_hint = static_cast<std::size_t>(-1);

/// Algorithms 1 and 3: to the left over the raw array, up to the first repeat that ends before k. As many as n may cover a
/// position: O(n^2) on one letter repeated.
template <class Index, class MemorySpace>
struct RawWalk
{
  Span<Index const, MemorySpace> lengths;

  KOKKOS_FUNCTION Repeat leftmost(std::size_t k, std::size_t&) const
  {
    Repeat best{k, 0};
    for (std::size_t i = k + 1; i-- > 0;) {
      std::size_t const length = lengths(i);
      if (i + length <= k) break;
      if (length >= best.length) best = {i, length};
    }
    return best;
  }

  /// The first walk finds the leftmost, so that the second, from there, meets all in ascending order.
  template <class Function>
  KOKKOS_FUNCTION void for_each(std::size_t k, std::size_t& hint, Function& function) const
  {
    Repeat const first = leftmost(k, hint);
    if (first.length == 0) return;
    for (std::size_t i = first.start; i <= k; ++i)
      if (lengths(i) == first.length) function(i, first.length);
  }
};

/// Algorithms 2 and 4: a binary search for the first useful repeat that covers k, and to the right from there, up to the
/// first that starts after k. (As printed the walk stops at one that ends before k, which none does.) As many as n / 2
/// useful repeats may cover a position: quadratic time, though not on real texts.
template <class Index, class MemorySpace>
struct CompactWalk
{
  Span<Index const, MemorySpace> starts;
  Span<Index const, MemorySpace> lengths;

  struct End
  {
    Span<Index const, MemorySpace> starts;
    Span<Index const, MemorySpace> lengths;

    KOKKOS_FUNCTION std::size_t operator()(std::size_t u) const
    {
      return static_cast<std::size_t>(starts(u)) + lengths(u);
    }
  };

  KOKKOS_FUNCTION std::size_t first_covering(std::size_t k) const
  {
    return first_ending_after(End{starts, lengths}, 0, starts.extent(0), k);
  }

  KOKKOS_FUNCTION Repeat longest_from(std::size_t first, std::size_t k) const
  {
    Repeat best{k, 0};
    for (std::size_t u = first; u < starts.extent(0) && starts(u) <= k; ++u)
      if (lengths(u) > best.length) best = {starts(u), lengths(u)};
    return best;
  }

  KOKKOS_FUNCTION Repeat leftmost(std::size_t k, std::size_t&) const { return longest_from(first_covering(k), k); }

  template <class Function>
  KOKKOS_FUNCTION void for_each(std::size_t k, std::size_t&, Function& function) const
  {
    std::size_t const first = first_covering(k);
    std::size_t const length = longest_from(first, k).length;
    for (std::size_t u = first; u < starts.extent(0) && starts(u) <= k; ++u)
      if (lengths(u) == length) function(starts(u), length);
  }
};

/// A range maximum over the raw array, between the first repeat that covers k and k itself: two or three words for short
/// windows, O(log n) for any. The hint is where the window of k - 1 starts.
template <class Index, class MemorySpace>
struct BoundedSearch
{
  Windows<Index, MemorySpace> windows;
  detail::ExtremumTree<Index, MemorySpace, detail::Larger> maximum;

  KOKKOS_FUNCTION Repeat leftmost(std::size_t k, std::size_t& hint) const
  {
    std::size_t const first = hint == no_hint ? windows.first_covering(k) : windows.next_covering(k, hint);
    hint = first;
    if (first > k) return {k, 0};
    std::size_t const start = maximum.leftmost_best(first, k);
    return {start, maximum.value(start)};
  }

  /// One range maximum per answer, and one more.
  template <class Function>
  KOKKOS_FUNCTION void for_each(std::size_t k, std::size_t& hint, Function& function) const
  {
    Repeat const first = leftmost(k, hint);
    if (first.length == 0) return;
    for (std::size_t i = first.start;;) {
      function(i, first.length);
      if (i == k) return;
      i = maximum.leftmost_best(i + 1, k);
      if (maximum.value(i) != first.length) return;
    }
  }
};

}  // namespace lexikos::longest_repeats_detail
