// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The rounds of every algorithm that doubles: the list's suffixes of each group, which agree in their first h symbols, are
// sorted by the rank of their successor (successor.hpp); or by this rank and those of one, two or three more suffixes, each
// the successor of the one before.

#include <algorithm>
#include <cstddef>

#include "suffix_array/rounds/rounds.hpp"
#include "suffix_array/rounds/successor.hpp"

namespace lexikos::suffix_array_detail
{

/// How a round takes ranks into one key.
struct KeyWidth
{
  int ranks = 1;  ///< at most
  int bits = 64;  ///< at most, of more ranks than one

  [[nodiscard]] int ranks_of(int rank_bits) const { return std::clamp(bits / rank_bits, 1, ranks); }
};

/// suffixes(j) = the j-th unsorted suffix, keys(j) = its key in this round.
/// \param ranks  by position, of the suffixes that successors may be
template <class ExecutionSpace, class Index, class Successor>
void gather_keys(Rounds<ExecutionSpace, Index> const& rounds, Successor const& successor,
                 Span<Index, typename ExecutionSpace::memory_space> const& ranks);

/// Sorts every group by keys of one rank or more, or by its chains where the text is periodic; sets the depth.
template <class ExecutionSpace, class Index, class Successor>
void double_depth(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor, KeyWidth const& width = {});

/// Rounds until every suffix stands in its place and ranks are those of the sorted suffixes: by keys, and by comparisons
/// (comparison_round.hpp) where the list is short.
template <class ExecutionSpace, class Index, class Successor>
void finish_by_doubling(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor);

}  // namespace lexikos::suffix_array_detail
