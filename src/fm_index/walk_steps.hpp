// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Walks from rows to their places step by step, for hosts, whose threads would wait for memory at each step.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/fm_text.hpp>
#include <lexikos/detail/words.hpp>

#include "backends/segments.hpp"
#include "common/host_batches.hpp"

namespace lexikos::fm_detail
{

/// For `InTurns`, whose items are those of segments. Work: places, row(s, i) of item i of segment s, compares(s, place), which
/// asks for what is compared next if it is, and write(s, i, place).
template <class Work>
struct StepsOfWalk
{
  Work work;
  std::size_t segments;

  enum class Stage
  {
    row,
    place,
    text
  };
  struct Turn
  {
    std::size_t segment = 0;  ///< items ascend, so that the next one is in this segment or a later one
    std::size_t i;
    Stage stage;
    std::uint32_t walked;
    std::uint64_t row;    ///< Stage::row
    std::uint64_t entry;  ///< Stage::place: of the samples' places
    std::uint64_t place;  ///< Stage::text
  };

  /// Always true: each place is read.
  LEXIKOS_ALWAYS_INLINE bool begin(Turn& turn, std::size_t i) const
  {
    turn.i = i;
    turn.segment = backends::segment_from(work.offsets, segments, turn.segment, i);
    turn.row = work.row(turn.segment, i);
    turn.walked = 0;
    if (work.places.samples.rate == 1)
      ask_for_place(turn, turn.row - 1);
    else
      ask_for_row(turn);
    return true;
  }

  /// False when the place is written.
  LEXIKOS_ALWAYS_INLINE bool go_on(Turn& turn) const
  {
    auto const& [steps, samples] = work.places;
    if (turn.stage == Stage::row) {
      auto const mark = detail::BitVectorAccess::bit_and_rank(samples.marks, turn.row);
      if (mark.bit != 0) {
        ask_for_place(turn, mark.rank);
        return true;
      }
      if (++turn.walked == samples.rate) {
        work.write(turn.segment, turn.i, not_found);
        return false;
      }
      turn.row = steps.step_left(turn.row).next;
      ask_for_row(turn);
      return true;
    }
    if (turn.stage == Stage::place) {
      std::uint64_t const place = samples.places[turn.entry] + turn.walked;
      turn.place = samples.rate == 1 || place < steps.n ? place : not_found;
      if (work.compares(turn.segment, turn.place)) {
        turn.stage = Stage::text;
        return true;
      }
    }
    work.write(turn.segment, turn.i, turn.place);
    return false;
  }

 private:
  LEXIKOS_ALWAYS_INLINE void ask_for_row(Turn& turn) const
  {
    turn.stage = Stage::row;
    detail::BitVectorAccess::prefetch(work.places.samples.marks, turn.row);
    work.places.steps.prefetch_left(turn.row);
  }
  LEXIKOS_ALWAYS_INLINE void ask_for_place(Turn& turn, std::uint64_t entry) const
  {
    turn.stage = Stage::place;
    turn.entry = entry;
    detail::prefetch(work.places.samples.places + entry);
  }
};

}  // namespace lexikos::fm_detail
