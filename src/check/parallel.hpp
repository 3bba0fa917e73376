// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The checker by the inverse suffix array: "gpu-pd", section 5.3, Theorem 1, whose condition 1 must read "SA is a
// permutation" (as printed it accepts [1, 1] for "aa").

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <lexikos/check.hpp>

namespace lexikos::check_detail
{

// A defect and where it shows as one integer, so that a minimum over all indices finds the first: index * 8 + defect.
constexpr std::uint64_t no_finding = std::numeric_limits<std::uint64_t>::max();

KOKKOS_INLINE_FUNCTION constexpr std::uint64_t finding(std::int64_t index, SuffixArrayDefect defect)
{
  return static_cast<std::uint64_t>(index) * 8 + static_cast<std::uint64_t>(defect);
}

inline SuffixArrayCheck check_of(std::uint64_t first)
{
  if (first == no_finding) return {};
  return {static_cast<SuffixArrayDefect>(first % 8), static_cast<std::size_t>(first / 8)};
}

template <class ExecutionSpace>
using IndexRange = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

/// Where a kernel leaves a finding. It stays in the memory space, so that no kernel waits for the host.
template <class ExecutionSpace>
using Finding = Kokkos::View<std::uint64_t, typename ExecutionSpace::memory_space>;

template <class ExecutionSpace>
using Findings = Span<std::uint64_t, typename ExecutionSpace::memory_space>;

template <class ExecutionSpace>
using FirstFinding = Kokkos::Min<std::uint64_t, typename ExecutionSpace::memory_space>;

/// inverse(p) = some i with sa(i) == p, for every position p that the array has; first = the first entry that is none.
template <class ExecutionSpace, class ArrayView, class InverseView>
void invert(ExecutionSpace const& space, ArrayView const& sa, InverseView const& inverse,
            Finding<ExecutionSpace> const& first)
{
  using Index = typename InverseView::value_type;
  std::int64_t const n = sa.extent(0);
  Kokkos::parallel_reduce(
      "lexikos::check::invert", IndexRange<ExecutionSpace>(space, 0, n),
      KOKKOS_LAMBDA(std::int64_t i, std::uint64_t & smallest) {
        Index const position = sa(i);
        if (position < static_cast<std::uint64_t>(n)) {
          Kokkos::atomic_store(&inverse(position), static_cast<Index>(i));  // atomic: a wrong array may repeat it
        }
        else {
          smallest = Kokkos::min(smallest, finding(i, SuffixArrayDefect::out_of_range));
        }
      },
      FirstFinding<ExecutionSpace>(first));
}

/// first = a finding if and only if some position still has no inverse, which, with all entries in range, tells that
/// some other is repeated.
template <class ExecutionSpace, class InverseView>
void find_missing(ExecutionSpace const& space, InverseView const& inverse, Finding<ExecutionSpace> const& first)
{
  using Index = typename InverseView::value_type;
  std::int64_t const n = inverse.extent(0);
  Kokkos::parallel_reduce(
      "lexikos::check::missing", IndexRange<ExecutionSpace>(space, 0, n),
      KOKKOS_LAMBDA(std::int64_t p, std::uint64_t & smallest) {
        if (inverse(p) == std::numeric_limits<Index>::max())
          smallest = Kokkos::min(smallest, finding(p, SuffixArrayDefect::repeated));
      },
      FirstFinding<ExecutionSpace>(first));
}

/// first = the first neighbours that are out of order. Means nothing unless the array is a permutation, but reads
/// within bounds for every array, so that nobody need wait for that answer.
template <class ExecutionSpace, class TextView, class ArrayView, class InverseView>
void find_disorder(ExecutionSpace const& space, TextView const& text, ArrayView const& sa, InverseView const& inverse,
                   Finding<ExecutionSpace> const& first)
{
  std::int64_t const n = sa.extent(0);
  Kokkos::parallel_reduce(
      "lexikos::check::neighbours", IndexRange<ExecutionSpace>(space, 1, n),
      KOKKOS_LAMBDA(std::int64_t i, std::uint64_t & smallest) {
        std::uint64_t const length = n;
        std::uint64_t const a = sa(i - 1);
        std::uint64_t const b = sa(i);
        if (a >= length || b >= length || text(a) < text(b)) return;
        if (text(a) > text(b)) {
          smallest = Kokkos::min(smallest, finding(i, SuffixArrayDefect::first_symbol));
          return;
        }
        // only b can lack a rank that is above that of the other: the empty suffix is below all
        bool const ordered = a + 1 == length || (b + 1 < length && inverse(a + 1) < inverse(b + 1));
        if (!ordered) smallest = Kokkos::min(smallest, finding(i, SuffixArrayDefect::order));
      },
      FirstFinding<ExecutionSpace>(first));
}

/// first = the smallest index whose position stands at a smaller index already; all entries are in range.
template <class ExecutionSpace, class ArrayView, class InverseView>
void find_repeated(ExecutionSpace const& space, ArrayView const& sa, InverseView const& inverse,
                   Finding<ExecutionSpace> const& first)
{
  using Index = typename InverseView::value_type;
  std::int64_t const n = sa.extent(0);
  Kokkos::deep_copy(space, inverse, std::numeric_limits<Index>::max());
  Kokkos::parallel_for(
      "lexikos::check::first_occurrence", IndexRange<ExecutionSpace>(space, 0, n),
      KOKKOS_LAMBDA(std::int64_t i) { Kokkos::atomic_min(&inverse(sa(i)), static_cast<Index>(i)); });
  Kokkos::parallel_reduce(
      "lexikos::check::repeated", IndexRange<ExecutionSpace>(space, 0, n),
      KOKKOS_LAMBDA(std::int64_t i, std::uint64_t & smallest) {
        if (inverse(sa(i)) != static_cast<Index>(i))
          smallest = Kokkos::min(smallest, finding(i, SuffixArrayDefect::repeated));
      },
      FirstFinding<ExecutionSpace>(first));
}

/// The findings on the host, in order of their weight: the first that is one decides. Fences.
template <std::size_t count, class ExecutionSpace>
void fetch(ExecutionSpace const& space, Findings<ExecutionSpace> const& findings, std::uint64_t (&found)[count])
{
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(found, count),
                    Findings<ExecutionSpace>(findings.data(), count));
  space.fence("lexikos::check::fetch");
}

}  // namespace lexikos::check_detail

