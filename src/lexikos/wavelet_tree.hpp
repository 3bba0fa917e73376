// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/detail/wavelet_alphabet.hpp>
#include <lexikos/detail/wavelet_batch.hpp>
#include <lexikos/detail/wavelet_queries.hpp>
#include <lexikos/detail/words.hpp>
#include <lexikos/wavelet_options.hpp>
#include <limits>
#include <string>

namespace lexikos
{

/// A node of a wavelet tree as queries read it, in one sector. Its symbols' bits begin at `begin` of the bit vector, before
/// which that has `ones_before` ones: known beforehand, so that a level costs one rank instead of two.
struct alignas(32) WaveletTreeNode
{
  static constexpr std::uint32_t leaf_bit = std::uint32_t{1} << 31;
  static constexpr std::uint32_t no_parent = ~std::uint32_t{0};

  std::uint64_t begin;
  std::uint64_t ones_before;
  std::uint32_t split;        ///< the first leaf of the right child
  std::uint32_t children[2];  ///< of nodes their number, of leaves `leaf_bit` and theirs
  std::uint32_t parent;
};

/// A text as a level-wise wavelet tree. Leaves are the distinct symbols, in their order (WaveletShape::balanced, where codes
/// past the last power of two are shorter) or by ascending frequency (WaveletShape::huffman). A level is the symbols that go
/// beyond it, in the order of their leaves' ancestors, one bit each; all levels lie in one bit vector.
///
/// MemorySpace: where the structure lies. Symbol: u8, u16 or u32. Layout: of the bits. Copies share their memory; capture one
/// by value in kernels of an execution space that can access the memory space. Queries of one symbol or position are
/// device-callable; batches run on an instance. Source: "Wavelet trees on the GPU", section 5.
template <class MemorySpace, class Symbol, class Layout = bit_layouts::Interleaved32>
class WaveletTree : public detail::WaveletQueries<WaveletTree<MemorySpace, Symbol, Layout>, Symbol>,
                    public detail::WaveletBatches<WaveletTree<MemorySpace, Symbol, Layout>, Symbol>
{
  using Queries = detail::WaveletQueries<WaveletTree, Symbol>;
  using Batches = detail::WaveletBatches<WaveletTree, Symbol>;

 public:
  using memory_space = MemorySpace;
  using SymbolType = Symbol;
  using Alphabet = WaveletAlphabet<MemorySpace, Symbol>;
  using Bits = BitVector<MemorySpace, Layout>;
  using Nodes = Array<WaveletTreeNode, MemorySpace>;
  using Leaves = Array<std::uint32_t, MemorySpace>;
  using Counts = Array<std::uint64_t, MemorySpace>;
  using Node = detail::WaveletNode;

  static constexpr unsigned fanout = 2;
  static constexpr unsigned max_depth = 64;  ///< Huffman's codes of 2^44 symbols are shorter

  /// Where the leaves hang. `leaf_of_code` and `code_of_leaf` are empty where leaves are in the order of symbols.
  struct Topology
  {
    Nodes nodes;          ///< level by level; none for an alphabet of one symbol
    Leaves leaf_parents;  ///< of each leaf
    Counts leaf_counts;   ///< how often each leaf's symbol occurs
    Leaves leaf_of_code;
    Leaves code_of_leaf;
  };

  /// The tree of the empty text.
  WaveletTree() = default;

  /// Builds the tree of a text, which is accessible from the execution space or lies in host memory, and is not changed.
  /// Fences. O(n) work a level. Memory, beside text and tree: two codes a symbol (of 1, 2 or 4 bytes, as the number of
  /// distinct symbols asks for) and then the plain bits, or what `options.memory_budget` allows.
  /// Errors: invalid_argument (a given alphabet that is not ascending or lacks a symbol of the text), out_of_memory.
  template <class ExecutionSpace, class TextView>
  WaveletTree(ExecutionSpace const& space, TextView const& text, WaveletOptions const& options = {})
      : WaveletTree(detail::build_wavelet<WaveletTree>(space, text, options))
  {}

  /// From its parts, as builder and loader have them.
  WaveletTree(std::uint64_t n, Alphabet alphabet, Bits bits, Topology topology)
      : m_bits(bits), m_alphabet(alphabet), m_topology(topology), m_size(n)
  {}

  using Batches::access;
  using Batches::distinct;
  using Batches::inverse_select;
  using Batches::range_count;
  using Batches::range_next_value;
  using Batches::range_previous_value;
  using Batches::range_quantile;
  using Batches::rank;
  using Batches::rank_all;
  using Batches::select;
  using Batches::top_k;
  using Queries::distinct;
  using Queries::range_count;
  using Queries::range_next_value;
  using Queries::range_previous_value;
  using Queries::range_quantile;
  using Queries::rank_all;
  using Queries::top_k;

  /// Symbols of the text.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t size() const { return m_size; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Alphabet const& alphabet() const { return m_alphabet; }
  /// Whether leaves are in the order of symbols, on which the cost of some queries depends.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool leaves_are_ordered() const
  {
    return m_topology.leaf_of_code.extent(0) == 0;
  }
  [[nodiscard]] Bits const& bits() const { return m_bits; }
  [[nodiscard]] Topology const& topology() const { return m_topology; }
  /// Bytes of memory held in the memory space.
  [[nodiscard]] std::size_t bytes() const
  {
    return m_bits.bytes() + m_alphabet.bytes() + m_topology.nodes.extent(0) * sizeof(WaveletTreeNode) +
           m_topology.leaf_counts.extent(0) * sizeof(std::uint64_t) +
           (m_topology.leaf_parents.extent(0) + m_topology.leaf_of_code.extent(0) + m_topology.code_of_leaf.extent(0)) *
               sizeof(std::uint32_t);
  }

  /// Adds what `load` reads to a file, under names that begin with this one, of at most 15 characters. Fences.
  template <class ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file, std::string const& name = "wavelet") const
  {
    file.add_integer(name + ".size", m_size);
    m_alphabet.save(space, file, name + ".a");
    m_bits.save(space, file, name + ".bits");
    file.add_array(space, name + ".nodes", detail::as_words<MemorySpace>(m_topology.nodes));
    file.add_array(space, name + ".parents", m_topology.leaf_parents);
    file.add_array(space, name + ".counts", m_topology.leaf_counts);
    file.add_array(space, name + ".leaf_of", m_topology.leaf_of_code);
    file.add_array(space, name + ".code_of", m_topology.code_of_leaf);
  }

