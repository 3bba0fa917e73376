// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// One level of a wavelet tree or matrix: its digits are written, and its symbols are moved to where the next level has them.
// A level is cut into tiles, and a tile into strips of 32 symbols, each of which is one word of every bit of its digits. A
// first pass counts the digits of every tile, a scan tells where a tile's symbols of each digit go, and a second pass writes
// the digits and moves the symbols. On devices a tile is a team's, which orders its symbols in its scratch memory, so that
// they are written side by side; on hosts it is a thread's.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "wavelet/strips.hpp"
#include "wavelet/tuning.hpp"

namespace lexikos::wavelet_detail
{

/// The symbols of a level and how they are cut.
template <class CodeType, class SplitterType>
struct LevelTiles
{
  using Code = CodeType;
  using Splitter = SplitterType;

  static constexpr unsigned radix = Splitter::radix;
  static constexpr unsigned strips = strips_of_tile<sizeof(Code)>;
  static constexpr unsigned tile = strips * strip;

  Code const* codes;
  std::uint64_t n;
  Splitter splitter;
  std::uint64_t tiles;  ///< of at least n positions
};

template <class Code, class Splitter>
[[nodiscard]] LevelTiles<Code, Splitter> make_tiles(Code const* codes, std::uint64_t n, Splitter const& splitter,
                                                    std::uint64_t positions)
{
  constexpr std::uint64_t tile = LevelTiles<Code, Splitter>::tile;
  return {codes, n, splitter, (positions + tile - 1) / tile};
}

/// What the second pass reads and writes.
template <class MemorySpace, class Code, class Splitter, class Sink>
struct LevelMoves : LevelTiles<Code, Splitter>
{
  Sink sink;
  Span<std::uint64_t const, MemorySpace>
      scanned;         ///< exclusive sums of the counts of each digit in each tile, digit by digit
  Code* next;          ///< null where symbols need not move
  std::uint64_t keep;  ///< symbols of the next level
};

// ----- one thread a tile -------------------------------------------------------------------------------------------------

template <class MemorySpace, class Tiles>
struct CountTileAlone
{
  Tiles pass;
  Span<std::uint32_t, MemorySpace> counts;  ///< of each digit in each tile, digit by digit

  KOKKOS_FUNCTION void operator()(std::size_t t) const
  {
    std::uint64_t const end = (t + 1) * Tiles::tile < pass.n ? (t + 1) * Tiles::tile : pass.n;
    unsigned found[4] = {0, 0, 0, 0};
    for (std::uint64_t i = t * Tiles::tile; i < end; ++i) ++found[pass.splitter.digit(pass.codes[i])];
    for (unsigned digit = 0; digit < Tiles::radix; ++digit) counts[digit * pass.tiles + t] = found[digit];
  }
};

template <class Pass>
struct MoveTileAlone
{
  Pass pass;

  KOKKOS_FUNCTION void operator()(std::size_t t) const
  {
    std::uint64_t to[4] = {0, 0, 0, 0};
    if (pass.next != nullptr)
      for (unsigned digit = 0; digit < Pass::radix; ++digit) to[digit] = pass.scanned[digit * pass.tiles + t];
    for (std::uint64_t s = t * Pass::strips; s < (t + 1) * Pass::strips; ++s) {
      std::uint64_t const begin = s * strip;
      unsigned const count = begin >= pass.n          ? 0
                             : pass.n - begin < strip ? static_cast<unsigned>(pass.n - begin)
                                                      : strip;
      StripBits bits;
      for (unsigned k = 0; k < count; ++k) {
        auto const code = pass.codes[begin + k];
        unsigned const digit = pass.splitter.digit(code);
        bits.high |= (digit >> 1) << k;
        bits.low |= (digit & 1) << k;
        if (pass.next == nullptr) continue;
        std::uint64_t const place = pass.splitter.place(code, to[digit]++);
        if (place < pass.keep) pass.next[place] = code;
      }
      pass.sink.write(s, bits);
    }
  }
};

// ----- one team a tile ---------------------------------------------------------------------------------------------------

template <class ExecutionSpace>
using TeamMember = typename Kokkos::TeamPolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>::member_type;

/// Exclusive sums of the strips' counts over a team; sums is scratch for strips + groups words, total the sum of all.
/// Every group of `strips / groups` strips is added up by one thread, then all threads add the groups before theirs.
template <unsigned strips, class Member>
KOKKOS_FUNCTION TileCounts scan_strips(Member const& member, TileCounts counts, std::uint64_t* sums, TileCounts& total)
{
  constexpr unsigned in_group = 12;
  constexpr unsigned groups = strips / in_group;
  static_assert(groups * in_group == strips);
  auto const rank = static_cast<unsigned>(member.team_rank());
  sums[rank] = counts.packed;
  member.team_barrier();
  if (rank < groups) {
    std::uint64_t sum = 0;
    for (unsigned s = rank * in_group; s < (rank + 1) * in_group; ++s) {
      std::uint64_t const here = sums[s];
      sums[s] = sum;
      sum += here;
    }
    sums[strips + rank] = sum;
  }
  member.team_barrier();
  TileCounts before{sums[rank]};
  total.packed = 0;
  for (unsigned g = 0; g < groups; ++g) {
    if (g == rank / in_group) before.packed += total.packed;
    total.packed += sums[strips + g];
  }
  return before;
}

template <unsigned strips>
KOKKOS_FUNCTION constexpr std::size_t scan_bytes()
{
  return sizeof(std::uint64_t) * (strips + strips / 12);
}

template <class ExecutionSpace, class Tiles>
struct CountTile
{
  Tiles pass;
  Span<std::uint32_t, typename ExecutionSpace::memory_space> counts;  ///< of each digit in each tile, digit by digit

