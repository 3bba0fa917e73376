// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays of documents: prefix doubling (algorithms/prefix_doubling.cpp) after a first sort that knows where documents
// end.

#include <lexikos/document_suffix_array.hpp>

#include "common/whole_collection.hpp"
#include "suffix_array/call.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/text/document_keys.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

void settle_algorithm_of_documents(SuffixArrayStatistics& statistics)
{
  if (statistics.algorithm == SuffixArrayAlgorithm::automatic) {
    statistics.algorithm = SuffixArrayAlgorithm::prefix_doubling;
    statistics.reason = "it sorts suffixes that end with their documents";
  }
  detail::require(statistics.algorithm == SuffixArrayAlgorithm::prefix_doubling, ErrorCode::not_supported,
                  "suffixes that end with their documents are sorted by prefix doubling, not by " +
                      std::string(to_string(statistics.algorithm)));
}

}  // namespace

template <class ExecutionSpace, class Symbol, class Index>
void build_of_documents(ExecutionSpace const& space,
                        Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                        Documents<typename ExecutionSpace::memory_space> const& documents,
                        Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Index, typename ExecutionSpace::memory_space> const& inverse,
                        SuffixArrayOptions const& options)
{
  detail::require_whole_collection(space, documents, text.extent(0));
  Call<ExecutionSpace> call(space, options, text.extent(0));
  auto const& context = call.context();
  settle_algorithm_of_documents(context.report.statistics());
  if (text.extent(0) != 0) {
    SortRun<ExecutionSpace, Index> run{context, options, symbol_text<Index>(context, text), suffix_array, inverse};
    Workspace::Scope const scope(context.workspace);
    auto rounds = sort_first_symbols_of_documents(run, documents.queries(), DocumentOrder::by_symbols);
    finish_by_doubling(rounds, SuccessorAtDepth{});
  }
  call.end();
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, INDEX)                                                      \
  template void build_of_documents<SPACE, SYMBOL, INDEX>(                                                  \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Documents<SPACE::memory_space> const&, \
      Span<INDEX, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, SuffixArrayOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)              \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint8_t, INDEX)  \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint16_t, INDEX) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, INDEX) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t, INDEX)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos::suffix_array_detail