  /// The tree that was saved under that name, with the same symbols and layout. Fences. Errors: those of `FileReader`,
  /// invalid_argument (another layout), out_of_memory.
  template <class ExecutionSpace>
  [[nodiscard]] static WaveletTree load(ExecutionSpace const& space, FileReader const& file,
                                        std::string const& name = "wavelet")
  {
    std::uint64_t const n = file.integer(name + ".size", std::uint64_t{1} << 44);
    auto const alphabet = Alphabet::load(space, file, name + ".a");
    std::size_t const leaves = alphabet.size();
    Topology const topology{
        detail::loaded_structs<MemorySpace, WaveletTreeNode>(space, file, name + ".nodes", leaves > 1 ? leaves - 1 : 0),
        detail::loaded_array<MemorySpace, std::uint32_t>(space, file, name + ".parents"),
        detail::loaded_array<MemorySpace, std::uint64_t>(space, file, name + ".counts"),
        detail::loaded_array<MemorySpace, std::uint32_t>(space, file, name + ".leaf_of"),
        detail::loaded_array<MemorySpace, std::uint32_t>(space, file, name + ".code_of")};
    if (topology.leaf_parents.extent(0) != leaves || topology.leaf_counts.extent(0) != leaves ||
        topology.leaf_of_code.extent(0) != topology.code_of_leaf.extent(0))
      file.corrupt(name + " has arrays of wrong sizes");
    return WaveletTree(n, alphabet, Bits::load(space, file, name + ".bits"), topology);
  }

  /// The symbol at position i; the type's largest value for i >= size(). One fetch of bits a level, down to where two
  /// symbols are left.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Symbol access(std::uint64_t i) const
  {
    if (i >= m_size) return std::numeric_limits<Symbol>::max();
    Cursor cursor = access_cursor(i);
    while (advance_access(cursor)) {
    }
    return symbol_of(cursor);
  }

  /// Occurrences of a symbol in [0, i), i <= size(); 0 if it does not occur at all; not_found for i > size().
  /// One fetch of bits a level of the symbol's code.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t rank(Symbol symbol, std::uint64_t i) const
  {
    Cursor cursor = rank_cursor(symbol, i);
    while (advance_rank(cursor)) {
    }
    return rank_of(cursor);
  }

