// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Range counts of numbers of up to 64 bits, by wavelet matrices of their digits of up to 16 bits: a matrix of as many symbols
// as there are numbers would need tables of all of them. The first matrix has the highest digits; the numbers of the next one
// stand in the order in which the levels of this one leave them, so that a range of equal digits is a range there.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/detail/wavelet_access.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <numeric>
#include <vector>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/host_containers.hpp"
#include "document_index/build_progress.hpp"
#include "document_index/tuning.hpp"

namespace lexikos::document_index_detail
{

template <class MemorySpace>
using LayerMatrix = WaveletMatrix<MemorySpace, std::uint16_t>;

/// How numbers up to a largest one are divided.
struct LayerPlan
{
  unsigned bits;   // of a digit
  unsigned count;  // of layers
  std::uint64_t largest;

  LayerPlan(std::uint64_t largest_number, Tuning const& tuning) : largest(largest_number)
  {
    auto const all = static_cast<unsigned>(std::bit_width(largest | 1));
    bits = std::max(tuning.layer_bits, (all + max_layers - 1) / max_layers);
    count = (all + bits - 1) / bits;
  }

  [[nodiscard]] unsigned shift(unsigned layer) const { return bits * (count - 1 - layer); }
  /// One more than the largest digit.
  [[nodiscard]] std::uint64_t codes(unsigned layer) const
  {
    return (layer == 0 ? largest >> shift(0) : (std::uint64_t{1} << bits) - 1) + 1;
  }
  [[nodiscard]] unsigned levels(unsigned layer) const
  {
    return static_cast<unsigned>(std::bit_width(codes(layer) - 1) + 1) / 2;
  }
};

/// A layer as plain pointers: the levels of its matrix.
struct Layer
{
  using Block = detail::QuadBlock;

  Block const* blocks;
  std::uint64_t const* superblocks;
  std::uint64_t level_blocks;
  std::uint64_t level_superblocks;
  std::uint32_t levels;
  std::uint32_t shift;

  /// next[d]: where position i of a level comes to stand in the next one if its digit of two bits is d. One sector, and one of
  /// the few superblocks.
  KOKKOS_INLINE_FUNCTION void map_all(unsigned level, std::uint64_t i, std::uint64_t (&next)[4]) const
  {
    std::uint64_t const number = i / Block::digits;
    Block const block = blocks[level * level_blocks + number];
    std::uint64_t const* const before =
        superblocks + 4 * (level * level_superblocks + (number >> Block::superblock_log));
    std::uint64_t const in_superblock = number & (Block::blocks_of_superblock - 1);
    auto const place = static_cast<unsigned>(i - number * Block::digits);
    for (unsigned digit = 0; digit < 4; ++digit)
      next[digit] = before[digit] + block.before(digit, in_superblock) + block.count(digit, place);
  }
};

struct LayerReader
{
  Layer layers[max_layers];
  unsigned count;
  std::uint64_t mask;  // of a digit

  /// How many numbers of [begin, end) are below `bound`, which is none above the largest.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t count_below(std::uint64_t bound, std::uint64_t begin,
                                                                 std::uint64_t end) const
  {
    std::uint64_t below = 0;
    for (unsigned l = 0; l < count && begin < end; ++l) {
      Layer const& layer = layers[l];
      std::uint64_t const digit = bound >> layer.shift & mask;
      for (unsigned level = 0; level < layer.levels && begin < end; ++level) {
        auto const wanted = static_cast<unsigned>(digit >> 2 * (layer.levels - 1 - level)) & 3;
        std::uint64_t begins[4];
        std::uint64_t ends[4];
        layer.map_all(level, begin, begins);
        layer.map_all(level, end, ends);
        for (unsigned d = 0; d < 4; ++d) {
          if (d < wanted) below += ends[d] - begins[d];
          if (d != wanted) continue;
          begin = begins[d];
          end = ends[d];
        }
      }
    }
    return below;
  }
};

template <class MemorySpace>
[[nodiscard]] LayerReader reader_of(std::vector<LayerMatrix<MemorySpace>> const& matrices, LayerPlan const& plan,
                                    std::uint64_t n)
{
  using Levels = detail::QuadLevels<MemorySpace>;
  LayerReader reader{{}, plan.count, (std::uint64_t{1} << plan.bits) - 1};
  for (unsigned l = 0; l < plan.count; ++l) {
    Levels const& levels = detail::WaveletAccess::codes(matrices[l]).levels();
    reader.layers[l] = {levels.memory().blocks.data(),
                        levels.memory().superblocks.data(),
                        Levels::blocks_of_level(n),
                        Levels::superblocks_of_level(n),
                        levels.levels(),
                        plan.shift(l)};
  }
  return reader;
}

