// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// K-mers of letters of DNA packed into 128 bits: 2 bits a letter, A < C < G < T, the last letter lowest. Packed k-mers
// of one length compare as their letters do.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/words.hpp>

namespace lexikos::kmers_detail
{

constexpr std::uint64_t max_packed = 64;  ///< letters of a packed k-mer

struct PackedKmer
{
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend KOKKOS_INLINE_FUNCTION bool operator<(PackedKmer const& a, PackedKmer const& b)
  {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
  }
  friend KOKKOS_INLINE_FUNCTION bool operator==(PackedKmer const& a, PackedKmer const& b)
  {
    return a.high == b.high && a.low == b.low;
  }
};

/// Eight letters, the first in the lowest byte, as 16 bits, the first letter highest.
KOKKOS_INLINE_FUNCTION std::uint64_t pack_letters(std::uint64_t bytes)
{
  // bits 1 and 2 of A, C, T and G are 0, 1, 2 and 3
  std::uint64_t codes = bytes >> 1 & 0x0303030303030303;
  codes ^= codes >> 1 & 0x0101010101010101;
  // from 8 fields of 8 bits, of which the lowest comes first, to 16 bits
  codes = (codes << 2 | codes >> 8) & 0x000F000F000F000F;
  codes = (codes << 4 | codes >> 16) & 0x000000FF000000FF;
  return (codes << 8 | codes >> 32) & 0xFFFF;
}

/// The order of the 32 fields of 2 bits, reversed.
KOKKOS_INLINE_FUNCTION std::uint64_t reverse_letters(std::uint64_t word)
{
  word = (word & 0x3333333333333333) << 2 | (word >> 2 & 0x3333333333333333);
  word = (word & 0x0F0F0F0F0F0F0F0F) << 4 | (word >> 4 & 0x0F0F0F0F0F0F0F0F);
  word = (word & 0x00FF00FF00FF00FF) << 8 | (word >> 8 & 0x00FF00FF00FF00FF);
  word = (word & 0x0000FFFF0000FFFF) << 16 | (word >> 16 & 0x0000FFFF0000FFFF);
  return word << 32 | word >> 32;
}

/// \param k  1 to 64
KOKKOS_INLINE_FUNCTION PackedKmer reverse_complement(PackedKmer const& kmer, std::uint64_t k)
{
  // 3 - code complements a letter
  auto const unused = static_cast<unsigned>(128 - 2 * k);
  std::uint64_t const high = reverse_letters(~kmer.low);
  if (unused >= 64) return {0, high >> (unused - 64)};
  std::uint64_t const low = reverse_letters(~kmer.high);
  if (unused == 0) return {high, low};
  return {high >> unused, low >> unused | high << (64 - unused)};
}

/// Reads k-mers of a text, whose k letters are of DNA.
struct KmerReader
{
  std::uint8_t const* text;
  std::uint64_t size;
  std::uint64_t k;  ///< 1 to 64
  bool canonical;

  /// text[at..at + k): k bytes, which is one to three sectors.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION PackedKmer forward(std::uint64_t at) const
  {
    if (k <= 32) return {0, letters(at, k)};
    return {letters(at, k - 32), letters(at + (k - 32), 32)};
  }

  /// The smaller one of a k-mer and its reverse complement, if canonical ones are wanted.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION PackedKmer operator()(std::uint64_t at) const
  {
    PackedKmer const kmer = forward(at);
    if (!canonical) return kmer;
    PackedKmer const reverse = reverse_complement(kmer, k);
    return reverse < kmer ? reverse : kmer;
  }

  /// Whether the reverse complement is the smaller one.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_reversed(std::uint64_t at) const
  {
    PackedKmer const kmer = forward(at);
    return canonical && reverse_complement(kmer, k) < kmer;
  }

 private:
  /// At most 32 letters.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t letters(std::uint64_t at, std::uint64_t count) const
  {
    std::uint64_t word = 0;
    for (; count >= 8; count -= 8, at += 8) word = word << 16 | pack_letters(detail::load_padded_word(text, at, size));
    if (count == 0) return word;
    return word << 2 * count | pack_letters(detail::load_padded_word(text, at, size)) >> (16 - 2 * count);
  }
};

}  // namespace lexikos::kmers_detail
