// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How the bits of a bit vector and the counts that queries need lie in memory. A layout divides the bits into blocks of
// equal size. Their sizes are constants, so that divisions by them are multiplications.

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>

namespace lexikos
{

namespace detail
{

/// What a query reads of one block: its bits, after `skip` zeros, and the number of ones before it.
template <unsigned word_count, unsigned skip>
struct BitBlock
{
  static constexpr unsigned bits = 64 * word_count - skip;

  std::uint64_t ones_before;
  std::uint64_t words[word_count];

  /// Ones among the first r bits, r < bits. Masks instead of branches: which word r is in cannot be predicted.
  KOKKOS_FORCEINLINE_FUNCTION unsigned rank(unsigned r) const
  {
    unsigned const last = (r + skip) / 64;
    std::uint64_t const part = (std::uint64_t{1} << ((r + skip) % 64)) - 1;
    unsigned ones = 0;
    for (unsigned w = 0; w < word_count; ++w) {
      std::uint64_t const whole = std::uint64_t{0} - static_cast<std::uint64_t>(w < last);
      std::uint64_t const here = std::uint64_t{0} - static_cast<std::uint64_t>(w == last);
      ones += ones_in(words[w] & (whole | (part & here)));
    }
    return ones;
  }

  KOKKOS_FORCEINLINE_FUNCTION unsigned ones() const
  {
    unsigned sum = 0;
    for (unsigned w = 0; w < word_count; ++w) sum += ones_in(words[w]);
    return sum;
  }

  /// Masks, since compilers make words[at / 64] of choices, for which the words would have to lie in memory.
  KOKKOS_FORCEINLINE_FUNCTION bool bit(unsigned r) const
  {
    unsigned const at = r + skip;
    std::uint64_t word = 0;
    for (unsigned w = 0; w < word_count; ++w)
      word |= words[w] & (std::uint64_t{0} - static_cast<std::uint64_t>(at / 64 == w));
    return ((word >> (at % 64)) & 1) != 0;
  }

  /// Position of the one (or zero) that follows k others of the block.
  template <bool one>
  KOKKOS_FORCEINLINE_FUNCTION unsigned select(unsigned k) const
  {
    std::uint64_t chosen = 0;
    unsigned at = 0;
    unsigned rest = 0;
    for (unsigned w = 0; w < word_count; ++w) {
      std::uint64_t const word = one ? words[w] : ~words[w] & ~low_bits(w == 0 ? static_cast<int>(skip) : 0);
      unsigned const ones = ones_in(word);
      if (k < ones) {  // true for one w: afterwards k is beyond every count
        chosen = word;
        at = 64 * w;
        rest = k;
        k = ~0u;
      }
      else if (k != ~0u) {
        k -= ones;
      }
    }
    return at + select_in_word(chosen, rest) - skip;
  }
};

/// Words of 64 bits that hold this number of bits.
constexpr std::size_t words_of_bits(std::size_t bits)
{
  return bits / 64 + (bits % 64 != 0 ? 1 : 0);
}

/// Sizes of the parts of a bit vector, in words of 64 bits, in the order in which they lie.
struct BitParts
{
  std::size_t blocks = 0;            ///< number of blocks; size / block_bits + 1, so that rank(size) has one
  std::size_t block_words = 0;       ///< blocks, with their counts unless these are separate
  std::size_t superblock_words = 0;  ///< ones before each group of blocks
  std::size_t count_words = 0;       ///< ones between the start of a group and each of its blocks, if separate
  std::size_t sample_words = 0;      ///< select samples: of ones from the front, of zeros from the back

  [[nodiscard]] std::size_t words() const { return block_words + superblock_words + count_words + sample_words; }
};

template <class Layout>
[[nodiscard]] BitParts bit_parts(std::size_t size)
{
  BitParts parts;
  parts.blocks = size / Layout::block_bits + 1;
  parts.block_words = parts.blocks * Layout::block_words;
  parts.superblock_words = ((parts.blocks - 1) >> Layout::group_log) + 1;
  parts.count_words = Layout::separate_counts ? (parts.blocks + 3) / 4 : 0;
  parts.sample_words = (((size + Layout::sample_distance - 1) >> Layout::sample_log) + 4 + 1) / 2;
  return parts;
}

/// Low bits that samples, which are positions in 32 bits, leave out.
[[nodiscard]] inline unsigned sample_shift(std::size_t size)
{
  unsigned shift = 0;
  while ((size >> shift) > 0xffffffffu) ++shift;
  return shift;
}

/// Where the parts of a bit vector lie.
template <class Word, class Count, class Sample>
struct BasicBitArrays
{
  Word* blocks = nullptr;
  Word* superblocks = nullptr;
  Count* counts = nullptr;
  Sample* first_sample = nullptr;  ///< of ones; those of zeros descend from the last
  Sample* last_sample = nullptr;
};
using BitArrays = BasicBitArrays<std::uint64_t const, std::uint16_t const, std::uint32_t const>;
using WritableBitArrays = BasicBitArrays<std::uint64_t, std::uint16_t, std::uint32_t>;

/// Blocks whose bytes are a power of two, and whose first bits are the number of ones before the block in its group.
template <unsigned bytes_of_block, unsigned bits_of_count, unsigned log_of_group, unsigned log_of_samples>
struct InterleavedLayout
{
  static constexpr unsigned block_words = bytes_of_block / 8;
  static constexpr unsigned skip = bits_of_count;
  static constexpr unsigned block_bits = 8 * bytes_of_block - bits_of_count;
  static constexpr unsigned group_log = log_of_group;
  static constexpr unsigned sample_log = log_of_samples;
  static constexpr unsigned sample_distance = 1u << log_of_samples;
  static constexpr bool separate_counts = false;
  static_assert((std::uint64_t{1} << log_of_group) * block_bits - block_bits < (std::uint64_t{1} << bits_of_count),
                "the count of a group's last block fits");

