// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From the transform of a collection to its documents.
//
// Sorted stably by symbol, the terminators first, the transform's positions are: the d rows of the documents' first suffixes,
// before which the terminators stand, and then, for each row of a suffix, the row of the suffix one position later. The rows
// below d are the ends. From the first suffixes the chains of rows lead to ends, each to another one, whatever the input is:
// no two rows lead to the same. What they do not reach is in cycles, and no collection's.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/document_bwt.hpp>
#include <string>
#include <type_traits>
#include <utility>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "bwt/document_terminator.hpp"
#include "bwt/document_walks.hpp"
#include "bwt/index_width.hpp"
#include "bwt/rows.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"

namespace lexikos::bwt_detail
{

namespace
{

/// The first symbols of rows of wide symbols, as numbers.
template <class MemorySpace>
struct SortedColumn
{
  Span<std::uint32_t, MemorySpace> numbers;

  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t row) const { return numbers(row); }
};

/// The rows of n > 0 bytes, and whether as many of them are terminators as there are documents. Memory is taken in the caller's
/// scope. Fences.
template <class Index, class ExecutionSpace>
auto rows_of_bytes(ExecutionSpace const& space,
                   Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt, std::uint8_t terminator,
                   std::size_t documents, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = bwt.extent(0);
  auto const order = workspace.take<Index, MemorySpace>(n);
  auto const numbers = workspace.take<std::uint8_t, MemorySpace>(n);
  primitives::transform(space, "lexikos::bwt::number_symbols", bwt, numbers, TerminatorFirst<std::uint8_t>{terminator});
  auto const column = first_column<Index>(space, Span<std::uint8_t const, MemorySpace>(numbers.data(), n), workspace);
  primitives::symbol_order(space, numbers, order, workspace);
  using Rows = DocumentRows<Index, MemorySpace, FirstColumn<Index, MemorySpace>>;
  return std::pair(Rows{order, column, static_cast<Index>(documents)},
                   detail::read_back(space, column.begins, 1) == documents);
}

/// Whether sorted numbers start with just so many zeros.
template <class ExecutionSpace, class Numbers>
bool starts_with_zeros(ExecutionSpace const& space, Numbers const& numbers, std::size_t zeros)
{
  std::size_t const n = numbers.extent(0);
  if (zeros > n || (zeros > 0 && detail::read_back(space, numbers, zeros - 1) != 0)) return false;
  return zeros == n || detail::read_back(space, numbers, zeros) != 0;
}

/// The same of wider symbols.
template <class Index, class ExecutionSpace, class Symbol>
auto rows_of_integers(ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& bwt,
                      Symbol terminator, std::size_t documents, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Numbers = Span<std::uint32_t, MemorySpace>;
  std::size_t const n = bwt.extent(0);
  primitives::DoubleBuffer<Numbers> numbers{workspace.take<std::uint32_t, MemorySpace>(n),
                                            workspace.take<std::uint32_t, MemorySpace>(n)};
  primitives::DoubleBuffer order{workspace.take<Index, MemorySpace>(n), workspace.take<Index, MemorySpace>(n)};
  primitives::transform(space, "lexikos::bwt::number_symbols", bwt, numbers.current,
                        TerminatorFirst<Symbol>{terminator});
  primitives::iota(space, order.current);
  primitives::radix_sort_pairs(space, numbers, order, 0, static_cast<int>(8 * sizeof(Symbol)), workspace);
  using Rows = DocumentRows<Index, MemorySpace, SortedColumn<MemorySpace>>;
  return std::pair(Rows{order.current, {numbers.current}, static_cast<Index>(documents)},
                   starts_with_zeros(space, numbers.current, documents));
}

template <class Index, class ExecutionSpace, class Symbol>
auto order_rows(ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& bwt,
                Symbol terminator, std::size_t documents, Workspace& workspace)
{
  if constexpr (sizeof(Symbol) == 1)
    return rows_of_bytes<Index>(space, bwt, terminator, documents, workspace);
  else
    return rows_of_integers<Index>(space, bwt, terminator, documents, workspace);
}

template <class Index, class MemorySpace>
using Links = Span<Link<Index>, MemorySpace>;

/// Ranks the lists of walks, each of which leads to an end, in as many rounds as the logarithm of the longest one's length.
/// False where one leads to none. Memory is taken in the caller's scope. Fences.
template <class Index, class Walks, class ExecutionSpace>
bool rank_document_walks(ExecutionSpace const& space, Walks const& walks,
                         Links<Index, typename ExecutionSpace::memory_space>& links, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Links<Index, MemorySpace> other = workspace.take<Link<Index>, MemorySpace>(walks.links());
  std::size_t unfinished = walks.count();
  int const rounds = std::bit_width(static_cast<std::size_t>(walks.marked) + 2);
  for (int round = 0; round < rounds && unfinished != 0; ++round) {
    unfinished = 0;
    Kokkos::parallel_reduce("lexikos::bwt::rank_document_walks",
                            backends::Range<ExecutionSpace>(space, 0, walks.links()),
                            JumpToEnds<Index, MemorySpace>{links, other, walks.count()}, unfinished);
    space.fence("lexikos::bwt::rank_document_walks");
    std::swap(links, other);
  }
  return unfinished == 0;
}

/// Does `count` walks.
template <class ExecutionSpace, class Walk>
void do_walks(char const* label, ExecutionSpace const& space, std::size_t count, Walk const& walk)
{
  constexpr int lanes = walks_per_thread<ExecutionSpace>;
  std::size_t const workers = workers_for(space, count);
  Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, workers),
                       WalksOfWorker<Walk, lanes>{walk, count, workers});
}

