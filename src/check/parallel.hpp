// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The checker by the inverse suffix array: "gpu-pd", section 5.3, Theorem 1, whose condition 1 must read "SA is a
// permutation" (as printed it accepts [1, 1] for "aa").

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/check.hpp>
#include <limits>

namespace lexikos::check_detail
{

// A defect and where it shows as one integer, so that a minimum over all indices finds the first: index * 8 + defect.
constexpr std::uint64_t no_finding = std::numeric_limits<std::uint64_t>::max();

KOKKOS_INLINE_FUNCTION constexpr std::uint64_t finding(std::size_t index, SuffixArrayDefect defect)
{
  return static_cast<std::uint64_t>(index) * 8 + static_cast<std::uint64_t>(defect);
}

inline SuffixArrayCheck check_of(std::uint64_t first)
{
  if (first == no_finding) return {};
  return {static_cast<SuffixArrayDefect>(first % 8), static_cast<std::size_t>(first / 8)};
}

/// inverse(p) = some i with sa(i) == p, for every position p that the array has. Finds the first entry that is not a position.
template <class Index, class MemorySpace>
struct InvertAny
{
  Span<Index const, MemorySpace> sa;
  Span<Index, MemorySpace> inverse;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& first) const
  {
    Index const position = sa(i);
    if (position < sa.extent(0))
      Kokkos::atomic_store(&inverse(position), static_cast<Index>(i));  // atomic: a wrong array may repeat it
    else
      first = Kokkos::min(first, finding(i, SuffixArrayDefect::out_of_range));
  }
};

/// Finds something if and only if some position still has no inverse. If all entries are in range, some other is repeated then.
template <class Index, class MemorySpace>
struct FindMissing
{
  Span<Index const, MemorySpace> inverse;

  KOKKOS_FUNCTION void operator()(std::size_t p, std::uint64_t& first) const
  {
    if (inverse(p) == std::numeric_limits<Index>::max())
      first = Kokkos::min(first, finding(p, SuffixArrayDefect::repeated));
  }
};

/// Finds the first neighbours that are out of order. Means nothing unless the array is a permutation; reads in bounds for any
/// input, so the host need not wait for the first check.
template <class Symbol, class Index, class MemorySpace>
struct FindDisorder
{
  Span<Symbol const, MemorySpace> text;
  Span<Index const, MemorySpace> sa;
  Span<Index const, MemorySpace> inverse;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& first) const
  {
    std::uint64_t const n = sa.extent(0);
    std::uint64_t const a = sa(i - 1);
    std::uint64_t const b = sa(i);
    if (a >= n || b >= n || text(a) < text(b)) return;
    if (text(a) > text(b)) {
      first = Kokkos::min(first, finding(i, SuffixArrayDefect::first_symbol));
      return;
    }
    // only b can lack a rank that is above that of the other: the empty suffix is below all
    bool const ordered = a + 1 == n || (b + 1 < n && inverse(a + 1) < inverse(b + 1));
    if (!ordered) first = Kokkos::min(first, finding(i, SuffixArrayDefect::order));
  }
};

/// first_index(p) = the smallest i with sa(i) == p; all entries are in range.
template <class Index, class MemorySpace>
struct MarkFirstOccurrence
{
  Span<Index const, MemorySpace> sa;
  Span<Index, MemorySpace> first_index;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    Kokkos::atomic_min(&first_index(sa(i)), static_cast<Index>(i));
  }
};

/// Finds the smallest index whose position occurs at a smaller index already.
template <class Index, class MemorySpace>
struct FindRepeated
{
  Span<Index const, MemorySpace> sa;
  Span<Index const, MemorySpace> first_index;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& first) const
  {
    if (first_index(sa(i)) != static_cast<Index>(i))
      first = Kokkos::min(first, finding(i, SuffixArrayDefect::repeated));
  }
};

/// Finds the first entry that its inverse does not lead back to.
template <class Index, class MemorySpace>
struct FindWrongInverse
{
  Span<Index const, MemorySpace> sa;
  Span<Index const, MemorySpace> inverse;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& first) const
  {
    Index const position = sa(i);
    if (position >= sa.extent(0))
      first = Kokkos::min(first, finding(i, SuffixArrayDefect::out_of_range));
    else if (inverse(position) != static_cast<Index>(i))
      first = Kokkos::min(first, finding(i, SuffixArrayDefect::inverse));
  }
};

}  // namespace lexikos::check_detail
