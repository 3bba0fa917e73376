// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LCP arrays of documents: those of a text (lcp.cpp), but that common prefixes end where a document does.

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/document_suffix_array.hpp>

#include "common/whole_collection.hpp"
#include "lcp/compute_plcp.hpp"

namespace lexikos::lcp_detail
{

template <class ExecutionSpace, class Index>
void build_plcp_of_documents(ExecutionSpace const& space,
                             detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                             Documents<typename ExecutionSpace::memory_space> const& documents,
                             Indices<ExecutionSpace, Index const> const& suffix_array,
                             Indices<ExecutionSpace, Index> const& plcp, LcpOptions const& options)
{
  detail::require_whole_collection(space, documents, text.size());
  plcp_of<ExecutionSpace, Index>(space, DocumentText{symbols_of(text), documents.queries()}, {suffix_array, {}}, plcp,
                                 options);
}

template <class ExecutionSpace, class Index>
void build_lcp_of_documents(ExecutionSpace const& space,
                            detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                            Documents<typename ExecutionSpace::memory_space> const& documents,
                            Indices<ExecutionSpace, Index const> const& suffix_array,
                            Indices<ExecutionSpace, Index> const& lcp, LcpOptions const& options)
{
  detail::require_whole_collection(space, documents, text.size());
  lcp_of<ExecutionSpace, Index>(space, DocumentText{symbols_of(text), documents.queries()}, {suffix_array, {}}, lcp,
                                options);
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                         \
  template void plcp_by_levels<SPACE, INDEX>(SPACE const&, DocumentText const&,                                   \
                                             Span<INDEX, SPACE::memory_space> const&, ComparisonBudget const&,    \
                                             Workspace&, detail::ProgressReport<SPACE>&);                         \
  template void build_plcp_of_documents<SPACE, INDEX>(                                                            \
      SPACE const&, detail::BytesOfText<SPACE::memory_space> const&, Documents<SPACE::memory_space> const&,       \
      Span<INDEX const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, LcpOptions const&); \
  template void build_lcp_of_documents<SPACE, INDEX>(                                                             \
      SPACE const&, detail::BytesOfText<SPACE::memory_space> const&, Documents<SPACE::memory_space> const&,       \
      Span<INDEX const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, LcpOptions const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::lcp_detail
