// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parallel.hpp"

#include "backends/execution_spaces.hpp"

namespace lexikos::detail
{

#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)                           \
  template SuffixArrayCheck check_suffix_array<SPACE, INDEX>(             \
      SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, \
      Span<INDEX const, SPACE::memory_space> const&, Workspace*);         \
  template SuffixArrayCheck check_inverse_suffix_array<SPACE, INDEX>(     \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&);

#define LEXIKOS_INSTANTIATE(SPACE)                \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_INDEX

}  // namespace lexikos::detail
