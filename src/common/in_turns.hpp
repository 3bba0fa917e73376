// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "common/host_batches.hpp"

namespace lexikos::detail
{

/// A thread of a host goes through several items at a time, a step of each in turn: each step asks for what the next one of its
/// item reads, which is there when it is its turn again. A part of a batch, as `answer_on_host` wants it. Steps: the type Turn
/// of what is known of an item; begin(turn, i), the first step, and go_on(turn), the next one, which say whether there is more
/// to do.
template <class Steps, std::size_t at_once>
struct InTurns
{
  Steps steps;

  LEXIKOS_ALWAYS_INLINE void operator()(std::size_t next, std::size_t count) const
  {
    std::size_t const end = next + count;
    using Turn = typename Steps::Turn;
    Kokkos::Array<Turn, at_once> turns;
    Turn* last = turns.data() + at_once;  ///< past those that are on
    Turn* begun = turns.data();           ///< past those that were begun: before `last` in the first round alone
    while (last != turns.data())
      for (Turn* turn = turns.data(); turn != last;) {
        if (turn != begun && steps.go_on(*turn)) [[likely]]
          ++turn;
        else if (begin_one(*turn, next, end)) {
          if (turn++ == begun) ++begun;
        }
        else if (turn != begun)
          *turn = *--last;
        else
          last = turn;
      }
  }

 private:
  /// The next item that is not done at once; false if there is none.
  LEXIKOS_ALWAYS_INLINE bool begin_one(typename Steps::Turn& turn, std::size_t& next, std::size_t end) const
  {
    while (next < end)
      if (steps.begin(turn, next++)) return true;
    return false;
  }
};

}  // namespace lexikos::detail
