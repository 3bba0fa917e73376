// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The end of the rounds in one launch. A round of a few thousand suffixes costs a device its dozen launches and waits and
// little else; here one team takes all rounds that are left: barriers are what launches were. Beyond the papers.

#include <cstddef>

#include "suffix_array/rounds/rounds.hpp"

namespace lexikos::suffix_array_detail
{

/// Whether one team should finish: the list is short, and its groups are, of which each suffix reads all others.
template <class ExecutionSpace, class Index>
[[nodiscard]] bool has_short_list(Rounds<ExecutionSpace, Index> const& rounds)
{
  constexpr std::size_t max_mean_group = 16;
  auto const& unsorted = rounds.unsorted;
  return unsorted.size <= rounds.context.tuning.max_list_of_one_team &&
         unsorted.size <= max_mean_group * unsorted.groups();
}

/// Sorts all that is unsorted, and reports it as one round. Work O(s^2) for each group of s in each round that doubles;
/// scratch: 24 bytes and two indices a suffix of the list.
template <class ExecutionSpace, class Index, class Successor>
void finish_short_list(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor);

}  // namespace lexikos::suffix_array_detail
