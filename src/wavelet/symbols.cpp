// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What depends on the type of symbols, but for queries: texts become codes, and queries are sorted.

#include "wavelet/sort_queries.hpp"
#include "wavelet/structures.hpp"
#include "wavelet/text.hpp"

namespace lexikos
{

#define LEXIKOS_INSTANTIATE_STRUCTURE(SPACE, CODES, SYMBOL) \
  template struct detail::WaveletBuild<SPACE, wavelet_detail::StructureOf<SPACE, wavelet_detail::CODES, SYMBOL>>;
#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, SYMBOL)                                                       \
  template wavelet_detail::QueryOrder<SPACE::memory_space> wavelet_detail::sorted_order<SPACE, SYMBOL>( \
      SPACE const&, WaveletAlphabet<SPACE::memory_space, SYMBOL> const&,                                \
      Span<SYMBOL const, SPACE::memory_space> const&, Workspace&);
#define LEXIKOS_INSTANTIATE(SPACE)                                 \
  LEXIKOS_FOR_EACH_STRUCTURE(LEXIKOS_INSTANTIATE_STRUCTURE, SPACE) \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint8_t)                  \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint16_t)                 \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint32_t)                 \
  template std::size_t wavelet_batch_workspace_bytes<SPACE>(std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SYMBOL
#undef LEXIKOS_INSTANTIATE_STRUCTURE

}  // namespace lexikos
