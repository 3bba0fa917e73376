// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the builder has to know of a matrix: digits of its levels, where they are written, and, where a text is worked on in
// chunks, which symbols stand together.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/wavelet_code_matrix.hpp>
#include <utility>
#include <vector>

#include "backends/primitives.hpp"
#include "common/host_batches.hpp"
#include "wavelet/plain_bits.hpp"
#include "wavelet/quad_directory.hpp"
#include "wavelet/ranks_at.hpp"
#include "wavelet/strips.hpp"

namespace lexikos::wavelet_detail
{

/// Levels of a matrix of codes below `codes`.
template <class Levels>
[[nodiscard]] unsigned levels_of_codes(std::uint64_t codes)
{
  unsigned levels = 0;
  while (codes > std::uint64_t{1} << Levels::bits * levels) ++levels;
  return levels;
}

/// The digits of binary levels, before they are a bit vector, in memory of the workspace.
template <class ExecutionSpace>
class BinaryDigits
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Levels = detail::BinaryLevels<MemorySpace>;
  using Sink = BitSink<MemorySpace>;

  BinaryDigits(ExecutionSpace const& space, std::uint64_t n, unsigned levels, Workspace& workspace)
      : m_size(n), m_levels(levels), m_bits(space, levels * Levels::stride(n), workspace)
  {}

  [[nodiscard]] Sink sink(unsigned level) const
  {
    return m_bits.sink(level * Levels::stride(m_size), Levels::stride(m_size));
  }

  [[nodiscard]] Levels finish(ExecutionSpace const& space, Workspace& workspace) const
  {
    typename Levels::Bits const vector(space, m_bits.words(), m_levels * Levels::stride(m_size),
                                       {.workspace = &workspace});
    std::vector<std::uint64_t> bounds;
    for (unsigned level = 0; level < m_levels; ++level) {
      bounds.push_back(level * Levels::stride(m_size));
      bounds.push_back(level * Levels::stride(m_size) + m_size);
    }
    auto const ranks = ranks_at(space, vector, bounds, workspace);
    typename Levels::Counts counts;
    for (unsigned level = 0; level < m_levels; ++level) {
      counts.ones_before[level] = ranks[2 * level];
      counts.zeros[level] = m_size - (ranks[2 * level + 1] - ranks[2 * level]);
    }
    return Levels(m_size, m_levels, vector, counts);
  }

 private:
  std::uint64_t m_size;
  unsigned m_levels;
  PlainBits<ExecutionSpace> m_bits;
};

/// The digits of quad levels, in the blocks of the matrix that comes to be.
template <class ExecutionSpace>
class QuadDigits
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Levels = detail::QuadLevels<MemorySpace>;
  using Sink = QuadSink<MemorySpace>;

  QuadDigits(ExecutionSpace const& space, std::uint64_t n, unsigned levels, Workspace& workspace)
      : m_size(n),
        m_levels(levels),
        m_blocks(detail::allocate<detail::QuadBlock, MemorySpace>(workspace.resource(), "lexikos::wavelet::quad_blocks",
                                                                  levels * Levels::blocks_of_level(n)))
  {
    constexpr std::size_t words = sizeof(detail::QuadBlock) / sizeof(std::uint64_t);
    primitives::fill(
        space,
        Span<std::uint64_t, MemorySpace>(reinterpret_cast<std::uint64_t*>(m_blocks.data()), words * m_blocks.extent(0)),
        0);
  }

  [[nodiscard]] Sink sink(unsigned level) const
  {
    std::uint64_t const blocks = Levels::blocks_of_level(m_size);
    return {Span<detail::QuadBlock, MemorySpace>(m_blocks.data() + level * blocks, blocks)};
  }

  [[nodiscard]] Levels finish(ExecutionSpace const& space, Workspace& workspace) const
  {
    return make_quad_levels(space, m_size, m_levels, m_blocks, workspace);
  }

 private:
  std::uint64_t m_size;
  unsigned m_levels;
  Array<detail::QuadBlock, MemorySpace> m_blocks;
};

