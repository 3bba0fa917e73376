// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bit_vector/queries.hpp"

#include "bit_vector/instantiate.hpp"

namespace lexikos::detail
{

#define LEXIKOS_INSTANTIATE_INDEX(SPACE, LAYOUT, INDEX)                                                               \
  template void answer_bit_queries<SPACE, LAYOUT, INDEX>(                                                             \
      SPACE const&, BitVectorSpan<SPACE::memory_space, LAYOUT> const&, BitQuery,                                      \
      Span<INDEX const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&);                        \
  template void answer_bit_access<SPACE, LAYOUT, INDEX>(                                                              \
      SPACE const&, BitVectorSpan<SPACE::memory_space, LAYOUT> const&, Span<INDEX const, SPACE::memory_space> const&, \
      Span<std::uint8_t, SPACE::memory_space> const&);
#define LEXIKOS_INSTANTIATE_LAYOUT(SPACE, LAYOUT)         \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, LAYOUT, std::uint32_t) \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, LAYOUT, std::uint64_t)
#define LEXIKOS_INSTANTIATE(SPACE) LEXIKOS_FOR_EACH_BIT_LAYOUT(LEXIKOS_INSTANTIATE_LAYOUT, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_LAYOUT
#undef LEXIKOS_INSTANTIATE_INDEX

}  // namespace lexikos::detail
