// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From distinct k-mers as they are spelled to canonical ones: each with its reverse complement, and in both cases, is one.
//
// K-mers that are canonical themselves are in order already, as long as the text has one case; their reverse complements, about
// half of all, are sorted, and both lists are merged. Keys are read from the text whenever they are wanted, except while they
// are sorted: one to three sectors each, in place of 16 bytes of memory.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/kmers.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"
#include "kmers/dna.hpp"
#include "kmers/rows.hpp"

namespace lexikos::kmers_detail
{

/// The packed k-mers of rows.
template <class Index>
struct RowKeys
{
  KmerReader reader;
  Index const* positions;

  KOKKOS_FUNCTION PackedKmer operator()(std::uint64_t row) const { return reader(positions[row]); }
};

/// Whether a row counts.
template <class Index>
struct RowCounts
{
  Index const* in_first;
  Index const* in_second;  ///< or null

  KOKKOS_FUNCTION bool has(std::size_t row) const
  {
    return in_first[row] != 0 || (in_second != nullptr && in_second[row] != 0);
  }
};

/// flags(j) = 1 if row j counts, and its reverse complement is the smaller one.
template <class Index>
struct MarkReversed
{
  RowKeys<Index> keys;
  RowCounts<Index> counts;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t row) const
  {
    flags[row] = counts.has(row) && keys.reader.is_reversed(keys.positions[row]) ? 1 : 0;
  }
};

/// Of the rows that count, the others.
template <class Index>
struct MarkOthers
{
  RowCounts<Index> counts;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t row) const { flags[row] = counts.has(row) && flags[row] == 0 ? 1 : 0; }
};

/// out(i) = a half of the key of row list(i).
template <class Index>
struct WriteKeys
{
  RowKeys<Index> keys;
  Index const* list;
  bool high;
  std::uint64_t* out;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    PackedKmer const key = keys(list[i]);
    out[i] = high ? key.high : key.low;
  }
};

/// A row and its key, for a merge of rows.
template <class Index>
struct KeyedRow
{
  PackedKmer key;
  Index row = 0;

  KOKKOS_FUNCTION operator Index() const { return row; }
};

struct ByKey
{
  template <class Row>
  KOKKOS_FUNCTION bool operator()(Row const& a, Row const& b) const
  {
    return a.key < b.key;
  }
};

/// A list of rows, read with their keys.
template <class Index>
struct KeyedRows
{
  RowKeys<Index> keys;
  Index const* list;
  std::size_t size;

  [[nodiscard]] KOKKOS_FUNCTION std::size_t extent(int) const { return size; }
  KOKKOS_FUNCTION KeyedRow<Index> operator()(std::size_t i) const { return {keys(list[i]), list[i]}; }
};

/// flags(i) = 1 if row list(i) has another key than the one before.
template <class Index>
struct MarkKeys
{
  RowKeys<Index> keys;
  Index const* list;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    flags[i] = i == 0 || !(keys(list[i]) == keys(list[i - 1])) ? 1 : 0;
  }
};

/// Adds the rows of each key: those of group g are the i with groups(i) = g + 1. There are two at most but where cases differ.
template <class Index, class MemorySpace>
struct AddRows
{
  Index const* list;
  Index const* groups;
  Rows<Index, MemorySpace> rows;
  Rows<Index, MemorySpace> sums;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const row = list[i];
    std::size_t const group = groups[i] - 1;
    Kokkos::atomic_min(&sums.positions(group), rows.positions(row));
    Kokkos::atomic_add(&sums.counts(0)(group), rows.counts(0)(row));
    if (sums.counts(1).extent(0) != 0) Kokkos::atomic_add(&sums.counts(1)(group), rows.counts(1)(row));
  }
};

/// Bytes of workspace that `merge_spellings` takes at most, with those of its result, and what takes `more` after it.
template <class ExecutionSpace, class Index>
[[nodiscard]] std::size_t merge_spellings_bytes(std::size_t n, std::size_t texts, std::size_t more)
{
  std::size_t const entries = n * sizeof(Index) + 256;
  std::size_t const sorting = entries + 2 * (8 * n + 256) + detail::sort_bytes<ExecutionSpace>(n);
  std::size_t const splits = n + 4096;  // of the merge, far less
  std::size_t const scan = detail::scan_bytes<ExecutionSpace>(n);
  std::size_t const adding = entries + std::max({splits, scan, rows_bytes<Index>(n, texts) + more});
  return (n + 256) + entries + std::max({scan, sorting, adding});
}

