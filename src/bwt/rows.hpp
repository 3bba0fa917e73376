// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The rows of a Burrows-Wheeler transform in the order of the text.
//
// The empty suffix, the first of the n + 1 sorted ones, is left out: row r stands for the suffix of rank r + 1. The k-th row
// that begins with a symbol leads to the k-th occurrence of that symbol in the transform. So the stable order of the
// transform's positions by symbol is, apart from the place that the primary index skips, the row of the suffix one position
// later in the text. It is a permutation for any n bytes and any primary index, whether or not it is one single cycle.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "bwt/tuning.hpp"
#include "common/primitive_bytes.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bwt_detail
{

constexpr std::size_t symbols = 256;

/// The first symbol of a row: it is that of the row's block, or follows soon.
template <class Index, class MemorySpace>
struct FirstColumn
{
  Span<Index, MemorySpace> begins;          // [0..256] rows that begin with a smaller symbol
  Span<std::uint8_t, MemorySpace> nearest;  // the symbol of rows 0, 1 << shift, 2 << shift, ...
  unsigned shift;

  KOKKOS_FUNCTION std::uint8_t operator()(Index row) const
  {
    unsigned symbol = nearest(row >> shift);
    while (begins(symbol + 1) <= row) ++symbol;
    return static_cast<std::uint8_t>(symbol);
  }
};

/// One row in 128 is marked: walks start and end there. It is one of each group of 128, at a pseudo-random place, so that no
/// structure of a text avoids it; in its group, the row of the whole text.
template <class Index>
struct Marks
{
  static constexpr unsigned bits = mark_bits;

  Index n;
  Index first;  // the row of the whole text

  [[nodiscard]] std::size_t count() const { return (static_cast<std::size_t>(n) + (1u << bits) - 1) >> bits; }
  KOKKOS_FUNCTION static Index group(Index row) { return row >> bits; }
  KOKKOS_FUNCTION Index row(Index group) const
  {
    if (group == this->group(first)) return first;
    auto hash = (static_cast<std::uint32_t>(group) ^ static_cast<std::uint32_t>(first)) * 0x9E3779B1u;
    hash = (hash ^ (hash >> 15)) * 0x85EBCA77u;
    Index const row = (group << bits) + (hash >> (32 - bits));
    return row < n ? row : n - 1;
  }
  KOKKOS_FUNCTION bool is_marked(Index row) const { return row == this->row(group(row)); }
};

/// A step along the text: the first symbol of a row, and the row of the suffix one symbol shorter; that of the whole text, to
/// which no step leads, if it is empty.
template <class Index>
struct RowStep
{
  Index next;
  std::uint8_t symbol;
};

template <class Index, class MemorySpace>
struct Rows
{
  Span<Index, MemorySpace> order;
  FirstColumn<Index, MemorySpace> symbol;
  Marks<Index> marks;
  Index primary;

  KOKKOS_FUNCTION Index next(Index row) const
  {
    Index const position = order(row);
    if (position == 0) return marks.first;
    return position < primary ? position - 1 : position;
  }
  KOKKOS_FUNCTION RowStep<Index> step(Index row) const { return {next(row), symbol(row)}; }
  /// A step from this row comes soon.
  KOKKOS_FORCEINLINE_FUNCTION void expect(Index row) const { detail::prefetch(order.data() + row); }
};

/// The same steps in a word each, for up to 2^24 rows: a host goes faster without the column of first symbols.
template <class MemorySpace>
struct PackedRows
{
  static constexpr unsigned row_bits = 24;
  static constexpr std::size_t most = std::size_t{1} << row_bits;

  Span<std::uint32_t, MemorySpace> steps;
  Marks<std::uint32_t> marks;

  KOKKOS_FUNCTION RowStep<std::uint32_t> step(std::uint32_t row) const
  {
    std::uint32_t const word = steps(row);
    return {word & ((1u << row_bits) - 1), static_cast<std::uint8_t>(word >> row_bits)};
  }
  /// A step from this row comes soon.
  KOKKOS_FORCEINLINE_FUNCTION void expect(std::uint32_t row) const { detail::prefetch(steps.data() + row); }
};

/// Rows become packed ones, in their place; an item is `rows_at_once` of them.
template <class MemorySpace>
struct PackRows
{
  static constexpr std::size_t rows_at_once = std::size_t{1} << 12;

  Rows<std::uint32_t, MemorySpace> rows;

  KOKKOS_FUNCTION void operator()(std::size_t item) const
  {
    std::size_t const begin = item * rows_at_once;
    std::size_t const n = rows.order.extent(0);
    std::size_t const end = n - begin < rows_at_once ? n : begin + rows_at_once;
    std::uint32_t symbol = rows.symbol(static_cast<std::uint32_t>(begin));
    for (std::size_t row = begin; row < end; ++symbol) {
      std::size_t const last = rows.symbol.begins(symbol + 1) < end ? rows.symbol.begins(symbol + 1) : end;
      for (; row < last; ++row)
        rows.order(row) = rows.next(static_cast<std::uint32_t>(row)) | (symbol << PackedRows<MemorySpace>::row_bits);
    }
  }
};

/// begins(c) = symbols below c.
template <class Index, class MemorySpace>
struct BeginSymbols
{
  Span<std::uint64_t, MemorySpace> counts;
  Span<Index, MemorySpace> begins;

  KOKKOS_FUNCTION void operator()(std::size_t symbol) const
  {
    std::uint64_t sum = 0;
    for (std::size_t c = 0; c < symbol; ++c) sum += counts(c);
    begins(symbol) = static_cast<Index>(sum);
  }
};

/// nearest(b) = the symbol of the block's first row.
template <class Index, class MemorySpace>
struct FindNearest
{
  FirstColumn<Index, MemorySpace> column;

  KOKKOS_FUNCTION void operator()(std::size_t block) const
  {
    auto const row = static_cast<Index>(block << column.shift);
    unsigned symbol = 0;
    while (column.begins(symbol + 1) <= row) ++symbol;
    column.nearest(block) = static_cast<std::uint8_t>(symbol);
  }
};

/// The size of the blocks of the first column for n > 0 rows, as a power of 2.
inline unsigned block_shift(std::size_t n)
{
  return static_cast<unsigned>(std::max(0, static_cast<int>(std::bit_width(n - 1)) - symbol_table_bits));
}

/// Bytes of workspace that sorting n bytes by their values takes beside the order: pairs of an eighth of them on a device, and
/// counters of each thread on the host.
template <class ExecutionSpace>
[[nodiscard]] std::size_t symbol_order_bytes(std::size_t n)
{
  std::size_t const sorted = std::min(n, std::max(n / 8 + 1, std::size_t{1} << 22));
  return detail::works_on_host<ExecutionSpace> ? detail::host_threads<ExecutionSpace>() << 14
                                               : 10 * sorted + (std::size_t{1} << 20);
}

/// Of n > 0 symbols. The memory is the caller's scope's.
template <class Index, class ExecutionSpace>
FirstColumn<Index, typename ExecutionSpace::memory_space> first_column(
    ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt,
    Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = bwt.extent(0);
  unsigned const shift = block_shift(n);
  auto const counts = workspace.take<std::uint64_t, MemorySpace>(symbols);
  FirstColumn<Index, MemorySpace> const column{workspace.take<Index, MemorySpace>(symbols + 1),
                                               workspace.take<std::uint8_t, MemorySpace>(((n - 1) >> shift) + 1),
                                               shift};
  primitives::histogram(space, bwt, counts, workspace);
  Kokkos::parallel_for("lexikos::bwt::begin_symbols", backends::Range<ExecutionSpace>(space, 0, symbols + 1),
                       BeginSymbols<Index, MemorySpace>{counts, column.begins});
  Kokkos::parallel_for("lexikos::bwt::nearest_symbols",
                       backends::Range<ExecutionSpace>(space, 0, column.nearest.extent(0)),
                       FindNearest<Index, MemorySpace>{column});
  return column;
}

/// n > 0, 1 <= primary <= n. The memory is the caller's scope's.
template <class Index, class ExecutionSpace>
Rows<Index, typename ExecutionSpace::memory_space> make_rows(
    ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt,
    std::size_t primary, Workspace& workspace)
{
  std::size_t const n = bwt.extent(0);
  auto const order = workspace.take<Index, typename ExecutionSpace::memory_space>(n);
  auto const column = first_column<Index>(space, bwt, workspace);
  primitives::symbol_order(space, bwt, order, workspace);
  return {order, column, {static_cast<Index>(n), static_cast<Index>(primary - 1)}, static_cast<Index>(primary)};
}

/// In the place of their order, which is lost.
template <class ExecutionSpace>
PackedRows<typename ExecutionSpace::memory_space> pack_rows(
    ExecutionSpace const& space, Rows<std::uint32_t, typename ExecutionSpace::memory_space> const& rows)
{
  using Pack = PackRows<typename ExecutionSpace::memory_space>;
  std::size_t const items = (rows.order.extent(0) + Pack::rows_at_once - 1) / Pack::rows_at_once;
  Kokkos::parallel_for("lexikos::bwt::pack_rows", backends::Range<ExecutionSpace>(space, 0, items), Pack{rows});
  return {rows.order, rows.marks};
}

}  // namespace lexikos::bwt_detail
