// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// One level of a wavelet tree or matrix: its digits are written, and its symbols are moved to where the next level has them.
// A level is cut into tiles, and a tile into strips of 32 symbols, each of which is one word of every bit of its digits. A
// first pass counts the digits of every tile, a scan tells where a tile's symbols of each digit go, and a second pass writes
// the digits and moves the symbols. On devices a tile is a team's, which orders its symbols in its scratch memory, so that
// they are written side by side; else it is a thread's.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_layouts.hpp>
#include <lexikos/quad_levels.hpp>
#include <lexikos/workspace.hpp>

#ifdef __CUDA_ARCH__
#define LEXIKOS_UNROLL _Pragma("unroll")
#else
#define LEXIKOS_UNROLL
#endif

namespace lexikos::wavelet
{

constexpr unsigned strip = 32;

/// Digits of a code of whole digits, for a matrix: symbols go where the scan of the tiles' counts says.
template <unsigned bits>
struct ShiftedDigit
{
  static constexpr unsigned radix = 1u << bits;

  unsigned shift;

  template <class Code>
  KOKKOS_FUNCTION unsigned digit(Code code) const
  {
    return static_cast<unsigned>(code >> shift) & (radix - 1);
  }
  template <class Code>
  KOKKOS_FUNCTION std::uint64_t place(Code, std::uint64_t scanned) const
  {
    return scanned;
  }
};

/// Bits of a tree's codes: for every leaf its bit in the level, and above it how far the symbols of its node's child are
/// from where the scan says.
template <class MemorySpace>
struct TreeDigit
{
  static constexpr unsigned radix = 2;

  Span<std::int64_t const, MemorySpace> steps;

  template <class Code>
  KOKKOS_FUNCTION unsigned digit(Code leaf) const
  {
    return static_cast<unsigned>(steps[leaf] & 1);
  }
  template <class Code>
  KOKKOS_FUNCTION std::uint64_t place(Code leaf, std::uint64_t scanned) const
  {
    return scanned + static_cast<std::uint64_t>(steps[leaf] >> 1);
  }
};

/// Digits as bits: of the strip's symbol k at bit k.
struct StripBits
{
  std::uint32_t high = 0;
  std::uint32_t low = 0;
};

struct NoSink
{
  static constexpr bool writes = false;
  KOKKOS_FUNCTION void write(std::uint64_t, StripBits const&) const {}
};

/// Plain bits, strips of 32 side by side.
template <class MemorySpace>
struct BitSink
{
  static constexpr bool writes = true;

  Span<std::uint32_t, MemorySpace> words;  ///< of this level

  KOKKOS_FUNCTION void write(std::uint64_t number, StripBits const& bits) const
  {
    if (number < words.extent(0)) words[number] = bits.low;
  }
  KOKKOS_FUNCTION void add(std::uint64_t number, StripBits const& bits) const
  {
    Kokkos::atomic_or(&words[number], bits.low);
  }
};

/// Blocks of three strips each, of which the counts are written later.
template <class MemorySpace>
struct QuadSink
{
  static constexpr bool writes = true;

  Span<QuadBlock, MemorySpace> blocks;  ///< of this level

  struct Words
  {
    std::uint32_t* high;
    std::uint32_t* low;
  };

  KOKKOS_FUNCTION Words words_of(std::uint64_t number) const
  {
    auto* const words = reinterpret_cast<std::uint32_t*>(&blocks[number / 3]);
    auto const third = static_cast<unsigned>(number % 3);
    return third == 2 ? Words{words + 6, words + 7} : Words{words + 2 + third, words + 4 + third};
  }
  KOKKOS_FUNCTION void write(std::uint64_t number, StripBits const& bits) const
  {
    if (number / 3 >= blocks.extent(0)) return;
    auto const words = words_of(number);
    *words.high = bits.high;
    *words.low = bits.low;
  }
  KOKKOS_FUNCTION void add(std::uint64_t number, StripBits const& bits) const
  {
    auto const words = words_of(number);
    Kokkos::atomic_or(words.high, bits.high);
    Kokkos::atomic_or(words.low, bits.low);
  }
};

/// Counts of up to four digits of a tile, 16 bits each.
struct TileCounts
{
  std::uint64_t packed = 0;

