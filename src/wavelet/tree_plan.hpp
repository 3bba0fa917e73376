// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the builder has to know of a tree: sizes and bits of its levels, where they are written, and, where a text is worked
// on in chunks, which symbols stand together.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/wavelet_code_tree.hpp>
#include <string>
#include <vector>

#include "wavelet/plain_bits.hpp"
#include "wavelet/ranks_at.hpp"
#include "wavelet/shape.hpp"
#include "wavelet/strips.hpp"

namespace lexikos::wavelet_detail
{

template <class ExecutionSpace>
class TreePlan
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Codes = detail::CodeTree<MemorySpace>;
  using Sink = BitSink<MemorySpace>;

  TreePlan(ExecutionSpace const& space, TreeShape const& shape, Workspace& workspace)
      : m_shape(shape), m_begins(shape.level_begins()), m_bits(space, m_begins.back(), workspace)
  {}

  [[nodiscard]] unsigned levels() const { return static_cast<unsigned>(m_shape.depth()); }

  /// The sizes of the levels of a part of the text.
  struct Layout
  {
    std::vector<std::uint64_t> begins;  ///< of the leaves
    TreeShape const* shape;

    [[nodiscard]] std::uint64_t size_of_level(unsigned level) const
    {
      return begins[shape->nodes[shape->levels[level + 1] - 1].last];
    }
  };
  /// \param counts  of the leaves
  [[nodiscard]] Layout layout(std::vector<std::uint64_t> const& counts) const
  {
    return {sums_before(counts), &m_shape};
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
    return {detail::copy_from_host(space, steps, workspace)};
  }

  [[nodiscard]] Sink sink(unsigned level) const
  {
    return m_bits.sink(m_begins[level], m_begins[level + 1] - m_begins[level]);
  }

  /// Ranges of leaves in the order in which they stand in a level.
  [[nodiscard]] std::vector<CodeRange> ranges(unsigned level) const
  {
    std::vector<CodeRange> order;
    for (std::size_t id = m_shape.levels[level]; id < m_shape.levels[level + 1]; ++id)
      order.emplace_back(m_shape.nodes[id].first, m_shape.nodes[id].last);
    return order;
  }

  /// The tree, once all bits are written. Fences.
  [[nodiscard]] Codes finish(ExecutionSpace const& space, Workspace& workspace) const
  {
    auto const& begins = m_shape.leaf_begins;
    typename Codes::Bits const bits(space, m_bits.words(), m_begins.back(), {.workspace = &workspace});
    std::vector<std::uint64_t> places;
    for (std::size_t level = 0; level < m_shape.depth(); ++level)
      for (std::size_t id = m_shape.levels[level]; id < m_shape.levels[level + 1]; ++id)
        places.push_back(m_begins[level] + begins[m_shape.nodes[id].first]);
    auto const ranks = ranks_at(space, bits, places, workspace);
    std::vector<detail::WaveletTreeNode> nodes;
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
    auto const copy = [&](char const* label, auto const& values) {
      return detail::copy_from_host(space, workspace.resource(), label, values);
    };
    return Codes(
        begins.back(), bits,
        {copy("lexikos::wavelet::nodes", nodes), copy("lexikos::wavelet::leaf_parents", m_shape.leaf_parents),
         copy("lexikos::wavelet::leaf_counts", counts), copy("lexikos::wavelet::leaf_of_code", m_shape.leaf_of_code),
         copy("lexikos::wavelet::code_of_leaf", m_shape.code_of_leaf)});
  }

 private:
  TreeShape const& m_shape;
  std::vector<std::uint64_t> m_begins;  ///< of the levels' bits, and their end
  PlainBits<ExecutionSpace> m_bits;
};

}  // namespace lexikos::wavelet_detail
