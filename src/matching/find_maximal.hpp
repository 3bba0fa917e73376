// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Maximal matches of one strand, batch by batch.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/matching.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"
#include "matching/long_matches.hpp"
#include "matching/queries.hpp"
#include "matching/rows.hpp"
#include "matching/starts.hpp"
#include "matching/windows.hpp"

namespace lexikos::matching_detail
{

/// What all batches share. What only frequent windows need is found when the first of them is met.
template <class ExecutionSpace, class Source>
class MaximalFinder
{
  using Suffixes = typename Source::Suffixes;
  using Index = typename Suffixes::Entry;
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;

 public:
  /// \param capped  [0..queries)
  MaximalFinder(ExecutionSpace const& space, Source const& source, MaximalMatches<Suffixes> const& matches,
                std::uint8_t* capped, Tuning const& tuning, Workspace& workspace)
      : m_space(space),
        m_source(source),
        m_matches(matches),
        m_capped(capped),
        m_tuning(tuning),
        m_workspace(workspace),
        m_text_bits(static_cast<int>(std::bit_width(matches.text.suffixes.n)))
  {}

  [[nodiscard]] Rows<MemorySpace, Index> find(CheckedQueries<MemorySpace> const& queries,
                                              detail::ProgressReport<ExecutionSpace>& progress)
  {
    Workspace::Scope const scope(m_workspace);
    m_matches.queries = queries.reader;
    m_has_shared = false;
    Rows<MemorySpace, Index> rows;
    std::uint64_t const stride = m_matches.rule.stride();
    std::size_t at_once = batch_windows();
    prepare();
    for (std::uint64_t first = queries.first; first < queries.last;) {
      std::uint64_t const windows = std::min<std::uint64_t>(at_once, (queries.last - first + stride - 1) / stride);
      std::uint64_t const base = first - std::min(first, stride - 1);
      if (!search_batch({first, static_cast<std::size_t>(windows)}, {base, m_text_bits}, rows)) {
        at_once = static_cast<std::size_t>(windows / 2);
        continue;
      }
      std::uint64_t const next = std::min(queries.last, first + windows * stride);
      progress.add(next - first);
      first = next;
      at_once = std::min(batch_windows(), 2 * at_once);
    }
    return rows;
  }

 private:
  struct Batch
  {
    std::uint64_t first;  ///< symbol of the first window
    std::size_t windows;
  };

  /// Keys of matches have to hold the symbols of a batch.
  [[nodiscard]] std::size_t batch_windows() const
  {
    std::uint64_t const stride = m_matches.rule.stride();
    std::uint64_t const symbols = std::min(m_tuning.batch_symbols, std::uint64_t{1} << std::min(62, 63 - m_text_bits));
    return static_cast<std::size_t>(std::max<std::uint64_t>(1, std::min(m_tuning.batch_windows, symbols / stride)));
  }

  /// Scratch of all batches, taken before theirs: symbols of the alphabet and ranks of documents.
  void prepare()
  {
    auto const& text = m_matches.text;
    m_document_count = text.documents.are_several() ? static_cast<std::size_t>(text.documents.count) : 1;
    m_ranks = {m_workspace.take<Index, MemorySpace>(m_document_count),
               m_workspace.take<Index, MemorySpace>(m_document_count)};
    m_symbols = m_workspace.take<std::uint8_t, MemorySpace>(256);
  }

  /// Appends the matches of a batch; false, with none of them, if there are too many, which those of one window never are.
  [[nodiscard]] bool search_batch(Batch const& batch, Place const& place, Rows<MemorySpace, Index>& rows)
  {
    Workspace::Scope const scope(m_workspace);
    std::size_t const first_row = rows.size;
    m_max_rows = batch.windows > 1 ? first_row + m_tuning.batch_matches : not_found;
    std::size_t const count = batch.windows;
    auto const begins = m_workspace.take<Index, MemorySpace>(count);
    auto const numbers = m_workspace.take<Index, MemorySpace>(count);
    auto const sizes = m_workspace.take<std::uint64_t, MemorySpace>(count + 1);
    auto const heavy = m_workspace.take<std::uint8_t, MemorySpace>(count);
    Windows<Index> const windows{batch.first, count, begins.data(), numbers.data(), sizes.data(), heavy.data()};
    std::uint64_t const most = std::min(m_tuning.max_candidates, m_matches.rule.max_occurrences);
    Kokkos::parallel_for("lexikos::matching::windows", Range(m_space, 0, count + 1),
                         SearchWindow<Suffixes>{m_matches, windows, most});
    primitives::exclusive_scan(m_space, sizes, sizes, primitives::Sum{}, m_workspace);
    std::uint64_t const candidates = detail::read_back(m_space, sizes, count);
    append_matches<ExecutionSpace, Index>(m_space, {sizes.data(), count, 0, static_cast<std::size_t>(candidates)},
                                          m_tuning.batch_candidates, m_max_rows, rows, m_workspace,
                                          [&](Verdicts<Index> const& verdicts) {
                                            return JudgeCandidate<Suffixes>{m_matches, windows, place, verdicts};
                                          });
    auto const selected = m_workspace.take<std::uint32_t, MemorySpace>(count);
    std::size_t const frequent = primitives::select_positions(m_space, heavy, selected, m_workspace);
    if (frequent != 0) search_starts(windows, selected, frequent, place, rows);
    if (rows.size > m_max_rows) {
      rows.size = first_row;
      return false;
    }
    if (m_matches.rule.min_occurrences == 1 && rows.size != first_row)
      finish_long_matches<ExecutionSpace, Suffixes>(m_space, m_matches, place, first_row, rows, m_tuning, m_workspace);
    std::uint64_t const span = count * m_matches.rule.stride() + m_matches.rule.stride();
    int const key_bits = std::min(64, m_text_bits + static_cast<int>(std::bit_width(span)));
    sort_piece<ExecutionSpace, Index>(m_space, place, key_bits, first_row, rows, m_workspace);
    return true;
  }

