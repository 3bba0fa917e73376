// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The numbers of tokens, and the intervals of their strings or groups: see detail::TokenIntervals.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/search.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"
#include "search/prefix_table.hpp"

namespace lexikos::search_detail
{

template <class Symbol>
struct SymbolRange
{
  using Bounds = Kokkos::MinMaxScalar<std::uint32_t>;

  Symbol const* text;

  KOKKOS_FUNCTION void operator()(std::size_t i, Bounds& bounds) const
  {
    std::uint32_t const symbol = text[i];
    if (symbol < bounds.min_val) bounds.min_val = symbol;
    if (symbol > bounds.max_val) bounds.max_val = symbol;
  }
};

constexpr std::size_t bits_of_word = 64;

[[nodiscard]] inline std::size_t words_for(std::size_t n)
{
  return (n + bits_of_word - 1) / bits_of_word;
}

/// Bit k of words(w) is set if entry 64 w + k of the suffix array has the first of the suffixes that begin with its token;
/// ranks(w) is the number of these.
template <class Index, class Symbol>
struct MarkFirstOfToken
{
  Symbol const* text;
  Index const* suffix_array;
  std::size_t n;
  std::uint64_t* words;
  std::uint64_t* ranks;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    std::size_t const begin = w * bits_of_word;
    std::size_t const end = begin + bits_of_word < n ? begin + bits_of_word : n;
    Symbol before = text[suffix_array[begin == 0 ? 0 : begin - 1]];
    std::uint64_t word = begin == 0 ? 1 : 0;
    for (std::size_t i = begin; i < end; ++i) {
      Symbol const symbol = text[suffix_array[i]];
      if (symbol != before) word |= std::uint64_t{1} << (i - begin);
      before = symbol;
    }
    words[w] = word;
    ranks[w] = detail::ones_in(word);
  }
};

/// Lists every `stride`-th distinct token, and where its suffixes begin, unless `starts` is null.
template <class Index, class Symbol>
struct ListTokens
{
  Symbol const* text;
  Index const* suffix_array;
  std::uint64_t const* words;
  std::uint64_t const* ranks;
  std::uint64_t stride;
  Symbol* symbols;
  Index* starts;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    std::uint64_t rank = ranks[w];
    for (std::uint64_t word = words[w]; word != 0; word &= word - 1, ++rank) {
      if (rank % stride != 0) continue;
      auto const bit = static_cast<std::size_t>(Kokkos::Experimental::countr_zero_builtin(word));
      std::size_t const entry = w * bits_of_word + bit;
      symbols[rank / stride] = text[suffix_array[entry]];
      if (starts != nullptr) starts[rank / stride] = static_cast<Index>(entry);
    }
  }
};

/// Distinct tokens, marked in the suffix array.
template <class MemorySpace>
struct MarkedTokens
{
  Span<std::uint64_t, MemorySpace> words;
  Span<std::uint64_t, MemorySpace> ranks;  // [0..words], of the first one of each word, and of all
};

/// Lists the distinct tokens, or as many as fit, and builds the table of them.
template <class ExecutionSpace, class Index, class Symbol>
void list_tokens(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays,
                 std::size_t max_entries, Workspace& workspace, detail::ProgressReport<ExecutionSpace>& progress)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = arrays.text.extent(0);
  std::size_t const words = words_for(n);
  Workspace::Scope const scope(workspace);
  MarkedTokens<MemorySpace> const marked{workspace.take<std::uint64_t, MemorySpace>(words),
                                         workspace.take<std::uint64_t, MemorySpace>(words + 1)};
  primitives::fill(space, backends::subspan(marked.ranks, words, words + 1), std::uint64_t{0});
  progress.run("lexikos::search::mark_tokens", words,
               MarkFirstOfToken<Index, Symbol>{arrays.text.data(), arrays.suffix_array.data(), n, marked.words.data(),
                                               marked.ranks.data()},
               4 * n);
  primitives::exclusive_scan(space, marked.ranks, marked.ranks, primitives::Sum{}, workspace);
  std::uint64_t const distinct = detail::read_back(space, marked.ranks, words);
  std::uint64_t const most = std::clamp<std::uint64_t>(max_entries, 1, detail::absent_token);
  std::uint64_t const stride = (distinct + most - 1) / most;
  std::uint64_t const listed = (distinct + stride - 1) / stride;
  arrays.alphabet = static_cast<std::uint32_t>(listed);
  arrays.depth = stride == 1 ? depth_for(arrays.alphabet, max_entries) : 0;
  bool const is_table = arrays.depth <= 1;  // where suffixes of listed tokens begin is the table
  auto const symbols = detail::allocate<Symbol, MemorySpace>(workspace.resource(), "lexikos::search::symbols", listed);
  auto const table =
      detail::allocate<Index, MemorySpace>(workspace.resource(), "lexikos::search::table", is_table ? listed + 1 : 0);
  Span<Index, MemorySpace> const starts(table.data(), table.extent(0));
  if (is_table) primitives::fill(space, backends::subspan(starts, listed, listed + 1), static_cast<Index>(n));
  Kokkos::parallel_for("lexikos::search::list_tokens", backends::Range<ExecutionSpace>(space, 0, words),
                       ListTokens<Index, Symbol>{arrays.text.data(), arrays.suffix_array.data(), marked.words.data(),
                                                 marked.ranks.data(), stride, symbols.data(), table.data()});
  arrays.symbols = symbols;
  arrays.table = table;
}

/// Largest number of bytes of workspace that `list_tokens` takes.
template <class ExecutionSpace>
[[nodiscard]] std::size_t list_tokens_bytes(std::size_t n)
{
  std::size_t const words = words_for(n);
  return (2 * words + 1) * sizeof(std::uint64_t) + 2 * 256 + detail::scan_bytes<ExecutionSpace>(words + 1);
}

template <class ExecutionSpace, class Index, detail::TokenType Symbol>
void build_table(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays,
                 SuffixIndexOptions const& options, Workspace& workspace,
                 detail::ProgressReport<ExecutionSpace>& progress)
{
  std::size_t const n = arrays.text.extent(0);
  std::size_t const max_entries = max_table_entries(n, options);
  std::uint64_t range = 0;  // values between the smallest and the largest
  if (n > 0) {
    typename SymbolRange<Symbol>::Bounds bounds;
    Kokkos::parallel_reduce("lexikos::search::range", backends::Range<ExecutionSpace>(space, 0, n),
                            SymbolRange<Symbol>{arrays.text.data()}, Kokkos::MinMax<std::uint32_t>(bounds));
    arrays.smallest = static_cast<Symbol>(bounds.min_val);
    arrays.largest = static_cast<Symbol>(bounds.max_val);
    range = std::uint64_t{bounds.max_val} - bounds.min_val + 1;
  }
  progress.add(n);
  bool const is_listed = range > 1 && range > std::min<std::uint64_t>(max_entries, detail::absent_token);
  if (is_listed) {
    list_tokens(space, arrays, max_entries, workspace, progress);
  }
  else {
    arrays.alphabet = static_cast<std::uint32_t>(range);
    arrays.depth = depth_for(arrays.alphabet, max_entries);
  }
  if (arrays.table.extent(0) != 0) return;
  std::uint64_t const codes = number_of_codes(arrays.alphabet, arrays.depth, ~std::uint64_t{0});
  arrays.table = table_of_codes<ExecutionSpace, Index, Symbol>(space, arrays, codes, workspace, progress, 4 * n);
}

}  // namespace lexikos::search_detail
