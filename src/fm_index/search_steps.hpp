// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Searches step by step, for hosts, whose threads would wait for memory at each step.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/fm_rows.hpp>
#include <lexikos/detail/words.hpp>
#include <type_traits>
#include <utility>

#include "common/host_batches.hpp"
#include "common/in_turns.hpp"
#include "fm_index/lone_rows.hpp"
#include "fm_index/tuning.hpp"

namespace lexikos::fm_detail
{

/// A pattern of bytes that a thread comes back to at each step. Symbols that are digits are read once, and kept in two bits
/// each. (What reads patterns is for devices, too, and so these are.)
class PatternInTurns : public detail::BytePattern
{
 public:
  PatternInTurns() = default;
  explicit PatternInTurns(detail::BytePattern const& pattern) : detail::BytePattern(pattern)
  {
    if (has_dna && size > 0) keep(size);
  }

  /// For descending j.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t slot(std::uint64_t j)
  {
    std::uint64_t const at = m_end - 1 - j;
    return at < m_kept ? digit(at) : slot_beyond(j);
  }
  /// Of symbols [j, j + count), at most 32.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION detail::PackedDigits digits(std::uint64_t j, unsigned count) const
  {
    std::uint64_t const at = m_end - j - count;
    if (j + count > m_end || at + count > m_kept) return detail::BytePattern::digits(j, count);
    auto const shift = static_cast<unsigned>(2 * (at % of_word));
    std::uint64_t const upper = m_words[at / of_word] << shift;
    std::uint64_t const lower = shift == 0 ? 0 : m_words[at / of_word + 1] >> (64 - shift);
    return {(upper | lower) >> (64 - 2 * count), true};
  }

 private:
  static constexpr std::uint64_t of_word = 32;
  static constexpr std::uint64_t words = 4;

  /// The one that is so far from the last one that is kept.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t digit(std::uint64_t at) const
  {
    return static_cast<std::uint32_t>(m_words[at / of_word] << 2 * (at % of_word) >> 62);
  }

  KOKKOS_FUNCTION LEXIKOS_NEVER_INLINE std::uint32_t slot_beyond(std::uint64_t j)
  {
    bool const has_word = begin + j - word_begin <= 7;
    if (has_dna && !has_word) keep(j + 1);
    return m_end == j + 1 && m_kept > 0 ? digit(0) : detail::BytePattern::slot(j);
  }

  /// The last symbols before `end` > 0, as far as they are digits.
  KOKKOS_FUNCTION LEXIKOS_NEVER_INLINE void keep(std::uint64_t end)
  {
    m_end = end;
    m_kept = 0;
    for (std::uint64_t w = 0; w < words && m_kept < end; ++w) {
      std::uint64_t const left = end - m_kept;
      std::uint64_t const count = left < of_word ? left : of_word;
      auto const found = detail::BytePattern::digits(left - count, static_cast<unsigned>(count));
      if (!found.are_all) return;
      m_words[w] = found.packed << 2 * (of_word - count);
      m_kept += count;
    }
  }

  Kokkos::Array<std::uint64_t, words + 1>
      m_words{};            ///< the last symbol highest in the first word; a last word of zeros
  std::uint64_t m_end = 0;  ///< past the last symbol that is kept
  std::uint64_t m_kept = 0;
};

inline PatternInTurns in_turns(detail::BytePattern const& pattern)
{
  return PatternInTurns(pattern);
}
inline detail::SlotPattern in_turns(detail::SlotPattern const& pattern)
{
  return pattern;
}

/// For `InTurns`. Work: search, batch, order and limits of the searches, and what follows one: begin_next(next, i, pattern,
/// found) and go_on(next, i, pattern), which say whether there is more to do.
template <class Work>
struct StepsOfSearch
{
  Work const& work;
  LoneRows& lone_rows;  ///< what it leaves to `StepsOfLoneRow`

  using Pattern = decltype(in_turns(std::declval<Work>().batch(0)));
  using Steps = std::decay_t<decltype(std::declval<Work>().search.steps)>;
  enum class Stage
  {
    table,
    steps,
    next
  };
  struct Turn
  {
    Stage stage;
    std::uint64_t rest;                   ///< symbols that are not looked for yet
    std::uint64_t before;                 ///< Stage::steps: rows before the one on its way
    typename Steps::Extension extension;  ///< Stage::steps: the one on its way
    Pattern pattern;
    std::size_t i;
    std::uint64_t number;  ///< Stage::table: of the entry
    typename Work::Next next;
  };

  /// Always true: the first step is that of `go_on`.
  LEXIKOS_ALWAYS_INLINE bool begin(Turn& turn, std::size_t t) const
  {
    turn.i = work.order != nullptr ? work.order[t] : t;
    turn.pattern = in_turns(work.batch(turn.i));
    turn.rest = turn.pattern.length();
    turn.number = not_found;
    auto const& table = work.search.table;
    if (table.depth > 0 && turn.rest >= table.depth) turn.number = work.search.number_of_end(turn.pattern);
    turn.stage = Stage::table;
    if (turn.number != not_found) detail::prefetch(table.rows + turn.number);
    return true;
  }

  /// False when the search is done.
  LEXIKOS_ALWAYS_INLINE bool go_on(Turn& turn) const
  {
    auto const& search = work.search;
    detail::FmCourse course;
    if (turn.stage == Stage::steps) [[likely]] {
      if (search.steps.advance(turn.extension)) return true;
      course = {search.steps.rows_of(turn.extension), turn.rest, turn.before};
    }
    else if (turn.stage == Stage::next)
      return work.go_on(turn.next, turn.i, turn.pattern);
    else
      course = at_first(turn);
    if (course.goes_on(work.limits.verify)) [[likely]] {
      if constexpr (Steps::follows_lone_rows)
        if (course.rows.count() == 1 && course.rest >= min_of_lone_row) {
          LoneRow const left{turn.i, course.rows.begin, course.rest};
          lone_rows.push(left);
          return false;
        }
      std::uint32_t const slot = course.take_slot(turn.pattern);
      if (slot != detail::absent_slot) [[likely]] {
        turn.stage = Stage::steps;
        turn.rest = course.rest;
        turn.before = course.before;
        turn.extension = search.steps.extension(course.rows, slot);
        return true;
      }
      course.rows = {0, 0};
    }
    turn.stage = Stage::next;
    return work.begin_next(turn.next, turn.i, turn.pattern, course.found());
  }

 private:
  LEXIKOS_ALWAYS_INLINE detail::FmCourse at_first(Turn const& turn) const
  {
    auto const& search = work.search;
    if (turn.number == not_found) return {search.steps.all(), turn.rest};
    auto const rows = search.table.rows[turn.number];
    return {{rows.begin, rows.end}, turn.rest - search.table.depth};
  }
};

/// Answers a part of a batch.
template <class Work>
struct SearchInTurns
{
  Work work;

  LEXIKOS_ALWAYS_INLINE void operator()(std::size_t first, std::size_t count) const
  {
    using Steps = StepsOfSearch<Work>;
    LoneRows lone_rows;
    detail::InTurns<Steps, searches_at_once>{Steps{work, lone_rows}}(first, count);
    if constexpr (Steps::Steps::follows_lone_rows) {
      using StepsOfRow = StepsOfLoneRow<Work>;
      detail::InTurns<StepsOfRow, lone_rows_at_once>{StepsOfRow{work, lone_rows}}(0, lone_rows.size());
    }
  }
};

}  // namespace lexikos::fm_detail
