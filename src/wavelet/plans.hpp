// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the builder has to know of a matrix or a tree: sizes and digits of its levels, where their bits are written, and,
// where a text is worked on in chunks, which symbols stand together.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/binary_levels.hpp>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/wavelet_tree.hpp>
#include <utility>
#include <vector>

#include "wavelet/counted_text.hpp"
#include "wavelet/partition.hpp"
#include "wavelet/quad_directory.hpp"
#include "wavelet/shape.hpp"

namespace lexikos::wavelet_detail
{

/// Codes [first, last) whose symbols stand together in a level.
using CodeRange = std::pair<std::uint64_t, std::uint64_t>;

/// Bits of all levels, before they are a bit vector. Words are zero.
template <class ExecutionSpace>
struct PlainBits
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Array<std::uint64_t, MemorySpace> words;

  void reserve(ExecutionSpace const& space, std::uint64_t bits)
  {
    words = detail::allocate<std::uint64_t, typename ExecutionSpace::memory_space>(default_memory_resource(),
                                                                                   "lexikos::wavelet::bits", bits / 64);
    Kokkos::deep_copy(space, words, std::uint64_t{0});
  }
  /// begin and size are multiples of 64.
  [[nodiscard]] BitSink<MemorySpace> sink(std::uint64_t begin, std::uint64_t size) const
  {
    return {Span<std::uint32_t, MemorySpace>(reinterpret_cast<std::uint32_t*>(words.data()) + begin / 32, size / 32)};
  }
  [[nodiscard]] std::size_t bytes() const { return words.extent(0) * sizeof(std::uint64_t); }
};

/// The levels of a matrix.
template <class ExecutionSpace, class Levels>
class MatrixPlan
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  static constexpr unsigned bits = Levels::bits;

  MatrixPlan(ExecutionSpace const& space, std::uint64_t n, std::uint64_t alphabet) : m_size(n), m_alphabet(alphabet)
  {
    while (m_alphabet > std::uint64_t{1} << bits * m_levels) ++m_levels;
    if constexpr (bits == 2) {
      m_blocks = detail::allocate<QuadBlock, typename ExecutionSpace::memory_space>(
          default_memory_resource(), "lexikos::wavelet::quad_blocks",
          m_levels * QuadLevels<MemorySpace>::blocks_of_level(n));
      Kokkos::deep_copy(space, detail::as_words<MemorySpace>(m_blocks), std::uint64_t{0});
    }
    else {
      m_bits.reserve(space, m_levels * stride());
    }
  }

  [[nodiscard]] unsigned levels() const { return m_levels; }

  /// Of a text with these counts of codes.
  struct Layout
  {
    std::uint64_t n = 0;

    [[nodiscard]] std::uint64_t size_of_level(unsigned) const { return n; }
  };
  [[nodiscard]] Layout layout(std::vector<std::uint64_t> const& counts) const
  {
    Layout layout;
    for (auto const count : counts) layout.n += count;
    return layout;
  }

  [[nodiscard]] ShiftedDigit<bits> splitter(ExecutionSpace const&, unsigned level, Layout const&, Workspace&) const
  {
    return {bits * (m_levels - 1 - level)};
  }

  [[nodiscard]] auto sink(unsigned level) const
  {
    if constexpr (bits == 2) {
      std::uint64_t const blocks = QuadLevels<MemorySpace>::blocks_of_level(m_size);
      return QuadSink<MemorySpace>{Span<QuadBlock, MemorySpace>(m_blocks.data() + level * blocks, blocks)};
    }
    else {
      return m_bits.sink(level * stride(), stride());
    }
  }

  /// Ranges of codes in the order in which they stand in the level; asked for level by level.
  [[nodiscard]] std::vector<CodeRange> ranges(unsigned level) const
  {
    std::vector<CodeRange> order{{0, std::uint64_t{1} << bits * m_levels}};
    for (unsigned l = 0; l < level; ++l) {
      std::vector<CodeRange> next;
      for (unsigned digit = 0; digit < 1u << bits; ++digit)
        for (auto const& [first, last] : order) {
          std::uint64_t const width = (last - first) >> bits;
          if (first + digit * width < m_alphabet) next.emplace_back(first + digit * width, first + (digit + 1) * width);
        }
      order = std::move(next);
    }
    for (auto& range : order) range.second = std::min(range.second, m_alphabet);
    return order;
  }

  [[nodiscard]] std::size_t unfinished_bytes() const { return m_bits.bytes() + m_blocks.extent(0) * sizeof(QuadBlock); }

  /// The levels, once all digits are written. Fences.
  [[nodiscard]] Levels finish(ExecutionSpace const& space, Workspace& workspace)
  {
    if constexpr (bits == 2) {
      return make_quad_levels(space, m_size, m_levels, m_blocks, workspace);
    }
    else {
      typename Levels::Bits const vector(space, m_bits.words, m_levels * stride(), &workspace);
      Levels levels(m_size, m_levels, vector);
      std::vector<std::uint64_t> places;
      for (unsigned level = 0; level < m_levels; ++level) {
        places.push_back(level * stride());
        places.push_back(level * stride() + m_size);
      }
      auto const asked =
          detail::copy_from_host(space, default_memory_resource(), "lexikos::wavelet::level_bounds", places);
      Array<std::uint64_t, MemorySpace> const answers = detail::allocate<std::uint64_t, MemorySpace>(
          default_memory_resource(), "lexikos::wavelet::level_ranks", places.size());
      if (!places.empty()) vector.rank1(space, asked, answers);
      auto const ranks = download(space, answers);
      for (unsigned level = 0; level < m_levels; ++level)
        levels.set_counts(level, ranks[2 * level], m_size - (ranks[2 * level + 1] - ranks[2 * level]));
      return levels;
    }
  }

 private:
  [[nodiscard]] std::uint64_t stride() const { return (m_size + 63) / 64 * 64; }

  std::uint64_t m_size;
  std::uint64_t m_alphabet;
  unsigned m_levels = 0;
  typename QuadLevels<MemorySpace>::Blocks m_blocks;
  PlainBits<ExecutionSpace> m_bits;
};

