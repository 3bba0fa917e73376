// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/detail/words.hpp>
#include <lexikos/file.hpp>
#include <string>
#include <vector>

namespace lexikos
{

/// The levels of a binary wavelet matrix, one behind the other in one bit vector: level l holds bit l of every symbol's
/// code, the most significant first, and the symbols of level l + 1 are those of level l, zeros before ones, stably.
/// One rank, or one select, a level.
template <class MemorySpace, class Layout = bit_layouts::Interleaved32>
class BinaryLevels
{
 public:
  static constexpr unsigned bits = 1;
  static constexpr unsigned radix = 2;
  static constexpr unsigned max_levels = 32;

  using Bits = BitVector<MemorySpace, Layout>;

  struct Digit
  {
    unsigned digit;
    std::uint64_t next;  ///< the symbol's position in the next level
  };

  BinaryLevels() = default;
  /// bits: `stride(n)` bits a level, zeros behind the n-th. `set_ones_before` follows.
  BinaryLevels(std::uint64_t n, unsigned levels, Bits bits) : m_bits(bits), m_stride(stride(n)), m_levels(levels) {}

  static constexpr std::uint64_t stride(std::uint64_t n) { return (n + 63) / 64 * 64; }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned levels() const { return m_levels; }

  /// Where position i <= n of a level, and the symbols with that digit before it, come to stand in the next one.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t map(unsigned level, unsigned digit, std::uint64_t i) const
  {
    std::uint64_t const ones = m_bits.rank1(level * m_stride + i) - m_ones_before[level];
    return digit == 0 ? i - ones : m_zeros[level] + ones;
  }

  KOKKOS_FORCEINLINE_FUNCTION void map_all(unsigned level, std::uint64_t i, std::uint64_t (&next)[radix]) const
  {
    std::uint64_t const ones = m_bits.rank1(level * m_stride + i) - m_ones_before[level];
    next[0] = i - ones;
    next[1] = m_zeros[level] + ones;
  }

  /// The digit at position i < n of a level, and where its symbol stands in the next.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Digit digit_at(unsigned level, std::uint64_t i) const
  {
    auto const found = m_bits.access_rank1(level * m_stride + i);
    std::uint64_t const ones = found.rank - m_ones_before[level];
    return {found.bit ? 1u : 0u, found.bit ? m_zeros[level] + ones : i - ones};
  }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned last_digit_at(unsigned level, std::uint64_t i) const
  {
    return m_bits.access(level * m_stride + i);
  }

  /// The position in a level of the symbol that stands at position p of the next one, with that digit.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t unmap(unsigned level, unsigned digit, std::uint64_t p) const
  {
    std::uint64_t const start = level * m_stride;
    std::uint64_t const ones = m_ones_before[level];
    return (digit == 0 ? m_bits.select0(start - ones + p + 1) : m_bits.select1(ones + p - m_zeros[level] + 1)) - start;
  }

  /// Asks for what `map` of that position reads.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(unsigned level, std::uint64_t i) const
  {
    detail::prefetch(m_bits.block_of(level * m_stride + i));
  }

  [[nodiscard]] std::size_t bytes() const { return m_bits.bytes(); }

  /// Adds what `load` reads, under names that begin with this one.
  template <class ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file, std::string const& name) const
  {
    file.add_integer(name + ".levels", m_levels);
    file.add_array(name + ".ones", std::vector<std::uint64_t>(m_ones_before.data(), m_ones_before.data() + max_levels));
    file.add_array(name + ".zeros", std::vector<std::uint64_t>(m_zeros.data(), m_zeros.data() + max_levels));
    m_bits.save(space, file, name + ".bits");
  }
  template <class ExecutionSpace>
  [[nodiscard]] static BinaryLevels load(ExecutionSpace const& space, FileReader const& file, std::string const& name,
                                         std::uint64_t n)
  {
    auto const levels = static_cast<unsigned>(file.integer(name + ".levels", max_levels));
    BinaryLevels result(n, levels, Bits::load(space, file, name + ".bits"));
    if (result.m_bits.size() != levels * stride(n)) file.corrupt(name + ".bits has a wrong size");
    auto const ones = file.array<std::uint64_t>(name + ".ones", max_levels);
    auto const zeros = file.array<std::uint64_t>(name + ".zeros", max_levels);
    for (unsigned level = 0; level < max_levels; ++level) result.set_counts(level, ones[level], zeros[level]);
    return result;
  }

  // What the builder works on.
  [[nodiscard]] Bits const& vector() const { return m_bits; }
  /// ones: in the levels before; zeros: among the n bits of the level itself.
  void set_counts(unsigned level, std::uint64_t ones_before, std::uint64_t zeros)
  {
    m_ones_before[level] = ones_before;
    m_zeros[level] = zeros;
  }

 private:
  Bits m_bits;
  std::uint64_t m_stride = 0;
  unsigned m_levels = 0;
  Kokkos::Array<std::uint64_t, max_levels> m_ones_before{};
  Kokkos::Array<std::uint64_t, max_levels> m_zeros{};
};

}  // namespace lexikos
