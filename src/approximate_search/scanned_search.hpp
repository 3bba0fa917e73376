// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Patterns searched by scanning the text, some at a time.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "approximate_search/found.hpp"
#include "approximate_search/scan.hpp"
#include "approximate_search/seeded_search.hpp"
#include "approximate_search/tuning.hpp"
#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"

namespace lexikos::approximate_search_detail
{

/// How patterns of at most `longest` symbols are scanned for.
struct ScanShape
{
  bool keeps_columns;  ///< of bits, for edit distance
  std::uint64_t longest;

  [[nodiscard]] std::uint64_t blocks() const { return keeps_columns ? blocks_of(longest) : 0; }
  /// Columns of more than a word are in memory.
  [[nodiscard]] std::uint64_t column_bytes() const { return blocks() > 1 ? blocks() * sizeof(VerticalDifferences) : 0; }
  /// For each pattern.
  [[nodiscard]] std::uint64_t table_bytes() const { return blocks() * 256 * sizeof(std::uint64_t); }

  [[nodiscard]] std::uint64_t max_threads(Tuning const& tuning) const
  {
    std::uint64_t const most = std::max<std::uint64_t>(tuning.scan_threads, 1);
    if (column_bytes() == 0) return most;
    return std::clamp<std::uint64_t>(tuning.scan_bytes / column_bytes(), 1, most);
  }
  [[nodiscard]] std::uint64_t max_patterns(Tuning const& tuning) const
  {
    std::uint64_t const most = max_threads(tuning);
    if (table_bytes() == 0) return most;
    return std::clamp<std::uint64_t>(tuning.scan_bytes / table_bytes(), 1, most);
  }
  /// Symbols of a text of n that a thread scans when so many patterns are scanned for at once.
  [[nodiscard]] std::uint64_t chunk(std::uint64_t n, std::uint64_t patterns, Tuning const& tuning) const
  {
    std::uint64_t const threads = std::max<std::uint64_t>(max_threads(tuning) / patterns, 1);
    std::uint64_t const least = std::max<std::uint64_t>(
        {tuning.min_chunk, tuning.chunk_per_overlap * (longest + max_search_errors), (n + threads - 1) / threads, 1});
    return std::min(n, least);
  }
};

/// lengths[i] of pattern numbers[i].
struct LengthsOfPatterns
{
  std::uint64_t const* offsets;
  std::uint64_t const* numbers;
  std::uint64_t* lengths;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { lengths[i] = offsets[numbers[i] + 1] - offsets[numbers[i]]; }
};

template <class ExecutionSpace, class Index>
class ScannedSearch
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using Numbers = Span<std::uint64_t, MemorySpace>;

 public:
  ScannedSearch(ExecutionSpace const& space, ComparedText const& compared, Tuning const& tuning,
                PatternTable<MemorySpace> const& table, Workspace& workspace)
      : m_space(space), m_compared(compared), m_tuning(tuning), m_table(table), m_workspace(workspace)
  {}

  /// Appends the ends of the patterns that are marked. All patterns are a unit of progress each.
  void run(FoundEnds<MemorySpace, Index>& found, detail::ProgressReport<ExecutionSpace>& progress)
  {
    Workspace::Scope const scope(m_workspace);
    std::size_t const all = m_compared.patterns.count;
    auto const numbers = m_workspace.take<std::uint64_t, MemorySpace>(all);
    std::size_t const count = primitives::select_positions(m_space, m_table.is_scanned, numbers, m_workspace);
    progress.add(all - count);
    if (count == 0) return;
    auto const lengths = lengths_of(backends::subspan(numbers, 0, count));
    for (std::size_t first = 0, next = 0; first < count; first = next) {
      ScanShape const shape = next_batch(lengths, first, next);
      scan(backends::subspan(numbers, first, next), shape, found);
      progress.add(next - first);
    }
  }

