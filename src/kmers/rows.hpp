// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From suffix array and LCP array to a list of the distinct k-mers, in lexicographic order.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/kmers.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "kmers/starts.hpp"

namespace lexikos::kmers_detail
{

/// Distinct k-mers, and such substrings as do not count: their counts are 0, and their positions nothing.
template <class Index, class MemorySpace>
struct Rows
{
  std::size_t size = 0;
  bool is_folded = true;  ///< no two are the same k-mer in different cases
  Span<Index, MemorySpace> positions;
  Span<Index, MemorySpace> first_counts;
  Span<Index, MemorySpace> second_counts;  ///< of no entries where there is one text

  [[nodiscard]] KOKKOS_FUNCTION Span<Index, MemorySpace> const& counts(std::size_t text) const
  {
    return text == 0 ? first_counts : second_counts;
  }
};

/// flags(r) = 1 if the suffix of rank r starts with other k symbols than that of the rank before; flags(n) = 1.
template <class Index>
struct MarkRuns
{
  Index const* lcp;
  std::uint64_t n;
  std::uint64_t k;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t rank) const
  {
    flags[rank] = rank == 0 || rank == n || lcp[rank] < k ? 1 : 0;
  }
};

/// The k-mers of a text without borders: of a run all count or none does.
template <class Index>
struct CountWholeRuns
{
  Index const* begins;  ///< of runs; the entry after the last is n
  Index const* suffix_array;
  Starts starts;
  Index* positions;
  Index* counts;

  KOKKOS_FUNCTION void operator()(std::size_t run) const
  {
    Index const begin = begins[run];
    Index const position = suffix_array[begin];
    positions[run] = position;
    counts[run] = starts(position) ? begins[run + 1] - begin : Index{0};
  }
};

/// flags(r) = 1 if a k-mer starts at the suffix of rank r, and in the text that is meant.
template <class Index>
struct MarkStarts
{
  Index const* suffix_array;
  std::uint64_t n;
  Starts starts;
  std::uint64_t begin;  ///< of the text
  std::uint64_t end;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t rank) const
  {
    bool is_start = false;
    if (rank < n) {
      std::uint64_t const at = suffix_array[rank];
      is_start = at >= begin && at < end && starts(at);
    }
    flags[rank] = is_start ? 1 : 0;
  }
};

/// How many suffixes of a run are starts, and the first of these.
template <class Index>
struct CountStarts
{
  Index const* begins;  ///< of runs; the entry after the last is n
  Index const* before;  ///< starts at smaller ranks, [0..n]
  Index const* suffix_array;
  Index const* counts_in_first;  ///< whose positions are there already; or null
  Index* positions;
  Index* counts;

  KOKKOS_FUNCTION void operator()(std::size_t run) const
  {
    Index low = begins[run], high = begins[run + 1];
    Index const base = before[low];
    Index const count = before[high] - base;
    counts[run] = count;
    if (count == 0 || (counts_in_first != nullptr && counts_in_first[run] != 0)) return;
    // the last rank that has no start before it
    while (high - low > 1) {
      Index const middle = low + (high - low) / 2;
      if (before[middle] == base)
        low = middle;
      else
        high = middle;
    }
    positions[run] = suffix_array[low];
  }
};

/// Bytes of workspace of rows of n positions.
template <class Index>
[[nodiscard]] std::size_t rows_bytes(std::size_t n, std::size_t texts)
{
  return (1 + texts) * (n * sizeof(Index) + 256);
}

template <class Index, class MemorySpace>
[[nodiscard]] Rows<Index, MemorySpace> take_rows(Workspace& workspace, std::size_t size, std::size_t texts)
{
  Rows<Index, MemorySpace> rows;
  rows.size = size;
  rows.positions = workspace.take<Index, MemorySpace>(size);
  rows.first_counts = workspace.take<Index, MemorySpace>(size);
  if (texts == 2) rows.second_counts = workspace.take<Index, MemorySpace>(size);
  return rows;
}