/// starts(c): where code c's symbols start below the last level.
template <class Levels, class Starts>
struct WriteStarts
{
  Levels levels;
  Starts starts;

  KOKKOS_FUNCTION void operator()(std::size_t code) const
  {
    std::uint64_t i = 0;
    for (unsigned level = 0; level < levels.levels(); ++level) {
      unsigned const shift = Levels::bits * (levels.levels() - 1 - level);
      i = levels.map(level, static_cast<unsigned>(code >> shift) & (Levels::radix - 1), i);
    }
    starts[code] = i;
  }
};

/// Digits: BinaryDigits or QuadDigits.
template <class ExecutionSpace, class Digits>
class MatrixPlan
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Levels = typename Digits::Levels;
  using Codes = detail::CodeMatrix<Levels>;
  using Sink = typename Digits::Sink;

  /// \param counts  of the codes
  MatrixPlan(ExecutionSpace const& space, std::vector<std::uint64_t> const& counts, std::uint64_t n,
             Workspace& workspace)
      : m_counts(counts),
        m_size(n),
        m_levels(levels_of_codes<Levels>(counts.size())),
        m_digits(space, n, m_levels, workspace)
  {}

  [[nodiscard]] unsigned levels() const { return m_levels; }

  /// The sizes of the levels of a part of the text.
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

  [[nodiscard]] ShiftedDigit<Levels::bits> splitter(ExecutionSpace const&, unsigned level, Layout const&,
                                                    Workspace&) const
  {
    return {Levels::bits * (m_levels - 1 - level)};
  }

  [[nodiscard]] Sink sink(unsigned level) const { return m_digits.sink(level); }

  /// Ranges of codes in the order in which they stand in a level.
  [[nodiscard]] std::vector<CodeRange> ranges(unsigned level) const
  {
    std::uint64_t const codes = m_counts.size();
    std::vector<CodeRange> order{{0, std::uint64_t{1} << Levels::bits * m_levels}};
    for (unsigned l = 0; l < level; ++l) {
      std::vector<CodeRange> next;
      for (unsigned digit = 0; digit < Levels::radix; ++digit)
        for (auto const& [first, last] : order) {
          std::uint64_t const width = (last - first) >> Levels::bits;
          if (first + digit * width < codes) next.emplace_back(first + digit * width, first + (digit + 1) * width);
        }
      order = std::move(next);
    }
    for (auto& range : order) range.second = std::min(range.second, codes);
    return order;
  }

  /// The matrix, once all digits are written. Fences.
  [[nodiscard]] Codes finish(ExecutionSpace const& space, Workspace& workspace) const
  {
    std::size_t const codes = m_counts.size();
    Levels const levels = m_digits.finish(space, workspace);
    auto const starts =
        detail::allocate<std::uint64_t, MemorySpace>(workspace.resource(), "lexikos::wavelet::starts", 2 * codes);
    Span<std::uint64_t, MemorySpace> const written(starts.data(), codes);
    detail::for_each(space, "lexikos::wavelet::write_starts", codes, strips_of_part,
                     WriteStarts<Levels, Span<std::uint64_t, MemorySpace>>{levels, written});
    Kokkos::deep_copy(space, Span<std::uint64_t, MemorySpace>(starts.data() + codes, codes),
                      Span<std::uint64_t const, Kokkos::HostSpace>(m_counts.data(), codes));
    space.fence("lexikos::wavelet::matrix");
    return Codes(m_size, levels, starts);
  }

 private:
  std::vector<std::uint64_t> const& m_counts;
  std::uint64_t m_size;
  unsigned m_levels;
  Digits m_digits;
};

template <class ExecutionSpace>
using QuadPlan = MatrixPlan<ExecutionSpace, QuadDigits<ExecutionSpace>>;
template <class ExecutionSpace>
using BinaryPlan = MatrixPlan<ExecutionSpace, BinaryDigits<ExecutionSpace>>;

}  // namespace lexikos::wavelet_detail
