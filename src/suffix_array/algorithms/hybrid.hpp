// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/sort_run.hpp"

namespace lexikos::suffix_array_detail
{

/// Sorts the suffixes of the difference cover's sample, without the empty one.
/// \param ranking  `suffix_array`, [0..m), receives the sample in order; `ranks`, [0..n), its ranks by position
/// \param width    of the keys: two ranks, or one where a key is too narrow
template <class ExecutionSpace, class Index>
void sort_sample(SortRun<ExecutionSpace, Index>& run, Ranking<ExecutionSpace, Index> const& ranking,
                 KeyWidth const& width = {.ranks = 2});

}  // namespace lexikos::suffix_array_detail
