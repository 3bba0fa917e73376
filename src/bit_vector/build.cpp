// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bit_vector/build.hpp"

#include "bit_vector/instantiate.hpp"

namespace lexikos
{

#define LEXIKOS_INSTANTIATE_LAYOUT(SPACE, LAYOUT)                                                                 \
  template detail::BitStorage<SPACE::memory_space, LAYOUT> detail::build_bit_vector<SPACE, LAYOUT>(               \
      SPACE const&, Span<std::uint64_t const, SPACE::memory_space> const&, std::size_t, BitVectorOptions const&); \
  template std::size_t bit_vector_workspace_bytes<SPACE, LAYOUT>(std::size_t);                                    \
  template std::size_t bit_vector_packing_workspace_bytes<SPACE, LAYOUT>(std::size_t);
#define LEXIKOS_INSTANTIATE(SPACE) LEXIKOS_FOR_EACH_BIT_LAYOUT(LEXIKOS_INSTANTIATE_LAYOUT, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_LAYOUT

}  // namespace lexikos
