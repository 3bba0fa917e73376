// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Walks along the documents of a transform: from every marked row, and from the first suffix of every document, to the next
// marked row or to the document's end. Their lengths are known after a first walk, and by list ranking how many symbols
// follow each to the end of which document; a second walk then writes the symbols where they belong. So symbols of any width
// need no memory but their own, and long documents are walked at many places at once.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>

#include "bwt/document_terminator.hpp"
#include "bwt/rows.hpp"
#include "bwt/walks.hpp"

namespace lexikos::bwt_detail
{

/// The rows of a collection: those of its ends, in the order of the documents, and those of its suffixes.
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

/// The walks by number: those from marked rows, in the order of these, then those from first suffixes. Links have the same
/// numbers, and those of the ends follow.
template <class Rows, class Index>
struct DocumentWalks
{
  Rows rows;
  Marks<Index> marks;
  Index marked;  ///< rows

  explicit DocumentWalks(Rows const& of)
      : rows(of), marks{static_cast<Index>(of.order.extent(0)), 0}, marked(static_cast<Index>(marks.count()))
  {}

  [[nodiscard]] KOKKOS_FUNCTION std::size_t count() const { return static_cast<std::size_t>(marked) + rows.documents; }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t links() const { return count() + rows.documents; }
  [[nodiscard]] KOKKOS_FUNCTION Index start(std::size_t walk) const
  {
    return walk < marked ? marks.row(static_cast<Index>(walk)) : rows.next(static_cast<Index>(walk - marked));
  }
  /// False where a walk has no symbols: at an end, and at a first suffix that is marked, from where another one starts.
  [[nodiscard]] KOKKOS_FUNCTION bool has_symbols(std::size_t walk, Index row) const
  {
    return !rows.is_end(row) && (walk < marked || !marks.is_marked(row));
  }
  /// Whether walks end before this row.
  [[nodiscard]] KOKKOS_FUNCTION bool ends_at(Index row) const { return rows.is_end(row) || marks.is_marked(row); }
  /// The link of what goes on at such a row.
  [[nodiscard]] KOKKOS_FUNCTION Index link_at(Index row) const
  {
    return rows.is_end(row) ? static_cast<Index>(count() + row) : Marks<Index>::group(row);
  }
};

/// One thread a walk, and one an end, whose link leads to itself.
template <class Walks, class Index, class MemorySpace>
struct MeasureWalk
{
  Walks walks;
  Span<Link<Index>, MemorySpace> links;

  KOKKOS_FUNCTION void operator()(std::size_t walk) const
  {
    if (walk >= walks.count()) {
      links(walk) = {static_cast<Index>(walk), 0};
      return;
    }
    Index row = walks.start(walk);
    Index length = 0;
    if (walks.has_symbols(walk, row)) {
      do {
        row = walks.rows.next(row);
        ++length;
      } while (!walks.ends_at(row));
    }
    links(walk) = {walks.link_at(row), length};
  }
};

/// Pointer jumping, as of a text; counts the links that have not reached an end.
template <class Index, class MemorySpace>
struct JumpToEnds
{
  Span<Link<Index>, MemorySpace> from;
  Span<Link<Index>, MemorySpace> to;
  std::size_t walks;

  KOKKOS_FUNCTION void operator()(std::size_t walk, std::size_t& unfinished) const
  {
    Jump<Index, MemorySpace>{from, to}(walk);
    if (to(walk).next < walks) ++unfinished;
  }
};

/// The k-th thread finds which document the k-th terminator begins, and its length.
template <class Walks, class Index, class MemorySpace>
struct LengthOfDocument
{
  Walks walks;
  Span<Link<Index>, MemorySpace> links;      ///< ranked
  Span<std::uint64_t, MemorySpace> lengths;  ///< [0..documents)

  KOKKOS_FUNCTION void operator()(std::size_t k) const
  {
    Link<Index> const link = links(walks.marked + k);
    lengths(link.next - walks.count()) = link.symbols;
  }
};

/// One thread a walk.
template <class Walks, class Index, class Symbol, class MemorySpace>
struct WriteWalk
{
  Walks walks;
  TerminatorFirst<Symbol> order;
  Span<Link<Index>, MemorySpace> links;  ///< ranked
  Span<std::uint64_t, MemorySpace> offsets;
  Span<Symbol, MemorySpace> text;

  KOKKOS_FUNCTION void operator()(std::size_t walk) const
  {
    Index row = walks.start(walk);
    if (!walks.has_symbols(walk, row)) return;
    Link<Index> const link = links(walk);
    std::uint64_t position = offsets(link.next - walks.count() + 1) - link.symbols;
    do {
      text(position++) = order.symbol(static_cast<Symbol>(walks.rows.column(row)));
      row = walks.rows.next(row);
    } while (!walks.ends_at(row));
  }
};

}  // namespace lexikos::bwt_detail
