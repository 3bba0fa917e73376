// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/parallel.hpp"

#include "system/execution_spaces.hpp"

namespace lexikos::detail
{

#define LEXIKOS_INSTANTIATE_TEXT(SPACE, SYMBOL, INDEX)                                                             \
  template SuffixArrayCheck check_suffix_array<SPACE, SYMBOL, INDEX>(                                              \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&, \
      Workspace*);

#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)                       \
  LEXIKOS_INSTANTIATE_TEXT(SPACE, std::uint8_t, INDEX)                \
  LEXIKOS_INSTANTIATE_TEXT(SPACE, std::uint16_t, INDEX)               \
  LEXIKOS_INSTANTIATE_TEXT(SPACE, std::uint32_t, INDEX)               \
  LEXIKOS_INSTANTIATE_TEXT(SPACE, std::uint64_t, INDEX)               \
  template SuffixArrayCheck check_inverse_suffix_array<SPACE, INDEX>( \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&);

#define LEXIKOS_INSTANTIATE(SPACE)                \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_INDEX
#undef LEXIKOS_INSTANTIATE_TEXT

}  // namespace lexikos::detail
