// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/words.hpp>
#include <lexikos/memory.hpp>
#include <utility>

namespace lexikos::detail
{

/// 96 digits of two bits and how often each digit stands before them, in one 32-byte sector: what a query reads a level.
struct alignas(32) QuadBlock
{
  static constexpr unsigned digits = 96;
  static constexpr unsigned count_bits = 21;
  static constexpr std::uint64_t count_mask = (std::uint64_t{1} << count_bits) - 1;
  /// Blocks of a superblock, in which counting starts anew: 96 * 2^14 < 2^21.
  static constexpr unsigned superblock_log = 14;
  static constexpr std::uint64_t blocks_of_superblock = std::uint64_t{1} << superblock_log;

  std::uint64_t counts;  ///< of the digits 1, 2 and 3 since the superblock's start, 21 bits each
  std::uint64_t high;    ///< high bits of the digits 0..63, the first one lowest
  std::uint64_t low;     ///< their low bits
  std::uint64_t rest;    ///< high bits of the digits 64..95, and above them their low bits

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned digit(unsigned place) const
  {
    unsigned const at = place & 63;
    if (runs_on_host()) {  // which guesses wrong whether it is among the first
      std::uint64_t const is_last = std::uint64_t{0} - (place >> 6);
      std::uint64_t const high_bits = (rest & is_last) | (high & ~is_last);
      std::uint64_t const low_bits = (rest >> 32 & is_last) | (low & ~is_last);
      return static_cast<unsigned>((high_bits >> at & 1) << 1 | (low_bits >> at & 1));
    }
    if (place < 64) return static_cast<unsigned>((high >> at & 1) << 1 | (low >> at & 1));
    return static_cast<unsigned>((rest >> at & 1) << 1 | (rest >> (at + 32) & 1));
  }

  /// How often a digit stands between the superblock's start and block `number` of it, which is this one.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t before(unsigned digit, std::uint64_t number) const
  {
    if (runs_on_host()) {  // which guesses a random digit wrong, and starts again
      constexpr std::uint64_t field = std::uint64_t{1} << count_bits;
      // that bring the digit's count, or the sum of the others', to the third field
      static constexpr std::uint64_t factors[] = {1 | field | field * field, field * field, field, 1};
      std::uint64_t const count = counts * factors[digit] >> 2 * count_bits & count_mask;
      std::uint64_t const is_zero = std::uint64_t{0} - static_cast<std::uint64_t>(digit == 0);
      return (count ^ is_zero) + ((number * digits + 1) & is_zero);
    }
    std::uint64_t const count = counts >> (digit == 0 ? 0 : count_bits * (digit - 1)) & count_mask;
    if (digit != 0) return count;
    return number * digits - count - (counts >> count_bits & count_mask) - (counts >> 2 * count_bits);
  }

  /// Ones where the digit stands among the first 64.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t first_places(unsigned digit) const
  {
    return (high ^ (std::uint64_t{digit >> 1} - 1)) & (low ^ (std::uint64_t{digit & 1} - 1));
  }
  /// Ones where the digit stands among the last 32.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t last_places(unsigned digit) const
  {
    return (static_cast<std::uint32_t>(rest) ^ ((digit >> 1) - 1)) &
           (static_cast<std::uint32_t>(rest >> 32) ^ ((digit & 1) - 1));
  }

  /// How often a digit stands in the block.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned count(unsigned digit) const
  {
    return ones_in(first_places(digit)) + ones_in(last_places(digit));
  }

  struct Standing
  {
    bool is_there;    ///< whether the digit stands at the place
    unsigned before;  ///< if so, how often it stands among those before
  };
  /// Of a place < 96, for hosts, which would guess wrong in which word it is.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Standing standing(unsigned digit, unsigned place) const
  {
    std::uint64_t const is_last = std::uint64_t{0} - (place >> 6);
    // the place's bit comes to the top
    std::uint64_t const first = first_places(digit) << (~place & 63 & ~is_last);
    std::uint32_t const last = last_places(digit) << (~place & 31) & static_cast<std::uint32_t>(is_last);
    bool const is_there = ((first & ~is_last) | std::uint64_t{last} << 32) >> 63 != 0;
    return {is_there, ones_in(first) + ones_in(last) - 1};
  }

