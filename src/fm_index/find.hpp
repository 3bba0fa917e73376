// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Intervals and counts of batches of patterns.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/fm_index.hpp>
#include <type_traits>

#include "backends/launch.hpp"
#include "common/primitive_bytes.hpp"
#include "fm_index/batch.hpp"

namespace lexikos::fm_detail
{

/// One pattern per thread.
template <class Search, class Batch, class Index>
struct FindIntervals
{
  Search search;
  Batch batch;
  std::uint32_t const* order;
  Index* begins;
  Index* ends;

  KOKKOS_FUNCTION void operator()(std::size_t t) const
  {
    std::size_t const i = order != nullptr ? order[t] : t;
    auto const found = narrow<Index>(search.find(batch(i)).rows).interval();
    begins[i] = found.begin;
    ends[i] = found.end;
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
  return {arrays.text.is_kept() ? arrays.rate : std::uint32_t{0}};
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

template <class ExecutionSpace, class Index, class Symbol>
void find_batch(ExecutionSpace const& space,
                detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays,
                SymbolSpan<ExecutionSpace, Symbol> const& symbols, OffsetSpan<ExecutionSpace> const& offsets,
                search_detail::IntervalOutput<typename ExecutionSpace::memory_space, Index> const& output,
                SearchOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  detail::Scratch const scratch(space, options.workspace);
  auto const batch = checked_batch(space, arrays, symbols, offsets, *scratch);
  using Batch = std::decay_t<decltype(batch)>;
  std::size_t const count = offsets.extent(0) - 1;
  if (count == 0) return;
  auto const* const order = order_of_batch(space, arrays.rows_of_strings(), batch, count, options, *scratch);
  with_search(arrays, [&](auto const& search) {
    using Search = std::decay_t<decltype(search)>;
    if (output.begins.data() != nullptr) {
      Kokkos::parallel_for(
          "lexikos::fm_index::intervals", Range(space, 0, count),
          FindIntervals<Search, Batch, Index>{search, batch, order, output.begins.data(), output.ends.data()});
      return;
    }
    auto const places = places_of(arrays, search.steps);
    using Count =
        CountOccurrences<Search, Batch, std::decay_t<decltype(places)>, detail::FmText<MemorySpace, Symbol>, Index>;
    Kokkos::parallel_for("lexikos::fm_index::count", Range(space, 0, count),
                         Count{search, batch, order, stop_of(arrays), places, arrays.text, output.counts.data()});
  });
}

}  // namespace lexikos::fm_detail

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::WaveletSymbol Symbol>
std::size_t fm_count_workspace_bytes(std::size_t patterns, std::size_t symbols, SearchOptions const& options)
{
  std::size_t const slots = sizeof(Symbol) == 1 ? 0 : symbols * sizeof(std::uint32_t) + 256;
  if (!options.sort_patterns) return slots;
  std::size_t const numbers_and_order = 2 * sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t);
  return slots + patterns * numbers_and_order + 4 * 256 + detail::sort_bytes<ExecutionSpace>(patterns);
}

}  // namespace lexikos
