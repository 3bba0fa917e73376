// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/documents.hpp>
#include <utility>
#include <vector>

#include "app/on_device/search/pattern_intervals.hpp"
#include "app/on_device/session/transfer.hpp"
#include "app/report/matches.hpp"
#include "app/report/progress_bar.hpp"

namespace lexikos::app
{

/// Documents whose borders no occurrence crosses; without offsets: the text is one.
template <class MemorySpace>
struct Borders
{
  Documents<MemorySpace> documents;
  bool have_all = true;  ///< of the text

  [[nodiscard]] bool exist() const { return documents.offsets().extent(0) != 0; }
};

/// Counts and locates what lies in one of the documents of a text. That takes the positions of all occurrences, of which a
/// limited number is located at a time.
///
/// Index: SuffixIndex or FmIndex, with entries of type Entry.
template <class ExecutionSpace, class Index, class Entry>
class WithinRecords
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  WithinRecords(ExecutionSpace const& space, Index const& index, Borders<MemorySpace> const& borders)
      : m_space(space), m_index(index), m_documents(borders.documents), m_have_all(borders.have_all)
  {}

  /// \param lengths       of the patterns
  /// \param starts, ends  the patterns' intervals of the suffix array
  /// \param limit         positions of a pattern that will be wanted; 0: all
  /// \param counts        receives how often each pattern occurs
  void count(std::vector<std::uint64_t> lengths, std::vector<Entry> starts, std::vector<Entry> ends, std::size_t limit,
             std::vector<std::uint64_t>& counts, ProgressBar& progress)
  {
    m_lengths = std::move(lengths);
    m_starts = std::move(starts);
    m_ends = std::move(ends);
    std::uint64_t all = 0;
    for (std::size_t p = 0; p < m_lengths.size(); ++p)
      if (!is_within(p)) all += m_ends[p] - m_starts[p];
    Pieces pieces;
    std::vector<std::size_t> owners;  // of the pieces
    std::uint64_t done = 0;
    auto const flush = [&] {
      auto const offsets = to_host(m_space, located(pieces, false).offsets);
      for (std::size_t i = 0; i < owners.size(); ++i) {
        bool const has_enough = limit != 0 && counts[owners[i]] >= limit;
        counts[owners[i]] += offsets[i + 1] - offsets[i];
        if (!has_enough) m_wanted[owners[i]] = pieces.ends[i];
      }
      done += pieces.entries;
      progress.update(static_cast<double>(done) / static_cast<double>(all));
      pieces = {};
      owners.clear();
    };
    m_wanted = m_starts;
    for (std::size_t p = 0; p < m_lengths.size(); ++p) {
      if (is_within(p)) {
        counts[p] = m_ends[p] - m_starts[p];
        std::uint64_t const wanted = limit == 0 ? counts[p] : std::min<std::uint64_t>(counts[p], limit);
        m_wanted[p] = static_cast<Entry>(m_starts[p] + wanted);
        continue;
      }
      for (std::uint64_t begin = m_starts[p]; begin < m_ends[p];) {
        std::uint64_t const end = std::min<std::uint64_t>(m_ends[p], begin + entries_at_a_time - pieces.entries);
        pieces.add(begin, end, m_lengths[p]);
        owners.push_back(p);
        begin = end;
        if (pieces.entries == entries_at_a_time) flush();
      }
    }
    if (!owners.empty()) flush();
  }

  /// Entries of the suffix array from which the wanted positions of a pattern come.
  [[nodiscard]] std::uint64_t fetched(std::size_t pattern) const { return m_wanted[pattern] - m_starts[pattern]; }

  /// Fills in the positions of patterns [first, end), ascending: those whose suffixes come first, up to the limit.
  void locate(std::size_t first, std::size_t end, std::size_t limit, Matches& matches) const
  {
    Pieces pieces;
    for (std::size_t p = first; p < end; ++p) pieces.add(m_starts[p], m_wanted[p], m_lengths[p]);
    auto const found = located(pieces, limit == 0);
    auto const offsets = to_host(m_space, found.offsets);
    auto positions = to_host(m_space, found.positions);
    matches.offsets = {0};
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      auto const begin = positions.begin() + static_cast<std::ptrdiff_t>(offsets[i]);
      std::uint64_t const all = offsets[i + 1] - offsets[i];
      std::uint64_t const kept = limit == 0 ? all : std::min<std::uint64_t>(all, limit);
      auto const after = begin + static_cast<std::ptrdiff_t>(kept);
      if (limit != 0) std::sort(begin, after);
      matches.positions.insert(matches.positions.end(), begin, after);
      matches.offsets.push_back(matches.positions.size());
    }
  }

 private:
  /// Positions that are located at a time; those of one pattern, if it has more that are wanted, are all.
  static constexpr std::uint64_t entries_at_a_time = std::uint64_t{1} << 22;

  /// Parts of the suffix array, and the lengths of their patterns as offsets.
  struct Pieces
  {
    std::vector<Entry> begins, ends;
    std::vector<std::uint64_t> pattern_offsets = {0};
    std::uint64_t entries = 0;

    void add(std::uint64_t begin, std::uint64_t end, std::uint64_t length)
    {
      begins.push_back(static_cast<Entry>(begin));
      ends.push_back(static_cast<Entry>(end));
      pattern_offsets.push_back(pattern_offsets.back() + length);
      entries += end - begin;
    }
  };

  /// Whether occurrences of the pattern can neither cross a border nor lie outside of all documents.
  [[nodiscard]] bool is_within(std::size_t pattern) const { return m_have_all && m_lengths[pattern] <= 1; }

  [[nodiscard]] Occurrences<MemorySpace, Entry> located(Pieces const& pieces, bool text_order) const
  {
    OnDevice<ExecutionSpace, Entry> const begins(m_space, "lexikos::app::begins", pieces.begins);
    OnDevice<ExecutionSpace, Entry> const ends(m_space, "lexikos::app::ends", pieces.ends);
    OnDevice<ExecutionSpace, std::uint64_t> const lengths(m_space, "lexikos::app::lengths", pieces.pattern_offsets);
    auto const all = m_index.locate(m_space, begins.view(), ends.view(), {.text_order = text_order});
    return within_documents(m_space, m_documents, all, lengths.view());
  }

  ExecutionSpace const& m_space;
  Index const& m_index;
  Documents<MemorySpace> m_documents;
  bool m_have_all;
  std::vector<std::uint64_t> m_lengths;
  std::vector<Entry> m_starts, m_ends;
  std::vector<Entry> m_wanted;  ///< the end of the part of each interval that has all wanted positions
};

/// How often patterns occur within documents.
template <class ExecutionSpace, class Index, class Entry>
std::vector<std::uint64_t> count_within(ExecutionSpace const& space, Index const& index,
                                        Borders<typename ExecutionSpace::memory_space> const& borders,
                                        PatternIntervals<Entry> patterns)
{
  std::vector<std::uint64_t> counts(patterns.size());
  ProgressBar no_progress("", false);
  WithinRecords<ExecutionSpace, Index, Entry> within(space, index, borders);
  within.count(std::move(patterns.lengths), std::move(patterns.begins), std::move(patterns.ends), 1, counts,
               no_progress);
  return counts;
}

}  // namespace lexikos::app
