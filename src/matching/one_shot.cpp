// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matches in a text without an index: one is made for the call.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/matching.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/count_symbols.hpp"
#include "common/progress.hpp"
#include "matching/queries.hpp"
#include "matching/tuning.hpp"
#include "matching/turned.hpp"

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t matching_statistics_workspace_bytes(std::size_t symbols, std::size_t n, SuffixArrayAlgorithm algorithm)
{
  std::size_t const sorting = suffix_array_workspace_bytes<ExecutionSpace, Index>(n, algorithm);
  std::size_t const table = suffix_index_workspace_bytes<ExecutionSpace, Index>(n);
  std::size_t const matching = matching_statistics_workspace_bytes<ExecutionSpace, Index>(symbols);
  return n * sizeof(Index) + Workspace::alignment + std::max({sorting, table, matching});
}

namespace matching_detail
{

namespace
{

/// Symbols of queries whose matching takes as long as a symbol of the text to be sorted.
constexpr double symbols_per_sorted = 4;  // guessed: a genome in 4 s, and the matches of another with it in 1 s

/// The index of a text, and the rest of the call's progress.
template <class ExecutionSpace, class Index>
class TextIndex
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  /// \param options  of matches or statistics
  template <class Options>
  TextIndex(ExecutionSpace const& space, TextSpan<MemorySpace> const& text, std::size_t query_symbols,
            Options const& options, Workspace& workspace)
      : m_progress(options.progress)
  {
    double const sorting = static_cast<double>(text.extent(0)) * symbols_per_sorted;
    m_share = sorting / (sorting + static_cast<double>(query_symbols) + 1);
    auto const array = workspace.take<Index, MemorySpace>(text.extent(0));
    suffix_array(space, text, array,
                 {.algorithm = options.algorithm,
                  .workspace = &workspace,
                  .progress = detail::part_of_progress(m_progress, 0, m_share),
                  .low_memory = options.low_memory});
    m_index = {space, Array<std::uint8_t const, MemorySpace>(text, {}), Array<Index const, MemorySpace>(array, {}),
               SuffixIndexOptions{.workspace = &workspace}};
  }

  [[nodiscard]] SuffixIndex<MemorySpace, Index> const& index() const { return m_index; }

  /// The options with which matches are found in the index.
  template <class Options>
  [[nodiscard]] Options continued(Options options, Workspace& workspace) const
  {
    options.workspace = &workspace;
    options.progress = detail::part_of_progress(m_progress, m_share, 1);
    return options;
  }

 private:
  Progress const& m_progress;
  double m_share;
  SuffixIndex<MemorySpace, Index> m_index;
};

/// What is wrong is said before the text is sorted.
template <class ExecutionSpace, class Index, class Options>
void check_input(ExecutionSpace const& space, TextSpan<typename ExecutionSpace::memory_space> const& text,
                 QuerySpans<typename ExecutionSpace::memory_space> const& queries, Options const& options)
{
  detail::check_sizes<Index>(text.extent(0), text.extent(0), "the suffix array");
  static_cast<void>(detail::check_offsets(space, queries.offsets, queries.symbols.extent(0), "query"));
  static_cast<void>(check_documents(space, options.text_offsets, text.extent(0)));
}

/// Whether some symbols may match nothing, for which there has to be a byte that neither side has.
template <class MemorySpace>
bool drops_symbols(MatchOptions<MemorySpace> const& options)
{
  return options.strands != Strands::forward || options.only_acgt;
}

template <class ExecutionSpace, class Symbols>
bool lacks_bytes(ExecutionSpace const& space, Symbols const& symbols, Workspace& workspace)
{
  auto const counts = detail::count_bytes(space, symbols, workspace);
  return std::find(counts.begin(), counts.end(), 0) != counts.end();
}

/// The offsets of the documents of a text, which is one if there are none.
template <class ExecutionSpace>
Span<std::uint64_t const, typename ExecutionSpace::memory_space> documents_of(
    ExecutionSpace const& space, TextSpan<typename ExecutionSpace::memory_space> const& text,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Workspace& workspace)
{
  if (options.text_offsets.extent(0) != 0) return options.text_offsets;
  auto const offsets = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(2);
  primitives::fill(space, backends::subspan(offsets, 0, 1), std::uint64_t{0});
  primitives::fill(space, backends::subspan(offsets, 1, 2), std::uint64_t{text.extent(0)});
  return offsets;
}

}  // namespace