 private:
  std::vector<std::uint64_t> lengths_of(Numbers const& numbers)
  {
    Workspace::Scope const scope(m_workspace);
    auto const lengths = m_workspace.take<std::uint64_t, MemorySpace>(numbers.extent(0));
    Kokkos::parallel_for("lexikos::approximate_search::lengths", Range(m_space, 0, numbers.extent(0)),
                         LengthsOfPatterns{m_compared.patterns.offsets, numbers.data(), lengths.data()});
    return detail::read_all_back(m_space, lengths);
  }

  /// Patterns [first, next), all with columns of one word, or all with longer ones.
  [[nodiscard]] ScanShape next_batch(std::vector<std::uint64_t> const& lengths, std::size_t first,
                                     std::size_t& next) const
  {
    ScanShape shape{m_compared.errors.slack != 0, lengths[first]};
    for (next = first + 1; next < lengths.size(); ++next) {
      ScanShape const with_next{shape.keeps_columns, std::max(shape.longest, lengths[next])};
      bool const is_like_others = (blocks_of(lengths[next]) > 1) == (shape.blocks() > 1) || !shape.keeps_columns;
      if (!is_like_others || next + 1 - first > with_next.max_patterns(m_tuning)) break;
      shape = with_next;
    }
    return shape;
  }

  void scan(Numbers const& numbers, ScanShape const& shape, FoundEnds<MemorySpace, Index>& found)
  {
    Workspace::Scope const scope(m_workspace);
    std::uint64_t const n = m_compared.text.size;
    std::uint64_t const chunk = shape.chunk(n, numbers.extent(0), m_tuning);
    ScannedChunks const chunks{numbers.data(), numbers.extent(0), chunk, (n + chunk - 1) / chunk};
    if (!shape.keeps_columns) {
      scan_chunks(ScanForMismatches{m_compared, chunks}, found);
      return;
    }
    std::size_t const blocks = shape.blocks() * chunks.patterns;
    auto const tables = m_workspace.take<std::uint64_t, MemorySpace>(256 * blocks);
    primitives::fill(m_space, tables, std::uint64_t{0});
    Kokkos::parallel_for("lexikos::approximate_search::tables", Range(m_space, 0, blocks),
                         FillTables{m_compared.patterns, numbers.data(), shape.blocks(), tables.data()});
    if (shape.blocks() == 1) {
      scan_chunks(ScanForEdits<ShortColumns>{m_compared, chunks, {tables.data()}}, found);
      return;
    }
    auto const columns = m_workspace.take<VerticalDifferences, MemorySpace>(shape.blocks() * chunks.threads());
    scan_chunks(
        ScanForEdits<LongColumns>{
            m_compared, chunks, {tables.data(), shape.blocks(), columns.data(), chunks.threads()}},
        found);
  }

  /// Counts, and then scans again where there are ends.
  template <class Scan>
  void scan_chunks(Scan const& scan, FoundEnds<MemorySpace, Index>& found)
  {
    std::size_t const threads = scan.chunks.threads();
    auto const offsets = m_workspace.take<std::uint64_t, MemorySpace>(threads + 1);
    Kokkos::parallel_for("lexikos::approximate_search::scan", Range(m_space, 0, threads + 1),
                         CountScanned<Scan>{scan, offsets.data()});
    primitives::exclusive_scan(m_space, offsets, offsets, primitives::Sum{}, m_workspace);
    std::size_t const ends = detail::read_back(m_space, offsets, threads);
    if (ends == 0) return;
    found.make_room(m_space, m_workspace.resource(), ends);
    Kokkos::parallel_for("lexikos::approximate_search::scan_again", Range(m_space, 0, threads),
                         WriteScanned<Index, Scan>{scan, offsets.data(), found.ends.data() + found.size,
                                                   found.distances.data() + found.size});
    Kokkos::parallel_for(
        "lexikos::approximate_search::place_scanned", Range(m_space, 0, scan.chunks.patterns),
        PlaceScanned{scan.chunks, offsets.data(), found.size, m_table.starts.data(), m_table.counts.data()});
    found.size += ends;
  }

  ExecutionSpace const& m_space;
  ComparedText const& m_compared;
  Tuning const& m_tuning;
  PatternTable<MemorySpace> const& m_table;
  Workspace& m_workspace;
};

}  // namespace lexikos::approximate_search_detail
