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
#include "fm_index/tuning.hpp"

namespace lexikos::fm_detail
{

/// For `InTurns`. Work: search, batch, order and limits of the searches, and what follows one: begin_next(next, i, pattern, found)
/// and go_on(next, i, pattern), which say whether there is more to do.
template <class Work>
struct StepsOfSearch
{
  Work work;

  using Pattern = std::decay_t<decltype(std::declval<Work>().batch(0))>;
  using Steps = std::decay_t<decltype(std::declval<Work>().search.steps)>;
  enum class Stage
  {
    table,
    steps,
    next
  };
  struct Turn
  {
    std::size_t i;
    detail::FmCourse<Pattern> course;
    Stage stage;
    std::uint64_t number;                 ///< Stage::table: of the entry
    typename Steps::Extension extension;  ///< Stage::steps: the one on its way
    typename Work::Next next;
  };

  /// False when the search is done at once.
  LEXIKOS_ALWAYS_INLINE bool begin(Turn& turn, std::size_t t) const
  {
    turn.i = work.order != nullptr ? work.order[t] : t;
    auto const pattern = work.batch(turn.i);
    auto const& search = work.search;
    turn.course = {pattern, search.steps.all(), pattern.length()};
    bool const may_be_in_table = search.table.depth > 0 && pattern.length() >= search.table.depth;
    turn.number = may_be_in_table ? search.number_of_end(turn.course.pattern) : not_found;
    if (turn.number == not_found) return extend(turn);
    turn.stage = Stage::table;
    detail::prefetch(search.table.rows + turn.number);
    return true;
  }

  /// False when the search is done.
  LEXIKOS_ALWAYS_INLINE bool go_on(Turn& turn) const
  {
    auto const& search = work.search;
    if (turn.stage == Stage::next) return work.go_on(turn.next, turn.i, turn.course.pattern);
    if (turn.stage == Stage::table) {
      auto const rows = search.table.rows[turn.number];
      turn.course.rows = {rows.begin, rows.end};
      turn.course.rest -= search.table.depth;
    }
    else {
      if (search.steps.advance(turn.extension)) return true;
      turn.course.rows = search.steps.rows_of(turn.extension);
    }
    return extend(turn);
  }

 private:
  LEXIKOS_ALWAYS_INLINE bool extend(Turn& turn) const
  {
    auto& course = turn.course;
    if (course.goes_on(work.limits.verify)) {
      turn.stage = Stage::steps;
      std::uint32_t const slot = course.take_slot();
      if (slot != detail::absent_slot) {
        turn.extension = work.search.steps.extension(course.rows, slot);
        return true;
      }
      course.rows = {0, 0};
    }
    turn.stage = Stage::next;
    return work.begin_next(turn.next, turn.i, course.pattern, course.found());
  }
};

}  // namespace lexikos::fm_detail
