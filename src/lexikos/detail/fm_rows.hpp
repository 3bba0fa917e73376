// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Steps among the sorted suffixes of a text by its Burrows-Wheeler transform.
//
// Row r stands for the suffix of rank r among all n + 1, the empty one, row 0, included. The transform leaves out the symbol
// of the row of the whole text, the primary one: the symbol before row r is at r there, or at r - 1 past the primary row.
// Symbols are numbered by slots, of which the structures of the transform know.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/fm_exceptions.hpp>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/detail/suffix_interval.hpp>
#include <lexikos/detail/wavelet_ranges.hpp>
#include <lexikos/detail/words.hpp>
#include <type_traits>

namespace lexikos
{

/// The rows [begin, end) of all suffixes, in their order, the empty one at row 0, that begin with a string. Row r > 0 is entry
/// r - 1 of the suffix array.
template <class Index>
struct FmRows
{
  Index begin = 0;
  Index end = 0;

  [[nodiscard]] KOKKOS_FUNCTION constexpr Index count() const { return end - begin; }
  [[nodiscard]] KOKKOS_FUNCTION constexpr bool is_empty() const { return begin >= end; }
  /// The same in the suffix array, without the empty suffix.
  [[nodiscard]] KOKKOS_FUNCTION constexpr SuffixInterval<Index> interval() const
  {
    return {begin == 0 ? begin : static_cast<Index>(begin - 1), end == 0 ? end : static_cast<Index>(end - 1)};
  }
};

namespace detail
{

/// The number of a symbol that the text lacks.
constexpr std::uint32_t absent_slot = 0xFFFFFFFF;

/// A symbol, and where `map` brings its position.
struct SlotStep
{
  std::uint64_t slot;
  std::uint64_t next;
};

// The structures of a transform. map(slot, i) is how often the slot's symbol stands before position i, plus a number of the
// slot's own; step(i) has the symbol at position i < n, and map of both. Kernels hold copies of the structures' parts; a
// single query holds references, since copies count their owners on the host.

/// Up to four symbols, and runs of others: one fetch of 32 bytes.
/// Levels: QuadLevels<MemorySpace>, of which there is one, where exceptions have the digit 0. Exceptions: FmExceptions of it.
template <class Levels, class Exceptions>
struct DenseRanks
{
  /// A step is one fetch.
  static constexpr bool follows_lone_rows = true;

  Levels levels;
  Exceptions exceptions;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t map(std::uint64_t slot, std::uint64_t i) const
  {
    if (slot >= QuadLevels<Kokkos::HostSpace>::radix) return exceptions.rank(slot, i);
    std::uint64_t const next = levels.map(0, static_cast<unsigned>(slot), i);
    return slot == 0 && !exceptions.empty() ? next - exceptions.before(i) : next;
  }

  using Place = typename std::remove_cvref_t<Levels>::Place;
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static Place place_of(std::uint64_t i)
  {
    return std::remove_cvref_t<Levels>::place_of(i);
  }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION SlotStep step(std::uint64_t i) const
  {
    auto const found = levels.digit_at(0, i);
    if (exceptions.empty() || found.digit != 0) return {found.digit, found.next};
    std::uint64_t const slot = exceptions.slot_at(i);
    return {slot, slot != 0 ? exceptions.rank(slot, i) : found.next - exceptions.before(i)};
  }

  /// `map` of a position where the slot's symbol stands; not_found if another one does.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t map_if_there(std::uint64_t slot, Place const& at) const
  {
    if (exceptions.empty() && slot < QuadLevels<Kokkos::HostSpace>::radix)
      return levels.map_if_there(0, static_cast<unsigned>(slot), at);
    SlotStep const found = step(at.position());
    return found.slot == slot ? found.next : not_found;
  }

  /// map of two positions, which mostly share their fetch, in two steps: the first one asks for what is read.
  struct Cursors
  {
    std::uint64_t slot;
    Place begin;
    std::uint64_t size;
  };
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Cursors cursors(std::uint64_t slot, std::uint64_t i, std::uint64_t j) const
  {
    Cursors const found{slot, place_of(i), j - i};
    levels.prefetch_both(0, found.begin, found.size);
    return found;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool advance(Cursors&) const { return false; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmRows<std::uint64_t> map(Cursors const& at) const
  {
    if (at.slot >= QuadLevels<Kokkos::HostSpace>::radix) {
      std::uint64_t const i = at.begin.position();
      return {exceptions.rank(at.slot, i), exceptions.rank(at.slot, i + at.size)};
    }
    auto const both = levels.map_both(0, static_cast<unsigned>(at.slot), at.begin, at.size);
    if (exceptions.empty() || at.slot != 0) return {both.first, both.second};
    std::uint64_t const i = at.begin.position();
    return {both.first - exceptions.before(i), both.second - exceptions.before(i + at.size)};
  }
  /// Both at once.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmRows<std::uint64_t> map(std::uint64_t slot, std::uint64_t i,
                                                                      std::uint64_t j) const
  {
    return map(Cursors{slot, place_of(i), j - i});
  }

  /// Prefetches what `step` reads first.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(std::uint64_t i) const { levels.prefetch(0, i); }
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(Place const& at) const { levels.prefetch(0, at); }

  /// map for all four digits.
  KOKKOS_FORCEINLINE_FUNCTION void map_digits(std::uint64_t i, std::uint64_t (&next)[4]) const
  {
    levels.map_all(0, i, next);
    if (!exceptions.empty()) next[0] -= exceptions.before(i);
  }
};

/// A wavelet matrix or tree: a fetch for each of its levels.
template <class Codes>
struct WaveletRanks
{
  static constexpr bool follows_lone_rows = false;