/// Merges the rows of each k-mer into one.
template <class ExecutionSpace, class Index>
class SpellingMerge
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Span<Index, MemorySpace>;

  SpellingMerge(ExecutionSpace const& space, KmerReader const& reader, Rows<Index, MemorySpace> const& rows,
                detail::ProgressReport<ExecutionSpace>& progress, Workspace& workspace)
      : m_space(space),
        m_keys{reader, rows.positions.data()},
        m_rows(rows),
        m_progress(progress),
        m_workspace(workspace),
        m_flags(workspace.take<std::uint8_t, MemorySpace>(rows.size)),
        m_list(workspace.take<Index, MemorySpace>(rows.size))
  {}

  Rows<Index, MemorySpace> run()
  {
    RowCounts<Index> const counts{m_rows.counts(0).data(), has_two_texts() ? m_rows.counts(1).data() : nullptr};
    std::size_t reversed = 0;
    if (m_keys.reader.canonical) {
      m_progress.run("lexikos::kmers::mark_reversed", m_rows.size, MarkReversed<Index>{m_keys, counts, m_flags.data()},
                     m_rows.size);
      reversed = primitives::select_positions(m_space, m_flags, m_list, m_workspace);
    }
    else {
      primitives::fill(m_space, m_flags, 0);
    }
    Kokkos::parallel_for("lexikos::kmers::mark_others", backends::Range<ExecutionSpace>(m_space, 0, m_rows.size),
                         MarkOthers<Index>{counts, m_flags.data()});
    auto const others = backends::subspan(m_list, reversed, m_rows.size);
    std::size_t const all = reversed + primitives::select_positions(m_space, m_flags, others, m_workspace);
    sort(backends::subspan(m_list, 0, reversed));
    if (!m_rows.is_folded) sort(backends::subspan(m_list, reversed, all));
    if (reversed == 0) return add(backends::subspan(m_list, 0, all), m_workspace.take<Index, MemorySpace>(all));

    auto const merged = m_workspace.take<Index, MemorySpace>(all);
    primitives::merge(m_space, KeyedRows<Index>{m_keys, m_list.data() + reversed, all - reversed},
                      KeyedRows<Index>{m_keys, m_list.data(), reversed}, merged, ByKey{}, m_workspace);
    m_progress.add(all);
    return add(merged, backends::subspan(m_list, 0, all));
  }

 private:
  [[nodiscard]] bool has_two_texts() const { return m_rows.counts(1).extent(0) != 0; }

  /// Sorts a list of rows by their keys: stably by the low half, then by the high one, if k > 32.
  void sort(Indices const& list)
  {
    std::size_t const size = list.extent(0);
    if (size < 2) return;
    Workspace::Scope const scope(m_workspace);
    primitives::DoubleBuffer<Indices> rows{list, m_workspace.take<Index, MemorySpace>(size)};
    auto const first = m_workspace.take<std::uint64_t, MemorySpace>(size);
    primitives::DoubleBuffer keys{first, m_workspace.take<std::uint64_t, MemorySpace>(size)};
    int const bits = static_cast<int>(2 * m_keys.reader.k);
    for (int begin = 0; begin < bits; begin += 64) {
      m_progress.run("lexikos::kmers::keys", size,
                     WriteKeys<Index>{m_keys, rows.current.data(), begin != 0, keys.current.data()}, size);
      primitives::radix_sort_pairs(m_space, keys, rows, 0, std::min(64, bits - begin), m_workspace);
      m_progress.add(size);
    }
    if (rows.current.data() != list.data()) Kokkos::deep_copy(m_space, list, rows.current);
  }

  /// One row for each key of a list that is sorted.
  Rows<Index, MemorySpace> add(Indices const& list, Indices const& groups)
  {
    std::size_t const size = list.extent(0);
    Rows<Index, MemorySpace> sums;
    if (size == 0) return sums;
    auto const flags = backends::subspan(m_flags, 0, size);
    m_progress.run("lexikos::kmers::mark_keys", size, MarkKeys<Index>{m_keys, list.data(), flags.data()}, size);
    primitives::inclusive_scan(m_space, flags, groups, primitives::Sum{}, m_workspace);
    std::size_t const count = detail::read_back(m_space, groups, size - 1);
    std::size_t const texts = has_two_texts() ? 2 : 1;
    sums = take_rows<Index, MemorySpace>(m_workspace, count, texts);
    primitives::fill(m_space, sums.positions, std::numeric_limits<Index>::max());
    for (std::size_t t = 0; t < texts; ++t) primitives::fill(m_space, sums.counts(t), 0);
    m_progress.run("lexikos::kmers::add_rows", size,
                   AddRows<Index, MemorySpace>{list.data(), groups.data(), m_rows, sums}, size);
    return sums;
  }

  ExecutionSpace m_space;
  RowKeys<Index> m_keys;
  Rows<Index, MemorySpace> m_rows;
  detail::ProgressReport<ExecutionSpace>& m_progress;
  Workspace& m_workspace;
  Span<std::uint8_t, MemorySpace> m_flags;
  Indices m_list;  ///< of rows that count, first those that are reversed
};

/// The rows of k-mers as they are meant, in the workspace.
template <class ExecutionSpace, class Index>
Rows<Index, typename ExecutionSpace::memory_space> merge_spellings(
    ExecutionSpace const& space, KmerReader const& reader,
    Rows<Index, typename ExecutionSpace::memory_space> const& rows, detail::ProgressReport<ExecutionSpace>& progress,
    Workspace& workspace)
{
  return SpellingMerge<ExecutionSpace, Index>(space, reader, rows, progress, workspace).run();
}

}  // namespace lexikos::kmers_detail
