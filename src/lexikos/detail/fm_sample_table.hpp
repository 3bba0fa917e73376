// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Which sampled suffixes of a text in two bits a symbol begin with a string of some length, by one fetch of 32 bytes.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/words.hpp>

namespace lexikos::detail
{

/// Samples in the order of their suffixes.
struct SampleRange
{
  std::uint32_t begin;
  std::uint32_t count;
  bool is_told;  ///< false where a string of the block has more than `SampleBlock::most`
};

/// The samples of 56 strings that follow each other.
struct alignas(32) SampleBlock
{
  static constexpr std::uint32_t strings = 56;
  static constexpr std::uint32_t most = 15;  ///< samples of a string that are counted
  static constexpr std::uint32_t words_of_block = 8;
  static constexpr std::uint32_t strings_of_word = 8;
  static constexpr std::uint32_t not_told = std::uint32_t{1} << 31;

  /// The number of samples before the block, and `not_told` if there are strings of more samples; then 4 bits for each string.
  std::uint32_t words[words_of_block];

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t before() const { return words[0] & ~not_told; }
  /// \param string  below `strings`
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION SampleRange range(std::uint32_t string) const
  {
    std::uint32_t const of_string = string / strings_of_word, shift = 4 * (string % strings_of_word);
    std::uint32_t sums = 0, own = 0;
    LEXIKOS_UNROLL
    for (std::uint32_t w = 0; w + 1 < words_of_block; ++w) {
      std::uint32_t const counts = words[w + 1];
      std::uint32_t const in_word = w == of_string ? (std::uint32_t{1} << shift) - 1 : 0;
      own = w == of_string ? counts >> shift & 15 : own;
      sums += in_pairs(counts & (w < of_string ? ~std::uint32_t{0} : in_word));
    }
    return {before() + sum_of(sums), own, (words[0] & not_told) == 0};
  }
  /// Of all its strings, as far as they are counted.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t samples() const
  {
    std::uint32_t sums = 0;
    for (std::uint32_t w = 1; w < words_of_block; ++w) sums += in_pairs(words[w]);
    return sum_of(sums);
  }

 private:
  /// Two counts in each byte, of at most 30: of seven words, 210.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t in_pairs(std::uint32_t counts)
  {
    constexpr std::uint32_t halves = 0x0F0F0F0F;
    return (counts & halves) + (counts >> 4 & halves);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t sum_of(std::uint32_t bytes)
  {
    constexpr std::uint32_t every_second = 0x00FF00FF;
    std::uint32_t const pairs = (bytes & every_second) + (bytes >> 8 & every_second);
    return (pairs & 0xFFFF) + (pairs >> 16);
  }
};

/// The samples of all strings of `depth` digits.
struct SampleTable
{
  static constexpr std::uint32_t max_depth = 16;
  static constexpr std::uint32_t max_rate = 8;  ///< of the samples: as many strings are looked up for a pattern

  SampleBlock const* blocks = nullptr;  ///< null if there is no table
  std::uint32_t depth = 0;

  /// \param string  its number, the first digit highest
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION SampleRange operator()(std::uint64_t string) const
  {
    std::uint64_t const block = quotient<SampleBlock::strings>(string);
    SampleBlock const copy = blocks[block];
    return copy.range(static_cast<std::uint32_t>(string - block * SampleBlock::strings));
  }
};

}  // namespace lexikos::detail
