// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bit_vector/build.hpp"

#include "bit_vector/instantiate.hpp"

namespace lexikos::detail
{

#define LEXIKOS_INSTANTIATE_LAYOUT(SPACE, LAYOUT)                           \
  template BitStorage<SPACE::memory_space> build_bit_vector<SPACE, LAYOUT>( \
      SPACE const&, Span<std::uint64_t const, SPACE::memory_space> const&, std::size_t, Workspace&);
#define LEXIKOS_INSTANTIATE(SPACE)                                                                         \
  template Array<std::uint64_t, SPACE::memory_space> allocate_bit_words<SPACE>(SPACE const&, std::size_t); \
  LEXIKOS_FOR_EACH_BIT_LAYOUT(LEXIKOS_INSTANTIATE_LAYOUT, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_LAYOUT

}  // namespace lexikos::detail
