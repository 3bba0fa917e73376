// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The counts and samples of quad levels whose digits are written.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"

namespace lexikos::wavelet_detail
{

/// Blocks that are counted together, in one scan's entry; a divisor of a superblock's.
constexpr std::uint64_t blocks_of_group = 64;

template <class MemorySpace>
struct QuadDirectory
{
  Span<QuadBlock, MemorySpace> blocks;
  Span<std::uint32_t, MemorySpace> counts;         ///< of every level, digit and group
  Span<std::uint64_t const, MemorySpace> scanned;  ///< their exclusive sums
  Span<std::uint64_t, MemorySpace> supers;
  std::uint64_t n;
  std::uint64_t level_blocks;
  std::uint64_t level_supers;
  std::uint64_t groups;  ///< of a level

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t end_of(std::uint64_t group) const
  {
    std::uint64_t const end = (group + 1) * blocks_of_group;
    return end < level_blocks ? end : level_blocks;
  }
  /// Symbols before the block.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t symbols_before(std::uint64_t block) const
  {
    return block * QuadBlock::digits < n ? block * QuadBlock::digits : n;
  }
  /// Symbols of the level with smaller digits, and those with that digit before the group.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t before(std::uint64_t level, unsigned digit, std::uint64_t group) const
  {
    return scanned[(level * 4 + digit) * groups + group] - level * n;
  }
};

KOKKOS_INLINE_FUNCTION unsigned count_in_block(QuadBlock const& block, unsigned digit)
{
  return detail::ones_in(block.first_places(digit)) + detail::ones_in(block.last_places(digit));
}

template <class MemorySpace>
struct CountGroups
{
  QuadDirectory<MemorySpace> directory;

  KOKKOS_FUNCTION void operator()(std::size_t index) const
  {
    auto const& d = directory;
    std::uint64_t const level = index / d.groups;
    std::uint64_t const group = index % d.groups;
    unsigned ones = 0;
    unsigned twos = 0;
    unsigned threes = 0;
    for (std::uint64_t b = group * blocks_of_group; b < d.end_of(group); ++b) {
      QuadBlock const block = d.blocks[level * d.level_blocks + b];
      ones += count_in_block(block, 1);
      twos += count_in_block(block, 2);
      threes += count_in_block(block, 3);
    }
    auto const all =
        static_cast<unsigned>(d.symbols_before(d.end_of(group)) - d.symbols_before(group * blocks_of_group));
    std::uint64_t const first = level * 4 * d.groups + group;
    d.counts[first] = all - ones - twos - threes;
    d.counts[first + d.groups] = ones;
    d.counts[first + 2 * d.groups] = twos;
    d.counts[first + 3 * d.groups] = threes;
  }
};

template <class MemorySpace>
struct WriteCounts
{
  QuadDirectory<MemorySpace> directory;

  KOKKOS_FUNCTION void operator()(std::size_t index) const
  {
    constexpr std::uint64_t groups_of_super = QuadBlock::blocks_of_super / blocks_of_group;
    auto const& d = directory;
    std::uint64_t const level = index / d.groups;
    std::uint64_t const group = index % d.groups;
    std::uint64_t const first = group / groups_of_super * groups_of_super;
    if (group == first)
      for (unsigned digit = 0; digit < 4; ++digit)
        d.supers[(level * d.level_supers + group / groups_of_super) * 4 + digit] = d.before(level, digit, group);
    std::uint64_t ones = d.before(level, 1, group) - d.before(level, 1, first);
    std::uint64_t twos = d.before(level, 2, group) - d.before(level, 2, first);
    std::uint64_t threes = d.before(level, 3, group) - d.before(level, 3, first);
    for (std::uint64_t b = group * blocks_of_group; b < d.end_of(group); ++b) {
      QuadBlock block = d.blocks[level * d.level_blocks + b];
      block.counts = ones | twos << QuadBlock::count_bits | threes << 2 * QuadBlock::count_bits;
      d.blocks[level * d.level_blocks + b] = block;
      ones += count_in_block(block, 1);
      twos += count_in_block(block, 2);
      threes += count_in_block(block, 3);
    }
  }
};

/// The block of every 2^sample_log-th occurrence of each digit.
template <class MemorySpace>
struct WriteSamples
{
  QuadLevels<MemorySpace> levels;
  Span<std::uint32_t, MemorySpace> samples;
  std::uint64_t n;
  std::uint64_t level_blocks;

