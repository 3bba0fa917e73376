// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace lexikos::detail
{

/// Huffman's codes of 2^44 symbols are shorter.
constexpr unsigned max_wavelet_tree_levels = 64;

/// A node of a wavelet tree as queries read it, in one sector. Its symbols' bits start at `begin` of the bit vector, after
/// `ones_before` ones: stored, so that a level costs one rank instead of two.
struct alignas(32) WaveletTreeNode
{
  static constexpr std::uint32_t leaf_bit = std::uint32_t{1} << 31;
  static constexpr std::uint32_t no_parent = ~std::uint32_t{0};

  std::uint64_t begin;
  std::uint64_t ones_before;
  std::uint32_t split;        ///< the first leaf of the right child
  std::uint32_t children[2];  ///< a node's number, or `leaf_bit` and a leaf's
  std::uint32_t parent;
};

}  // namespace lexikos::detail
