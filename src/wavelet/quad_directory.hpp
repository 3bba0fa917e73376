// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The counts and samples of quad levels whose digits are written.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/workspace.hpp>
#include <utility>
#include <vector>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "wavelet/tuning.hpp"

namespace lexikos::wavelet_detail
{

using detail::QuadBlock;
using detail::QuadLevels;

template <class MemorySpace>
struct QuadDirectory
{
  Span<QuadBlock, MemorySpace> blocks;
  Span<std::uint32_t, MemorySpace> counts;         ///< of every level, digit and group
  Span<std::uint64_t const, MemorySpace> scanned;  ///< their exclusive sums
  Span<std::uint64_t, MemorySpace> superblocks;
  std::uint64_t n;
  std::uint64_t level_blocks;
  std::uint64_t level_superblocks;
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
      ones += block.count(1);
      twos += block.count(2);
      threes += block.count(3);
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
    constexpr std::uint64_t groups_of_superblock = QuadBlock::blocks_of_superblock / blocks_of_group;
    auto const& d = directory;
    std::uint64_t const level = index / d.groups;
    std::uint64_t const group = index % d.groups;
    std::uint64_t const first = group / groups_of_superblock * groups_of_superblock;
    if (group == first)
      for (unsigned digit = 0; digit < 4; ++digit)
        d.superblocks[(level * d.level_superblocks + group / groups_of_superblock) * 4 + digit] =
            d.before(level, digit, group);
    std::uint64_t ones = d.before(level, 1, group) - d.before(level, 1, first);
    std::uint64_t twos = d.before(level, 2, group) - d.before(level, 2, first);
    std::uint64_t threes = d.before(level, 3, group) - d.before(level, 3, first);
    for (std::uint64_t b = group * blocks_of_group; b < d.end_of(group); ++b) {
      QuadBlock block = d.blocks[level * d.level_blocks + b];
      block.counts = ones | twos << QuadBlock::count_bits | threes << 2 * QuadBlock::count_bits;
      d.blocks[level * d.level_blocks + b] = block;
      ones += block.count(1);
      twos += block.count(2);
      threes += block.count(3);
    }
  }
};

/// The samples [first, end) of a digit that a block of a level has, which are none, one or, after the last block, two.
struct SamplesOfBlock
{
  std::uint64_t first;
  std::uint64_t end;
};

/// Of a block that `before` occurrences of the digit precede, and `after` its end; after the last block there is one more, so
/// that every sample has a next one.
KOKKOS_INLINE_FUNCTION SamplesOfBlock samples_of_block(std::uint64_t before, std::uint64_t after, bool is_last)
{
  constexpr unsigned log = QuadLevels<Kokkos::HostSpace>::sample_log;
  std::uint64_t const first = (before + (1u << log) - 1) >> log;
  std::uint64_t const end = (after + (1u << log) - 1) >> log;
  return {first, end + (is_last ? 1 : 0)};
}

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
    auto const level = static_cast<unsigned>(index / level_blocks);
    std::uint64_t const b = index % level_blocks;
    std::uint64_t const end = (b + 1) * QuadBlock::digits < n ? (b + 1) * QuadBlock::digits : n;
    for (unsigned digit = 0; digit < 4; ++digit) {
      std::uint64_t const base = levels.places().base[4 * level + digit];
      std::uint64_t const before = levels.map(level, digit, b * QuadBlock::digits) - base;
      std::uint64_t const after = levels.map(level, digit, end) - base;
      std::uint32_t* const to = samples.data() + levels.places().first_sample[4 * level + digit];
      auto const own = samples_of_block(before, after, b + 1 == level_blocks);
      for (std::uint64_t sample = own.first; sample < own.end; ++sample) to[sample] = static_cast<std::uint32_t>(b);
    }
  }
};

/// Sets where samples start, which follows from how often each digit occurs. Returns the number of all samples.
/// \param places  has the bases of all levels
template <class Places>
std::uint64_t place_samples(std::uint64_t n, unsigned levels, Places& places)
{
  constexpr unsigned log = QuadLevels<Kokkos::HostSpace>::sample_log;
  std::uint64_t samples = 0;
  for (unsigned level = 0; level < levels; ++level)
    for (unsigned digit = 0; digit < 4; ++digit) {
      unsigned const place = 4 * level + digit;
      std::uint64_t const end = digit == 3 ? n : places.base[place + 1];
      places.first_sample[place] = samples;
      samples += ((end - places.base[place] + (1u << log) - 1) >> log) + 1;
    }
  return samples;
}

/// Levels of n symbols from blocks in which only the counts are missing. Three passes over the blocks. Scratch: 12 bytes for
/// 16 blocks (`quad_levels_bytes`). Fences.
template <class ExecutionSpace>
QuadLevels<typename ExecutionSpace::memory_space> make_quad_levels(
    ExecutionSpace const& space, std::uint64_t n, unsigned count,
    Array<QuadBlock, typename ExecutionSpace::memory_space> const& blocks, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Levels = QuadLevels<MemorySpace>;
  using Range = backends::Range<ExecutionSpace>;
  Workspace::Scope const scope(workspace);
  std::uint64_t const level_blocks = Levels::blocks_of_level(n);
  std::uint64_t const level_superblocks = Levels::superblocks_of_level(n);
  std::uint64_t const groups = (level_blocks + blocks_of_group - 1) / blocks_of_group;
  std::uint64_t const entries = 4 * count * groups;
  auto const superblocks = detail::allocate<std::uint64_t, MemorySpace>(
      workspace.resource(), "lexikos::wavelet::superblocks", 4 * count * level_superblocks);
  auto const scanned = workspace.take<std::uint64_t, MemorySpace>(entries);
  QuadDirectory<MemorySpace> const directory{blocks,
                                             workspace.take<std::uint32_t, MemorySpace>(entries),
                                             scanned,
                                             superblocks,
                                             n,
                                             level_blocks,
                                             level_superblocks,
                                             groups};
  Kokkos::parallel_for("lexikos::wavelet::count_groups", Range(space, 0, count * groups),
                       CountGroups<MemorySpace>{directory});
  primitives::exclusive_scan(space, directory.counts, scanned, primitives::Sum{}, workspace);
  Kokkos::parallel_for("lexikos::wavelet::write_counts", Range(space, 0, count * groups),
                       WriteCounts<MemorySpace>{directory});

  auto const starts = detail::read_all_back(space, superblocks);
  typename Levels::Places places;
  for (unsigned level = 0; level < count; ++level)
    for (unsigned digit = 0; digit < 4; ++digit)
      places.base[4 * level + digit] = starts[4 * level * level_superblocks + digit];
  auto const samples = detail::allocate<std::uint32_t, MemorySpace>(workspace.resource(), "lexikos::wavelet::samples",
                                                                    place_samples(n, count, places));
  Levels const levels(n, count, {blocks, superblocks, samples}, places);
  Kokkos::parallel_for("lexikos::wavelet::write_samples", Range(space, 0, count * level_blocks),
                       WriteSamples<MemorySpace>{levels, samples, n, level_blocks});
  space.fence("lexikos::wavelet::quad_levels");
  return levels;
}

/// An upper bound of what `make_quad_levels` takes.
template <class ExecutionSpace>
std::size_t quad_levels_bytes(std::uint64_t n, unsigned levels)
{
  std::size_t const groups = (n / QuadBlock::digits + 1 + blocks_of_group) / blocks_of_group;
  std::size_t const entries = 4 * levels * groups;
  return 12 * entries + 2 * 256 + detail::scan_bytes<ExecutionSpace>(entries);
}

}  // namespace lexikos::wavelet_detail
