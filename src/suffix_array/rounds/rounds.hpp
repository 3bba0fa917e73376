// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "suffix_array/context.hpp"
#include "suffix_array/rounds/ranking.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// What a first sort marks heads of groups with.
constexpr std::uint8_t first_sort_number = 1;

/// What the rounds of one sort share. It knows no symbols.
///
/// Between two rounds: the suffixes of a group agree in `depth` symbols; groups stand in their final order; a suffix alone in
/// its group is in its place, has its final rank, and is not in the list.
template <class ExecutionSpace, class Index>
struct Rounds
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Context<ExecutionSpace> context;
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, MemorySpace> unsorted;
  std::size_t depth = 0;
  std::uint8_t number = first_sort_number;  ///< of the last round; marks the heads that it found

  [[nodiscard]] bool any_unsorted() const { return unsorted.size != 0; }

  /// Bits of 1 + a rank.
  [[nodiscard]] int rank_bits() const { return std::bit_width(ranking.suffix_array.extent(0)); }

  /// Runs one round, which sets the depth, and drops what has found its place. There are about 2 log2(n) rounds at most: one
  /// of comparisons that leaves groups unsorted is followed by one that doubles the depth.
  template <class Round>
  void run(Round const& round)
  {
    run_uncounted(round);
    context.report.end_round(unsorted.size);
  }

  /// The same, not reported: a step of a round.
  template <class Round>
  void run_uncounted(Round const& round)
  {
    detail::require(number != std::numeric_limits<std::uint8_t>::max(), ErrorCode::device,
                    "the rounds of a suffix sort do not end");
    ++number;
    round();
    context.step("drop sorted", [&] { drop_sorted(context, unsorted); });
  }
};

/// Ranks the groups that a first sort has found, lists the suffixes that share theirs, and reports how many. Memory of the
/// list is taken in the scope of the caller.
/// \param memory  with the heads of the groups
/// \param depth   symbols in which the suffixes of a group agree
template <class ExecutionSpace, class Index>
[[nodiscard]] Rounds<ExecutionSpace, Index> start_rounds(
    Context<ExecutionSpace> const& context, Ranking<ExecutionSpace, Index> const& ranking,
    RoundMemory<Index, typename ExecutionSpace::memory_space> const& memory, std::size_t depth)
{
  Rounds<ExecutionSpace, Index> rounds{context, ranking, {}, depth};
  context.step("first ranks", [&] { first_ranks(context, ranking, memory.heads()); });
  context.step("list unsorted", [&] { rounds.unsorted = first_unsorted(context, memory); });
  context.report.end_round(rounds.unsorted.size);
  return rounds;
}

}  // namespace lexikos::suffix_array_detail