template <class ExecutionSpace, class Index>
void find_statistics_in_text(ExecutionSpace const& space, TextSpan<typename ExecutionSpace::memory_space> const& text,
                             QuerySpans<typename ExecutionSpace::memory_space> const& queries,
                             StatisticsOutput<typename ExecutionSpace::memory_space, Index> const& output,
                             MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options,
                             Tuning const& tuning)
{
  check_input<ExecutionSpace, Index>(space, text, queries, options);
  detail::Scratch const scratch(space, options.workspace);
  TextIndex<ExecutionSpace, Index> const text_index(space, text, queries.symbols.extent(0), options, *scratch);
  find_statistics<ExecutionSpace, Index>(space, arrays_of(text_index.index()), queries, output,
                                         text_index.continued(options, *scratch), tuning);
}

template <class ExecutionSpace, class Index>
Matches<typename ExecutionSpace::memory_space, Index> find_in_text(
    ExecutionSpace const& space, TextSpan<typename ExecutionSpace::memory_space> const& text,
    QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  check_input<ExecutionSpace, Index>(space, text, queries, options);
  std::size_t const n = text.extent(0);
  auto const checked = check_queries(space, queries);
  detail::Scratch const scratch(space, options.workspace);
  auto const indexed = backends::subspan(queries.symbols, 0, static_cast<std::size_t>(checked.last));
  if (can_be_turned<MemorySpace, Index>(options, n, checked, tuning) &&
      (!drops_symbols(options) || (lacks_bytes(space, indexed, *scratch) && lacks_bytes(space, text, *scratch))))
  {
    TextIndex<ExecutionSpace, Index> const query_index(space, indexed, n, options, *scratch);
    return find_turned<ExecutionSpace, Index>(space, arrays_of(query_index.index()), checked,
                                              {text, documents_of(space, text, options, *scratch)},
                                              query_index.continued(options, *scratch), tuning);
  }
  TextIndex<ExecutionSpace, Index> const text_index(space, text, queries.symbols.extent(0), options, *scratch);
  return find<ExecutionSpace, Index>(space, arrays_of(text_index.index()), queries,
                                     text_index.continued(options, *scratch), tuning);
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                         \
  template void find_statistics_in_text<SPACE, INDEX>(                                                            \
      SPACE const&, TextSpan<SPACE::memory_space> const&, QuerySpans<SPACE::memory_space> const&,                 \
      StatisticsOutput<SPACE::memory_space, INDEX> const&, MatchingStatisticsOptions<SPACE::memory_space> const&, \
      Tuning const&);                                                                                             \
  template Matches<SPACE::memory_space, INDEX> find_in_text<SPACE, INDEX>(                                        \
      SPACE const&, TextSpan<SPACE::memory_space> const&, QuerySpans<SPACE::memory_space> const&,                 \
      MatchOptions<SPACE::memory_space> const&, Tuning const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace matching_detail

#define LEXIKOS_INSTANTIATE(SPACE)                                                                         \
  template std::size_t matching_statistics_workspace_bytes<SPACE, std::uint32_t>(std::size_t, std::size_t, \
                                                                                 SuffixArrayAlgorithm);    \
  template std::size_t matching_statistics_workspace_bytes<SPACE, std::uint64_t>(std::size_t, std::size_t, \
                                                                                 SuffixArrayAlgorithm);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