  /// All starts of windows that are frequent, some at a time.
  void search_starts(Windows<Index> const& windows, Span<std::uint32_t, MemorySpace> const& heavy, std::size_t frequent,
                     Place const& place, Rows<MemorySpace, Index>& rows)
  {
    find_shared();
    std::uint64_t const all = frequent * m_matches.rule.stride();
    auto const at_once = static_cast<std::size_t>(
        std::max<std::uint64_t>(1, std::min(all, m_tuning.batch_segments / (m_alphabet.size + 1))));
    Workspace::Scope const scope(m_workspace);
    auto const begins = m_workspace.take<Index, MemorySpace>(at_once);
    auto const sizes = m_workspace.take<Index, MemorySpace>(at_once);
    auto const segments = m_workspace.take<std::uint64_t, MemorySpace>(at_once + 1);
    for (std::uint64_t first = 0; first < all && rows.size <= m_max_rows; first += at_once) {
      auto const count = static_cast<std::size_t>(std::min<std::uint64_t>(at_once, all - first));
      Starts<Index> const starts{windows,         heavy.data(),  static_cast<std::size_t>(first),
                                 count,           begins.data(), sizes.data(),
                                 segments.data(), m_capped};
      Kokkos::parallel_for(
          "lexikos::matching::starts", Range(m_space, 0, count + 1),
          SearchStart<Suffixes>{m_matches, starts, m_starts_of_documents, m_alphabet.size, m_tuning.rows_per_symbol});
      auto const offsets = backends::subspan(segments, 0, count + 1);
      primitives::exclusive_scan(m_space, offsets, offsets, primitives::Sum{}, m_workspace);
      std::uint64_t const total = detail::read_back(m_space, offsets, count);
      if (total != 0) judge_segments(starts, static_cast<std::size_t>(total), place, rows);
    }
  }

  void judge_segments(Starts<Index> const& starts, std::size_t total, Place const& place,
                      Rows<MemorySpace, Index>& rows)
  {
    Workspace::Scope const scope(m_workspace);
    auto const symbols = m_workspace.take<std::uint64_t, MemorySpace>(total);
    auto const numbers = m_workspace.take<Index, MemorySpace>(total);
    auto const begins = m_workspace.take<Index, MemorySpace>(total);
    auto const sizes = m_workspace.take<std::uint64_t, MemorySpace>(total + 1);
    auto const kinds = m_workspace.take<SegmentKind, MemorySpace>(total);
    Segments<Index> const segments{symbols.data(), numbers.data(), begins.data(), sizes.data(), kinds.data()};
    detail::for_each_item(m_space, "lexikos::matching::segments", {starts.segments, starts.count, 0, total},
                          FindSegment<Suffixes>{m_matches, starts, m_starts_of_documents, m_alphabet, segments});
    primitives::fill(m_space, backends::subspan(sizes, total, total + 1), std::uint64_t{0});
    primitives::exclusive_scan(m_space, sizes, sizes, primitives::Sum{}, m_workspace);
    std::uint64_t const candidates = detail::read_back(m_space, sizes, total);
    append_matches<ExecutionSpace, Index>(
        m_space, {sizes.data(), total, 0, static_cast<std::size_t>(candidates)}, m_tuning.batch_candidates, m_max_rows,
        rows, m_workspace, [&](Verdicts<Index> const& verdicts) {
          return JudgeStart<Suffixes>{m_matches, m_starts_of_documents, segments, place, verdicts};
        });
  }

  /// The symbols of the text, and the ranks of the starts of documents, once.
  void find_shared()
  {
    if (m_has_shared) return;
    m_has_shared = true;
    auto const symbols = m_source.symbols(m_space);
    std::size_t const alphabet = symbols.size();
    Kokkos::deep_copy(m_space, Span<std::uint8_t, MemorySpace>(m_symbols.data(), alphabet),
                      Span<std::uint8_t const, Kokkos::HostSpace>(symbols.data(), alphabet));
    m_space.fence("lexikos::matching::alphabet");
    m_alphabet = {m_symbols.data(), alphabet};
    m_source.rank_document_starts(m_space, m_matches.text.documents, m_ranks.current);
    primitives::radix_sort_keys(m_space, m_ranks, 0, m_text_bits, m_workspace);
    m_starts_of_documents = {m_ranks.current.data(), m_document_count};
  }

  ExecutionSpace const& m_space;
  Source const& m_source;
  MaximalMatches<Suffixes> m_matches;
  std::uint8_t* m_capped;
  Tuning const& m_tuning;
  Workspace& m_workspace;
  int m_text_bits;
  std::uint64_t m_max_rows = 0;  ///< of all batches, when a batch has too many matches
  std::size_t m_document_count = 0;
  bool m_has_shared = false;
  primitives::DoubleBuffer<Span<Index, MemorySpace>> m_ranks;
  Span<std::uint8_t, MemorySpace> m_symbols;
  DocumentStarts<Index> m_starts_of_documents{nullptr, 0};
  Alphabet m_alphabet{nullptr, 0};
};

}  // namespace lexikos::matching_detail
