// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Intervals and counts of batches of patterns.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <limits>
#include <type_traits>

#include "common/host_batches.hpp"
#include "fm_index/batch.hpp"
#include "fm_index/forward_search.hpp"
#include "fm_index/marks.hpp"
#include "fm_index/packed_pattern.hpp"
#include "fm_index/sampled_search.hpp"
#include "fm_index/tuning.hpp"

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

/// What the two kernels of a search do: the first one goes through all patterns, and no further than random text lets it; the
/// second one answers those that the first one has left.
struct SearchLimits
{
  detail::StopToVerify verify;
  std::uint64_t symbols;       ///< that the first one looks for
  std::uint64_t forward_from;  ///< symbols of patterns that the first one counts by the suffix array
  std::uint64_t sampled_from;  ///< symbols of patterns that are counted by the table of samples
  bool are_long = false;       ///< whether most patterns have as many

  /// Whether there is anything to be left.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool are_two() const { return verify.rate != 0; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION detail::StopSoon soon(std::uint64_t length) const
  {
    std::uint64_t const rest = length > symbols ? length - symbols : 0;
    return {verify, are_two() && verify.pays(rows_compared_first, rest) ? rest : 0};
  }
};

/// One pattern per thread.
template <class Search, class Batch, class Index>
struct FindCandidates
{
  static constexpr bool may_be_packed = false;  ///< texts are not looked at

  Search search;
  Batch batch;
  std::uint32_t const* order;
  SearchLimits limits;
  Candidates<Index> candidates;

  /// Whether the pattern is answered.
  [[nodiscard]] KOKKOS_FUNCTION bool begin(std::size_t i) const
  {
    auto const pattern = batch(i);
    auto const found = search.find(pattern, limits.soon(pattern.length()));
    bool const is_left = found.rest != 0 && !limits.verify(found.rows.count(), found.before, found.rest);
    if (!is_left) write(i, found.rows, found.rest);
    return !is_left;
  }

  /// The rows of all of a pattern, on a host.
  LEXIKOS_ALWAYS_INLINE void write_rows(std::size_t i, FmRows<std::uint64_t> const& rows) const { write(i, rows, 0); }
  /// What follows a search among others: nothing.
  struct Next
  {};
  template <class Pattern>
  [[nodiscard]] LEXIKOS_ALWAYS_INLINE bool begin_next(Next&, std::size_t i, Pattern const&,
                                                      detail::FmFound const& found) const
  {
    write(i, found.rows, found.rest);
    return false;
  }
  template <class Pattern>
  [[nodiscard]] LEXIKOS_ALWAYS_INLINE bool go_on(Next&, std::size_t, Pattern const&) const
  {
    return false;
  }

  KOKKOS_FUNCTION void finish(std::size_t i) const
  {
    auto const found = search.find(batch(i), limits.verify);
    write(i, found.rows, found.rest);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void write(std::size_t i, FmRows<std::uint64_t> const& rows, std::uint64_t rest) const
  {
    auto const interval = narrow<Index>(rows).interval();
    candidates.begins[i] = interval.begin;
    candidates.ends[i] = interval.end;
    if (candidates.rests != nullptr) candidates.rests[i] = rest;
  }
};

/// Rows of a search that are compared with the text. It goes on for as many steps as samples are apart. Each of the rows has a
/// mark at one of them, by which its place is known: rows share their steps and mostly the sectors of marks. The text is looked
/// at in the end, by all lanes of a warp at a time.
struct OnTheWay
{
  FmRows<std::uint64_t> rows;
  std::uint64_t rest;
  std::uint64_t compared;  ///< symbols that are compared with the text: the rest at first
  std::uint64_t unknown;   ///< places, at most
  std::uint32_t walked = 1;
  std::uint32_t known = 0;
  Kokkos::Array<std::uint64_t, detail::StopToVerify::most> starts;  ///< where the pattern may be

  OnTheWay() = default;
  KOKKOS_FORCEINLINE_FUNCTION explicit OnTheWay(detail::FmFound const& found)
      : rows(found.rows), rest(found.rest), compared(found.rest), unknown(found.rows.count())
  {}
};

/// One pattern per thread, compared with the text as soon as that costs less.
template <class Search, class Batch, class Places, class Text, class Index>
struct CountOccurrences
{
  /// Whether an index of these ranks may keep its text in two bits a symbol.
  static constexpr bool may_be_packed = requires(Search const& of) { of.steps.ranks.exceptions; };

