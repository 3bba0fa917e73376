// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/wavelet_ranges.hpp>
#include <lexikos/detail/wavelet_tree_node.hpp>
#include <lexikos/detail/words.hpp>
#include <lexikos/memory.hpp>

namespace lexikos::detail
{

/// A `WaveletTree` without its alphabet: the wavelet tree of a text of codes below `codes()`. Positions and codes are in
/// range unless a line says otherwise.
template <class MemorySpace>
class CodeTree
{
 public:
  using memory_space = MemorySpace;
  using Bits = BitVector<MemorySpace>;

  static constexpr unsigned fanout = 2;
  static constexpr unsigned max_levels = max_wavelet_tree_levels;
  static constexpr unsigned max_depth(unsigned) { return max_levels; }

  /// Where the leaves hang. `leaf_of_code` and `code_of_leaf` are empty where leaves are in the order of codes.
  struct Topology
  {
    Array<WaveletTreeNode, MemorySpace> nodes;       ///< level by level; none for an alphabet of one symbol
    Array<std::uint32_t, MemorySpace> leaf_parents;  ///< nodes
    Array<std::uint64_t, MemorySpace> leaf_counts;   ///< how often each leaf's code occurs
    Array<std::uint32_t, MemorySpace> leaf_of_code;
    Array<std::uint32_t, MemorySpace> code_of_leaf;
  };

