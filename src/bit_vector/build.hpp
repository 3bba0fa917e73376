// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Building a bit vector from packed words: teams count the ones of tiles, a scan of these counts follows, and teams write
// the tiles' blocks with their counts and the select samples that fall into them.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/allocate.hpp>

#include "backends/primitives.hpp"
#include "bit_vector/tuning.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bit_vector_detail
{

/// Words whose bits beyond the size read as zeros, as do words beyond the last.
struct PackedBits
{
  std::uint64_t const* words;
  std::size_t size;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t word(std::size_t w) const
  {
    if (64 * w >= size) return 0;
    std::size_t const valid = size - 64 * w;
    return valid >= 64 ? words[w] : words[w] & detail::low_bits(static_cast<int>(valid));
  }
};

/// Blocks that one team counts and writes. A group of blocks is one tile or starts one.
template <class Layout>
constexpr std::size_t tile_blocks = std::min(std::size_t{1} << Layout::group_log, max_tile_blocks);

template <class Layout>
constexpr std::size_t tile_words = tile_blocks<Layout>* Layout::block_bits / 64;

template <class ExecutionSpace>
using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

/// totals[t] = ones in tile t.
template <class ExecutionSpace, class Layout>
struct CountTile
{
  PackedBits bits;
  std::uint64_t* totals;

  KOKKOS_FUNCTION void operator()(Member<ExecutionSpace> const& team) const
  {
    auto const tile = static_cast<std::size_t>(team.league_rank());
    std::size_t const begin = tile * tile_words<Layout>;
    std::size_t const all = (bits.size + 63) / 64;
    std::size_t const end = begin + tile_words<Layout> < all ? begin + tile_words<Layout> : all;
    std::uint64_t sum = 0;
    for (std::size_t w = begin + team.team_rank(); w < end; w += team.team_size()) sum += detail::ones_in(bits.word(w));
    team.team_reduce(Kokkos::Sum<std::uint64_t>(sum));
    if (team.team_rank() == 0) totals[tile] = sum;
  }
};

/// Writes the blocks of a tile.
template <class ExecutionSpace, class Layout>
struct WriteTile
{
  using Block = typename Layout::Block;

  PackedBits bits;
  std::uint64_t const* ones_before_tile;
  detail::WritableBitArrays arrays;
  std::size_t blocks;
  unsigned sample_shift;

  KOKKOS_FUNCTION void operator()(Member<ExecutionSpace> const& team) const
  {
    auto const tile = static_cast<std::size_t>(team.league_rank());
    std::size_t const first = tile * tile_blocks<Layout>;
    if (team.team_size() == 1) {
      std::size_t const end = first + tile_blocks<Layout> < blocks ? first + tile_blocks<Layout> : blocks;
      std::uint64_t ones_before = ones_before_tile[tile];
      for (std::size_t block = first; block < end; ++block) {
        Block content = read(block);
        unsigned const ones = content.ones();
        write(block, content, ones, ones_before);
        ones_before += ones;
      }
      return;
    }
    std::size_t const block = first + team.team_rank();  // the team has a thread a block
    Block content{};
    if (block < blocks) content = read(block);
    unsigned const ones = content.ones();
    std::uint64_t const ones_before = ones_before_tile[tile] + team.team_scan(ones);
    if (block < blocks) write(block, content, ones, ones_before);
  }

  /// The block's bits after `skip` zeros: words that start `skip` bits before it, each put together from two.
  KOKKOS_FORCEINLINE_FUNCTION Block read(std::size_t block) const
  {
    Block content;
    content.ones_before = 0;
    std::int64_t const begin = static_cast<std::int64_t>(block * Layout::block_bits) - Layout::skip;
    std::int64_t const first = begin >> 6;  // -1 for the first block, where there is nothing
    auto const shift = static_cast<unsigned>(begin & 63);
    std::uint64_t low = first < 0 ? 0 : bits.word(static_cast<std::size_t>(first));
    for (unsigned w = 0; w < Layout::block_words; ++w) {
      if (shift == 0 && w == 0) {
        content.words[0] = low;
        continue;
      }
      auto const next = static_cast<std::size_t>(first + (shift == 0 ? w : w + 1));
      std::uint64_t const high = bits.word(next);
      content.words[w] = shift == 0 ? high : (low >> shift) | (high << (64 - shift));
      low = high;
    }
    content.words[0] &= ~detail::low_bits(Layout::skip);
    return content;
  }

  KOKKOS_FORCEINLINE_FUNCTION void write(std::size_t block, Block& content, unsigned ones,
                                         std::uint64_t ones_before) const
  {
    std::size_t const group = block >> Layout::group_log;
    std::uint64_t const before_group = ones_before_tile[(group << Layout::group_log) / tile_blocks<Layout>];
    if ((group << Layout::group_log) == block) arrays.superblocks[group] = ones_before;
    content.ones_before = ones_before;
    Layout::store(arrays, block, content, before_group);
    write_samples<true>(block, content, ones_before, ones);
    std::size_t const begin = block * Layout::block_bits;
    auto const valid = static_cast<unsigned>(Kokkos::min<std::size_t>(Layout::block_bits, bits.size - begin));
    write_samples<false>(block, content, begin - ones_before, valid - ones);
  }

  /// Those of the ones (or zeros) of a block, which `before` others precede; and after the last block one more, the last
  /// position, so that every sample has a next one.
  template <bool one>
  KOKKOS_FORCEINLINE_FUNCTION void write_samples(std::size_t block, Block const& content, std::uint64_t before,
                                                 unsigned count) const
  {
    std::size_t sample = (before + Layout::sample_distance - 1) >> Layout::sample_log;
    for (; (sample << Layout::sample_log) < before + count; ++sample) {
      auto const within = static_cast<unsigned>((sample << Layout::sample_log) - before);
      write_sample<one>(sample, block * Layout::block_bits + content.template select<one>(within));
    }
    if (block + 1 == blocks && bits.size != 0) write_sample<one>(sample, bits.size - 1);
  }

  template <bool one>
  KOKKOS_FORCEINLINE_FUNCTION void write_sample(std::size_t sample, std::size_t position) const
  {
    auto* const to = one ? arrays.first_sample + sample : arrays.last_sample - sample;
    *to = static_cast<std::uint32_t>(position >> sample_shift);
  }
};

template <class ExecutionSpace, class Layout, class Functor>
void for_tiles(ExecutionSpace const& space, char const* label, std::size_t tiles, Functor const& functor)
{
  constexpr int team = detail::works_on_host<ExecutionSpace> ? 1 : static_cast<int>(tile_blocks<Layout>);
  Kokkos::parallel_for(label, Kokkos::TeamPolicy<ExecutionSpace>(space, static_cast<int>(tiles), team), functor);
}

template <class Layout>
std::size_t tiles_of(std::size_t size)
{
  return size / Layout::block_bits / tile_blocks<Layout> + 1;
}

template <class MemorySpace>
detail::WritableBitArrays arrays_of(Array<std::uint64_t, MemorySpace> const& words, detail::BitParts const& parts)
{
  detail::WritableBitArrays arrays;
  arrays.blocks = words.data();
  arrays.superblocks = words.data() + parts.block_words;
  std::uint64_t* const counts = arrays.superblocks + parts.superblock_words;
  arrays.counts = reinterpret_cast<std::uint16_t*>(counts);
  arrays.first_sample = reinterpret_cast<std::uint32_t*>(counts + parts.count_words);
  arrays.last_sample = arrays.first_sample + 2 * parts.sample_words - 1;
  return arrays;
}

}  // namespace lexikos::bit_vector_detail

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::BitLayout Layout>
std::size_t bit_vector_workspace_bytes(std::size_t size)
{
  std::size_t const tiles = bit_vector_detail::tiles_of<Layout>(size);
  return 2 * (8 * (tiles + 1) + 256) + detail::scan_bytes<ExecutionSpace>(tiles + 1);
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::BitLayout Layout>
std::size_t bit_vector_packing_workspace_bytes(std::size_t size)
{
  return 8 * detail::words_of_bits(size) + 256 + bit_vector_workspace_bytes<ExecutionSpace, Layout>(size);
}

namespace detail
{

template <class ExecutionSpace, class Layout>
BitStorage<typename ExecutionSpace::memory_space, Layout> build_bit_vector(
    ExecutionSpace const& space, Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& words,
    std::size_t size, BitVectorOptions const& options)
{
  namespace build = bit_vector_detail;
  using MemorySpace = typename ExecutionSpace::memory_space;
  ProgressReport report(space, options.progress, 2);  // counted, and written
  Scratch const scratch(space, options.workspace);
  auto const parts = bit_parts<Layout>(size);
  std::size_t const tiles = build::tiles_of<Layout>(size);

  auto const memory = allocate<std::uint64_t, MemorySpace>(scratch.resource(), "lexikos::bit_vector", parts.words());
  auto const arrays = build::arrays_of(memory, parts);
  // what no block writes: samples between those of ones and of zeros, and the end of the last count's word
  primitives::fill(space, Span<std::uint64_t, MemorySpace>(arrays.superblocks, parts.words() - parts.block_words), 0);

  // one tile more, of no bits, so that its start is the number of all ones
  auto const totals = scratch->template take<std::uint64_t, MemorySpace>(tiles + 1);
  auto const starts = scratch->template take<std::uint64_t, MemorySpace>(tiles + 1);
  build::PackedBits const bits{words.data(), size};
  build::for_tiles<ExecutionSpace, Layout>(space, "lexikos::bit_vector::count", tiles + 1,
                                           build::CountTile<ExecutionSpace, Layout>{bits, totals.data()});
  primitives::exclusive_scan(space, totals, starts, primitives::Sum{}, *scratch);
  report.add(1);
  build::for_tiles<ExecutionSpace, Layout>(
      space, "lexikos::bit_vector::write", tiles,
      build::WriteTile<ExecutionSpace, Layout>{bits, starts.data(), arrays, parts.blocks, sample_shift(size)});
  std::size_t const ones = read_back(space, starts, tiles);
  report.finish();
  return {memory, BitVectorAccess::span<MemorySpace, Layout>(memory.data(), size, ones)};
}

}  // namespace detail
}  // namespace lexikos