  KOKKOS_FUNCTION void operator()(std::size_t index) const
  {
    constexpr unsigned log = QuadLevels<MemorySpace>::sample_log;
    auto const level = static_cast<unsigned>(index / level_blocks);
    std::uint64_t const b = index % level_blocks;
    std::uint64_t const end = (b + 1) * QuadBlock::digits < n ? (b + 1) * QuadBlock::digits : n;
    for (unsigned digit = 0; digit < 4; ++digit) {
      std::uint64_t const base = levels.base(level, digit);
      std::uint64_t const before = levels.map(level, digit, b * QuadBlock::digits) - base;
      std::uint64_t const after = levels.map(level, digit, end) - base;
      std::uint64_t const sample = (before + (1u << log) - 1) >> log;
      if (sample << log < after) samples[levels.sample_begin(level, digit) + sample] = static_cast<std::uint32_t>(b);
      if (b == level_blocks - 1)
        samples[levels.sample_begin(level, digit) + ((after + (1u << log) - 1) >> log)] = static_cast<std::uint32_t>(b);
    }
  }
};

/// Levels of n symbols from blocks of which all but the counts is there. Three passes over the blocks. Scratch: 12 bytes for
/// 16 blocks. Fences.
template <class ExecutionSpace>
QuadLevels<typename ExecutionSpace::memory_space> make_quad_levels(
    ExecutionSpace const& space, std::uint64_t n, unsigned count,
    typename QuadLevels<typename ExecutionSpace::memory_space>::Blocks const& blocks, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Levels = QuadLevels<MemorySpace>;
  using Range = backends::Range<ExecutionSpace>;
  Workspace::Scope const scope(workspace);
  std::uint64_t const level_blocks = Levels::blocks_of_level(n);
  std::uint64_t const level_supers = Levels::supers_of_level(n);
  std::uint64_t const groups = (level_blocks + blocks_of_group - 1) / blocks_of_group;
  std::uint64_t const entries = 4 * count * groups;
  typename Levels::Supers const supers = detail::allocate<std::uint64_t, MemorySpace>(
      default_memory_resource(), "lexikos::wavelet::supers", 4 * count * level_supers);
  auto const scanned = workspace.take<std::uint64_t, MemorySpace>(entries);
  QuadDirectory<MemorySpace> const directory{Span<QuadBlock, MemorySpace>(blocks.data(), blocks.extent(0)),
                                             workspace.take<std::uint32_t, MemorySpace>(entries),
                                             scanned,
                                             Span<std::uint64_t, MemorySpace>(supers.data(), supers.extent(0)),
                                             n,
                                             level_blocks,
                                             level_supers,
                                             groups};
  Kokkos::parallel_for("lexikos::wavelet::count_groups", Range(space, 0, count * groups),
                       CountGroups<MemorySpace>{directory});
  primitives::exclusive_scan(space, directory.counts, scanned, primitives::Sum{}, workspace);
  Kokkos::parallel_for("lexikos::wavelet::write_counts", Range(space, 0, count * groups),
                       WriteCounts<MemorySpace>{directory});

  Levels levels(n, count, blocks, supers);
  std::vector<std::uint64_t> base(4);
  std::uint64_t samples = 0;
  for (unsigned level = 0; level < count; ++level) {
    Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(base.data(), 4),
                      Span<std::uint64_t const, MemorySpace>(supers.data() + 4 * level * level_supers, 4));
    space.fence("lexikos::wavelet::base");
    base.resize(5, n);
    for (unsigned digit = 0; digit < 4; ++digit) {
      levels.set_base(level, digit, base[digit], samples);
      samples += ((base[digit + 1] - base[digit] + (1u << Levels::sample_log) - 1) >> Levels::sample_log) + 1;
    }
    base.resize(4);
  }
  typename Levels::Samples const sample_view =
      detail::allocate<std::uint32_t, MemorySpace>(default_memory_resource(), "lexikos::wavelet::samples", samples);
  Kokkos::parallel_for(
      "lexikos::wavelet::write_samples", Range(space, 0, count * level_blocks),
      WriteSamples<MemorySpace>{levels, Span<std::uint32_t, MemorySpace>(sample_view.data(), sample_view.extent(0)), n,
                                level_blocks});
  levels.set_samples(sample_view);
  space.fence("lexikos::wavelet::quad_levels");
  return levels;
}

}  // namespace lexikos::wavelet_detail