/// digits[i] = the digit of number i.
template <class Number>
struct TakeDigit
{
  Number const* numbers;
  unsigned shift;
  std::uint64_t mask;
  std::uint16_t* digits;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    digits[i] = static_cast<std::uint16_t>(numbers[i] >> shift & mask);
  }
};

/// keys[i] = the digit of number i, with the last two bits first: the order of a matrix's symbols after its levels.
template <class Number>
struct ReverseDigit
{
  Number const* numbers;
  unsigned shift;
  unsigned levels;
  std::uint64_t mask;
  std::uint32_t* keys;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto digit = static_cast<std::uint32_t>(numbers[i] >> shift & mask);
    std::uint32_t key = 0;
    for (unsigned level = 0; level < levels; ++level, digit >>= 2) key = key << 2 | (digit & 3);
    keys[i] = key;
  }
};

/// Puts numbers into the order of a layer's matrix.
template <class ExecutionSpace, class Number>
void order_by_layer(ExecutionSpace const& space, LayerPlan const& plan, unsigned layer,
                    primitives::DoubleBuffer<Span<Number, typename ExecutionSpace::memory_space>>& numbers,
                    Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  std::size_t const n = numbers.current.extent(0);
  primitives::DoubleBuffer keys{workspace.take<std::uint32_t, MemorySpace>(n),
                                workspace.take<std::uint32_t, MemorySpace>(n)};
  unsigned const levels = plan.levels(layer);
  Kokkos::parallel_for("lexikos::document_index::reverse_digits", backends::Range<ExecutionSpace>(space, 0, n),
                       ReverseDigit<Number>{numbers.current.data(), plan.shift(layer), levels,
                                            (std::uint64_t{1} << plan.bits) - 1, keys.current.data()});
  primitives::radix_sort_pairs(space, keys, numbers, 0, static_cast<int>(2 * levels), workspace);
}

/// The matrices of numbers, none of which is above the plan's largest.
template <class ExecutionSpace, class Number>
[[nodiscard]] std::vector<LayerMatrix<typename ExecutionSpace::memory_space>> build_layers(
    ExecutionSpace const& space, Span<Number const, typename ExecutionSpace::memory_space> const& given,
    LayerPlan const& plan, BuildProgress<ExecutionSpace>& progress, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  std::size_t const n = given.extent(0);
  primitives::DoubleBuffer<Span<Number, MemorySpace>> numbers{workspace.take<Number, MemorySpace>(n),
                                                              workspace.take<Number, MemorySpace>(n)};
  Kokkos::deep_copy(space, numbers.current, given);
  std::vector<LayerMatrix<MemorySpace>> matrices;
  for (unsigned l = 0; l < plan.count; ++l) {
    {
      Workspace::Scope const layer_scope(workspace);
      auto const digits = workspace.take<std::uint16_t, MemorySpace>(n);
      Kokkos::parallel_for(
          "lexikos::document_index::digits", backends::Range<ExecutionSpace>(space, 0, n),
          TakeDigit<Number>{numbers.current.data(), plan.shift(l), (std::uint64_t{1} << plan.bits) - 1, digits.data()});
      WaveletOptions options;
      options.alphabet = detail::with_host_memory("the digits of a count", [&] {
        std::vector<std::uint32_t> all(plan.codes(l));
        std::iota(all.begin(), all.end(), 0u);
        return all;
      });
      options.workspace = &workspace;
      Progress const part = progress.part(1);
      options.progress = part;
      LayerMatrix<MemorySpace> const matrix(space, digits, options);
      detail::with_host_memory("the layers of a count", [&] { matrices.push_back(matrix); });
    }
    if (l + 1 < plan.count) order_by_layer(space, plan, l, numbers, workspace);
  }
  return matrices;
}

/// Largest number of bytes of workspace that `build_layers` takes.
template <class ExecutionSpace, class Number>
[[nodiscard]] std::size_t build_layers_bytes(std::size_t n, LayerPlan const& plan, std::size_t sort_bytes)
{
  using Matrix = LayerMatrix<typename ExecutionSpace::memory_space>;
  std::size_t const numbers = 2 * (n * sizeof(Number) + Workspace::alignment);
  std::size_t const keys = 2 * (n * sizeof(std::uint32_t) + Workspace::alignment) + sort_bytes;
  std::size_t matrix = 0;
  for (unsigned l = 0; l < plan.count; ++l)
    matrix = std::max(matrix, wavelet_workspace_bytes<ExecutionSpace, Matrix>(n, plan.codes(l)));
  return numbers + std::max(keys, n * sizeof(std::uint16_t) + Workspace::alignment + matrix);
}

}  // namespace lexikos::document_index_detail
