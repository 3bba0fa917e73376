// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the library holds instantiations of.

#include <lexikos/detail/binary_levels.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>

#include "system/execution_spaces.hpp"

namespace lexikos::wavelet_detail
{

template <class ExecutionSpace, class Symbol>
using QuadMatrix = WaveletMatrix<typename ExecutionSpace::memory_space, Symbol>;

template <class ExecutionSpace, class Symbol>
using BinaryMatrix =
    WaveletMatrix<typename ExecutionSpace::memory_space, Symbol, BinaryLevels<typename ExecutionSpace::memory_space>>;

template <class ExecutionSpace, class Symbol>
using Tree = WaveletTree<typename ExecutionSpace::memory_space, Symbol>;

}  // namespace lexikos::wavelet_detail

// INSTANTIATE(ExecutionSpace, Structure, Symbol) for every symbol type.
#define LEXIKOS_WAVELET_SYMBOLS(INSTANTIATE, ExecutionSpace, Structure) \
  INSTANTIATE(ExecutionSpace, Structure, std::uint8_t)                  \
  INSTANTIATE(ExecutionSpace, Structure, std::uint16_t)                 \
  INSTANTIATE(ExecutionSpace, Structure, std::uint32_t)