  using Block = BitBlock<block_words, skip>;

  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t ones_before(BitArrays const& arrays, std::size_t block)
  {
    return arrays.superblocks[block >> group_log] + (arrays.blocks[block * block_words] & low_bits(skip));
  }

  /// The block, if only its bits [0, r] are needed.
  KOKKOS_FORCEINLINE_FUNCTION static Block load(BitArrays const& arrays, std::size_t block, unsigned r = block_bits)
  {
    Block result;
    load_words(arrays.blocks + block * block_words, result.words, r + skip >= 256);
    result.ones_before = arrays.superblocks[block >> group_log] + (result.words[0] & low_bits(skip));
    result.words[0] &= ~low_bits(skip);
    return result;
  }

  KOKKOS_FORCEINLINE_FUNCTION static bool bit(BitArrays const& arrays, std::size_t i)
  {
    std::size_t const block = i / block_bits;
    auto const at = static_cast<unsigned>(i - block * block_bits) + skip;
    return ((arrays.blocks[block * block_words + at / 64] >> (at % 64)) & 1) != 0;
  }

  /// \param bits  the bits of the block after `skip` zeros
  KOKKOS_FORCEINLINE_FUNCTION static void store(WritableBitArrays const& arrays, std::size_t block, Block const& bits,
                                                std::uint64_t ones_before_group)
  {
    Block counted = bits;
    counted.words[0] |= bits.ones_before - ones_before_group;
    store_words(arrays.blocks + block * block_words, counted.words);
  }
};

}  // namespace detail

/// Layouts of `BitVector`. Space is what they take in addition to the bits themselves, select samples included.
namespace bit_layouts
{

/// The default, and the fastest: blocks of 32 bytes with a 32-bit count and 224 bits, so that a rank costs one fetch of
/// one memory sector. The superblocks' counts, one for 2^24 blocks, stay in the nearest cache. 15.9% of space.
struct Interleaved32 : detail::InterleavedLayout<32, 32, 24, 11>
{
  static constexpr char const* name = "interleaved32";
  static constexpr std::uint64_t id = 1;  ///< in files
};

/// Blocks of 64 bytes with a 32-bit count and 480 bits: one fetch of one or two sectors. 7.5% of space.
struct Interleaved64 : detail::InterleavedLayout<64, 32, 23, 12>
{
  static constexpr char const* name = "interleaved64";
  static constexpr std::uint64_t id = 2;  ///< in files
};

/// Blocks of 32 bytes with a 16-bit count and 240 bits: one fetch of one sector, and one of a table of 64 bits for 256 blocks,
/// which for a vector of 2^35 bits is of 4.5 MB. 7.6% of space.
struct Compact32 : detail::InterleavedLayout<32, 16, 8, 12>
{
  static constexpr char const* name = "compact32";
  static constexpr std::uint64_t id = 3;  ///< in files
};

/// Blocks of 64 bytes with a 16-bit count and 496 bits, and a table of 64 bits for 128 blocks. 4.1% of space.
struct Compact64 : detail::InterleavedLayout<64, 16, 7, 12>
{
  static constexpr char const* name = "compact64";
  static constexpr std::uint64_t id = 4;  ///< in files
};

/// The wide-popcount structure of "Wavelet trees on the GPU", section 4: bits and counts in separate arrays, a count of
/// 64 bits for 65 536 bits (L1) and one of 16 bits for 512 bits (L2), so that a rank costs two or three fetches. 4.0% of
/// space, since samples have 32 bits.
struct TwoLevel
{
  static constexpr char const* name = "two_level";
  static constexpr std::uint64_t id = 5;  ///< in files
  static constexpr unsigned block_words = 8;
  static constexpr unsigned skip = 0;
  static constexpr unsigned block_bits = 512;
  static constexpr unsigned group_log = 7;
  static constexpr unsigned sample_log = 12;
  static constexpr unsigned sample_distance = 1u << sample_log;
  static constexpr bool separate_counts = true;

  using Block = detail::BitBlock<block_words, skip>;

  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t ones_before(detail::BitArrays const& arrays, std::size_t block)
  {
    return arrays.superblocks[block >> group_log] + arrays.counts[block];
  }

  KOKKOS_FORCEINLINE_FUNCTION static Block load(detail::BitArrays const& arrays, std::size_t block,
                                                unsigned r = block_bits)
  {
    Block result;
    detail::load_words(arrays.blocks + block * block_words, result.words, r >= 256);
    result.ones_before = ones_before(arrays, block);
    return result;
  }

  KOKKOS_FORCEINLINE_FUNCTION static bool bit(detail::BitArrays const& arrays, std::size_t i)
  {
    return ((arrays.blocks[i / 64] >> (i % 64)) & 1) != 0;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void store(detail::WritableBitArrays const& arrays, std::size_t block,
                                                Block const& bits, std::uint64_t ones_before_group)
  {
    for (unsigned w = 0; w < block_words; ++w) arrays.blocks[block * block_words + w] = bits.words[w];
    arrays.counts[block] = static_cast<std::uint16_t>(bits.ones_before - ones_before_group);
  }
};

}  // namespace bit_layouts

namespace detail
{

/// The layouts that the library is instantiated for.
template <class T>
concept BitLayout = std::same_as<T, bit_layouts::Interleaved32> || std::same_as<T, bit_layouts::Interleaved64> ||
    std::same_as<T, bit_layouts::Compact32> || std::same_as<T, bit_layouts::Compact64> ||
    std::same_as<T, bit_layouts::TwoLevel>;

}  // namespace detail
}  // namespace lexikos
