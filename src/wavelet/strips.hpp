// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What tiles of a level consist of: strips of 32 symbols, each of which is one word of every bit of its digits; how digits
// are taken from codes, and where their bits are written.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/detail/words.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos::wavelet_detail
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

}  // namespace lexikos::wavelet_detail