/// Bytes of workspace that `find_rows` takes at most, with those of the rows.
template <class ExecutionSpace, class Index>
[[nodiscard]] std::size_t find_rows_bytes(std::size_t n, std::size_t texts, bool is_divided)
{
  std::size_t const entries = (n + 1) * sizeof(Index) + 256;
  std::size_t const scan = detail::scan_bytes<ExecutionSpace>(n + 1);
  return rows_bytes<Index>(n, texts) + starts_bytes<ExecutionSpace>(n) + (n + 1 + 256) + entries +
         (is_divided ? entries : 0) + scan;
}

/// The runs of suffixes that agree in k symbols, and which suffixes are counted in them.
template <class Index, class MemorySpace>
struct RunsOfStarts
{
  Starts starts;
  Span<Index, MemorySpace> begins;        // of the runs, and n
  Span<std::uint8_t, MemorySpace> flags;  // [0..n] scratch
};

/// Counts the starts in every run, of one text or of each of two.
template <class ExecutionSpace, class Index>
void count_starts(ExecutionSpace const& space, Source<ExecutionSpace, Index> const& source,
                  RunsOfStarts<Index, typename ExecutionSpace::memory_space> const& runs,
                  Rows<Index, typename ExecutionSpace::memory_space> const& rows,
                  detail::ProgressReport<ExecutionSpace>& progress, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = source.size();
  auto const before = workspace.take<Index, MemorySpace>(n + 1);
  std::array<std::size_t, 3> const borders{0, source.has_two_texts ? source.border : n, n};
  for (std::size_t t = 0; t < (source.has_two_texts ? 2u : 1u); ++t) {
    progress.run(
        "lexikos::kmers::mark_starts", n + 1,
        MarkStarts<Index>{source.suffix_array.data(), n, runs.starts, borders[t], borders[t + 1], runs.flags.data()},
        2 * n);
    primitives::exclusive_scan(space, runs.flags, before, primitives::Sum{}, workspace);
    progress.run(
        "lexikos::kmers::count_starts", rows.size,
        CountStarts<Index>{runs.begins.data(), before.data(), source.suffix_array.data(),
                           t == 0 ? nullptr : rows.counts(0).data(), rows.positions.data(), rows.counts(t).data()},
        n);
  }
}

/// The rows of a text, 1 <= k <= n, in the workspace.
template <class ExecutionSpace, class Index>
Rows<Index, typename ExecutionSpace::memory_space> find_rows(ExecutionSpace const& space,
                                                             Source<ExecutionSpace, Index> const& source,
                                                             Options<ExecutionSpace> const& options,
                                                             detail::ProgressReport<ExecutionSpace>& progress,
                                                             Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = source.size();
  auto rows = take_rows<Index, MemorySpace>(workspace, n, source.has_two_texts ? 2 : 1);
  Workspace::Scope const scope(workspace);
  auto const found = find_starts(space, source, options, progress, workspace);
  rows.is_folded = !found.has_two_cases;
  auto const flags = workspace.take<std::uint8_t, MemorySpace>(n + 1);
  auto const begins = workspace.take<Index, MemorySpace>(n + 1);
  progress.run("lexikos::kmers::mark_runs", n + 1, MarkRuns<Index>{source.lcp.data(), n, source.k, flags.data()}, n);
  rows.size = primitives::select_positions(space, flags, begins, workspace) - 1;
  if (has_borders(source, options))
    count_starts<ExecutionSpace, Index>(space, source, {found.starts, begins, flags}, rows, progress, workspace);
  else
    progress.run("lexikos::kmers::count_runs", rows.size,
                 CountWholeRuns<Index>{begins.data(), source.suffix_array.data(), found.starts, rows.positions.data(),
                                       rows.counts(0).data()},
                 n);
  return rows;
}

}  // namespace lexikos::kmers_detail