  KOKKOS_FUNCTION void operator()(TeamMember<ExecutionSpace> const& member) const
  {
    auto const rank = static_cast<unsigned>(member.team_rank());
    std::uint64_t const t = member.league_rank();
    auto* const sums = static_cast<std::uint64_t*>(member.team_shmem().get_shmem(scan_bytes<Tiles::strips>()));
    Strip<typename Tiles::Code> symbols;
    load_strip(pass.codes, pass.n, t * Tiles::strips + rank, symbols);
    TileCounts total;
    (void)scan_strips<Tiles::strips>(member, counts_of<Tiles::radix>(bits_of(pass.splitter, symbols), symbols.count),
                                     sums, total);
    if (rank < Tiles::radix) counts[rank * pass.tiles + t] = total.of(rank);
  }
};

template <class ExecutionSpace, class Pass>
struct MoveTile
{
  using Code = typename Pass::Code;

  Pass pass;

  KOKKOS_FUNCTION void operator()(TeamMember<ExecutionSpace> const& member) const
  {
    auto const rank = static_cast<unsigned>(member.team_rank());
    std::uint64_t const t = member.league_rank();
    std::uint64_t const number = t * Pass::strips + rank;
    Strip<Code> symbols;
    load_strip(pass.codes, pass.n, number, symbols);
    StripBits const bits = bits_of(pass.splitter, symbols);
    pass.sink.write(number, bits);
    if (pass.next == nullptr) return;

    auto* const sums = static_cast<std::uint64_t*>(member.team_shmem().get_shmem(scan_bytes<Pass::strips>()));
    auto* const ordered = static_cast<Code*>(member.team_shmem().get_shmem(Pass::tile * sizeof(Code)));
    TileCounts total;
    TileCounts place = scan_strips<Pass::strips>(member, counts_of<Pass::radix>(bits, symbols.count), sums, total);
    // where each digit's symbols start in the tile, and how far from there they go
    unsigned starts[Pass::radix];
    std::uint64_t far[Pass::radix];
    unsigned start = 0;
    LEXIKOS_UNROLL
    for (unsigned digit = 0; digit < Pass::radix; ++digit) {
      starts[digit] = start;
      far[digit] = pass.scanned[digit * pass.tiles + t] - start;
      place.add(digit, start);
      start += total.of(digit);
    }
    LEXIKOS_UNROLL
    for (unsigned k = 0; k < strip; ++k) {
      if (k >= symbols.count) break;
      unsigned const digit = ((bits.high >> k & 1) << 1) | (bits.low >> k & 1);
      ordered[place.of(digit)] = symbols.codes[k];
      place.add(digit);
    }
    member.team_barrier();
    for (unsigned p = rank; p < start; p += Pass::strips) {
      Code const code = ordered[p];
      std::uint64_t offset = far[0];
      LEXIKOS_UNROLL
      for (unsigned digit = 1; digit < Pass::radix; ++digit) offset = p >= starts[digit] ? far[digit] : offset;
      std::uint64_t const to = pass.splitter.place(code, offset + p);
      if (to < pass.keep) pass.next[to] = code;
    }
  }
};

}  // namespace lexikos::wavelet_detail
