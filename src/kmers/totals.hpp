// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What a list of k-mers comes to: totals, histograms, and those that somebody wants.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/kmers.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
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
  return {rows.counts(0).data(), rows.counts(1).extent(0) == 0 ? nullptr : rows.counts(1).data()};
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

/// Bins of the first histogram: nearly all k-mers fall into one of them, and a byte each is read.
constexpr std::uint64_t low_bins = 256;

/// How often a text has a row, at most `last`; 0 for a row that is not in the set.
template <class Index>
struct BinOfRow
{
  Counts<Index> counts;
  KmerSet set;
  bool of_second;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t row, std::uint64_t last) const
  {
    std::uint64_t const first = counts.first(row), second = counts.second(row);
    return is_in(set, first, second) ? Kokkos::min(of_second ? second : first, last) : 0;
  }
};

template <class Index>
struct WriteLowBins
{
  BinOfRow<Index> bin;
  std::uint64_t last;
  std::uint8_t* bins;

  KOKKOS_FUNCTION void operator()(std::size_t row) const { bins[row] = static_cast<std::uint8_t>(bin(row, last)); }
};

/// Overwrites bins by flags of the rows that are in the last of them.
struct MarkFrequent
{
  std::uint8_t* bins;

  KOKKOS_FUNCTION void operator()(std::size_t row) const { bins[row] = bins[row] == low_bins - 1 ? 1 : 0; }
};

template <class Index>
struct WriteHighBins
{
  BinOfRow<Index> bin;
  Index const* rows;
  std::uint64_t last;
  std::uint16_t* bins;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { bins[i] = static_cast<std::uint16_t>(bin(rows[i], last)); }
};

/// histogram(b) += low(b), without the rows that were not in the set, which are in bin 0.
struct AddLowBins
{
  std::uint64_t const* low;
  std::uint64_t others;
  std::uint64_t* histogram;

  KOKKOS_FUNCTION void operator()(std::size_t bin) const { histogram[bin] += low[bin] - (bin == 0 ? others : 0); }
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

/// Counts rows by a byte each, and those that are frequent, which are few, once more.
template <class ExecutionSpace, class Index>
void fill_histogram(ExecutionSpace const& space, Rows<Index, typename ExecutionSpace::memory_space> const& rows,
                    HistogramOfSet<typename ExecutionSpace::memory_space> const& wanted, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::uint64_t const size = wanted.histogram.extent(0);
  if (size == 0) return;
  Workspace::Scope const scope(workspace);
  BinOfRow<Index> const bin{counts_of(rows), wanted.set, wanted.of_second};
  std::uint64_t const low_size = std::min(size, low_bins);
  auto const low = workspace.take<std::uint64_t, MemorySpace>(low_size);
  auto const bins = workspace.take<std::uint8_t, MemorySpace>(rows.size);
  Kokkos::parallel_for("lexikos::kmers::low_bins", Range(space, 0, rows.size),
                       WriteLowBins<Index>{bin, low_size - 1, bins.data()});
  primitives::histogram(space, bins, low, workspace);
  if (size <= low_bins) {
    primitives::fill(space, wanted.histogram, 0);
  }
  else {
    std::uint64_t const frequent = detail::read_back(space, low, low_bins - 1);
    auto const listed = workspace.take<Index, MemorySpace>(frequent);
    auto const high = workspace.take<std::uint16_t, MemorySpace>(frequent);
    Kokkos::parallel_for("lexikos::kmers::mark_frequent", Range(space, 0, rows.size), MarkFrequent{bins.data()});
    primitives::pack_positions(space, bins, listed, workspace);
    Kokkos::parallel_for("lexikos::kmers::high_bins", Range(space, 0, frequent),
                         WriteHighBins<Index>{bin, listed.data(), size - 1, high.data()});
    primitives::histogram(space, high, wanted.histogram, workspace);
  }
  // frequent ones are in the histogram already
  Kokkos::parallel_for("lexikos::kmers::add_low_bins", Range(space, 0, size <= low_bins ? low_size : low_bins - 1),
                       AddLowBins{low.data(), rows.size - wanted.members, wanted.histogram.data()});
}

/// Bytes of workspace that `fill_histogram` takes at most, of rows whose counts add up to n.
template <class ExecutionSpace, class Index>
[[nodiscard]] std::size_t fill_histogram_bytes(std::size_t n, std::size_t bins)
{
  if (bins == 0) return 0;
  std::size_t const frequent = n / (low_bins - 1);
  return 8 * low_bins + n + frequent * (sizeof(Index) + 2) + 4 * 256 +
         std::max({detail::histogram_bytes<ExecutionSpace>(low_bins), detail::histogram_bytes<ExecutionSpace>(bins),
                   detail::scan_bytes<ExecutionSpace>(n)});
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