namespace lexikos::detail
{

template <class ExecutionSpace, class Symbol, class Index>
SuffixArrayCheck check_suffix_array(ExecutionSpace const& space,
                                    Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                                    Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                                    Workspace* workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using First = check_detail::Finding<ExecutionSpace>;
  std::size_t const n = suffix_array.extent(0);
  if (n == 0) return {};
  Workspace own;
  Workspace& scratch = workspace ? *workspace : own;
  Workspace::Scope const scope(scratch);
  scratch.reserve<MemorySpace>(n * sizeof(Index) + 512);
  auto const inverse = scratch.take<Index, MemorySpace>(n);
  auto const findings = scratch.take<std::uint64_t, MemorySpace>(3);

  Kokkos::deep_copy(space, inverse, std::numeric_limits<Index>::max());
  check_detail::invert(space, suffix_array, inverse, First(findings.data() + 0));
  check_detail::find_missing(space, inverse, First(findings.data() + 1));
  check_detail::find_disorder(space, text, suffix_array, inverse, First(findings.data() + 2));
  std::uint64_t found[3];
  check_detail::fetch(space, findings, found);

  if (found[0] != check_detail::no_finding) return check_detail::check_of(found[0]);
  if (found[1] == check_detail::no_finding) return check_detail::check_of(found[2]);
  // Rejected: only now does it matter which of the entries that stood for one position came first.
  check_detail::find_repeated(space, suffix_array, inverse, First(findings.data() + 0));
  std::uint64_t repeated[1];
  check_detail::fetch(space, findings, repeated);
  return check_detail::check_of(repeated[0]);
}

template <class ExecutionSpace, class Index>
SuffixArrayCheck check_inverse_suffix_array(
    ExecutionSpace const& space, Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Span<Index const, typename ExecutionSpace::memory_space> const& inverse)
{
  std::int64_t const n = suffix_array.extent(0);
  std::uint64_t first = check_detail::no_finding;
  Kokkos::parallel_reduce(
      "lexikos::check::inverse", check_detail::IndexRange<ExecutionSpace>(space, 0, n),
      KOKKOS_LAMBDA(std::int64_t i, std::uint64_t & smallest) {
        Index const position = suffix_array(i);
        if (position >= static_cast<std::uint64_t>(n)) {
          smallest = Kokkos::min(smallest, check_detail::finding(i, SuffixArrayDefect::out_of_range));
        }
        else if (inverse(position) != static_cast<Index>(i)) {
          smallest = Kokkos::min(smallest, check_detail::finding(i, SuffixArrayDefect::inverse));
        }
      },
      Kokkos::Min<std::uint64_t>(first));
  return check_detail::check_of(first);
}

}  // namespace lexikos::detail
