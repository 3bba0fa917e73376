// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"
#include "tests/wavelet/naive.hpp"

namespace lexikos::tests
{

template <class Structure>
struct StructureTag
{
  using type = Structure;
};

/// Calls check(tag, shape) for the type of every structure, twice for the shapes of a tree.
template <class ExecutionSpace, class Symbol, class Check>
void for_each_structure_type(Check const& check)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  {
    INFO("quad matrix");
    check(StructureTag<WaveletMatrix<MemorySpace, Symbol>>{}, WaveletShape::balanced);
  }
  {
    INFO("binary matrix");
    check(StructureTag<WaveletMatrix<MemorySpace, Symbol, WaveletLevels::binary>>{}, WaveletShape::balanced);
  }
  for (auto const shape : {WaveletShape::balanced, WaveletShape::huffman}) {
    INFO("tree of shape " << static_cast<int>(shape));
    check(StructureTag<WaveletTree<MemorySpace, Symbol>>{}, shape);
  }
}

/// Calls check(structure) for a structure of every type and shape, built of a text of the device.
template <class ExecutionSpace, class Symbol, class Check>
void for_each_structure(ExecutionSpace const& space, std::vector<Symbol> const& text, WaveletOptions const& options,
                        Check const& check)
{
  auto const view = to_view<ExecutionSpace>(text);
  for_each_structure_type<ExecutionSpace, Symbol>([&](auto tag, WaveletShape shape) {
    WaveletOptions shaped = options;
    shaped.shape = shape;
    check(typename decltype(tag)::type(space, view, shaped));
  });
}

/// Where a view of a device differs first from what is expected; empty if nowhere.
template <class View, class T>
std::string difference(View const& found, std::vector<T> const& expected)
{
  return first_difference(to_vector(found), expected);
}

}  // namespace lexikos::tests
