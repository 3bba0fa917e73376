// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/words.hpp>

namespace lexikos::detail
{

/// The levels of a binary wavelet matrix, one after the other in one bit vector: level l holds bit l of every symbol's code,
/// the most significant first, and the symbols of level l + 1 are those of level l, zeros before ones, stably.
/// One rank, or one select, a level.
template <class MemorySpace>
class BinaryLevels
{
 public:
  static constexpr unsigned bits = 1;
  static constexpr unsigned radix = 2;
  static constexpr unsigned max_levels = 32;

  using memory_space = MemorySpace;
  using Bits = BitVector<MemorySpace>;

  struct Digit
  {
    unsigned digit;
    std::uint64_t next;  ///< the symbol's position in the next level
  };

  /// Of each level: ones in the levels before, and zeros among its own n bits.
  struct Counts
  {
    Kokkos::Array<std::uint64_t, max_levels> ones_before{};
    Kokkos::Array<std::uint64_t, max_levels> zeros{};
  };

  BinaryLevels() = default;
  /// \param bits  `stride(n)` bits a level, zeros from the n-th on
  BinaryLevels(std::uint64_t n, unsigned levels, Bits const& bits, Counts const& counts)
      : m_bits(bits), m_stride(stride(n)), m_levels(levels), m_counts(counts)
  {}

  /// Bits of a level: n, and what fills the last word.
  static constexpr std::uint64_t stride(std::uint64_t n) { return (n + 63) / 64 * 64; }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned levels() const { return m_levels; }
  [[nodiscard]] Bits const& vector() const { return m_bits; }
  [[nodiscard]] Counts const& counts() const { return m_counts; }
  /// Bytes of memory held.
  [[nodiscard]] std::size_t bytes() const { return m_bits.bytes(); }

  /// Where position i <= n of a level, and the symbols with that digit before it, come to stand in the next one.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t map(unsigned level, unsigned digit, std::uint64_t i) const
  {
    std::uint64_t const ones = BitVectorAccess::rank1(m_bits, level * m_stride + i) - m_counts.ones_before[level];
    return digit == 0 ? i - ones : m_counts.zeros[level] + ones;
  }

  /// `map` for both digits, by the same rank.
  KOKKOS_FORCEINLINE_FUNCTION void map_all(unsigned level, std::uint64_t i, std::uint64_t (&next)[radix]) const
  {
    std::uint64_t const ones = BitVectorAccess::rank1(m_bits, level * m_stride + i) - m_counts.ones_before[level];
    next[0] = i - ones;
    next[1] = m_counts.zeros[level] + ones;
  }

  /// The digit at position i < n of a level, and where its symbol stands in the next.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Digit digit_at(unsigned level, std::uint64_t i) const
  {
    auto const found = BitVectorAccess::bit_and_rank(m_bits, level * m_stride + i);
    std::uint64_t const ones = found.rank - m_counts.ones_before[level];
    return {found.bit, found.bit != 0 ? m_counts.zeros[level] + ones : i - ones};
  }

  /// The digit alone.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned last_digit_at(unsigned level, std::uint64_t i) const
  {
    return m_bits.access(level * m_stride + i);
  }

  /// The position in a level of the symbol that stands at position p of the next one, with that digit.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t map_back(unsigned level, unsigned digit,
                                                                   std::uint64_t p) const
  {
    std::uint64_t const start = level * m_stride;
    std::uint64_t const ones = m_counts.ones_before[level];
    return (digit == 0 ? m_bits.select0(start - ones + p + 1) : m_bits.select1(ones + p - m_counts.zeros[level] + 1)) -
           start;
  }

  /// Prefetches what `map` of that position reads.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(unsigned level, std::uint64_t i) const
  {
    detail::prefetch(BitVectorAccess::block_of(m_bits, level * m_stride + i));
  }

 private:
  Bits m_bits;
  std::uint64_t m_stride = 0;
  unsigned m_levels = 0;
  Counts m_counts;
};

}  // namespace lexikos::detail
