// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Prefix doubling: Algorithm 3 of "gpu-pd" (2020), after Manber and Myers (1993), with the ranks of Larsson and Sadakane
// (2007). Its state is the suffix array, in which groups of suffixes that agree in their first h symbols stand together, a
// flag where each group begins, and the rank of every suffix: the index of its group's first entry. A group's first entry
// never moves, so finished suffixes keep their rank and drop out of the rounds. Beyond the papers: where few are left, a
// round compares them by several ranks.

#include <cstddef>
#include <lexikos/workspace.hpp>

#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"

namespace lexikos::suffix_array_detail
{

/// Rounds take most when all suffixes form chains: keys of eight bytes, and a copy of keys and suffixes for the sort.
template <class Index>
std::size_t prefix_doubling_workspace_bytes(std::size_t n, bool with_inverse)
{
  return doubling_workspace_bytes<Index>(n, with_inverse, 16 + sizeof(Index));
}

template <class ExecutionSpace, class Symbol, class Index>
void prefix_doubling(SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  Workspace::Scope scope(run.workspace);
  Steps<ExecutionSpace> step(run.space, &run.statistics);
  auto state = sort_first_symbols(run, step);
  doubling_rounds(run.space, state.ranking, SuccessorAtDepth{}, state.unsorted, state.depth, first_sort_tag + 1,
                  run.options, run.statistics, step, run.workspace);
}

}  // namespace lexikos::suffix_array_detail