  Search search;
  Batch batch;
  std::uint32_t const* order;
  SearchLimits limits;
  Places places;
  Text text;
  Index* counts;

  /// Whether the pattern is answered.
  [[nodiscard]] KOKKOS_FUNCTION bool begin(std::size_t i) const
  {
    auto const pattern = batch(i);
    if constexpr (may_be_packed)
      if (pattern.length() >= limits.forward_from) {
        counts[i] = count_forward(pattern);
        return true;
      }
    auto const found = search.find(pattern, limits.soon(pattern.length()));
    if (found.rest != 0 && found.rows.count() > rows_compared_first) return false;
    counts[i] = occurrences(pattern, found);
    return true;
  }
  /// The same without a search.
  [[nodiscard]] KOKKOS_FUNCTION bool begin_by_samples(std::size_t i) const
  {
    auto const pattern = batch(i);
    return pattern.length() >= limits.sampled_from && count_by_samples(pattern, counts[i]);
  }

  KOKKOS_FUNCTION void finish(std::size_t i) const
  {
    auto const pattern = batch(i);
    counts[i] = occurrences(pattern, search.find(pattern, limits.verify));
  }

  /// The rows of all of a pattern, on a host.
  LEXIKOS_ALWAYS_INLINE void write_rows(std::size_t i, FmRows<std::uint64_t> const& rows) const
  {
    counts[i] = narrow<Index>(rows).interval().count();
  }
  /// What follows a search among others: comparing its rows, which waits for their places and the text.
  struct Next
  {
    OnTheWay way;
    bool is_known;  ///< where the pattern may be
  };
  template <class Pattern>
  [[nodiscard]] LEXIKOS_ALWAYS_INLINE bool begin_next(Next& next, std::size_t i, Pattern& pattern,
                                                      detail::FmFound const& found) const
  {
    if (found.rest == 0) {
      write_rows(i, found.rows);
      return false;
    }
    next.way = OnTheWay(found);
    next.is_known = false;
    prefetch(pattern, next.way);
    return true;
  }
  template <class Pattern>
  [[nodiscard]] LEXIKOS_ALWAYS_INLINE bool go_on(Next& next, std::size_t i, Pattern& pattern) const
  {
    OnTheWay& way = next.way;
    if (!next.is_known && walk(pattern, way)) {
      prefetch(pattern, way);
      return true;
    }
    if (next.is_known || way.rest == 0 || way.known == 0) {
      counts[i] = occurrences(pattern, way);
      return false;
    }
    next.is_known = true;
    for (std::uint32_t k = 0; k < way.known; ++k) text.prefetch(way.compared, way.starts[k]);
    return true;
  }

 private:
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Index occurrences(Pattern pattern, detail::FmFound const& found) const
  {
    if (found.rest == 0) return narrow<Index>(found.rows).interval().count();
    OnTheWay way(found);
    while (walk(pattern, way)) {
    }
    return occurrences(pattern, way);
  }
  /// At the end of the way.
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Index occurrences(Pattern const& pattern, OnTheWay const& way) const
  {
    if (way.rest == 0) return narrow<Index>(way.rows).interval().count();
    Index count = 0;
    for (std::uint32_t k = 0; k < way.known; ++k)
      if (text.has(pattern, way.compared, way.starts[k])) ++count;
    return count;
  }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION auto by_samples() const
  {
    using Samples = std::remove_cvref_t<decltype(places.samples)>;
    return SampledSearch<Text, Samples, Index>{places.samples, text};
  }
  /// False if it is to be searched for.
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool count_by_samples(Pattern const& pattern, Index& count) const
  {
    auto const look_up_and_count = [&](auto const& of_digits) {
      SampledCandidates found;
      auto const search_samples = by_samples();
      if (!search_samples.look_up(of_digits, found)) return false;
      count = search_samples.count(of_digits, found);
      return true;
    };
    PackedPattern packed;
    if (pattern.length() <= PackedPattern::most && packed.take(pattern)) return look_up_and_count(packed);
    return look_up_and_count(pattern);
  }

  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Index count_forward(Pattern const& pattern) const
  {
    auto const find = [&](auto const& of_digits) {
      DigitPattern<std::remove_cvref_t<decltype(of_digits)>> const digits{of_digits, of_digits.length()};
      return narrow<Index>(find_forward(search, text, places.samples.places, digits)).count();
    };
    if (pattern.length() <= PackedPattern::most) {
      PackedPattern packed;
      if (packed.take(pattern)) return find(packed);
    }
    else if (are_all_digits(pattern))
      return find(pattern);
    return occurrences(pattern, search.find(pattern, limits.verify));
  }