/// The levels of a tree.
template <class ExecutionSpace, class Tree>
class TreePlan
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  TreePlan(ExecutionSpace const& space, TreeShape const& shape) : m_shape(shape)
  {
    for (std::size_t level = 0; level < m_shape.depth(); ++level)
      m_begins.push_back(m_begins.back() + (m_shape.size_of_level(level) + 63) / 64 * 64);
    m_bits.reserve(space, m_begins.back());
  }

  [[nodiscard]] unsigned levels() const { return static_cast<unsigned>(m_shape.depth()); }

  struct Layout
  {
    std::vector<std::uint64_t> begins;  ///< of the leaves
    TreeShape const* shape;

    [[nodiscard]] std::uint64_t size_of_level(unsigned level) const
    {
      return begins[shape->nodes[shape->levels[level + 1] - 1].last];
    }
  };
  /// counts: of the leaves.
  [[nodiscard]] Layout layout(std::vector<std::uint64_t> const& counts) const
  {
    Layout layout{std::vector<std::uint64_t>(counts.size() + 1, 0), &m_shape};
    for (std::size_t leaf = 0; leaf < counts.size(); ++leaf)
      layout.begins[leaf + 1] = layout.begins[leaf] + counts[leaf];
    return layout;
  }

  /// Its table is taken from the workspace.
  [[nodiscard]] TreeDigit<MemorySpace> splitter(ExecutionSpace const& space, unsigned level, Layout const& layout,
                                                Workspace& workspace) const
  {
    auto const& begins = layout.begins;
    std::vector<std::int64_t> steps(begins.size() - 1, 0);
    std::size_t const end = m_shape.levels[level + 1];
    std::uint64_t zeros = 0;
    for (std::size_t id = m_shape.levels[level]; id < end; ++id)
      zeros += begins[m_shape.nodes[id].split] - begins[m_shape.nodes[id].first];
    std::uint64_t scanned[2] = {0, zeros};
    for (std::size_t id = m_shape.levels[level]; id < end; ++id) {
      auto const& node = m_shape.nodes[id];
      std::uint64_t const bounds[3] = {node.first, node.split, node.last};
      for (int bit = 0; bit < 2; ++bit) {
        auto const away = static_cast<std::int64_t>(begins[bounds[bit]] - scanned[bit]);
        for (std::uint64_t leaf = bounds[bit]; leaf < bounds[bit + 1]; ++leaf) steps[leaf] = away * 2 + bit;
        scanned[bit] += begins[bounds[bit + 1]] - begins[bounds[bit]];
      }
    }
    auto const table = workspace.take<std::int64_t, MemorySpace>(steps.size());
    Kokkos::deep_copy(space, table, HostSpan<std::int64_t const>(steps.data(), steps.size()));
    space.fence("lexikos::wavelet::steps");
    return {table};
  }

  [[nodiscard]] BitSink<MemorySpace> sink(unsigned level) const
  {
    return m_bits.sink(m_begins[level], m_begins[level + 1] - m_begins[level]);
  }

  [[nodiscard]] std::vector<CodeRange> ranges(unsigned level) const
  {
    std::vector<CodeRange> order;
    for (std::size_t id = m_shape.levels[level]; id < m_shape.levels[level + 1]; ++id)
      order.emplace_back(m_shape.nodes[id].first, m_shape.nodes[id].last);
    return order;
  }

  [[nodiscard]] std::size_t unfinished_bytes() const { return m_bits.bytes(); }

  struct Finished
  {
    typename Tree::Bits bits;
    typename Tree::Topology topology;
  };

  [[nodiscard]] Finished finish(ExecutionSpace const& space, Workspace& workspace)
  {
    auto const& begins = m_shape.leaf_begins;
    typename Tree::Bits const bits(space, m_bits.words, m_begins.back(), &workspace);
    std::vector<std::uint64_t> places;
    for (std::size_t level = 0; level < m_shape.depth(); ++level)
      for (std::size_t id = m_shape.levels[level]; id < m_shape.levels[level + 1]; ++id)
        places.push_back(m_begins[level] + begins[m_shape.nodes[id].first]);
    std::vector<std::uint64_t> ranks;
    if (!places.empty()) {
      auto const asked =
          detail::copy_from_host(space, default_memory_resource(), "lexikos::wavelet::node_begins", places);
      Array<std::uint64_t, MemorySpace> const answers = detail::allocate<std::uint64_t, MemorySpace>(
          default_memory_resource(), "lexikos::wavelet::node_ranks", places.size());
      bits.rank1(space, asked, answers);
      ranks = download(space, answers);
    }
    std::vector<WaveletTreeNode> nodes;
    for (std::size_t id = 0; id < places.size(); ++id) {
      auto const& node = m_shape.nodes[id];
      nodes.push_back({places[id],
                       ranks[id],
                       static_cast<std::uint32_t>(node.split),
                       {node.children[0], node.children[1]},
                       node.parent});
    }
    std::vector<std::uint64_t> counts(begins.size() - 1);
    for (std::size_t leaf = 0; leaf < counts.size(); ++leaf) counts[leaf] = begins[leaf + 1] - begins[leaf];
    return {bits,
            {detail::copy_from_host(space, default_memory_resource(), "lexikos::wavelet::nodes", nodes),
             detail::copy_from_host(space, default_memory_resource(), "lexikos::wavelet::leaf_parents",
                                    m_shape.leaf_parents),
             detail::copy_from_host(space, default_memory_resource(), "lexikos::wavelet::leaf_counts", counts),
             detail::copy_from_host(space, default_memory_resource(), "lexikos::wavelet::leaf_of_code",
                                    m_shape.leaf_of_code),
             detail::copy_from_host(space, default_memory_resource(), "lexikos::wavelet::code_of_leaf",
                                    m_shape.code_of_leaf)}};
  }

 private:
  TreeShape const& m_shape;
  std::vector<std::uint64_t> m_begins{0};  ///< of the levels' bits
  PlainBits<ExecutionSpace> m_bits;
};

}  // namespace lexikos::wavelet_detail
