// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// One level of a build: its digits are written, and its symbols move on to the next.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "common/host_batches.hpp"
#include "common/primitive_bytes.hpp"
#include "system/works_on_host.hpp"
#include "wavelet/tiles.hpp"

namespace lexikos::wavelet_detail
{

template <class ExecutionSpace, class Functor>
void launch_tiles(ExecutionSpace const& space, char const* label, std::uint64_t tiles, int team_size,
                  std::size_t scratch, Functor const& functor)
{
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(
      label,
      Policy(space, static_cast<int>(tiles), team_size).set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch))),
      functor);
}

/// Where a level's symbols are moved to: those whose places are below `keep`. No codes: nowhere.
template <class Code>
struct NextLevel
{
  Code* codes = nullptr;
  std::uint64_t keep = 0;
};

/// Writes the digits of a level to the sink, zeros from its n-th symbol to the end of the last tile, and moves the symbols to
/// the next level. Scratch: 12 bytes for each digit and tile, and a scan's.
template <class ExecutionSpace, class Code, class Splitter, class Sink>
void split_level(ExecutionSpace const& space, LevelTiles<Code, Splitter> const& level, Sink const& sink,
                 NextLevel<Code> const& next, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Tiles = LevelTiles<Code, Splitter>;
  using Moves = LevelMoves<MemorySpace, Code, Splitter, Sink>;
  Workspace::Scope const scope(workspace);
  std::uint64_t const tiles = level.tiles;
  if (tiles == 0) return;
  Moves moves{level, sink, {}, next.codes, next.keep};
  std::size_t const scan_scratch = scan_bytes<Tiles::strips>();
  if (next.codes != nullptr) {
    std::size_t const entries = Tiles::radix * tiles;
    auto const counts = workspace.take<std::uint32_t, MemorySpace>(entries);
    auto const scanned = workspace.take<std::uint64_t, MemorySpace>(entries);
    moves.scanned = scanned;
    if constexpr (detail::works_on_host<ExecutionSpace>)
      detail::for_each(space, "lexikos::wavelet::count_digits", tiles, 1,
                       CountTileAlone<MemorySpace, Tiles>{level, counts});
    else
      launch_tiles(space, "lexikos::wavelet::count_digits", tiles, Tiles::strips, scan_scratch + 64,
                   CountTile<ExecutionSpace, Tiles>{level, counts});
    primitives::exclusive_scan(space, counts, scanned, primitives::Sum{}, workspace);
  }
  if constexpr (detail::works_on_host<ExecutionSpace>)
    detail::for_each(space, "lexikos::wavelet::split_level", tiles, 1, MoveTileAlone<Moves>{moves});
  else
    launch_tiles(space, "lexikos::wavelet::split_level", tiles, Tiles::strips,
                 next.codes == nullptr ? 64 : scan_scratch + Tiles::tile * sizeof(Code) + 64,
                 MoveTile<ExecutionSpace, Moves>{moves});
}

/// An upper bound of what `split_level` takes for a level of n codes of some bytes.
template <class ExecutionSpace>
std::size_t split_level_bytes(std::size_t n, unsigned code_bytes)
{
  std::size_t const tile = (code_bytes == 4 ? strips_of_tile<4> : strips_of_tile<1>)*strip;
  std::size_t const entries = 4 * (n / tile + 2);
  return 12 * entries + 2 * 256 + detail::scan_bytes<ExecutionSpace>(entries);
}

/// Adds the digits of n symbols of a level to the sink, the i-th at position i + shifts(code).
template <class MemorySpace, class Tiles, class Sink>
struct DepositDigits
{
  Tiles level;
  Span<std::int64_t const, MemorySpace> shifts;
  Sink sink;

  KOKKOS_FUNCTION void operator()(std::size_t number) const
  {
    std::uint64_t const begin = number * strip;
    std::uint64_t const end = level.n - begin < strip ? level.n : begin + strip;
    StripBits bits;
    std::uint64_t word = ~std::uint64_t{0};
    for (std::uint64_t i = begin; i < end; ++i) {
      auto const code = level.codes[i];
      std::uint64_t const place = i + static_cast<std::uint64_t>(shifts[code]);
      if (place / strip != word) {
        if (i > begin) sink.add(word, bits);
        bits = {};
        word = place / strip;
      }
      unsigned const digit = level.splitter.digit(code);
      bits.high |= (digit >> 1) << place % strip;
      bits.low |= (digit & 1) << place % strip;
    }
    sink.add(word, bits);
  }
};

template <class ExecutionSpace, class Code, class Splitter, class Sink>
void deposit_level(ExecutionSpace const& space, LevelTiles<Code, Splitter> const& level,
                   Span<std::int64_t const, typename ExecutionSpace::memory_space> const& shifts, Sink const& sink)
{
  Kokkos::parallel_for(
      "lexikos::wavelet::deposit_level", backends::Range<ExecutionSpace>(space, 0, (level.n + strip - 1) / strip),
      DepositDigits<typename ExecutionSpace::memory_space, LevelTiles<Code, Splitter>, Sink>{level, shifts, sink});
}

}  // namespace lexikos::wavelet_detail
