// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matches by a suffix array.

#include <Kokkos_Core.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/matching.hpp>

#include "common/primitive_bytes.hpp"
#include "matching/search.hpp"
#include "matching/suffix_array_source.hpp"
#include "matching/tuning.hpp"
#include "matching/turned.hpp"

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t matching_statistics_workspace_bytes(std::size_t symbols)
{
  std::size_t const chunks = symbols / matching_detail::Tuning{}.chunk + 1;
  return chunks * (4 * sizeof(std::uint64_t) + 1) + 5 * 256 + detail::scan_bytes<ExecutionSpace>(chunks);
}

namespace matching_detail
{

Tuning const& default_tuning()
{
  static constexpr Tuning tuning{};
  return tuning;
}

template <class ExecutionSpace, class Index>
void find_statistics(ExecutionSpace const& space,
                     IndexArrays<typename ExecutionSpace::memory_space, Index> const& index,
                     QuerySpans<typename ExecutionSpace::memory_space> const& queries,
                     StatisticsOutput<typename ExecutionSpace::memory_space, Index> const& output,
                     MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options,
                     Tuning const& tuning)
{
  find_statistics_by(space, SuffixArraySource<ExecutionSpace, Index>(index), queries, output, options, tuning);
}

template <class ExecutionSpace, class Index>
Matches<typename ExecutionSpace::memory_space, Index> find(
    ExecutionSpace const& space, IndexArrays<typename ExecutionSpace::memory_space, Index> const& index,
    QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning)
{
  return find_by(space, SuffixArraySource<ExecutionSpace, Index>(index), queries, options, tuning);
}

template <class ExecutionSpace, class Index>
std::array<StrandMatches<typename ExecutionSpace::memory_space, Index>, 2> find_strands(
    ExecutionSpace const& space, IndexArrays<typename ExecutionSpace::memory_space, Index> const& index,
    CheckedQueries<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning,
    detail::ProgressReport<ExecutionSpace>& progress, Workspace& workspace)
{
  SuffixArraySource<ExecutionSpace, Index> const source(index);
  auto const capped = zeros<ExecutionSpace>(space, queries.reader.count, workspace);
  return Search<ExecutionSpace, SuffixArraySource<ExecutionSpace, Index>>(space, source, queries, options, tuning,
                                                                          capped, workspace)
      .run(progress);
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                            \
  template void find_statistics<SPACE, INDEX>(SPACE const&, IndexArrays<SPACE::memory_space, INDEX> const&,          \
                                              QuerySpans<SPACE::memory_space> const&,                                \
                                              StatisticsOutput<SPACE::memory_space, INDEX> const&,                   \
                                              MatchingStatisticsOptions<SPACE::memory_space> const&, Tuning const&); \
  template Matches<SPACE::memory_space, INDEX> find<SPACE, INDEX>(                                                   \
      SPACE const&, IndexArrays<SPACE::memory_space, INDEX> const&, QuerySpans<SPACE::memory_space> const&,          \
      MatchOptions<SPACE::memory_space> const&, Tuning const&);                                                      \
  template std::array<StrandMatches<SPACE::memory_space, INDEX>, 2> find_strands<SPACE, INDEX>(                      \
      SPACE const&, IndexArrays<SPACE::memory_space, INDEX> const&, CheckedQueries<SPACE::memory_space> const&,      \
      MatchOptions<SPACE::memory_space> const&, Tuning const&, detail::ProgressReport<SPACE>&, Workspace&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace matching_detail

#define LEXIKOS_INSTANTIATE(SPACE)                                                             \
  template std::size_t matching_statistics_workspace_bytes<SPACE, std::uint32_t>(std::size_t); \
  template std::size_t matching_statistics_workspace_bytes<SPACE, std::uint64_t>(std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