  Codes codes;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t map(std::uint64_t slot, std::uint64_t i) const
  {
    auto at = codes.rank_cursor(slot, i);
    while (codes.advance_rank(at)) {
    }
    return codes.rank_of(at);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmRows<std::uint64_t> map(std::uint64_t slot, std::uint64_t i,
                                                                      std::uint64_t j) const
  {
    return {map(slot, i), map(slot, j)};
  }

  struct Cursors
  {
    using Cursor = typename std::remove_cvref_t<Codes>::Cursor;

    std::uint64_t slot;
    Cursor i;
    Cursor j;
  };
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Cursors cursors(std::uint64_t slot, std::uint64_t i, std::uint64_t j) const
  {
    return {slot, codes.rank_cursor(slot, i), codes.rank_cursor(slot, j)};
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool advance(Cursors& at) const
  {
    bool const first_goes_on = codes.advance_rank(at.i);
    bool const second_goes_on = codes.advance_rank(at.j);
    return first_goes_on || second_goes_on;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmRows<std::uint64_t> map(Cursors const& at) const
  {
    return {codes.rank_of(at.i), codes.rank_of(at.j)};
  }

  /// Prefetches nothing: what a level is to read is known when the one before was read.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(std::uint64_t) const {}

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION SlotStep step(std::uint64_t i) const
  {
    CodeRank const found = codes.inverse_select(i);
    return {found.code, found.rank};
  }
};

/// Rows, extended by symbols on the left.
template <class Ranks>
struct FmSteps
{
  static constexpr bool follows_lone_rows = Ranks::follows_lone_rows;

  Ranks ranks;
  std::uint64_t const* shifts;  ///< [0..slots) what makes a row of map(slot, i)
  std::uint64_t n;
  std::uint64_t primary;  ///< row of the whole text

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmRows<std::uint64_t> all() const { return {0, n == 0 ? 0 : n + 1}; }

  /// Symbols of the transform before those of a row <= n + 1.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t symbols_before(std::uint64_t row) const
  {
    return row - (row > primary ? 1 : 0);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t map(std::uint64_t slot, std::uint64_t row) const
  {
    return ranks.map(slot, symbols_before(row)) + shifts[slot];
  }
  /// The rows of the suffixes with one more symbol on their left.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmRows<std::uint64_t> extend_left(FmRows<std::uint64_t> const& rows,
                                                                              std::uint64_t slot) const
  {
    return {map(slot, rows.begin), map(slot, rows.end)};
  }
  /// The same of few rows, which mostly share their fetch; where they do not, lanes of a warp wait for each other.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmRows<std::uint64_t> extend_few_left(FmRows<std::uint64_t> const& rows,
                                                                                  std::uint64_t slot) const
  {
    auto const both = ranks.map(slot, symbols_before(rows.begin), symbols_before(rows.end));
    return {both.begin + shifts[slot], both.end + shifts[slot]};
  }
  /// The same by cursors, for several at a time.
  using Extension = typename Ranks::Cursors;
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Extension extension(FmRows<std::uint64_t> const& rows,
                                                                std::uint64_t slot) const
  {
    return ranks.cursors(slot, symbols_before(rows.begin), symbols_before(rows.end));
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool advance(Extension& extension) const
  {
    return ranks.advance(extension);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmRows<std::uint64_t> rows_of(Extension const& extension) const
  {
    auto const rows = ranks.map(extension);
    std::uint64_t const shift = shifts[extension.slot];
    return {rows.begin + shift, rows.end + shift};
  }
  /// One row, which is not the primary one, for several at a time: `lone_row` asks for what `extend_lone` reads.
  struct LoneRow
  {
    typename Ranks::Place place;
  };
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION LoneRow lone_row(std::uint64_t row) const
  {
    LoneRow const found{Ranks::place_of(symbols_before(row))};
    ranks.prefetch(found.place);
    return found;
  }
  /// The row of the suffix with one more symbol on its left; not_found if another symbol is there.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t extend_lone(LoneRow const& row, std::uint64_t slot) const
  {
    std::uint64_t const found = ranks.map_if_there(slot, row.place);
    return found == not_found ? not_found : found + shifts[slot];
  }
  /// Prefetches what `step_left` reads first.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_left(std::uint64_t row) const { ranks.prefetch(symbols_before(row)); }
  /// The symbol before the suffix of a row, which is not the primary one, and the row of both.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION SlotStep step_left(std::uint64_t row) const
  {
    std::uint64_t const i = symbols_before(row);
    SlotStep const found = ranks.step(i < n ? i : n - 1);
    return {found.slot, found.next + shifts[found.slot]};
  }
};

/// The rows of all strings of `depth` symbols with slots below `base`; entry 0 is that of all rows where the depth is 0.
template <class Index>
struct FmTable
{
  FmRows<Index> const* rows;  ///< [0..base^depth) by the strings as numbers, the first symbol the most significant
  std::uint32_t base;
  std::uint32_t depth;
};

/// The number of `count` digits of two bits, 1 to 32, the first of which, the lowest here, is the most significant there.
[[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t number_of_digits(std::uint64_t digits, std::uint32_t count)
{
  constexpr std::uint64_t every_second = 0x5555555555555555;
  std::uint64_t const reversed = reverse_bits(digits);
  return ((reversed >> 1 & every_second) | (reversed & every_second) << 1) >> (64 - 2 * count);
}

/// Where a search ended: the rows of the pattern without its first `rest` symbols, which are still to be compared.
struct FmFound
{
  FmRows<std::uint64_t> rows;
  std::uint64_t rest;
  std::uint64_t before = 0;  ///< rows before the last step, as the stop was told
};

/// Goes on to the pattern's first symbol.
struct NeverStop
{
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(std::uint64_t, std::uint64_t, std::uint64_t) const { return false; }
};

/// A search on its way: the rows of a pattern without its first `rest` symbols.
struct FmCourse
{
  FmRows<std::uint64_t> rows;
  std::uint64_t rest;
  std::uint64_t before = not_found;  ///< rows before the last step; any number before the first

  /// Whether there is a step to take; else the search has ended.
  template <class Stop>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool goes_on(Stop const& stop) const
  {
    // row 0 has no place in the text, and is among the rows of the empty string alone
    return rest > 0 && !rows.is_empty() && (rows.begin == 0 || !stop(rows.count(), before, rest));
  }
  /// The symbol that a step adds.
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t take_slot(Pattern& pattern)
  {
    before = rows.count();
    return pattern.slot(--rest);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmFound found() const
  {
    if (rows.is_empty()) return {{0, 0}, 0};
    return {rows, rest, before};
  }
};

/// Backward search. Pattern: length(), and slot(j), which is called for descending j.
/// Source: Ferragina and Manzini 2000, section 3.
template <class Ranks, class Index>
struct FmSearch
{
  FmSteps<Ranks> steps;
  FmTable<Index> table;

  /// \param stop  stop(count, before, rest): whether to compare the rest of the pattern elsewhere; before: rows before the
  ///              last step
  template <class Pattern, class Stop = NeverStop>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmFound find(Pattern pattern, Stop const& stop = {}) const
  {
    FmCourse course{steps.all(), pattern.length()};
    if (table.depth > 0 && course.rest >= table.depth && look_up(pattern, course.rows)) course.rest -= table.depth;
    while (course.goes_on(stop)) step(course, pattern);
    return course.found();
  }

  template <class Pattern>
  KOKKOS_FORCEINLINE_FUNCTION void step(FmCourse& course, Pattern& pattern) const
  {
    std::uint32_t const slot = course.take_slot(pattern);
    course.rows = slot == absent_slot ? FmRows<std::uint64_t>{0, 0} : steps.extend_left(course.rows, slot);
  }

  /// The rows of the last symbols; false, with nothing changed, where one of them is not in the table.
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool look_up(Pattern& pattern, FmRows<std::uint64_t>& rows) const
  {
    std::uint64_t const number = number_of_end(pattern);
    if (number == not_found) return false;
    FmRows<Index> const found = table.rows[number];
    rows = {found.begin, found.end};
    return true;
  }

  /// Where the table has these rows; not_found, and the pattern as it was, where one of the symbols is not in it.
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t number_of_end(Pattern& pattern) const
  {
    if constexpr (requires { pattern.has_dna; }) {
      constexpr std::uint32_t max_digits = 32;
      if (pattern.has_dna && table.base == 4 && table.depth <= max_digits) {
        auto const last = pattern.digits(pattern.length() - table.depth, table.depth);
        return last.are_all ? number_of_digits(last.packed, table.depth) : not_found;
      }
    }
    Pattern const start = pattern;
    std::uint64_t number = 0;
    std::uint64_t weight = 1;
    for (std::uint32_t j = 1; j <= table.depth; ++j) {
      std::uint32_t const slot = pattern.slot(pattern.length() - j);
      if (slot >= table.base) {
        pattern = start;
        return not_found;
      }
      number += weight * slot;
      weight *= table.base;
    }
    return number;
  }
};

}  // namespace detail
}  // namespace lexikos