  /// How often a digit stands among the first `place` <= 95 of the block.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned count(unsigned digit, unsigned place) const
  {
    std::uint64_t first_mask = place < 64 ? (std::uint64_t{1} << place) - 1 : ~std::uint64_t{0};
    std::uint32_t last_mask = place < 64 ? 0 : (std::uint32_t{1} << (place - 64)) - 1;
    if (runs_on_host()) {  // which guesses wrong whether it is among the first
      std::uint64_t const is_last = std::uint64_t{0} - (place >> 6);
      first_mask = ((std::uint64_t{1} << (place & 63)) - 1) | is_last;
      last_mask = ((std::uint32_t{1} << (place & 31)) - 1) & static_cast<std::uint32_t>(is_last);
    }
    return ones_in(first_places(digit) & first_mask) + ones_in(last_places(digit) & last_mask);
  }
};

/// The levels of a 4-ary wavelet matrix: level l holds digit l of every symbol's code, the most significant first, and the
/// symbols of level l + 1 are those of level l, stably sorted by their digit.
///
/// A position of a level is mapped to one of the next by one fetch of a 32-byte block, and of a count a superblock of
/// 1.5 * 10^6 symbols, which stays in the caches. A third of a byte a symbol and level; the samples for select take 4 bytes
/// for every 256 symbols more.
template <class MemorySpace>
class QuadLevels
{
 public:
  static constexpr unsigned bits = 2;
  static constexpr unsigned radix = 4;
  static constexpr unsigned max_levels = 16;
  static constexpr unsigned sample_log = 8;

  using memory_space = MemorySpace;

  struct Digit
  {
    unsigned digit;
    std::uint64_t next;  ///< the symbol's position in the next level
  };

  struct Memory
  {
    Array<QuadBlock, MemorySpace> blocks;  ///< of each level, `blocks_of_level(n)`
    Array<std::uint64_t, MemorySpace>
        superblocks;                            ///< of each level and superblock, four counts from the level's start,
                                                ///< to which those of smaller digits in all the level are added
    Array<std::uint32_t, MemorySpace> samples;  ///< blocks that hold every 2^sample_log-th occurrence of a digit
  };

  /// Of each level and digit: symbols of the level with smaller digits, and where the samples start.
  struct Places
  {
    Kokkos::Array<std::uint64_t, max_levels * radix> base{};
    Kokkos::Array<std::uint64_t, max_levels * radix> first_sample{};
  };

  QuadLevels() = default;
  QuadLevels(std::uint64_t n, unsigned levels, Memory memory, Places const& places)
      : m_memory(std::move(memory)),
        m_level_blocks(blocks_of_level(n)),
        m_level_superblocks(superblocks_of_level(n)),
        m_levels(levels),
        m_places(places)
  {}

