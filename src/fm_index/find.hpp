// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Intervals and counts of batches of patterns.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <type_traits>

#include "backends/launch.hpp"
#include "fm_index/batch.hpp"

namespace lexikos::fm_detail
{

/// Entries of the suffix array for each pattern, and how many of its first symbols are still to be compared.
template <class Index>
struct Candidates
{
  Index* begins;
  Index* ends;
  std::uint64_t* rests;  ///< null: all patterns are found as a whole
};

/// One pattern per thread.
template <class Search, class Batch, class Index>
struct FindCandidates
{
  Search search;
  Batch batch;
  std::uint32_t const* order;
  detail::StopToVerify stop;
  Candidates<Index> candidates;

  KOKKOS_FUNCTION void operator()(std::size_t t) const
  {
    std::size_t const i = order != nullptr ? order[t] : t;
    auto const found = search.find(batch(i), stop);
    auto const interval = narrow<Index>(found.rows).interval();
    candidates.begins[i] = interval.begin;
    candidates.ends[i] = interval.end;
    if (candidates.rests != nullptr) candidates.rests[i] = found.rest;
  }
};

/// One pattern per thread, compared with the text as soon as that costs less.
template <class Search, class Batch, class Places, class Text, class Index>
struct CountOccurrences
{
  Search search;
  Batch batch;
  std::uint32_t const* order;
  detail::StopToVerify stop;
  Places places;
  Text text;
  Index* counts;

  KOKKOS_FUNCTION void operator()(std::size_t t) const
  {
    std::size_t const i = order != nullptr ? order[t] : t;
    auto const pattern = batch(i);
    auto const found = search.find(pattern, stop);
    if (found.rest == 0) {
      counts[i] = narrow<Index>(found.rows).interval().count();
      return;
    }
    Index count = 0;
    for (std::uint64_t row = found.rows.begin; row < found.rows.end; ++row) {
      std::uint64_t const place = places(row);
      if (place != not_found && place >= found.rest && text.has(pattern, found.rest, place - found.rest)) ++count;
    }
    counts[i] = count;
  }
};

template <class MemorySpace, class Index, class Symbol>
[[nodiscard]] detail::StopToVerify stop_of(detail::FmArrays<MemorySpace, Index, Symbol> const& arrays)
{
  detail::StopToVerify stop{0};
  if (arrays.text.is_kept()) stop.rate = arrays.rate;
  return stop;
}

/// function(search), with a copy of what searches read.
template <class MemorySpace, class Index, class Symbol, class Function>
void with_search(detail::FmArrays<MemorySpace, Index, Symbol> const& arrays, Function const& function)
{
  arrays.with_steps_for_kernel([&](auto const& steps) {
    using Ranks = std::decay_t<decltype(steps.ranks)>;
    function(detail::FmSearch<Ranks, Index>{steps, arrays.rows_of_strings()});
  });
}

/// The places of rows, by the same steps.
template <class MemorySpace, class Index, class Symbol, class Ranks>
[[nodiscard]] detail::FmPlaces<Ranks, MemorySpace, Index> places_of(
    detail::FmArrays<MemorySpace, Index, Symbol> const& arrays, detail::FmSteps<Ranks> const& steps)
{
  return {steps, arrays.samples()};
}

/// Checks a batch, and numbers its symbols and patterns.
template <class ExecutionSpace, class Arrays, class Symbols>
[[nodiscard]] auto checked_batch(ExecutionSpace const& space, Arrays const& arrays, Symbols const& symbols,
                                 OffsetSpan<ExecutionSpace> const& offsets, Workspace& workspace)
{
  detail::require(arrays.is_built(), ErrorCode::invalid_argument, "the index was not built");
  (void)search_detail::pattern_count(offsets.extent(0));
  detail::check_pattern_offsets(space, offsets, symbols.extent(0));
  return make_batch(space, arrays, symbols, offsets, workspace);
}

/// The batches of patterns of symbols.
template <class Symbol>
using BatchOf = std::conditional_t<sizeof(Symbol) == 1, ByteBatch, SlotBatch>;

/// Compiled in find.cpp, for all who look for candidates. \param order  of `order_of_batch`
template <class ExecutionSpace, class Index, class Symbol>
void find_candidates(ExecutionSpace const& space,
                     detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays,
                     BatchOf<Symbol> const& batch, std::size_t count, std::uint32_t const* order,
                     Candidates<Index> const& candidates);

}  // namespace lexikos::fm_detail
