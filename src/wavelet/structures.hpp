// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the library holds instantiations of.

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>

namespace lexikos::wavelet_detail
{

// Structures without their symbols: what does not depend on these is compiled once for all of them.

template <class ExecutionSpace>
using QuadCodes = detail::CodeMatrixOf<typename ExecutionSpace::memory_space, WaveletLevels::quad>;
template <class ExecutionSpace>
using BinaryCodes = detail::CodeMatrixOf<typename ExecutionSpace::memory_space, WaveletLevels::binary>;
template <class ExecutionSpace>
using TreeCodes = detail::CodeTree<typename ExecutionSpace::memory_space>;

template <class ExecutionSpace, template <class> class Codes, class Symbol>
using StructureOf = detail::WaveletInterface<Codes<ExecutionSpace>, Symbol>;

}  // namespace lexikos::wavelet_detail

// LEXIKOS_FOR_EACH_SYMBOL(X, space, codes) is X(space, codes, symbol) for every type of symbols.
#define LEXIKOS_FOR_EACH_SYMBOL(X, SPACE, CODES) \
  X(SPACE, CODES, std::uint8_t)                  \
  X(SPACE, CODES, std::uint16_t)                 \
  X(SPACE, CODES, std::uint32_t)

// LEXIKOS_FOR_EACH_STRUCTURE(X, space) is that for every kind of codes.
#define LEXIKOS_FOR_EACH_STRUCTURE(X, SPACE)     \
  LEXIKOS_FOR_EACH_SYMBOL(X, SPACE, QuadCodes)   \
  LEXIKOS_FOR_EACH_SYMBOL(X, SPACE, BinaryCodes) \
  LEXIKOS_FOR_EACH_SYMBOL(X, SPACE, TreeCodes)
