// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Supermaximal matches of one strand, batch by batch.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/matching.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"
#include "matching/queries.hpp"
#include "matching/rows.hpp"
#include "matching/supermaximal.hpp"

namespace lexikos::matching_detail
{

template <class ExecutionSpace, class Source>
class SupermaximalFinder
{
  using Suffixes = typename Source::Suffixes;
  using Index = typename Suffixes::Entry;
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using IndexSpan = Span<Index, MemorySpace>;

 public:
  /// What matches are asked for.
  struct Wanted
  {
    SupermaximalRule rule;
    std::uint64_t min_length;
    std::uint64_t max_head;  ///< symbols of a match that are searched first
    std::uint8_t* capped;    ///< [0..queries)
  };

  SupermaximalFinder(ExecutionSpace const& space, Source const& source, IndexedText<Suffixes> const& text,
                     Wanted const& wanted, Workspace& workspace)
      : m_space(space),
        m_source(source),
        m_text(text),
        m_wanted(wanted),
        m_workspace(workspace),
        m_text_bits(static_cast<int>(std::bit_width(text.suffixes.n)))
  {}

  /// \param lengths  matching statistics of each symbol
  [[nodiscard]] Rows<MemorySpace, Index> find(CheckedQueries<MemorySpace> const& queries, IndexSpan const& lengths,
                                              detail::ProgressReport<ExecutionSpace>& progress, Tuning const& tuning)
  {
    Rows<MemorySpace, Index> rows;
    m_first = queries.first;
    std::uint64_t const most =
        std::max<std::uint64_t>(1, std::min(tuning.batch_symbols, std::uint64_t{1} << std::min(62, 63 - m_text_bits)));
    std::uint64_t at_once = most;
    m_max_places = tuning.batch_matches;
    for (std::uint64_t first = queries.first; first < queries.last;) {
      std::uint64_t const count = std::min(at_once, queries.last - first);
      if (!search_batch({first, first + count}, queries.reader, lengths, rows)) {
        at_once = count / 2;
        continue;
      }
      progress.add(count);
      first += count;
      at_once = std::min(most, 2 * at_once);
    }
    return rows;
  }

 private:
  /// False, with nothing appended, if the matches have too many places together, which that of one symbol never has.
  [[nodiscard]] bool search_batch(Bounds const& symbols, QueryReader const& queries, IndexSpan const& lengths,
                                  Rows<MemorySpace, Index>& rows)
  {
    Workspace::Scope const scope(m_workspace);
    auto const count = static_cast<std::size_t>(symbols.end - symbols.begin);
    auto const flags = m_workspace.take<std::uint8_t, MemorySpace>(count);
    auto const selected = m_workspace.take<std::uint32_t, MemorySpace>(count);
    Kokkos::parallel_for("lexikos::matching::supermaximal", Range(m_space, 0, count),
                         MarkStarts<Index>{lengths.data(), m_first, symbols.begin, m_wanted.min_length, flags.data()});
    std::size_t const found = primitives::select_positions(m_space, flags, selected, m_workspace);
    if (found == 0) return true;
    IndexSpan const begins = m_workspace.take<Index, MemorySpace>(found);
    IndexSpan const ends = m_workspace.take<Index, MemorySpace>(found);
    IndexSpan const occurrences = m_workspace.take<Index, MemorySpace>(found);
    SupermaximalStarts<Index> const starts{symbols.begin, selected.data(), lengths.data(),
                                           begins.data(), ends.data(),     occurrences.data()};
    Kokkos::parallel_for(
        "lexikos::matching::places", Range(m_space, 0, found),
        FindPlaces<Suffixes>{m_text, queries, m_wanted.rule, starts, m_wanted.max_head, m_wanted.capped});
    if (count > 1) {
      std::uint64_t all = 0;
      Kokkos::parallel_reduce("lexikos::matching::count_places", Range(m_space, 0, found), CountPlaces<Index>{starts},
                              all);
      m_space.fence("lexikos::matching::count_places");
      if (all > m_max_places) return false;
    }
    auto const places = m_source.locate(m_space, begins, ends, m_workspace);
    append({symbols.begin, m_text_bits}, starts, places, rows);
    m_space.fence("lexikos::matching::places");  // the places are freed
    return true;
  }

  void append(Place const& place, SupermaximalStarts<Index> const& starts,
              Occurrences<MemorySpace, Index> const& places, Rows<MemorySpace, Index>& rows)
  {
    std::size_t const total = places.positions.extent(0);
    detail::SegmentItems const items{places.offsets.data(), places.offsets.extent(0) - 1, 0, total};
    std::size_t within = total;
    Span<std::uint8_t, MemorySpace> is_match;
    Span<std::uint64_t, MemorySpace> numbers;
    if (m_text.documents.are_several()) {
      is_match = m_workspace.take<std::uint8_t, MemorySpace>(total + 1);
      numbers = m_workspace.take<std::uint64_t, MemorySpace>(total + 1);
      primitives::fill(m_space, is_match, std::uint8_t{0});
      detail::for_each_item(m_space, "lexikos::matching::within_documents", items,
                            JudgePlace<Index>{m_text.documents, starts, places.positions.data(), is_match.data()});
      primitives::exclusive_scan(m_space, is_match, numbers, primitives::Sum{}, m_workspace);
      within = static_cast<std::size_t>(detail::read_back(m_space, numbers, total));
    }
    if (within == 0) return;
    std::size_t const first = rows.size;
    rows.make_room(m_space, m_workspace.resource(), within, true);
    detail::for_each_item(
        m_space, "lexikos::matching::write_places", items,
        WritePlace<Index>{starts, places.positions.data(), numbers.data(), is_match.data(), place,
                          rows.keys.data() + first, rows.lengths.data() + first, rows.occurrences.data() + first});
    rows.size += within;
    rows.add_piece(place, first);
  }

  ExecutionSpace const& m_space;
  Source const& m_source;
  IndexedText<Suffixes> m_text;
  Wanted m_wanted;
  Workspace& m_workspace;
  int m_text_bits;
  std::uint64_t m_first = 0;
  std::uint64_t m_max_places = 0;  ///< of the matches of a batch
};

}  // namespace lexikos::matching_detail