  CodeTree() = default;
  CodeTree(std::uint64_t n, Bits const& bits, Topology const& topology)
      : m_bits(bits), m_topology(topology), m_size(n), m_codes(topology.leaf_counts.extent(0))
  {}

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t size() const { return m_size; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t codes() const { return m_codes; }
  [[nodiscard]] Bits const& bits() const { return m_bits; }
  [[nodiscard]] Topology const& topology() const { return m_topology; }
  /// Bytes of memory held.
  [[nodiscard]] std::size_t bytes() const
  {
    return m_bits.bytes() + m_topology.nodes.extent(0) * sizeof(WaveletTreeNode) +
           m_topology.leaf_counts.extent(0) * sizeof(std::uint64_t) +
           (m_topology.leaf_parents.extent(0) + m_topology.leaf_of_code.extent(0) + m_topology.code_of_leaf.extent(0)) *
               sizeof(std::uint32_t);
  }
  /// Levels that queries of a random position go through on average.
  [[nodiscard]] double mean_depth() const
  {
    return m_size == 0 ? 0 : static_cast<double>(m_bits.size()) / static_cast<double>(m_size);
  }

  /// The position of occurrence k of a code, k from 1; not_found for other k and other codes.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t select(std::uint64_t code, std::uint64_t k) const
  {
    if (code >= m_codes || k == 0) return not_found;
    std::uint64_t const leaf = leaf_of(code);
    if (k > m_topology.leaf_counts[leaf]) return not_found;
    std::uint64_t position = k - 1;
    if (m_topology.nodes.extent(0) == 0) return position;
    for (std::uint32_t id = m_topology.leaf_parents[leaf]; id != WaveletTreeNode::no_parent;) {
      WaveletTreeNode const node = m_topology.nodes[id];
      std::uint64_t const ordinal =
          leaf >= node.split ? node.ones_before + position + 1 : node.begin - node.ones_before + position + 1;
      position = (leaf >= node.split ? m_bits.select1(ordinal) : m_bits.select0(ordinal)) - node.begin;
      id = node.parent;
    }
    return position;
  }

  /// The code at position i and how many like it stand before.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION CodeRank inverse_select(std::uint64_t i) const
  {
    Cursor cursor = access_cursor(i);
    while (advance_access(cursor)) {
    }
    return {code_of(cursor), cursor.position};
  }

  // Rank and access level by level, so that a thread can advance many at a time: each step prefetches what the next one
  // reads, and returns whether there is one.

  struct Cursor
  {
    std::uint64_t leaf;
    std::uint64_t position;
    std::uint32_t id;  ///< of the node where it is; with `leaf_bit`, it is done
  };

  /// Any code and position: codes that do not occur have rank 0, and positions are cut to the size.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Cursor rank_cursor(std::uint64_t code, std::uint64_t i) const
  {
    if (code >= m_codes) return {0, 0, WaveletTreeNode::leaf_bit};
    return start(leaf_of(code), i < m_size ? i : m_size);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool advance_rank(Cursor& cursor) const
  {
    if ((cursor.id & WaveletTreeNode::leaf_bit) != 0) return false;
    WaveletTreeNode const node = m_topology.nodes[cursor.id];
    unsigned const digit = cursor.leaf >= node.split ? 1 : 0;
    std::uint64_t const ones = BitVectorAccess::rank1(m_bits, node.begin + cursor.position) - node.ones_before;
    cursor.position = digit == 1 ? ones : cursor.position - ones;
    cursor.id = digit == 1 ? node.children[1] : node.children[0];
    return prefetch(cursor);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t rank_of(Cursor const& cursor) const
  {
    return cursor.position;
  }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Cursor access_cursor(std::uint64_t i) const { return start(0, i); }
  KOKKOS_FORCEINLINE_FUNCTION bool advance_access(Cursor& cursor) const
  {
    if ((cursor.id & WaveletTreeNode::leaf_bit) != 0) return false;
    WaveletTreeNode const node = m_topology.nodes[cursor.id];
    auto const found = BitVectorAccess::bit_and_rank(m_bits, node.begin + cursor.position);
    std::uint64_t const ones = found.rank - node.ones_before;
    cursor.position = found.bit != 0 ? ones : cursor.position - ones;
    cursor.id = found.bit != 0 ? node.children[1] : node.children[0];
    cursor.leaf = cursor.id & ~WaveletTreeNode::leaf_bit;
    return prefetch(cursor);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t code_of(Cursor const& cursor) const
  {
    return code_of_leaf(cursor.leaf);
  }

  // What the queries on ranges walk on.

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool leaves_are_ordered() const
  {
    return m_topology.leaf_of_code.extent(0) == 0;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t code_of_leaf(std::uint64_t leaf) const
  {
    return leaves_are_ordered() ? leaf : m_topology.code_of_leaf[leaf];
  }
  [[nodiscard]] KOKKOS_FUNCTION RangeNode root(std::uint64_t begin, std::uint64_t end) const
  {
    return {begin, end, 0, m_codes, 0};
  }
  [[nodiscard]] KOKKOS_FUNCTION bool is_leaf(RangeNode const& node) const { return node.last - node.first <= 1; }
  KOKKOS_FUNCTION void children(RangeNode const& node, RangeNode (&below)[fanout]) const
  {
    WaveletTreeNode const here = m_topology.nodes[node.id];
    std::uint64_t const begin = BitVectorAccess::rank1(m_bits, here.begin + node.begin) - here.ones_before;
    std::uint64_t const end = BitVectorAccess::rank1(m_bits, here.begin + node.end) - here.ones_before;
    below[0] = {node.begin - begin, node.end - end, node.first, here.split, here.children[0]};
    below[1] = {begin, end, here.split, node.last, here.children[1]};
  }

 private:
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t leaf_of(std::uint64_t code) const
  {
    return leaves_are_ordered() ? code : m_topology.leaf_of_code[code];
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Cursor start(std::uint64_t leaf, std::uint64_t i) const
  {
    Cursor const cursor{leaf, i, m_topology.nodes.extent(0) == 0 ? WaveletTreeNode::leaf_bit : 0};
    (void)prefetch(cursor);
    return cursor;
  }
  /// Returns whether there is a node to read.
  KOKKOS_FORCEINLINE_FUNCTION bool prefetch(Cursor const& cursor) const
  {
    bool const goes_on = (cursor.id & WaveletTreeNode::leaf_bit) == 0;
    if (runs_on_host() && goes_on)
      detail::prefetch(BitVectorAccess::block_of(m_bits, m_topology.nodes[cursor.id].begin + cursor.position));
    return goes_on;
  }

  Bits m_bits;
  Topology m_topology;
  std::uint64_t m_size = 0;
  std::uint64_t m_codes = 0;
};

}  // namespace lexikos::detail
