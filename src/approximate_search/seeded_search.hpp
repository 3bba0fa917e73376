// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Patterns searched by their pieces, batch by batch.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "approximate_search/candidates.hpp"
#include "approximate_search/found.hpp"
#include "approximate_search/tuning.hpp"
#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/items_of_segments.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"

namespace lexikos::approximate_search_detail
{

/// What is known of each pattern.
template <class MemorySpace>
struct PatternTable
{
  Span<std::uint64_t, MemorySpace> starts;  ///< of its ends, among all that are found
  Span<std::uint64_t, MemorySpace> counts;  ///< of its ends; and one more, 0
  Span<std::uint8_t, MemorySpace> is_scanned;
  Span<std::uint8_t, MemorySpace> is_capped;
};

template <class ExecutionSpace, class Index>
class SeededSearch
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;

 public:
  SeededSearch(ExecutionSpace const& space, detail::SuffixIntervals<Index> const& suffixes,
               ComparedText const& compared, Rules const& rules, PatternTable<MemorySpace> const& table,
               Workspace& workspace)
      : m_space(space),
        m_suffixes(suffixes),
        m_compared(compared),
        m_rules(rules),
        m_table(table),
        m_workspace(workspace),
        m_pieces(static_cast<std::uint32_t>(compared.errors.most) + 1),
        m_anchor_bits(anchor_bits(rules.n))
  {}

  /// Bits of an anchor in a text of n symbols.
  [[nodiscard]] static int anchor_bits(std::uint64_t n)
  {
    return static_cast<int>(std::bit_width(n + max_search_errors));
  }
  /// Patterns at once, of which a candidate's key can name each.
  [[nodiscard]] static std::uint64_t max_batch(std::uint64_t n, Tuning const& tuning)
  {
    return std::clamp<std::uint64_t>(tuning.batch_patterns, 1, std::uint64_t{1} << std::min(62, 64 - anchor_bits(n)));
  }

  /// Appends the ends of all patterns but those that are to be scanned, which it marks.
  void run(FoundEnds<MemorySpace, Index>& found, detail::ProgressReport<ExecutionSpace>& progress)
  {
    std::uint64_t const all = m_compared.patterns.count;
    std::uint64_t const most = max_batch(m_rules.n, m_rules.tuning);
    for (std::uint64_t first = 0; first < all; first += most) {
      std::uint64_t const count = std::min(most, all - first);
      search_patterns(first, count, found);
      progress.add(count);
    }
  }

 private:
  /// The intervals of the pieces of a batch.
  struct Batch
  {
    Index const* begins;
    std::uint64_t const* offsets;  ///< of their candidates
    std::uint64_t first_pattern;
    std::uint64_t patterns;
    std::uint64_t first_candidate;
    std::uint64_t last_candidate;
  };

  void search_patterns(std::uint64_t first, std::uint64_t count, FoundEnds<MemorySpace, Index>& found)
  {
    Workspace::Scope const scope(m_workspace);
    std::size_t const pieces = count * m_pieces;
    auto const begins = m_workspace.take<Index, MemorySpace>(pieces);
    auto const offsets = m_workspace.take<std::uint64_t, MemorySpace>(pieces + 1);
    Pieces const names{m_compared.patterns, first, m_pieces};
    Kokkos::parallel_for("lexikos::approximate_search::find_pieces", Range(m_space, 0, pieces),
                         FindPieces<Index>{m_suffixes, names, m_rules.min_length, begins.data(), offsets.data()});
    Kokkos::parallel_for(
        "lexikos::approximate_search::plan", Range(m_space, 0, count),
        PlanPatterns{names, m_rules, offsets.data(), m_table.is_scanned.data(), m_table.is_capped.data()});
    primitives::fill(m_space, backends::subspan(offsets, pieces, pieces + 1), std::uint64_t{0});
    primitives::exclusive_scan(m_space, offsets, offsets, primitives::Sum{}, m_workspace);
    std::uint64_t const total = detail::read_back(m_space, offsets, pieces);
    if (total == 0) return;
    if (total <= m_rules.tuning.batch_candidates)
      search_candidates({begins.data(), offsets.data(), first, count, 0, total}, found);
    else
      search_parts({begins.data(), offsets.data(), first, count, 0, total}, detail::read_all_back(m_space, offsets),
                   found);
  }

