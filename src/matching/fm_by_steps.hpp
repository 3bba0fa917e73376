// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the sources of the layouts are made of.

#include <lexikos/detail/execution_spaces.hpp>

#include "matching/fm_source.hpp"
#include "matching/search.hpp"

namespace lexikos::matching_detail
{

template <class ExecutionSpace, class Index, class Ranks>
void find_statistics_by_steps(ExecutionSpace const& space,
                              FmInput<typename ExecutionSpace::memory_space, Index> const& input,
                              detail::FmSteps<Ranks> const& steps,
                              QuerySpans<typename ExecutionSpace::memory_space> const& queries,
                              StatisticsOutput<typename ExecutionSpace::memory_space, Index> const& output,
                              MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options,
                              Tuning const& tuning)
{
  find_statistics_by(space, FmSource<ExecutionSpace, Index, Ranks>(input, steps, tuning), queries, output, options,
                     tuning);
}

template <class ExecutionSpace, class Index, class Ranks>
Matches<typename ExecutionSpace::memory_space, Index> find_by_steps(
    ExecutionSpace const& space, FmInput<typename ExecutionSpace::memory_space, Index> const& input,
    detail::FmSteps<Ranks> const& steps, QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning)
{
  return find_by(space, FmSource<ExecutionSpace, Index, Ranks>(input, steps, tuning), queries, options, tuning);
}

}  // namespace lexikos::matching_detail

#define LEXIKOS_INSTANTIATE_STEPS(SPACE, INDEX, STEPS)                                                              \
  template void find_statistics_by_steps(SPACE const&, FmInput<SPACE::memory_space, INDEX> const&,                  \
                                         STEPS<SPACE::memory_space> const&, QuerySpans<SPACE::memory_space> const&, \
                                         StatisticsOutput<SPACE::memory_space, INDEX> const&,                       \
                                         MatchingStatisticsOptions<SPACE::memory_space> const&, Tuning const&);     \
  template Matches<SPACE::memory_space, INDEX> find_by_steps(                                                       \
      SPACE const&, FmInput<SPACE::memory_space, INDEX> const&, STEPS<SPACE::memory_space> const&,                  \
      QuerySpans<SPACE::memory_space> const&, MatchOptions<SPACE::memory_space> const&, Tuning const&);
