// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the library compiles for each type of symbols, in a source of its own for tokens.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/search.hpp>

#include "common/primitive_bytes.hpp"
#include "search/find.hpp"
#include "search/prefix_table.hpp"
#include "search/saved.hpp"
#include "search/token_table.hpp"

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::IndexedSymbol Symbol>
std::size_t suffix_index_workspace_bytes(std::size_t n, SuffixIndexOptions const& options)
{
  std::size_t const entries = search_detail::max_table_entries(n, options) + 1;
  std::size_t const scan = detail::scan_bytes<ExecutionSpace>(entries);
  if constexpr (sizeof(Symbol) == 1)
    return 256 * sizeof(std::uint64_t) + std::max(detail::histogram_bytes<ExecutionSpace>(256), scan);
  else
    return std::max(search_detail::list_tokens_bytes<ExecutionSpace>(n), scan);
}

}  // namespace lexikos

#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX, SYMBOL)                                                         \
  template void search_detail::build_prefix_table<SPACE, INDEX, SYMBOL>(                                        \
      SPACE const&, search_detail::Arrays<SPACE::memory_space, INDEX, SYMBOL>&, SuffixIndexOptions const&);     \
  template void search_detail::find_intervals<SPACE, INDEX, SYMBOL>(                                            \
      SPACE const&, search_detail::Arrays<SPACE::memory_space, INDEX, SYMBOL> const&,                           \
      search_detail::PatternSpans<SPACE::memory_space, SYMBOL> const&,                                          \
      search_detail::IntervalOutput<SPACE::memory_space, INDEX> const&, SearchOptions const&);                  \
  template void search_detail::save<SPACE, INDEX, SYMBOL>(                                                      \
      SPACE const&, FileWriter&, search_detail::Arrays<SPACE::memory_space, INDEX, SYMBOL> const&);             \
  template search_detail::Arrays<SPACE::memory_space, INDEX, SYMBOL> search_detail::load<SPACE, INDEX, SYMBOL>( \
      SPACE const&, FileReader const&, MemoryResource&);                                                        \
  template std::size_t suffix_index_workspace_bytes<SPACE, INDEX, SYMBOL>(std::size_t, SuffixIndexOptions const&);
