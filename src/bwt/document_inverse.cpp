// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From the transform of a collection to its documents.
//
// Sorted stably by symbol, the terminators first, the transform's positions are: the d rows of the documents' first suffixes,
// before which the terminators stand, and then, for each row of a suffix, the row of the suffix one position later. The rows
// below d are the ends. From the first suffixes the chains of rows lead to ends, each to another one, whatever the input is:
// no two rows lead to the same. What they do not reach is in cycles, and no collection's.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/document_bwt.hpp>
#include <string>
#include <type_traits>
#include <utility>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "bwt/document_terminator.hpp"
#include "bwt/index_width.hpp"
#include "bwt/rows.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"
#include "system/execution_spaces.hpp"

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

/// The rows of a collection of `documents` documents.
template <class Index, class MemorySpace, class Column>
struct DocumentRows
{
  Span<Index, MemorySpace>
      order;      ///< [0..documents) rows of the first suffixes, [documents..rows) the row of the next one
  Column column;  ///< the number of a row's first symbol
  Index documents;

  [[nodiscard]] KOKKOS_FUNCTION bool is_end(Index row) const { return row < documents; }
  [[nodiscard]] KOKKOS_FUNCTION Index next(Index row) const { return order(row); }
};

/// The k-th thread finds which document the k-th terminator begins, where that one's rows start, and its length.
template <class Rows, class Index, class MemorySpace>
struct MeasureDocument
{
  Rows rows;
  Span<Index, MemorySpace> starts;           ///< [0..documents)
  Span<std::uint64_t, MemorySpace> lengths;  ///< [0..documents)

  KOKKOS_FUNCTION void operator()(std::size_t k) const
  {
    Index const start = rows.next(static_cast<Index>(k));
    std::uint64_t length = 0;
    Index row = start;
    for (; !rows.is_end(row); row = rows.next(row)) ++length;
    starts(row) = start;
    lengths(row) = length;
  }
};

template <class Rows, class Index, class Symbol, class MemorySpace>
struct WriteDocument
{
  Rows rows;
  TerminatorFirst<Symbol> order;
  Span<Index, MemorySpace> starts;
  Span<std::uint64_t, MemorySpace> offsets;
  Span<Symbol, MemorySpace> text;

  KOKKOS_FUNCTION void operator()(std::size_t document) const
  {
    std::uint64_t position = offsets(document);
    for (Index row = starts(document); !rows.is_end(row); row = rows.next(row))
      text(position++) = order.symbol(static_cast<Symbol>(rows.column(row)));
  }
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

// Units of work of a row, as progress counts them.
constexpr std::size_t order_work = 2;
constexpr std::size_t measure_work = 4;
constexpr std::size_t write_work = 4;

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
  detail::ProgressReport progress(space, options.progress, (order_work + measure_work + write_work) * n);
  auto const starts = scratch->template take<Index, MemorySpace>(documents);
  auto const [rows, has_all_terminators] = order_rows<Index>(space, bwt, terminator, documents, *scratch);
  using Rows = std::remove_cvref_t<decltype(rows)>;
  detail::require(has_all_terminators, ErrorCode::corrupt_input,
                  "the transform does not have the terminator " + std::to_string(terminator) + " for each of " +
                      std::to_string(documents) + " documents");
  progress.add(order_work * n);
  Kokkos::deep_copy(space, offsets, std::uint64_t{0});
  progress.run("lexikos::bwt::measure_documents", documents,
               MeasureDocument<Rows, Index, MemorySpace>{rows, starts, offsets}, measure_work * n);
  primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, *scratch);
  detail::require(detail::read_back(space, offsets, documents) == text.extent(0), ErrorCode::corrupt_input,
                  "no collection has this Burrows-Wheeler transform");
  progress.run("lexikos::bwt::write_documents", documents,
               WriteDocument<Rows, Index, Symbol, MemorySpace>{rows, {terminator}, starts, offsets, text},
               write_work * n);
  space.fence("lexikos::bwt::inverse_of_documents");
  progress.finish();
}

template <class Index, class Symbol, class ExecutionSpace>
std::size_t invert_documents_bytes(std::size_t n, std::size_t documents)
{
  std::size_t const rows = n + documents;
  std::size_t const others =
      documents * sizeof(Index) + detail::scan_bytes<ExecutionSpace>(documents + 1) + (std::size_t{1} << 15);
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
