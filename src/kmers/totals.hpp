// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What a list of k-mers comes to: totals, histograms, and those that somebody wants.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/kmers.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "kmers/rows.hpp"

namespace lexikos::kmers_detail
{

/// Whether a k-mer that the two texts have that often belongs to a set.
KOKKOS_INLINE_FUNCTION bool is_in(KmerSet set, std::uint64_t in_first, std::uint64_t in_second)
{
  switch (set) {
    case KmerSet::common:
      return in_first != 0 && in_second != 0;
    case KmerSet::only_first:
      return in_first != 0 && in_second == 0;
    case KmerSet::only_second:
      return in_first == 0 && in_second != 0;
    case KmerSet::either:
      break;
  }
  return in_first != 0 || in_second != 0;
}

/// The counts of rows, of which the second may be none.
template <class Index>
struct Counts
{
  Index const* in_first;
  Index const* in_second;  ///< null: there is one text

  KOKKOS_FUNCTION std::uint64_t first(std::size_t row) const { return in_first[row]; }
  KOKKOS_FUNCTION std::uint64_t second(std::size_t row) const { return in_second == nullptr ? 0 : in_second[row]; }
};

template <class Index, class MemorySpace>
[[nodiscard]] Counts<Index> counts_of(Rows<Index, MemorySpace> const& rows)
{
  return {rows.counts[0].data(), rows.counts[1].extent(0) == 0 ? nullptr : rows.counts[1].data()};
}

template <class Index>
struct AddTotals
{
  using value_type = KmerComparison;

  Counts<Index> counts;

  KOKKOS_FUNCTION static void add(KmerTotals& totals, std::uint64_t count)
  {
    totals.distinct += count != 0;
    totals.unique += count == 1;
    totals.all += count;
    totals.max_count = Kokkos::max(totals.max_count, count);
  }
  KOKKOS_FUNCTION static void add(KmerTotals& totals, KmerTotals const& other)
  {
    totals.distinct += other.distinct;
    totals.unique += other.unique;
    totals.all += other.all;
    totals.max_count = Kokkos::max(totals.max_count, other.max_count);
  }

  KOKKOS_FUNCTION void operator()(std::size_t row, value_type& sum) const
  {
    std::uint64_t const first = counts.first(row), second = counts.second(row);
    add(sum.first, first);
    add(sum.second, second);
    sum.common += first != 0 && second != 0;
  }
  KOKKOS_FUNCTION void init(value_type& sum) const { sum = value_type(); }
  KOKKOS_FUNCTION void join(value_type& sum, value_type const& other) const
  {
    add(sum.first, other.first);
    add(sum.second, other.second);
    sum.common += other.common;
  }
};

template <class ExecutionSpace, class Index>
[[nodiscard]] KmerComparison totals_of(ExecutionSpace const& space,
                                       Rows<Index, typename ExecutionSpace::memory_space> const& rows)
{
  KmerComparison totals;
  Kokkos::parallel_reduce("lexikos::kmers::totals", backends::Range<ExecutionSpace>(space, 0, rows.size),
                          AddTotals<Index>{counts_of(rows)}, totals);
  space.fence("lexikos::kmers::totals");
  totals.only_first = totals.first.distinct - totals.common;
  totals.only_second = totals.second.distinct - totals.common;
  return totals;
}

/// bins(j) = how often a text has row j, at most `last`; 0 for a row that is not in the set.
template <class Index>
struct WriteBins
{
  Counts<Index> counts;
  KmerSet set;
  bool of_second;
  std::uint64_t last;
  std::uint16_t* bins;

  KOKKOS_FUNCTION void operator()(std::size_t row) const
  {
    std::uint64_t const first = counts.first(row), second = counts.second(row);
    std::uint64_t const count = of_second ? second : first;
    bins[row] = is_in(set, first, second) ? static_cast<std::uint16_t>(Kokkos::min(count, last)) : std::uint16_t{0};
  }
};

/// Takes the rows that were not in the set out of bin 0.
struct SubtractOthers
{
  std::uint64_t* histogram;
  std::uint64_t others;

  KOKKOS_FUNCTION void operator()(std::size_t) const { histogram[0] -= others; }
};

/// One histogram to be filled.
template <class MemorySpace>
struct HistogramOfSet
{
  Span<std::uint64_t, MemorySpace> histogram;
  KmerSet set;
  bool of_second;
  std::uint64_t members;  ///< rows in the set
};

template <class ExecutionSpace, class Index>
void fill_histogram(ExecutionSpace const& space, Rows<Index, typename ExecutionSpace::memory_space> const& rows,
                    HistogramOfSet<typename ExecutionSpace::memory_space> const& wanted, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const size = wanted.histogram.extent(0);
  if (size == 0) return;
  Workspace::Scope const scope(workspace);
  auto const bins = workspace.take<std::uint16_t, MemorySpace>(rows.size);
  Kokkos::parallel_for("lexikos::kmers::bins", Range(space, 0, rows.size),
                       WriteBins<Index>{counts_of(rows), wanted.set, wanted.of_second, size - 1, bins.data()});
  primitives::histogram(space, bins, wanted.histogram, workspace);
  if (rows.size != wanted.members)
    Kokkos::parallel_for("lexikos::kmers::subtract_others", Range(space, 0, 1),
                         SubtractOthers{wanted.histogram.data(), rows.size - wanted.members});
}

template <class ExecutionSpace>
[[nodiscard]] std::size_t fill_histogram_bytes(std::size_t n, std::size_t bins)
{
  return bins == 0 ? 0 : 2 * n + 256 + detail::histogram_bytes<ExecutionSpace>(bins);
}

/// flags(j) = 1 if row j is in the set, and occurs as often as is wanted.
template <class Index>
struct MarkWanted
{
  Counts<Index> counts;
  KmerSet set;
  std::uint64_t min_count;
  std::uint64_t max_count;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t row) const
  {
    std::uint64_t const first = counts.first(row), second = counts.second(row);
    std::uint64_t const count = first + second;
    flags[row] = is_in(set, first, second) && count >= min_count && count <= max_count ? 1 : 0;
  }
};

}  // namespace lexikos::kmers_detail
