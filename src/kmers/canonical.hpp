// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From distinct k-mers as they are spelled to canonical ones: each with its reverse complement, and in both cases, is one.
//
// K-mers that are canonical themselves are in order already, as long as the text has one case; their reverse complements, about
// half of all, are sorted, and both lists are merged. Keys are read from the text whenever they are wanted, except while they
// are sorted: one to three sectors each, in place of 16 bytes of memory. After the merge, hashes tell nearly all neighbours
// apart.

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

/// A row, and in the upper bits some of a hash of its key: what differs there is not the same k-mer.
struct MergedRow
{
  static constexpr unsigned row_bits = 40;

  std::uint64_t bits;

  [[nodiscard]] KOKKOS_FUNCTION static MergedRow of(std::uint64_t row, PackedKmer const& key)
  {
    std::uint64_t const hash = (key.low ^ key.high * 0x9E3779B97F4A7C15) * 0xD1342543DE82EF95;
    return {row | hash >> row_bits << row_bits};
  }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t row() const { return bits & ((std::uint64_t{1} << row_bits) - 1); }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t hash() const { return bits >> row_bits; }
};

/// A row and its key, for a merge of rows.
struct KeyedRow
{
  PackedKmer key;
  std::uint64_t row = 0;

  KOKKOS_FUNCTION operator std::uint64_t() const { return MergedRow::of(row, key).bits; }
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
  KOKKOS_FUNCTION KeyedRow operator()(std::size_t i) const { return {keys(list[i]), list[i]}; }
};

/// flags(i) = 1 if a merged row has another key than the one before. Keys are read where hashes do not tell.
template <class Index>
struct MarkKeys
{
  RowKeys<Index> keys;
  std::uint64_t const* merged;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    flags[i] = i == 0 || differ({merged[i - 1]}, {merged[i]}) ? 1 : 0;
  }

  [[nodiscard]] KOKKOS_FUNCTION bool differ(MergedRow a, MergedRow b) const
  {
    return a.hash() != b.hash() || !(keys(a.row()) == keys(b.row()));
  }
};

/// Adds the rows of each key: those of group g are the i with groups(i) = g + 1. There are two at most but where cases differ.
template <class Index, class MemorySpace>
struct AddRows
{
  std::uint64_t const* merged;
  Index const* groups;
  Rows<Index, MemorySpace> rows;
  Rows<Index, MemorySpace> sums;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const row = MergedRow{merged[i]}.row();
    std::size_t const group = groups[i] - 1;
    Kokkos::atomic_min(&sums.positions(group), rows.positions(row));
    Kokkos::atomic_add(&sums.first_counts(group), rows.first_counts(row));
    if (sums.second_counts.extent(0) != 0) Kokkos::atomic_add(&sums.second_counts(group), rows.second_counts(row));
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
  std::size_t const adding = (8 * n + 256) + std::max({splits, scan, rows_bytes<Index>(n, texts) + more});
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
    auto const merged = m_workspace.take<std::uint64_t, MemorySpace>(all);
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

  /// One row for each key of rows that are sorted.
  /// \param groups  scratch
  Rows<Index, MemorySpace> add(Span<std::uint64_t, MemorySpace> const& merged, Indices const& groups)
  {
    std::size_t const size = merged.extent(0);
    Rows<Index, MemorySpace> sums;
    if (size == 0) return sums;
    auto const flags = backends::subspan(m_flags, 0, size);
    m_progress.run("lexikos::kmers::mark_keys", size, MarkKeys<Index>{m_keys, merged.data(), flags.data()}, size);
    primitives::inclusive_scan(m_space, flags, groups, primitives::Sum{}, m_workspace);
    std::size_t const count = detail::read_back(m_space, groups, size - 1);
    std::size_t const texts = has_two_texts() ? 2 : 1;
    sums = take_rows<Index, MemorySpace>(m_workspace, count, texts);
    primitives::fill(m_space, sums.positions, std::numeric_limits<Index>::max());
    for (std::size_t t = 0; t < texts; ++t) primitives::fill(m_space, sums.counts(t), 0);
    m_progress.run("lexikos::kmers::add_rows", size,
                   AddRows<Index, MemorySpace>{merged.data(), groups.data(), m_rows, sums}, size);
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
