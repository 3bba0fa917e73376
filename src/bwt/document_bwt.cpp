// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/document_bwt.hpp>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/document_suffix_array.hpp>
#include <limits>
#include <string>

#include "backends/launch.hpp"
#include "bwt/document_terminator.hpp"
#include "bwt/index_width.hpp"
#include "common/progress.hpp"
#include "common/whole_collection.hpp"

namespace lexikos::bwt_detail
{

namespace
{

/// The first place of a symbol.
template <class Symbol, class MemorySpace>
struct FindSymbol
{
  Span<Symbol const, MemorySpace> text;
  Symbol symbol;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& first) const
  {
    if (text(i) == symbol && i < first) first = i;
  }
};

/// Error (invalid_argument) where the text has the terminator. Fences.
template <class ExecutionSpace, class Symbol>
void require_no_terminator(ExecutionSpace const& space,
                           Span<Symbol const, typename ExecutionSpace::memory_space> const& text, Symbol terminator)
{
  std::size_t const n = text.extent(0);
  if (n == 0) return;
  std::size_t first = n;
  Kokkos::parallel_reduce("lexikos::bwt::find_terminator", backends::Range<ExecutionSpace>(space, 0, n),
                          FindSymbol<Symbol, typename ExecutionSpace::memory_space>{text, terminator},
                          Kokkos::Min<std::size_t>(first));
  space.fence("lexikos::bwt::find_terminator");
  detail::require(first >= n, ErrorCode::invalid_argument,
                  "the terminator " + std::to_string(terminator) + " is the symbol at position " +
                      std::to_string(first) + " of the text; it is to be one that the text does not have");
}

/// The symbol before the r-th of the ends of the documents and their suffixes.
template <class Symbol, class Index, class MemorySpace>
struct GatherBeforeRow
{
  Span<Symbol const, MemorySpace> text;
  detail::DocumentQueries documents;
  Span<Index const, MemorySpace> suffix_array;
  Span<Symbol, MemorySpace> bwt;
  Symbol terminator;

  KOKKOS_FUNCTION void operator()(std::size_t r) const
  {
    bwt(r) = r < documents.count ? before_end(r) : before(suffix_array(r - documents.count));
  }
  KOKKOS_FUNCTION Symbol before_end(std::size_t document) const
  {
    std::uint64_t const end = documents.offsets[document + 1];
    return documents.offsets[document] == end ? terminator : text(end - 1);
  }
  KOKKOS_FUNCTION Symbol before(std::size_t position) const
  {
    return documents.bounds_of(position).begin == position ? terminator : text(position - 1);
  }
};

template <class ExecutionSpace, class Symbol, class Index>
void gather_before_rows(ExecutionSpace const& space,
                        Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                        detail::DocumentQueries const& documents,
                        Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Symbol, typename ExecutionSpace::memory_space> const& bwt, Symbol terminator)
{
  Kokkos::parallel_for("lexikos::bwt::gather_of_documents", backends::Range<ExecutionSpace>(space, 0, bwt.extent(0)),
                       GatherBeforeRow<Symbol, Index, typename ExecutionSpace::memory_space>{
                           text, documents, suffix_array, bwt, terminator});
  space.fence("lexikos::bwt::gather_of_documents");
}

template <class Index, class ExecutionSpace, class Symbol>
void sort_and_gather(ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                     Documents<typename ExecutionSpace::memory_space> const& documents,
                     Span<Symbol, typename ExecutionSpace::memory_space> const& bwt, DocumentBwtOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
  SuffixArrayOptions const sorting{.workspace = &*scratch,
                                   .statistics = options.statistics,
                                   .time_steps = options.time_steps,
                                   .progress = options.progress,
                                   .segmented_sort = options.segmented_sort};
  auto const array = scratch->template take<Index, MemorySpace>(text.extent(0));
  suffix_array(space, text, documents, array, sorting);
  gather_before_rows<ExecutionSpace, Symbol, Index>(space, text, documents.queries(), array, bwt,
                                                    static_cast<Symbol>(options.terminator));
}

/// What `sort_and_gather` takes: the array, and what sorting does.
template <class ExecutionSpace, class Symbol, class Index>
std::size_t bytes_by_array(std::size_t n, std::size_t documents)
{
  return sizeof(Index) * n + 1024 + document_suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n, documents);
}

}  // namespace

template <class ExecutionSpace, class Symbol>
void transform_documents(ExecutionSpace const& space,
                         Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                         Documents<typename ExecutionSpace::memory_space> const& documents,
                         Span<Symbol, typename ExecutionSpace::memory_space> const& bwt,
                         DocumentBwtOptions const& options)
{
  detail::require_whole_collection(space, documents, text.extent(0));
  require_no_terminator(space, text, terminator_of<Symbol>(options.terminator));
  if (has_narrow_index(text.extent(0)))
    sort_and_gather<std::uint32_t>(space, text, documents, bwt, options);
  else
    sort_and_gather<std::uint64_t>(space, text, documents, bwt, options);
}

template <class ExecutionSpace, class Symbol, class Index>
void transform_documents_by_array(ExecutionSpace const& space,
                                  Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                                  Documents<typename ExecutionSpace::memory_space> const& documents,
                                  Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                                  Span<Symbol, typename ExecutionSpace::memory_space> const& bwt,
                                  DocumentBwtOptions const& options)
{
  auto const terminator = terminator_of<Symbol>(options.terminator);
  detail::require_whole_collection(space, documents, text.extent(0));
  require_no_terminator(space, text, terminator);
  detail::ProgressReport progress(space, options.progress, bwt.extent(0));
  gather_before_rows<ExecutionSpace, Symbol, Index>(space, text, documents.queries(), suffix_array, bwt, terminator);
  progress.finish();
}

}  // namespace lexikos::bwt_detail

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol>
std::size_t burrows_wheeler_transform_workspace_bytes(std::size_t n, std::size_t documents)
{
  if (bwt_detail::has_narrow_index(n))
    return bwt_detail::bytes_by_array<ExecutionSpace, Symbol, std::uint32_t>(n, documents);
  return bwt_detail::bytes_by_array<ExecutionSpace, Symbol, std::uint64_t>(n, documents);
}

#define LEXIKOS_INSTANTIATE_INDEX(SPACE, SYMBOL, INDEX)                                                    \
  template void bwt_detail::transform_documents_by_array<SPACE, SYMBOL, INDEX>(                            \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Documents<SPACE::memory_space> const&, \
      Span<INDEX const, SPACE::memory_space> const&, Span<SYMBOL, SPACE::memory_space> const&,             \
      DocumentBwtOptions const&);
#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, SYMBOL)                                                          \
  template std::size_t burrows_wheeler_transform_workspace_bytes<SPACE, SYMBOL>(std::size_t, std::size_t); \
  template void bwt_detail::transform_documents<SPACE, SYMBOL>(                                            \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Documents<SPACE::memory_space> const&, \
      Span<SYMBOL, SPACE::memory_space> const&, DocumentBwtOptions const&);                                \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, SYMBOL, std::uint32_t)                                                  \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, SYMBOL, std::uint64_t)
#define LEXIKOS_INSTANTIATE(SPACE)                 \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint8_t)  \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint16_t) \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint32_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SYMBOL
#undef LEXIKOS_INSTANTIATE_INDEX

}  // namespace lexikos
