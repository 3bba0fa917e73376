// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Texts of wide symbols are numbered before they are sorted, so that the sorters know bytes and dense integers only.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <limits>

#include "suffix_array/context.hpp"
#include "suffix_array/text/symbol_text.hpp"

namespace lexikos::suffix_array_detail
{

/// A text in which the distinct symbols of another are numbered 0..alphabet_size-1 in their order, so that both have the
/// same suffix array: of bytes where alphabet_size <= 256, else of integers.
template <class MemorySpace>
struct CompactText
{
  SymbolText<MemorySpace> text;
  unsigned alphabet_size = 0;
};

/// The longest table by which the symbols of a text of n are numbered; where their values spread over more, they are
/// sorted. Somewhat longer tables would be faster than sorting still, but take memory that no sorter needs.
constexpr std::size_t max_table_entries(std::size_t n)
{
  std::size_t const smallest = std::size_t{1} << 16;
  return std::min<std::size_t>(std::max(n, smallest), std::numeric_limits<std::uint32_t>::max());
}

/// Bytes of workspace that stay taken while the compact text is sorted.
constexpr std::size_t compact_text_bytes(std::size_t n)
{
  return sizeof(std::uint32_t) * n;
}

/// Bytes of workspace at the peak of `compact_symbols`, at most: the text, and a table of numbers or what a sort of the
/// symbols with their positions takes.
template <class Symbol, class Index>
constexpr std::size_t compact_symbols_bytes(std::size_t n)
{
  std::size_t const table = sizeof(std::uint32_t) * max_table_entries(n);
  std::size_t const sort = 2 * (sizeof(Index) + std::max(sizeof(Symbol), sizeof(Index))) * n + 2 * n;
  return compact_text_bytes(n) + (sizeof(Symbol) == 2 ? table : std::max(table, sort)) + primitive_bytes(0);
}

/// Numbers the symbols of a text of u16, u32 or u64. Its memory is the caller's scope's.
///
/// \param text  [0..n) any values; n >= 1
/// O(n) work: where the symbols lie in a range as short as the text is long, or of 65 536, by a table; else by a radix sort
/// of their bits in use. Fences.
/// Throws `Error` (not_supported) for 2^32 distinct symbols and more.
template <class Index, class ExecutionSpace, class Symbol>
CompactText<typename ExecutionSpace::memory_space> compact_symbols(
    ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
    Workspace& workspace);

}  // namespace lexikos::suffix_array_detail
