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

/// A worker does every `workers`-th walk, `lanes` of them at the same time, since each waits for memory at every step. `Walk`
/// has a state, which begin(state, walk) sets, unless the walk has no symbols, and step(state) moves on; both return whether
/// there is more to do.
template <class Walk, int lanes>
struct WalksOfWorker
{
  Walk walks;
  std::size_t count;
  std::size_t workers;

  KOKKOS_FUNCTION void operator()(std::size_t worker) const
  {
    typename Walk::State states[lanes];
    std::size_t next = worker;
    int active = 0;
    while (active < lanes && begin_next(states[active], next)) ++active;
    while (active > 0) {
      for (int lane = 0; lane < active; ++lane) {
        if (walks.step(states[lane]) || begin_next(states[lane], next)) continue;
        --active;
        if (lanes > 1) states[lane] = states[active];
      }
    }
  }

  KOKKOS_FUNCTION bool begin_next(typename Walk::State& state, std::size_t& next) const
  {
    while (next < count) {
      std::size_t const walk = next;
      next += workers;
      if (walks.begin(state, walk)) return true;
    }
    return false;
  }
};

/// The links of walks: how many symbols they have, and what follows.
template <class Walks, class Index, class MemorySpace>
struct MeasureWalk
{
  Walks walks;
  Span<Link<Index>, MemorySpace> links;

  struct State
  {
    Index row;
    Index length;
    std::size_t walk;
  };

  KOKKOS_FUNCTION bool begin(State& state, std::size_t walk) const
  {
    state = {walks.start(walk), 0, walk};
    if (walks.has_symbols(walk, state.row)) return true;
    links(walk) = {walks.link_at(state.row), 0};
    return false;
  }
  KOKKOS_FUNCTION bool step(State& state) const
  {
    state.row = walks.rows.next(state.row);
    ++state.length;
    if (!walks.ends_at(state.row)) return true;
    links(state.walk) = {walks.link_at(state.row), state.length};
    return false;
  }
};

/// The links of ends lead to themselves.
template <class Index, class MemorySpace>
struct LinkEnd
{
  Span<Link<Index>, MemorySpace> links;
  std::size_t walks;

  KOKKOS_FUNCTION void operator()(std::size_t document) const
  {
    links(walks + document) = {static_cast<Index>(walks + document), 0};
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

/// Writes the symbols of walks.
template <class Walks, class Index, class Symbol, class MemorySpace>
struct WriteWalk
{
  Walks walks;
  TerminatorFirst<Symbol> order;
  Span<Link<Index>, MemorySpace> links;  ///< ranked
  Span<std::uint64_t, MemorySpace> offsets;
  Span<Symbol, MemorySpace> text;

  struct State
  {
    Index row;
    std::uint64_t position;
  };

  KOKKOS_FUNCTION bool begin(State& state, std::size_t walk) const
  {
    state.row = walks.start(walk);
    if (!walks.has_symbols(walk, state.row)) return false;
    Link<Index> const link = links(walk);
    state.position = offsets(link.next - walks.count() + 1) - link.symbols;
    return true;
  }
  KOKKOS_FUNCTION bool step(State& state) const
  {
    text(state.position++) = order.symbol(static_cast<Symbol>(walks.rows.column(state.row)));
    state.row = walks.rows.next(state.row);
    return !walks.ends_at(state.row);
  }
};

}  // namespace lexikos::bwt_detail
