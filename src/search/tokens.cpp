// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>

#include "search/index_of_symbols.hpp"

namespace lexikos
{

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX, std::uint16_t) \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX, std::uint32_t)

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