// Units of work of a row, as progress counts them.
constexpr std::size_t order_work = 2;
constexpr std::size_t measure_work = 4;
constexpr std::size_t ranking_work = 1;
constexpr std::size_t write_work = 4;
constexpr std::size_t work_of_row = order_work + measure_work + ranking_work + write_work;

constexpr char no_collection[] = "no collection has this Burrows-Wheeler transform";

template <class Index, class ExecutionSpace, class Symbol>
void invert_documents_with(ExecutionSpace const& space,
                           Span<Symbol const, typename ExecutionSpace::memory_space> const& bwt,
                           Span<Symbol, typename ExecutionSpace::memory_space> const& text,
                           Span<std::uint64_t, typename ExecutionSpace::memory_space> const& offsets,
                           InverseDocumentBwtOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = bwt.extent(0);
  std::size_t const documents = offsets.extent(0) - 1;
  auto const terminator = terminator_of<Symbol>(options.terminator);
  detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, work_of_row * n);
  auto const [rows, has_all_terminators] = order_rows<Index>(space, bwt, terminator, documents, *scratch);
  detail::require(has_all_terminators, ErrorCode::corrupt_input,
                  "the transform does not have the terminator " + std::to_string(terminator) + " for each of " +
                      std::to_string(documents) + " documents");
  progress.add(order_work * n);
  using Walks = DocumentWalks<std::remove_cvref_t<decltype(rows)>, Index>;
  Walks const walks(rows);
  auto links = scratch->template take<Link<Index>, MemorySpace>(walks.links());
  Kokkos::parallel_for("lexikos::bwt::link_ends", backends::Range<ExecutionSpace>(space, 0, documents),
                       LinkEnd<Index, MemorySpace>{links, walks.count()});
  do_walks("lexikos::bwt::measure_walks", space, walks.count(), MeasureWalk<Walks, Index, MemorySpace>{walks, links});
  progress.add(measure_work * n);
  bool const all_end = rank_document_walks<Index>(space, walks, links, *scratch);
  detail::require(all_end, ErrorCode::corrupt_input, no_collection);
  Kokkos::deep_copy(space, offsets, std::uint64_t{0});
  Kokkos::parallel_for("lexikos::bwt::lengths_of_documents", backends::Range<ExecutionSpace>(space, 0, documents),
                       LengthOfDocument<Walks, Index, MemorySpace>{walks, links, offsets});
  primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, *scratch);
  // what cycles have in which no row is marked is missing
  detail::require(detail::read_back(space, offsets, documents) == text.extent(0), ErrorCode::corrupt_input,
                  no_collection);
  progress.add(ranking_work * n);
  do_walks("lexikos::bwt::write_walks", space, walks.count(),
           WriteWalk<Walks, Index, Symbol, MemorySpace>{walks, {terminator}, links, offsets, text});
  space.fence("lexikos::bwt::inverse_of_documents");
  progress.finish();
}

template <class Index, class Symbol, class ExecutionSpace>
std::size_t invert_documents_bytes(std::size_t n, std::size_t documents)
{
  std::size_t const rows = n + documents;
  std::size_t const links = (rows >> Marks<Index>::bits) + 1 + 2 * documents;
  std::size_t const others =
      2 * sizeof(Link<Index>) * links + detail::scan_bytes<ExecutionSpace>(documents + 1) + (std::size_t{1} << 15);
  if (sizeof(Symbol) > 1)
    return others + 2 * (sizeof(std::uint32_t) + sizeof(Index)) * rows + detail::sort_bytes<ExecutionSpace>(rows);
  return others + (1 + sizeof(Index)) * rows + symbol_order_bytes<ExecutionSpace>(rows);
}

}  // namespace

template <class ExecutionSpace, class Symbol>
void invert_documents(ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& bwt,
                      Span<Symbol, typename ExecutionSpace::memory_space> const& text,
                      Span<std::uint64_t, typename ExecutionSpace::memory_space> const& offsets,
                      InverseDocumentBwtOptions const& options)
{
  if (bwt.extent(0) == 0) {
    Kokkos::deep_copy(space, offsets, std::uint64_t{0});
    detail::ProgressReport(space, options.progress, 0).finish();
    space.fence("lexikos::bwt::inverse_of_documents");
    return;
  }
  if (has_narrow_index(bwt.extent(0)))
    invert_documents_with<std::uint32_t>(space, bwt, text, offsets, options);
  else
    invert_documents_with<std::uint64_t>(space, bwt, text, offsets, options);
}

}  // namespace lexikos::bwt_detail

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol>
std::size_t inverse_burrows_wheeler_transform_workspace_bytes(std::size_t n, std::size_t documents)
{
  if (bwt_detail::has_narrow_index(n + documents))
    return bwt_detail::invert_documents_bytes<std::uint32_t, Symbol, ExecutionSpace>(n, documents);
  return bwt_detail::invert_documents_bytes<std::uint64_t, Symbol, ExecutionSpace>(n, documents);
}

#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, SYMBOL)                                                                  \
  template std::size_t inverse_burrows_wheeler_transform_workspace_bytes<SPACE, SYMBOL>(std::size_t, std::size_t); \
  template void bwt_detail::invert_documents<SPACE, SYMBOL>(                                                       \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Span<SYMBOL, SPACE::memory_space> const&,      \
      Span<std::uint64_t, SPACE::memory_space> const&, InverseDocumentBwtOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE)                 \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint8_t)  \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint16_t) \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint32_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SYMBOL

}  // namespace lexikos
