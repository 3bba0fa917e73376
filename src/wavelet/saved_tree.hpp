// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The shape of a tree in a file: whether it is one that a build could have written.

#include <cstddef>
#include <cstdint>
#include <lexikos/detail/wavelet_tree_node.hpp>
#include <span>
#include <string>
#include <vector>

namespace lexikos::wavelet_detail
{

/// The arrays of a tree's topology, as `CodeTree` has them, on the host.
struct SavedTree
{
  std::uint64_t n;
  std::span<detail::WaveletTreeNode const> nodes;
  std::span<std::uint32_t const> leaf_parents;
  std::span<std::uint64_t const> leaf_counts;
  std::span<std::uint32_t const> leaf_of_code;
  std::span<std::uint32_t const> code_of_leaf;
};

/// What the bits of a tree have to be for its nodes and counts.
struct TreeBits
{
  std::uint64_t size = 0;             ///< of all levels
  std::vector<std::uint64_t> begins;  ///< [id] where the node's bits start; after the last node, the size
  std::vector<std::uint64_t> ends;    ///< [id] where they end
  std::vector<std::uint64_t> ones;    ///< [id] how many ones they have

  /// Of a node's bits, and of what fills the last word after its level, for all nodes: an empty text if they are as they
  /// have to be, otherwise what is wrong.
  /// \param ranks_at_begins, ranks_at_ends  ones before `begins` and `ends`
  [[nodiscard]] std::string fault(std::span<detail::WaveletTreeNode const> nodes,
                                  std::vector<std::uint64_t> const& ranks_at_begins,
                                  std::vector<std::uint64_t> const& ranks_at_ends) const;
};

/// Compares everything that follows from the nodes' splits and the leaves' counts with the arrays: O(leaves) work. Returns
/// what is wrong, or an empty text, with `bits` filled in.
[[nodiscard]] std::string check_topology(SavedTree const& tree, TreeBits& bits);

}  // namespace lexikos::wavelet_detail
