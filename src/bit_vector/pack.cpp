// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bit_vector/pack.hpp"

#include "system/execution_spaces.hpp"

namespace lexikos::detail
{

#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)                                                                  \
  template std::size_t pack_positions<SPACE, INDEX>(SPACE const&, Span<INDEX const, SPACE::memory_space> const&, \
                                                    std::size_t, Span<std::uint64_t, SPACE::memory_space> const&);
#define LEXIKOS_INSTANTIATE(SPACE)                                                                    \
  template void pack_flags<SPACE>(SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, \
                                  Span<std::uint64_t, SPACE::memory_space> const&);                   \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t)                                                     \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_INDEX

}  // namespace lexikos::detail