  /// Enough for one more than n symbols, so that position n is in a block.
  static constexpr std::uint64_t blocks_of_level(std::uint64_t n) { return n / QuadBlock::digits + 1; }
  static constexpr std::uint64_t superblocks_of_level(std::uint64_t n)
  {
    return ((blocks_of_level(n) - 1) >> QuadBlock::superblock_log) + 1;
  }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned levels() const { return m_levels; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Memory const& memory() const { return m_memory; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Places const& places() const { return m_places; }
  /// Bytes of memory held.
  [[nodiscard]] std::size_t bytes() const
  {
    return m_memory.blocks.extent(0) * sizeof(QuadBlock) + m_memory.superblocks.extent(0) * sizeof(std::uint64_t) +
           m_memory.samples.extent(0) * sizeof(std::uint32_t);
  }

  /// Where position i <= n of a level, and the symbols with that digit before it, come to stand in the next one: the number
  /// of symbols with smaller digits, and of those with that digit before i.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t map(unsigned level, unsigned digit, std::uint64_t i) const
  {
    std::uint64_t const number = quotient<QuadBlock::digits>(i);
    QuadBlock const block = m_memory.blocks[level * m_level_blocks + number];
    return before_block(level, number, block, digit) +
           block.count(digit, static_cast<unsigned>(i - number * QuadBlock::digits));
  }

  /// A position of a level.
  struct Place
  {
    std::uint64_t block;
    std::uint64_t in_block;

    [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t position() const
    {
      return block * QuadBlock::digits + in_block;
    }
  };
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static Place place_of(std::uint64_t i)
  {
    std::uint64_t const block = quotient<QuadBlock::digits>(i);
    return {block, i - block * QuadBlock::digits};
  }

  /// `map` of a position and of the one that is `size` further, which mostly lie in one block.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Kokkos::pair<std::uint64_t, std::uint64_t> map_both(
      unsigned level, unsigned digit, Place const& begin, std::uint64_t size) const
  {
    QuadBlock const* const blocks = m_memory.blocks.data() + level * m_level_blocks;
    QuadBlock const block = read(blocks[begin.block]);
    auto const place = static_cast<unsigned>(begin.in_block);
    std::uint64_t const end_in_block = begin.in_block + size;
    if (end_in_block >= QuadBlock::digits) {
      Place const end = place_of(begin.position() + size);
      QuadBlock const other = read(blocks[end.block]);  // on its way before the first one is there
      return {before_block(level, begin.block, block, digit) + block.count(digit, place),
              before_block(level, end.block, other, digit) + other.count(digit, static_cast<unsigned>(end.in_block))};
    }
    std::uint64_t const before = before_block(level, begin.block, block, digit);
    std::uint64_t const first = before + block.count(digit, place);
    return {first, before + block.count(digit, static_cast<unsigned>(end_in_block))};
  }

  /// `map` for all four digits, from the same cache line.
  KOKKOS_FORCEINLINE_FUNCTION void map_all(unsigned level, std::uint64_t i, std::uint64_t (&next)[radix]) const
  {
    std::uint64_t const number = quotient<QuadBlock::digits>(i);
    QuadBlock const block = m_memory.blocks[level * m_level_blocks + number];
    for (unsigned digit = 0; digit < radix; ++digit)
      next[digit] = before_block(level, number, block, digit) +
                    block.count(digit, static_cast<unsigned>(i - number * QuadBlock::digits));
  }

  /// The digit at position i < n of a level, and where its symbol stands in the next.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Digit digit_at(unsigned level, std::uint64_t i) const
  {
    std::uint64_t const number = quotient<QuadBlock::digits>(i);
    auto const place = static_cast<unsigned>(i - number * QuadBlock::digits);
    QuadBlock const block = read(m_memory.blocks[level * m_level_blocks + number]);
    unsigned const digit = block.digit(place);
    return {digit, before_block(level, number, block, digit) + block.count(digit, place)};
  }

  /// Where the symbol at position i < n of a level, which has that digit, stands in the next one; not_found if it has another.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t map_if_there(unsigned level, unsigned digit,
                                                                       Place const& at) const
  {
    auto const place = static_cast<unsigned>(at.in_block);
    QuadBlock const block = read(m_memory.blocks[level * m_level_blocks + at.block]);
    auto const standing = block.standing(digit, place);
    if (!standing.is_there) return not_found;
    return before_block(level, at.block, block, digit) + standing.before;
  }

  /// The digit alone.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned last_digit_at(unsigned level, std::uint64_t i) const
  {
    std::uint64_t const number = quotient<QuadBlock::digits>(i);
    QuadBlock const block = m_memory.blocks[level * m_level_blocks + number];
    return block.digit(static_cast<unsigned>(i - number * QuadBlock::digits));
  }

  /// The position in a level of the symbol that stands at position p of the next one, with that digit.
  /// The block is guessed from where the occurrence lies between two samples: mostly one or two fetches in addition to that
  /// of the samples; where the digit is spread unevenly, bisection ends the search.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t map_back(unsigned level, unsigned digit,
                                                                   std::uint64_t p) const
  {
    std::uint64_t const occurrence = p - m_places.base[level * radix + digit];
    std::uint64_t const sample = m_places.first_sample[level * radix + digit] + (occurrence >> sample_log);
    std::uint64_t low = m_memory.samples[sample];
    std::uint64_t high = m_memory.samples[sample + 1];
    std::uint64_t guess = low + (((high - low) * (occurrence & ((1u << sample_log) - 1))) >> sample_log);
    std::uint64_t const step = high - low;
    for (int tries = 0;; ++tries) {
      QuadBlock const block = m_memory.blocks[level * m_level_blocks + guess];
      std::uint64_t const begin = before_block(level, guess, block, digit);
      std::uint64_t const first = block.first_places(digit);
      std::uint32_t const last = block.last_places(digit);
      unsigned const in_first = ones_in(first);
      if (p < begin) {
        high = guess - 1;
        std::uint64_t const away = ((begin - p) * step >> sample_log) + 1;
        guess = tries < 4 && away <= high - low + 1 ? high + 1 - away : low + (high - low) / 2;
        continue;
      }
      auto const r = static_cast<std::uint64_t>(p - begin);
      if (r < in_first) return guess * QuadBlock::digits + select_in_word(first, static_cast<unsigned>(r));
      if (r < in_first + ones_in(last))
        return guess * QuadBlock::digits + 64 + select_in_word(last, static_cast<unsigned>(r) - in_first);
      low = guess + 1;
      if (low >= high) {
        guess = high;
        continue;
      }
      std::uint64_t const away = (r - in_first) * step >> sample_log;
      guess = tries < 4 && low + away <= high ? low + away : low + (high - low) / 2;
    }
  }