  /// Some of a batch's patterns at a time: none alone has more candidates than are searched at once.
  void search_parts(Batch const& batch, std::vector<std::uint64_t> const& offsets, FoundEnds<MemorySpace, Index>& found)
  {
    for (std::uint64_t i = 0, next = 0; i < batch.patterns; i = next) {
      std::uint64_t const first = offsets[i * m_pieces];
      for (next = i + 1; next < batch.patterns; ++next)
        if (offsets[(next + 1) * m_pieces] - first > m_rules.tuning.batch_candidates) break;
      std::uint64_t const last = offsets[next * m_pieces];
      if (last != first)
        search_candidates(
            {batch.begins + i * m_pieces, batch.offsets + i * m_pieces, batch.first_pattern + i, next - i, first, last},
            found);
    }
  }

  void search_candidates(Batch const& batch, FoundEnds<MemorySpace, Index>& found)
  {
    Workspace::Scope const scope(m_workspace);
    std::size_t const listed = batch.last_candidate - batch.first_candidate;
    CandidateKeys const names{batch.first_pattern, m_anchor_bits};
    primitives::DoubleBuffer keys{m_workspace.take<std::uint64_t, MemorySpace>(listed),
                                  m_workspace.take<std::uint64_t, MemorySpace>(listed)};
    detail::for_each_item(m_space, "lexikos::approximate_search::list_candidates",
                          {batch.offsets, batch.patterns * m_pieces, batch.first_candidate, batch.last_candidate},
                          ListCandidates<Index>{m_suffixes.suffix_array,
                                                batch.begins,
                                                batch.offsets,
                                                {m_compared.patterns, batch.first_pattern, m_pieces},
                                                names,
                                                m_compared.errors.slack,
                                                batch.first_candidate,
                                                keys.current.data()});
    int const bits = m_anchor_bits + static_cast<int>(std::bit_width(batch.patterns - 1));
    primitives::radix_sort_keys(m_space, keys, 0, bits, m_workspace);
    auto const offsets = m_workspace.take<std::uint64_t, MemorySpace>(listed + 1);
    std::size_t const candidates =
        primitives::run_length_encode(m_space, keys.current, keys.other, offsets, m_workspace);
    compare_candidates(names, batch.patterns, backends::subspan(keys.other, 0, candidates),
                       backends::subspan(offsets, 0, candidates + 1), found);
  }

  /// \param keys     of candidates in order, each once
  /// \param offsets  scratch
  void compare_candidates(CandidateKeys const& names, std::uint64_t patterns,
                          Span<std::uint64_t, MemorySpace> const& keys, Span<std::uint64_t, MemorySpace> const& offsets,
                          FoundEnds<MemorySpace, Index>& found)
  {
    std::size_t const candidates = keys.extent(0);
    auto const verdicts = m_workspace.take<std::uint32_t, MemorySpace>(candidates);
    auto const counts = m_workspace.take<std::uint8_t, MemorySpace>(candidates + 1);
    Kokkos::parallel_for("lexikos::approximate_search::compare", Range(m_space, 0, candidates),
                         CompareCandidates{m_compared, names, keys.data(), verdicts.data()});
    OwnedEnds const owned{names, m_compared.errors.slack, keys.data(), verdicts.data(), candidates};
    Kokkos::parallel_for("lexikos::approximate_search::count_ends", Range(m_space, 0, candidates + 1),
                         CountEnds{owned, counts.data()});
    primitives::exclusive_scan(m_space, counts, offsets, primitives::Sum{}, m_workspace);
    std::size_t const ends = detail::read_back(m_space, offsets, candidates);
    if (ends == 0) return;
    found.make_room(m_space, m_workspace.resource(), ends);
    Kokkos::parallel_for("lexikos::approximate_search::write_ends", Range(m_space, 0, candidates),
                         WriteEnds<Index>{owned, m_compared, offsets.data(), found.ends.data() + found.size,
                                          found.distances.data() + found.size});
    Kokkos::parallel_for("lexikos::approximate_search::place", Range(m_space, 0, patterns),
                         PlacePatterns{names, keys.data(), candidates, offsets.data(), found.size,
                                       m_table.starts.data(), m_table.counts.data()});
    found.size += ends;
  }

  ExecutionSpace const& m_space;
  detail::SuffixIntervals<Index> const& m_suffixes;
  ComparedText const& m_compared;
  Rules const& m_rules;
  PatternTable<MemorySpace> const& m_table;
  Workspace& m_workspace;
  std::uint32_t m_pieces;  ///< of a pattern
  int m_anchor_bits;
};

}  // namespace lexikos::approximate_search_detail
