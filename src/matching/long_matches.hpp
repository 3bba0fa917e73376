// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Maximal matches that are longer than one thread compares by itself, such as those of a text with a copy of it: all threads
// go on with them, in rounds of which each reaches further than the one before.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "matching/rows.hpp"
#include "matching/tuning.hpp"
#include "matching/windows.hpp"

namespace lexikos::matching_detail
{

/// 1 for matches that a thread has left unfinished.
template <class Index>
struct MarkUnfinished
{
  Index const* lengths;
  std::uint64_t alone;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { flags[i] = lengths[i] == alone ? 1 : 0; }
};

/// Whether there are any, which is cheaper to ask.
template <class Index>
struct CountUnfinished
{
  Index const* lengths;
  std::uint64_t alone;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& count) const { count += lengths[i] == alone ? 1 : 0; }
};

/// Matches of a piece, and those of them that are unfinished.
template <class Index>
struct Unfinished
{
  TextBytes text;
  QueryReader queries;
  Place place;
  std::uint64_t const* keys;
  Index* lengths;  ///< that are known to be in common
  std::uint32_t const* selected;
  std::uint64_t* ends;  ///< of selected ones: the first symbol that is not in common, as far as it is known
};

/// One part of one match a thread.
template <class Index>
struct ComparePart
{
  Unfinished<Index> matches;
  std::uint64_t parts;    ///< of a match
  std::uint64_t symbols;  ///< of a part

  KOKKOS_FUNCTION void operator()(std::size_t thread) const
  {
    std::size_t const u = thread / parts;
    std::uint32_t const match = matches.selected[u];
    std::uint64_t const from = matches.lengths[match] + thread % parts * symbols;
    if (Kokkos::atomic_load(&matches.ends[u]) <= from) return;
    std::uint64_t const at = matches.place.query_symbol(matches.keys[match]);
    std::uint64_t const p = matches.place.text_position(matches.keys[match]);
    std::uint64_t const query_end = matches.queries.offsets[matches.queries.number_of(at) + 1];
    std::uint64_t const text_end = matches.text.documents.around(p).end;
    if (at + from > query_end || p + from > text_end) return;
    std::uint64_t const stop = at + from + symbols < query_end ? at + from + symbols : query_end;
    std::uint64_t const common =
        matches.text.common_right({p + from, text_end}, matches.queries.bytes(), at + from, stop);
    if (common < symbols) Kokkos::atomic_min(&matches.ends[u], from + common);
  }
};

/// Counts those that are still unfinished.
template <class Index>
struct AdvanceMatch
{
  Unfinished<Index> matches;
  std::uint64_t reach;

  KOKKOS_FUNCTION void operator()(std::size_t u, std::uint64_t& unfinished) const
  {
    Index& length = matches.lengths[matches.selected[u]];
    bool const is_finished = matches.ends[u] != not_found;
    length = static_cast<Index>(is_finished ? matches.ends[u] : length + reach);
    unfinished += is_finished ? 0 : 1;
  }
};

/// Finishes the matches from `first` on.
template <class ExecutionSpace, class Suffixes>
void finish_long_matches(ExecutionSpace const& space, MaximalMatches<Suffixes> const& finder, Place const& place,
                         std::size_t first,
                         Rows<typename ExecutionSpace::memory_space, typename Suffixes::Entry> const& rows,
                         Tuning const& tuning, Workspace& workspace)
{
  using Index = typename Suffixes::Entry;
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const count = rows.size - first;
  std::uint64_t const alone = finder.rule.alone();
  std::uint64_t unfinished = 0;
  Kokkos::parallel_reduce("lexikos::matching::count_unfinished", Range(space, 0, count),
                          CountUnfinished<Index>{rows.lengths.data() + first, alone}, unfinished);
  space.fence("lexikos::matching::count_unfinished");
  if (unfinished == 0) return;
  Workspace::Scope const scope(workspace);
  auto const flags = workspace.take<std::uint8_t, MemorySpace>(count);
  auto const selected = workspace.take<std::uint32_t, MemorySpace>(count);
  Kokkos::parallel_for("lexikos::matching::unfinished", Range(space, 0, count),
                       MarkUnfinished<Index>{rows.lengths.data() + first, alone, flags.data()});
  std::size_t const all = primitives::select_positions(space, flags, selected, workspace);
  auto const ends = workspace.take<std::uint64_t, MemorySpace>(all);
  primitives::fill(space, ends, not_found);
  Unfinished<Index> const matches{finder.text.bytes(),         finder.queries,  place,      rows.keys.data() + first,
                                  rows.lengths.data() + first, selected.data(), ends.data()};
  std::uint64_t const most = std::max<std::uint64_t>(1, tuning.batch_candidates / all);
  for (std::uint64_t parts = std::min(tuning.first_parts, most); unfinished != 0; parts = std::min(4 * parts, most)) {
    Kokkos::parallel_for("lexikos::matching::compare_parts", Range(space, 0, all * parts),
                         ComparePart<Index>{matches, parts, tuning.part});
    Kokkos::parallel_reduce("lexikos::matching::advance", Range(space, 0, all),
                            AdvanceMatch<Index>{matches, parts * tuning.part}, unfinished);
    space.fence("lexikos::matching::advance");
  }
}

}  // namespace lexikos::matching_detail
