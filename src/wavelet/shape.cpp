// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wavelet/shape.hpp"

#include <algorithm>
#include <bit>
#include <lexikos/detail/wavelet_tree_node.hpp>
#include <lexikos/error.hpp>
#include <numeric>

namespace lexikos::wavelet_detail
{

using detail::WaveletTreeNode;

namespace
{

/// Splits of nodes of codes of given lengths, which do not ascend: where the left half of the node's code space ends.
class CanonicalSplit
{
 public:
  explicit CanonicalSplit(std::vector<unsigned> const& lengths) : m_space(lengths.size() + 1, 0)
  {
    unsigned const longest = lengths.front();
    for (std::size_t leaf = 0; leaf < lengths.size(); ++leaf)
      m_space[leaf + 1] = m_space[leaf] + (std::uint64_t{1} << (longest - lengths[leaf]));
  }

  std::uint64_t operator()(std::uint64_t first, std::uint64_t last) const
  {
    std::uint64_t const half = m_space[first] + (m_space[last] - m_space[first]) / 2;
    return static_cast<std::uint64_t>(std::lower_bound(m_space.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                                                       m_space.begin() + static_cast<std::ptrdiff_t>(last) - 1, half) -
                                      m_space.begin());
  }

 private:
  std::vector<std::uint64_t> m_space;  ///< [leaf] code space of the leaves before it
};

std::uint64_t balanced_split(std::uint64_t first, std::uint64_t last)
{
  return first + std::bit_floor(last - first - 1);
}

template <class Split>
void add_nodes(TreeShape& shape, std::size_t leaves, Split const& split)
{
  shape.leaf_parents.assign(leaves, WaveletTreeNode::no_parent);
  shape.levels.assign(1, 0);
  if (leaves > 1) shape.nodes.push_back({0, 0, leaves, {0, 0}, WaveletTreeNode::no_parent});
  while (shape.levels.back() < shape.nodes.size()) {
    std::size_t const begin = shape.levels.back();
    std::size_t const end = shape.nodes.size();
    shape.levels.push_back(end);
    for (std::size_t id = begin; id < end; ++id) {
      std::uint64_t const bounds[3] = {shape.nodes[id].first, split(shape.nodes[id].first, shape.nodes[id].last),
                                       shape.nodes[id].last};
      shape.nodes[id].split = bounds[1];
      for (int side = 0; side < 2; ++side) {
        auto const parent = static_cast<std::uint32_t>(id);
        if (bounds[side + 1] - bounds[side] == 1) {
          shape.nodes[id].children[side] = WaveletTreeNode::leaf_bit | static_cast<std::uint32_t>(bounds[side]);
          shape.leaf_parents[bounds[side]] = parent;
          continue;
        }
        shape.nodes[id].children[side] = static_cast<std::uint32_t>(shape.nodes.size());
        shape.nodes.push_back({bounds[side], 0, bounds[side + 1], {0, 0}, parent});
      }
    }
  }
}

void require_leaves(std::size_t leaves)
{
  detail::require(leaves < WaveletTreeNode::leaf_bit, ErrorCode::not_supported,
                  "a wavelet tree has fewer than 2^31 distinct symbols");
}

}  // namespace

std::vector<std::uint64_t> TreeShape::level_begins() const
{
  std::vector<std::uint64_t> begins{0};
  for (std::size_t level = 0; level < depth(); ++level)
    begins.push_back(begins.back() + (size_of_level(level) + 63) / 64 * 64);
  return begins;
}

std::vector<std::uint64_t> sums_before(std::vector<std::uint64_t> const& values)
{
  std::vector<std::uint64_t> sums(values.size() + 1, 0);
  for (std::size_t i = 0; i < values.size(); ++i) sums[i + 1] = sums[i] + values[i];
  return sums;
}

std::vector<unsigned> huffman_lengths(std::vector<std::uint64_t> const& counts)
{
  std::size_t const leaves = counts.size();
  std::vector<std::uint32_t> order(leaves);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return counts[a] < counts[b]; });
  // Leaves by ascending count, followed by the nodes in the order they are made, whose counts ascend too.
  std::vector<std::uint64_t> weights(leaves);
  for (std::size_t i = 0; i < leaves; ++i) weights[i] = counts[order[i]];
  std::vector<std::size_t> parents(leaves > 0 ? 2 * leaves - 1 : 0);
  std::size_t leaf = 0;
  std::size_t node = leaves;
  auto const take = [&] {
    bool const is_leaf = leaf < leaves && (node == weights.size() || weights[leaf] <= weights[node]);
    return is_leaf ? leaf++ : node++;
  };
  while (weights.size() + 1 < 2 * leaves) {
    std::size_t const a = take();
    std::size_t const b = take();
    parents[a] = parents[b] = weights.size();
    weights.push_back(weights[a] + weights[b]);
  }
  std::vector<unsigned> depths(weights.size(), 0);
  for (std::size_t i = weights.size(); i-- > 0;)
    if (i + 1 < weights.size()) depths[i] = depths[parents[i]] + 1;
  std::vector<unsigned> lengths(leaves);
  for (std::size_t i = 0; i < leaves; ++i) lengths[order[i]] = depths[i];
  return lengths;
}

TreeShape balanced_shape(std::vector<std::uint64_t> const& counts)
{
  require_leaves(counts.size());
  TreeShape shape;
  add_nodes(shape, counts.size(), balanced_split);
  shape.leaf_begins = sums_before(counts);
  return shape;
}

TreeShape huffman_shape(std::vector<std::uint64_t> const& counts)
{
  std::size_t const leaves = counts.size();
  require_leaves(leaves);
  TreeShape shape;
  auto const lengths = huffman_lengths(counts);
  shape.code_of_leaf.resize(leaves);
  std::iota(shape.code_of_leaf.begin(), shape.code_of_leaf.end(), 0);
  std::stable_sort(shape.code_of_leaf.begin(), shape.code_of_leaf.end(),
                   [&](auto a, auto b) { return lengths[a] > lengths[b]; });
  shape.leaf_of_code.resize(leaves);
  std::vector<unsigned> ordered_lengths(leaves);
  std::vector<std::uint64_t> ordered_counts(leaves);
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
    std::uint32_t const code = shape.code_of_leaf[leaf];
    shape.leaf_of_code[code] = static_cast<std::uint32_t>(leaf);
    ordered_lengths[leaf] = lengths[code];
    ordered_counts[leaf] = counts[code];
  }
  add_nodes(shape, leaves, CanonicalSplit(ordered_lengths));
  shape.leaf_begins = sums_before(ordered_counts);
  return shape;
}

}  // namespace lexikos::wavelet_detail
