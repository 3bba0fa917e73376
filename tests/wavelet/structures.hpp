// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/detail/binary_levels.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>
#include <vector>

#include "tests/spaces.hpp"
#include "tests/wavelet/naive.hpp"

namespace lexikos::tests
{

template <class ExecutionSpace, class Symbol>
using QuadMatrix = WaveletMatrix<typename ExecutionSpace::memory_space, Symbol>;
template <class ExecutionSpace, class Symbol>
using BinaryMatrix =
    WaveletMatrix<typename ExecutionSpace::memory_space, Symbol, BinaryLevels<typename ExecutionSpace::memory_space>>;
template <class ExecutionSpace, class Symbol>
using Tree = WaveletTree<typename ExecutionSpace::memory_space, Symbol>;

/// Calls check(structure) for a matrix of each kind and a tree of each shape, built of a text of the device.
template <class ExecutionSpace, class Symbol, class Check>
void for_each_structure(ExecutionSpace const& space, std::vector<Symbol> const& text, WaveletOptions const& options,
                        Check const& check)
{
  auto const view = to_view<ExecutionSpace>(text);
  {
    INFO("quad matrix");
    check(QuadMatrix<ExecutionSpace, Symbol>(space, view, options));
  }
  {
    INFO("binary matrix");
    check(BinaryMatrix<ExecutionSpace, Symbol>(space, view, options));
  }
  for (auto const shape : {WaveletShape::balanced, WaveletShape::huffman}) {
    INFO("tree of shape " << static_cast<int>(shape));
    WaveletOptions shaped = options;
    shaped.shape = shape;
    check(Tree<ExecutionSpace, Symbol>(space, view, shaped));
  }
}

}  // namespace lexikos::tests
