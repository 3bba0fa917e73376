// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A round for small groups. A round that sorts by one key doubles the depth of the order, and costs the same launches and
// waits however few suffixes are left. Here every suffix of a small group counts those of its group that precede it,
// comparing the ranks of their successors, one after the other, until two differ: which multiplies the depth, and reads no
// more than it takes to tell two suffixes apart. Beyond the papers.

#include <cstddef>

#include "suffix_array/rounds/rounds.hpp"
#include "suffix_array/rounds/successor.hpp"

namespace lexikos::suffix_array_detail
{

/// Suffixes of a group that comparisons sort; larger groups are left as they are. The comparisons of a group are quadratic.
constexpr std::size_t max_small_group = 32;

/// Sorts every small group. The depth stays as it is if there are large ones. Fences.
/// \param max_ranks  by which two suffixes are compared, at most
template <class ExecutionSpace, class Index, class Successor>
void refine_by_comparisons(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor, std::size_t max_ranks);

}  // namespace lexikos::suffix_array_detail
