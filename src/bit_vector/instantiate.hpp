// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/detail/execution_spaces.hpp>

// LEXIKOS_FOR_EACH_BIT_LAYOUT(X, space) is X(space, layout) for every layout of bit vectors.
#define LEXIKOS_FOR_EACH_BIT_LAYOUT(X, SPACE) \
  X(SPACE, bit_layouts::Interleaved32)        \
  X(SPACE, bit_layouts::Interleaved64)        \
  X(SPACE, bit_layouts::Compact32)            \
  X(SPACE, bit_layouts::Compact64)            \
  X(SPACE, bit_layouts::TwoLevel)
