// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "common/host_batches.hpp"

namespace lexikos::detail
{

/// A thread of a host goes through several items at a time, a step of each in turn: each step asks for what the next one of its item
/// reads, which is there when it is its turn again. A part of a batch, as `answer_on_host` wants it.
/// Steps: the type Turn of what is known of an item; begin(turn, i), the first step, and go_on(turn), the next one, which say whether
/// there is more to do.
template <class Steps, std::size_t at_once>
struct InTurns
{
  Steps steps;

  LEXIKOS_ALWAYS_INLINE void operator()(std::size_t next, std::size_t count) const
  {
    std::size_t const end = next + count;
    Kokkos::Array<typename Steps::Turn, at_once> turns;
    std::size_t active = 0;
    while (active < at_once && begin_one(turns[active], next, end)) ++active;
    while (active > 0)
      for (std::size_t k = 0; k < active;)
        if (steps.go_on(turns[k]) || begin_one(turns[k], next, end))
          ++k;
        else
          turns[k] = turns[--active];
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
