// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prefix doubling: Algorithm 3 of "gpu-pd" (2020), after Manber and Myers (1993), with the ranks of Larsson and Sadakane
// (2007). Its state is the suffix array, in which groups of suffixes that agree in their first h symbols stand together, a
// flag where each group starts, and the rank of every suffix: the index of its group's first entry. A group's first entry
// never moves, so finished suffixes keep their rank and drop out of the rounds. Beyond the papers: where few are left, a
// round compares them by several ranks; and where a narrow first key leaves few, none are needed (text/narrow_keys.hpp).

#include <lexikos/detail/execution_spaces.hpp>

#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/text/first_sort.hpp"
#include "suffix_array/text/narrow_keys.hpp"

namespace lexikos::suffix_array_detail
{

/// Rounds take most when all suffixes form chains: keys of eight bytes, and a copy of keys and suffixes for the sort.
template <class Index>
std::size_t prefix_doubling_workspace_bytes(std::size_t n, bool with_inverse)
{
  return doubling_workspace_bytes<Index>(n, with_inverse, 16 + sizeof(Index));
}

namespace
{

/// Does it, if it pays.
template <class ExecutionSpace, class Index>
bool sorts_by_narrow_keys(SortRun<ExecutionSpace, Index>& run)
{
  Workspace::Scope const scope(run.context.workspace);
  bool const sorted = has_distinct_starts(run) && sort_by_narrow_keys(run);
  run.packed = {};  // its memory is the scope's
  return sorted;
}

}  // namespace

template <class ExecutionSpace, class Index>
void prefix_doubling(SortRun<ExecutionSpace, Index>& run)
{
  if (sorts_by_narrow_keys(run)) return;
  Workspace::Scope const scope(run.context.workspace);
  auto rounds = sort_first_symbols(run);
  finish_by_doubling(rounds, SuccessorAtDepth{});
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX) template void prefix_doubling(SortRun<SPACE, INDEX>&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
template std::size_t prefix_doubling_workspace_bytes<std::uint32_t>(std::size_t, bool);
template std::size_t prefix_doubling_workspace_bytes<std::uint64_t>(std::size_t, bool);
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