  /// Position of the k-th occurrence of a symbol, k from 1; not_found if there are fewer, and for k = 0.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t select(Symbol symbol, std::uint64_t k) const
  {
    std::uint64_t const code = m_alphabet.code(symbol);
    if (code == m_alphabet.size() || k == 0) return not_found;
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

  /// The symbol at position i < size() and how many like it stand before i. For other i, the type's largest value and
  /// not_found.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION SymbolRank<Symbol> inverse_select(std::uint64_t i) const
  {
    if (i >= m_size) return {std::numeric_limits<Symbol>::max(), not_found};
    Cursor cursor = access_cursor(i);
    while (advance_access(cursor)) {
    }
    return {symbol_of(cursor), cursor.position};
  }

  // Queries level by level, so that a thread can advance many at a time: each step asks for what the next one reads.

  struct Cursor
  {
    std::uint64_t leaf;
    std::uint64_t position;
    std::uint32_t id;  ///< of the node where it is; with `leaf_bit`, it is done
  };

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Cursor rank_cursor(Symbol symbol, std::uint64_t i) const
  {
    std::uint64_t const code = m_alphabet.code(symbol);
    if (i > m_size) return {0, not_found, WaveletTreeNode::leaf_bit};
    if (code == m_alphabet.size()) return {0, 0, WaveletTreeNode::leaf_bit};
    return start(leaf_of(code), i);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool advance_rank(Cursor& cursor) const
  {
    if ((cursor.id & WaveletTreeNode::leaf_bit) != 0) return false;
    WaveletTreeNode const node = m_topology.nodes[cursor.id];
    unsigned const digit = cursor.leaf >= node.split ? 1 : 0;
    std::uint64_t const ones = m_bits.rank1(node.begin + cursor.position) - node.ones_before;
    cursor.position = digit == 1 ? ones : cursor.position - ones;
    cursor.id = digit == 1 ? node.children[1] : node.children[0];
    return prefetch(cursor);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t rank_of(Cursor const& cursor) const
  {
    return cursor.position;
  }

  /// i < size().
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Cursor access_cursor(std::uint64_t i) const { return start(0, i); }
  KOKKOS_FORCEINLINE_FUNCTION bool advance_access(Cursor& cursor) const
  {
    if ((cursor.id & WaveletTreeNode::leaf_bit) != 0) return false;
    WaveletTreeNode const node = m_topology.nodes[cursor.id];
    auto const found = m_bits.access_rank1(node.begin + cursor.position);
    std::uint64_t const ones = found.rank - node.ones_before;
    cursor.position = found.bit ? ones : cursor.position - ones;
    cursor.id = found.bit ? node.children[1] : node.children[0];
    cursor.leaf = cursor.id & ~WaveletTreeNode::leaf_bit;
    return prefetch(cursor);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Symbol symbol_of(Cursor const& cursor) const
  {
    return m_alphabet.symbol(code_of_leaf(cursor.leaf));
  }

  // What the queries on ranges walk on.

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t code_of_leaf(std::uint64_t leaf) const
  {
    return leaves_are_ordered() ? leaf : m_topology.code_of_leaf[leaf];
  }
  [[nodiscard]] KOKKOS_FUNCTION Node root(std::uint64_t begin, std::uint64_t end) const
  {
    return {begin, end, 0, m_alphabet.size(), 0};
  }
  [[nodiscard]] KOKKOS_FUNCTION bool is_leaf(Node const& node) const { return node.last - node.first <= 1; }
  KOKKOS_FUNCTION void children(Node const& node, Node (&below)[fanout]) const
  {
    WaveletTreeNode const here = m_topology.nodes[node.id];
    std::uint64_t const begin = m_bits.rank1(here.begin + node.begin) - here.ones_before;
    std::uint64_t const end = m_bits.rank1(here.begin + node.end) - here.ones_before;
    below[0] = {node.begin - begin, node.end - end, node.first, here.split, here.children[0]};
    below[1] = {begin, end, here.split, node.last, here.children[1]};
  }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t rank_of_code(std::uint64_t code, std::uint64_t i) const
  {
    Cursor cursor = start(leaf_of(code), i);
    while (advance_rank(cursor)) {
    }
    return cursor.position;
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
  /// Whether the cursor has a node before it.
  KOKKOS_FORCEINLINE_FUNCTION bool prefetch(Cursor const& cursor) const
  {
    bool const goes_on = (cursor.id & WaveletTreeNode::leaf_bit) == 0;
    if (detail::runs_on_host() && goes_on)
      detail::prefetch(m_bits.block_of(m_topology.nodes[cursor.id].begin + cursor.position));
    return goes_on;
  }

  Bits m_bits;
  Alphabet m_alphabet;
  Topology m_topology;
  std::uint64_t m_size = 0;
};

}  // namespace lexikos
