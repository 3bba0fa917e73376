// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The shape of a wavelet tree: which leaves hang where. Section 5.1 of "Wavelet trees on the GPU" for the balanced one, whose
// Algorithm 3 this replaces by its meaning: a node of w leaves gives as many to its left child as the largest power of two
// below w. Leaves are ordered such that those of a level's nodes come first, followed by finished ones.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lexikos::wavelet_detail
{

struct ShapeNode
{
  std::uint64_t first;  ///< leaves [first, last)
  std::uint64_t split;
  std::uint64_t last;
  std::uint32_t children[2];  ///< as in WaveletTreeNode
  std::uint32_t parent;
};

struct TreeShape
{
  std::vector<ShapeNode> nodes;     ///< level by level, and in a level by leaves
  std::vector<std::size_t> levels;  ///< [l] the first node of level l; after the last level, the number of nodes
  std::vector<std::uint32_t> code_of_leaf;  ///< empty where leaves are in the order of codes
  std::vector<std::uint32_t> leaf_of_code;  ///< likewise
  std::vector<std::uint32_t> leaf_parents;  ///< nodes
  std::vector<std::uint64_t> leaf_begins;   ///< [c] occurrences of the leaves before c; one entry more than leaves

  [[nodiscard]] std::size_t depth() const { return levels.size() - 1; }
  /// Symbols that have a bit in the level.
  [[nodiscard]] std::uint64_t size_of_level(std::size_t level) const
  {
    return leaf_begins[nodes[levels[level + 1] - 1].last];
  }
  /// Where the bits of each level start, at multiples of 64, and where those of the last one end.
  [[nodiscard]] std::vector<std::uint64_t> level_begins() const;
};

/// sums[i] = values before the i-th; one entry more than values.
std::vector<std::uint64_t> sums_before(std::vector<std::uint64_t> const& values);

/// The shape of codes of ceil(lg leaves) bits, shorter past the last power of two.
/// \param counts  of the codes, at least one
/// Errors: not_supported (2^31 codes and more).
TreeShape balanced_shape(std::vector<std::uint64_t> const& counts);

/// The same of Huffman's codes, with leaves by ascending frequency.
TreeShape huffman_shape(std::vector<std::uint64_t> const& counts);

/// Lengths of the Huffman codes of these frequencies.
std::vector<unsigned> huffman_lengths(std::vector<std::uint64_t> const& counts);

}  // namespace lexikos::wavelet_detail
