// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/detail/execution_spaces.hpp>

// What the library holds instantiations of.

// LEXIKOS_FOR_EACH_FM_INDEX(X, space) is X(space, index, symbol) for every type of rows and symbols.
#define LEXIKOS_FOR_EACH_FM_SYMBOL(X, SPACE, INDEX) \
  X(SPACE, INDEX, std::uint8_t)                     \
  X(SPACE, INDEX, std::uint16_t)                    \
  X(SPACE, INDEX, std::uint32_t)
#define LEXIKOS_FOR_EACH_FM_INDEX(X, SPACE)           \
  LEXIKOS_FOR_EACH_FM_SYMBOL(X, SPACE, std::uint32_t) \
  LEXIKOS_FOR_EACH_FM_SYMBOL(X, SPACE, std::uint64_t)
