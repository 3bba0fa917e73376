// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Searches step by step, for hosts, whose threads would wait for memory at each step.

#include <cstddef>
#include <cstdint>
#include <lexikos/detail/suffix_search.hpp>
#include <lexikos/detail/words.hpp>
#include <type_traits>
#include <utility>

#include "common/host_batches.hpp"

namespace lexikos::search_detail
{

/// For `InTurns`. Work: intervals and patterns, order of these, and write(i, interval).
template <class Work>
struct StepsOfSearch
{
  Work work;

  using Pattern = std::decay_t<decltype(std::declval<Work>().patterns(0))>;
  enum class Stage
  {
    table,
    entry,
    text
  };
  struct Turn
  {
    std::size_t i;
    Pattern pattern;
    Stage stage;
    bool has_place;
    std::uint64_t code;
    std::uint64_t position;  ///< Stage::text: of the suffix that is compared
    detail::PlaceSearch place;
    std::uint64_t end;       ///< of the entries of the code
    detail::EndSearch last;  ///< once the place is known
  };

  /// False when the search is done at once.
  LEXIKOS_ALWAYS_INLINE bool begin(Turn& turn, std::size_t t) const
  {
    turn.i = work.order != nullptr ? work.order[t] : t;
    turn.pattern = work.patterns(turn.i);
    auto const begun = work.intervals.start(turn.pattern);
    if (!begun.is_searched) {
      work.write(turn.i, begun.interval);
      return false;
    }
    turn.code = begun.code;
    turn.stage = Stage::table;
    detail::prefetch(work.intervals.table + turn.code);
    return true;
  }

  /// False when the search is done.
  LEXIKOS_ALWAYS_INLINE bool go_on(Turn& turn) const
  {
    auto const& suffixes = work.intervals;
    switch (turn.stage) {
      case Stage::table:
        turn.end = suffixes.table[turn.code + 1];
        turn.place = {suffixes.table[turn.code], turn.end, suffixes.depth, suffixes.depth};
        turn.has_place = false;
        break;
      case Stage::entry:
        turn.position = suffixes.suffix_array[entry(turn)];
        detail::prefetch(suffixes.text + turn.position + common(turn));
        turn.stage = Stage::text;
        return true;
      case Stage::text:
        auto const found = suffixes.compare(turn.position, turn.pattern, common(turn));
        if (turn.has_place)
          turn.last.take(found, turn.pattern.length, suffixes.n);
        else
          turn.place.take(found);
        break;
    }
    return choose_entry(turn);
  }

 private:
  [[nodiscard]] static std::uint64_t entry(Turn const& turn)
  {
    return turn.has_place ? turn.last.entry() : turn.place.entry();
  }
  [[nodiscard]] static std::uint64_t common(Turn const& turn)
  {
    return turn.has_place ? turn.last.common : turn.place.common();
  }

  /// False when none is left.
  LEXIKOS_ALWAYS_INLINE bool choose_entry(Turn& turn) const
  {
    using Index = typename std::decay_t<decltype(work.intervals)>::Entry;
    if (!turn.has_place && !turn.place.goes_on()) {
      auto const first = static_cast<Index>(turn.place.low);
      if (turn.place.high_length < turn.pattern.length) {
        work.write(turn.i, {first, first});
        return false;
      }
      turn.has_place = true;
      turn.last = {turn.place.low, turn.end, work.intervals.depth};
    }
    if (turn.has_place && !turn.last.goes_on()) {
      work.write(turn.i, {static_cast<Index>(turn.place.low), static_cast<Index>(turn.last.bound)});
      return false;
    }
    turn.stage = Stage::entry;
    detail::prefetch(work.intervals.suffix_array + entry(turn));
    return true;
  }
};

}  // namespace lexikos::search_detail