  KOKKOS_FUNCTION unsigned of(unsigned digit) const { return static_cast<unsigned>(packed >> 16 * digit) & 0xFFFF; }
  KOKKOS_FUNCTION void add(unsigned digit, unsigned count = 1) { packed += std::uint64_t{count} << 16 * digit; }
};

/// The symbols of a strip; `count` of them are there.
template <class Code>
struct Strip
{
  Code codes[strip];
  unsigned count;
};

/// 16 bytes that are read at once.
struct alignas(16) Pack
{
  std::uint32_t words[4];
};

template <class Code>
KOKKOS_FORCEINLINE_FUNCTION void load_strip(Code const* codes, std::uint64_t n, std::uint64_t number, Strip<Code>& out)
{
  constexpr unsigned in_word = 4 / sizeof(Code);
  constexpr unsigned in_pack = 16 / sizeof(Code);
  std::uint64_t const begin = number * strip;
  out.count = begin >= n ? 0 : n - begin < strip ? static_cast<unsigned>(n - begin) : strip;
  if (out.count == strip && reinterpret_cast<std::uintptr_t>(codes) % 16 == 0) {
    auto const* const packs = reinterpret_cast<Pack const*>(codes + begin);
    LEXIKOS_UNROLL
    for (unsigned p = 0; p < strip / in_pack; ++p) {
      Pack const read = packs[p];
      LEXIKOS_UNROLL
      for (unsigned k = 0; k < in_pack; ++k)
        out.codes[p * in_pack + k] =
            static_cast<Code>(read.words[k / in_word] >> 8 * sizeof(Code) * (k % in_word));  // little-endian
    }
    return;
  }
  LEXIKOS_UNROLL
  for (unsigned k = 0; k < strip; ++k) out.codes[k] = k < out.count ? codes[begin + k] : Code{0};
}

template <class Splitter, class Code>
KOKKOS_FORCEINLINE_FUNCTION StripBits bits_of(Splitter const& splitter, Strip<Code> const& symbols)
{
  StripBits bits;
  LEXIKOS_UNROLL
  for (unsigned k = 0; k < strip; ++k) {
    unsigned const digit = k < symbols.count ? splitter.digit(symbols.codes[k]) : 0;
    bits.high |= (digit >> 1) << k;
    bits.low |= (digit & 1) << k;
  }
  return bits;
}

template <unsigned radix>
KOKKOS_FORCEINLINE_FUNCTION TileCounts counts_of(StripBits const& bits, unsigned count)
{
  TileCounts counts;
  unsigned const ones = detail::ones_in(bits.low & ~bits.high);
  counts.add(1, ones);
  if constexpr (radix == 4) {
    unsigned const twos = detail::ones_in(bits.high & ~bits.low);
    unsigned const threes = detail::ones_in(bits.high & bits.low);
    counts.add(2, twos);
    counts.add(3, threes);
    counts.add(0, count - ones - twos - threes);
  }
  else {
    counts.add(0, count - ones);
  }
  return counts;
}

/// What a pass over a level reads and writes.
template <class MemorySpace, class Code, class Splitter, class Sink>
struct LevelPass
{
  static constexpr unsigned radix = Splitter::radix;
  /// Strips of a tile, one for each thread of a team: of such a number that a tile is whole blocks of three strips, and its
  /// symbols fit into 24 KiB.
  static constexpr unsigned strips = sizeof(Code) == 4 ? 96 : 192;
  static constexpr unsigned tile = strips * strip;

  Code const* codes;
  std::uint64_t n;
  Splitter splitter;
  Sink sink;
  std::uint64_t tiles;
  Span<std::uint32_t, MemorySpace> counts;         ///< of each digit in each tile, digit by digit
  Span<std::uint64_t const, MemorySpace> scanned;  ///< their exclusive sums
  Code* next;                                      ///< null where symbols need not move
  std::uint64_t keep;                              ///< symbols of the next level
};

// ----- one thread a tile -------------------------------------------------------------------------------------------------

template <class Pass>
struct CountTileAlone
{
  Pass pass;

  KOKKOS_FUNCTION void operator()(std::size_t t) const
  {
    std::uint64_t const end = (t + 1) * Pass::tile < pass.n ? (t + 1) * Pass::tile : pass.n;
    unsigned found[4] = {0, 0, 0, 0};
    for (std::uint64_t i = t * Pass::tile; i < end; ++i) ++found[pass.splitter.digit(pass.codes[i])];
    for (unsigned digit = 0; digit < Pass::radix; ++digit) pass.counts[digit * pass.tiles + t] = found[digit];
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

template <class ExecutionSpace, class Pass>
struct CountTile
{
  using Member = TeamMember<ExecutionSpace>;

  Pass pass;

  template <class Code>
  KOKKOS_FUNCTION void count(Member const& member, Code const* codes) const
  {
    auto const rank = static_cast<unsigned>(member.team_rank());
    std::uint64_t const t = member.league_rank();
    auto* const sums = static_cast<std::uint64_t*>(member.team_shmem().get_shmem(scan_bytes<Pass::strips>()));
    Strip<Code> symbols;
    load_strip(codes, pass.n, t * Pass::strips + rank, symbols);
    TileCounts total;
    (void)scan_strips<Pass::strips>(member, counts_of<Pass::radix>(bits_of(pass.splitter, symbols), symbols.count),
                                    sums, total);
    if (rank < Pass::radix) pass.counts[rank * pass.tiles + t] = total.of(rank);
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const { count(member, pass.codes); }
};

template <class ExecutionSpace, class Pass>
struct MoveTile
{
  using Member = TeamMember<ExecutionSpace>;

  Pass pass;

  template <class Code>
  KOKKOS_FUNCTION void move(Member const& member, Code const* codes, Code* next) const
  {
    auto const rank = static_cast<unsigned>(member.team_rank());
    std::uint64_t const t = member.league_rank();
    std::uint64_t const number = t * Pass::strips + rank;
    Strip<Code> symbols;
    load_strip(codes, pass.n, number, symbols);
    StripBits const bits = bits_of(pass.splitter, symbols);
    pass.sink.write(number, bits);
    if (next == nullptr) return;

    auto* const sums = static_cast<std::uint64_t*>(member.team_shmem().get_shmem(scan_bytes<Pass::strips>()));
    auto* const ordered = static_cast<Code*>(member.team_shmem().get_shmem(Pass::tile * sizeof(Code)));
    TileCounts total;
    TileCounts place = scan_strips<Pass::strips>(member, counts_of<Pass::radix>(bits, symbols.count), sums, total);
    // where each digit's symbols begin in the tile, and how far from there they go
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
      if (to < pass.keep) next[to] = code;
    }
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const { move(member, pass.codes, pass.next); }
};

}  // namespace lexikos::wavelet

#undef LEXIKOS_UNROLL