  /// Takes the places that are known here, and a step. Whether there are places to be known, and rows, left.
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool walk(Pattern& pattern, OnTheWay& way) const
  {
    static_assert(detail::StopToVerify::most <= RowMarks::max_rows);
    if (places.samples.rate == 1) {
      for (std::uint64_t row = way.rows.begin; row < way.rows.end; ++row) take(way, places(row));
      return false;
    }
    auto marks = marks_of_rows(places.samples.marks, way.rows.begin, way.rows.count());
    for (; marks.bits != 0; marks.bits &= marks.bits - 1) {
      take(way, places.samples.places[marks.rank++]);
      --way.unknown;
    }
    return way.unknown != 0 && way.walked++ != places.samples.rate && extend(pattern, way);
  }

  /// The place of a row; others than the text has are those of forged indexes.
  KOKKOS_FORCEINLINE_FUNCTION void take(OnTheWay& way, std::uint64_t place) const
  {
    bool const fits = place >= way.rest && place - way.rest + way.compared <= search.steps.n &&
                      way.known < detail::StopToVerify::most;
    if (fits) way.starts[way.known++] = place - way.rest;
  }

  /// Whether symbols, and rows, are left.
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool extend(Pattern& pattern, OnTheWay& way) const
  {
    std::uint32_t const slot = pattern.slot(--way.rest);
    way.rows = slot == detail::absent_slot ? FmRows<std::uint64_t>{0, 0} : search.steps.extend_few_left(way.rows, slot);
    if (way.rows.is_empty()) way.known = 0;
    return way.rest != 0 && !way.rows.is_empty();
  }

  /// What a step from here reads first.
  template <class Pattern>
  LEXIKOS_ALWAYS_INLINE void prefetch(Pattern& pattern, OnTheWay const& way) const
  {
    if (places.samples.rate == 1) {
      detail::prefetch(places.samples.places + way.rows.begin - 1);
      return;
    }
    std::uint32_t const slot = pattern.slot(way.rest - 1);
    if (slot != detail::absent_slot) static_cast<void>(search.steps.extension(way.rows, slot));
    detail::BitVectorAccess::prefetch(places.samples.marks, way.rows.begin);
    detail::BitVectorAccess::prefetch(places.samples.marks, way.rows.end - 1);
  }
};

template <class MemorySpace, class Index, class Symbol>
[[nodiscard]] detail::StopToVerify stop_of(detail::FmArrays<MemorySpace, Index, Symbol> const& arrays)
{
  detail::StopToVerify stop{0};
  if (arrays.text.is_kept()) stop.rate = arrays.rate;
  return stop;
}

/// How many symbols a pattern has at least for which a search among the rows of its first symbols costs less than a step for
/// each of the others: each comparison that halves the rows reads a place and the text.
template <class MemorySpace, class Index, class Symbol>
[[nodiscard]] std::uint64_t forward_from(detail::FmArrays<MemorySpace, Index, Symbol> const& arrays)
{
  constexpr std::uint32_t max_digits = 32;
  bool const may =
      arrays.rate == 1 && arrays.text.is_packed() && arrays.table_depth > 0 && arrays.table_depth <= max_digits;
  if (!may) return std::numeric_limits<std::uint64_t>::max();
  auto const rows_of_entry = arrays.n / arrays.table.extent(0);
  return arrays.table_depth + fetches_of_comparison * (static_cast<std::uint64_t>(std::bit_width(rows_of_entry)) + 2);
}

/// \param verify  whether patterns are compared with the text
template <class MemorySpace, class Index, class Symbol>
[[nodiscard]] SearchLimits limits_of(detail::FmArrays<MemorySpace, Index, Symbol> const& arrays, bool verify)
{
  auto const random = static_cast<std::uint64_t>(std::bit_width(arrays.n)) / 2;
  constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  return {verify ? stop_of(arrays) : detail::StopToVerify{0}, random + symbols_beyond_random, never, never};
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

/// Compiled in candidates.cpp, for all who look for them. Takes scratch of the caller's scope. \param order  of
/// `order_of_batch`
template <class ExecutionSpace, class Index, class Symbol>
void find_candidates(ExecutionSpace const& space,
                     detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays,
                     BatchOf<Symbol> const& batch, std::size_t count, std::uint32_t const* order,
                     Candidates<Index> const& candidates, Workspace& workspace);

}  // namespace lexikos::fm_detail