  /// Prefetches what `map` of that position reads.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(unsigned level, std::uint64_t i) const { prefetch(level, place_of(i)); }
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(unsigned level, Place const& at) const
  {
    detail::prefetch(m_memory.blocks.data() + level * m_level_blocks + at.block);
  }
  /// What `map_both` reads.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_both(unsigned level, Place const& begin, std::uint64_t size) const
  {
    QuadBlock const* const blocks = m_memory.blocks.data() + level * m_level_blocks;
    detail::prefetch(blocks + begin.block);
    if (begin.in_block + size >= QuadBlock::digits) detail::prefetch(blocks + place_of(begin.position() + size).block);
  }

 private:
  /// A device reads a block as a whole; GCC would take the way through the stack.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static QuadBlock read(QuadBlock const& block)
  {
    if (runs_on_host()) return {block.counts, block.high, block.low, block.rest};
    return block;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t in_superblock(std::uint64_t block)
  {
    return block & (QuadBlock::blocks_of_superblock - 1);
  }

  /// Symbols of a level with smaller digits, and those with that digit before the block of that number.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t before_block(unsigned level, std::uint64_t number,
                                                                       QuadBlock const& block, unsigned digit) const
  {
    return before_superblock(level, number, digit) + block.before(digit, in_superblock(number));
  }
  /// The same before the block's superblock.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t before_superblock(unsigned level, std::uint64_t block,
                                                                            unsigned digit) const
  {
    return m_memory.superblocks[(level * m_level_superblocks + (block >> QuadBlock::superblock_log)) * radix + digit];
  }

  Memory m_memory;
  std::uint64_t m_level_blocks = 0;
  std::uint64_t m_level_superblocks = 0;
  unsigned m_levels = 0;
  Places m_places;
};

}  // namespace lexikos::detail
