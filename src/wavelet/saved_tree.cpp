// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wavelet/saved_tree.hpp"

#include <utility>

#include "wavelet/shape.hpp"

namespace lexikos::wavelet_detail
{

namespace
{

using detail::WaveletTreeNode;

std::string node_text(std::size_t id, char const* what)
{
  return "node " + std::to_string(id) + " " + what;
}

/// Both tables are empty, or they are permutations that undo each other.
std::string check_code_tables(SavedTree const& tree)
{
  std::size_t const leaves = tree.leaf_counts.size();
  if (tree.leaf_of_code.size() != tree.code_of_leaf.size() ||
      (!tree.leaf_of_code.empty() && tree.leaf_of_code.size() != leaves))
    return "its tables of codes and leaves have wrong sizes";
  for (std::size_t leaf = 0; leaf < tree.code_of_leaf.size(); ++leaf) {
    std::uint32_t const code = tree.code_of_leaf[leaf];
    if (code >= leaves || tree.leaf_of_code[code] != leaf)
      return "its tables of codes and leaves contradict each other";
  }
  return {};
}

/// Walks the nodes level by level, as a build numbers them: their splits say which leaves each has.
class TopologyCheck
{
 public:
  TopologyCheck(SavedTree const& tree, TreeBits& bits) : m_tree(tree), m_bits(bits) {}

  std::string run()
  {
    std::size_t const nodes = m_tree.nodes.size();
    m_leaf_begins = sums_before({m_tree.leaf_counts.begin(), m_tree.leaf_counts.end()});
    m_leaves.reserve(nodes);
    m_leaves.emplace_back(0, m_tree.leaf_counts.size());
    std::size_t level_end = 1;
    unsigned levels = 1;
    for (std::size_t id = 0; id < nodes; ++id) {
      if (id == level_end) {
        level_end = m_leaves.size();
        start_level();
        if (++levels > detail::max_wavelet_tree_levels) return "it has too many levels";
      }
      if (auto fault = check_node(id); !fault.empty()) return fault;
    }
    if (m_leaves.size() != nodes) return "it has too few nodes";
    m_bits.size = end_of_level();
    m_bits.begins.push_back(m_bits.size);
    return {};
  }

 private:
  [[nodiscard]] std::uint64_t end_of_level() const { return (m_level_begin + m_level_size + 63) / 64 * 64; }

  void start_level()
  {
    m_level_begin = end_of_level();
    m_level_size = 0;
    m_next_leaf = 0;
  }

  std::string check_node(std::size_t id)
  {
    WaveletTreeNode const& node = m_tree.nodes[id];
    if (id >= m_leaves.size()) return node_text(id, "has no parent");
    auto const [first, last] = m_leaves[id];
    if (node.split <= first || node.split >= last) return node_text(id, "has a wrong split");
    // the symbols of a level are those of its first leaves, without gaps
    if (first != m_next_leaf) return node_text(id, "has leaves out of order");
    m_next_leaf = last;
    std::uint64_t const begin = m_level_begin + m_leaf_begins[first];
    if (node.begin != begin) return node_text(id, "has a wrong start");
    m_level_size = m_leaf_begins[last];
    m_bits.begins.push_back(begin);
    m_bits.ends.push_back(m_level_begin + m_leaf_begins[last]);
    m_bits.ones.push_back(m_leaf_begins[last] - m_leaf_begins[node.split]);
    if (id == 0 && node.parent != WaveletTreeNode::no_parent) return node_text(id, "has a parent");
    if (!is_child(id, node.children[0], first, node.split) || !is_child(id, node.children[1], node.split, last))
      return node_text(id, "has wrong children");
    return {};
  }

  /// Whether a node's child with the leaves [first, last) is what a build would have there.
  bool is_child(std::size_t id, std::uint32_t child, std::uint64_t first, std::uint64_t last)
  {
    if (last - first == 1)
      return child == (WaveletTreeNode::leaf_bit | static_cast<std::uint32_t>(first)) &&
             m_tree.leaf_parents[first] == id;
    std::size_t const next = m_leaves.size();
    if (child != next || next >= m_tree.nodes.size() || m_tree.nodes[next].parent != id) return false;
    m_leaves.emplace_back(first, last);
    return true;
  }

  SavedTree const& m_tree;
  TreeBits& m_bits;
  std::vector<std::uint64_t> m_leaf_begins;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> m_leaves;  ///< [id] of nodes whose parents were visited
  std::uint64_t m_level_begin = 0;
  std::uint64_t m_level_size = 0;
  std::uint64_t m_next_leaf = 0;
};

}  // namespace

std::string TreeBits::fault(std::span<WaveletTreeNode const> nodes, std::vector<std::uint64_t> const& ranks_at_begins,
                            std::vector<std::uint64_t> const& ranks_at_ends) const
{
  for (std::size_t id = 0; id < nodes.size(); ++id) {
    if (nodes[id].ones_before != ranks_at_begins[id]) return node_text(id, "has a wrong number of ones before it");
    if (ranks_at_ends[id] - ranks_at_begins[id] != ones[id]) return node_text(id, "has other bits than its leaves");
    // where nothing or the rest of a word lies between two nodes
    if (ranks_at_begins[id + 1] != ranks_at_ends[id]) return node_text(id, "is followed by bits of no node");
  }
  return {};
}

std::string check_topology(SavedTree const& tree, TreeBits& bits)
{
  std::size_t const leaves = tree.leaf_counts.size();
  if (tree.leaf_parents.size() != leaves || tree.nodes.size() != (leaves > 1 ? leaves - 1 : 0))
    return "its arrays have wrong sizes";
  if ((tree.n == 0) != (leaves == 0)) return "it has no symbols, or no leaves";
  std::uint64_t rest = tree.n;
  for (auto const count : tree.leaf_counts) {
    if (count > rest) return "its leaves have too many symbols";
    rest -= count;
  }
  if (rest != 0) return "its leaves have too few symbols";
  if (auto fault = check_code_tables(tree); !fault.empty()) return fault;
  if (leaves == 1 && tree.leaf_parents[0] != WaveletTreeNode::no_parent) return "its only leaf has a parent";
  if (leaves <= 1) {
    bits.begins.assign(1, 0);
    return {};
  }
  return TopologyCheck(tree, bits).run();
}

}  // namespace lexikos::wavelet_detail
