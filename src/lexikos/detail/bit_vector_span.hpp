// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/bit_layouts.hpp>

namespace lexikos
{

namespace detail
{
struct BitVectorAccess;
}

/// The answer for a bit that is not there.
inline constexpr std::uint8_t no_bit = 255;

/// A bit, 0 or 1, or `no_bit`, and the number of ones before it.
struct BitAndRank
{
  std::uint64_t rank;
  std::uint8_t bit;
};

/// The queries of a `BitVector`, without its memory: trivially copyable, for kernels and for arrays of bit vectors. It is
/// valid as long as the vector it was taken from. All queries may be called where the memory space is accessible, with any
/// argument.
template <class MemorySpace, detail::BitLayout Layout>
class BitVectorSpan
{
 public:
  using memory_space = MemorySpace;
  using layout = Layout;

  /// Of the vector of 0 bits that was never built.
  BitVectorSpan() = default;

  /// Number of bits.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t size() const { return m_size; }
  /// Number of ones.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t ones() const { return m_ones; }
  /// Number of zeros.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t zeros() const { return m_size - m_ones; }

  /// Bit i, 0 or 1; `no_bit` for i >= size(). One fetch.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint8_t access(std::size_t i) const
  {
    if (i >= m_size) return no_bit;
    return Layout::bit(m_arrays, i) ? 1 : 0;
  }

  /// Ones in [0, min(i, size())). One fetch, or as many as the layout says.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t rank1(std::size_t i) const
  {
    return m_arrays.blocks == nullptr ? 0 : ones_before(i);
  }

  /// Zeros in [0, min(i, size())).
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t rank0(std::size_t i) const
  {
    return (i < m_size ? i : m_size) - rank1(i);
  }

  /// access(i) and rank1(i), at the cost of the latter.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION BitAndRank access_rank1(std::size_t i) const
  {
    if (m_arrays.blocks == nullptr) return {0, no_bit};
    auto const found = bit_and_rank(i);
    return {found.rank, i < m_size ? found.bit : no_bit};
  }

  /// Position of the k-th one, k from 1 to ones(); `not_found` for every other k. Two fetches, and for unevenly spread ones
  /// more: at most logarithmically many in the blocks between two samples.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t select1(std::size_t k) const { return select<true>(k); }
  /// Position of the k-th zero, k from 1 to zeros(); `not_found` for every other k. As select1.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t select0(std::size_t k) const { return select<false>(k); }

 private:
  friend struct detail::BitVectorAccess;

  /// \param words  bit_parts<Layout>(size).words() words, as a build left them
  BitVectorSpan(std::uint64_t const* words, std::size_t size, std::size_t ones)
      : m_size(size), m_ones(ones), m_sample_shift(detail::sample_shift(size))
  {
    auto const parts = detail::bit_parts<Layout>(size);
    m_arrays.blocks = words;
    m_arrays.superblocks = words + parts.block_words;
    m_arrays.counts = reinterpret_cast<std::uint16_t const*>(m_arrays.superblocks + parts.superblock_words);
    m_arrays.first_sample =
        reinterpret_cast<std::uint32_t const*>(m_arrays.superblocks + parts.superblock_words + parts.count_words);
    m_arrays.last_sample = m_arrays.first_sample + 2 * parts.sample_words - 1;
  }

  /// rank1 for a vector that was built.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t ones_before(std::size_t i) const
  {
    i = i < m_size ? i : m_size;
    std::size_t const block = i / Layout::block_bits;
    auto const r = static_cast<unsigned>(i - block * Layout::block_bits);
    auto const bits = Layout::load(m_arrays, block, r);
    return bits.ones_before + bits.rank(r);
  }

  /// access_rank1 for a vector that was built; the bit is 0 for i >= size().
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION BitAndRank bit_and_rank(std::size_t i) const
  {
    i = i < m_size ? i : m_size;
    std::size_t const block = i / Layout::block_bits;
    auto const r = static_cast<unsigned>(i - block * Layout::block_bits);
    auto const bits = Layout::load(m_arrays, block, r);
    return {bits.ones_before + bits.rank(r), bits.bit(r) ? std::uint8_t{1} : std::uint8_t{0}};
  }

  /// The blocks that may hold the one, and the block that would hold it if the ones between two samples were spread evenly.
  struct Search
  {
    std::size_t first;
    std::size_t last;
    std::size_t guess;
    std::size_t span;  ///< bits between the two samples
  };

  template <bool one>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Search search_of(std::size_t k) const
  {
    std::size_t const sample = (k - 1) >> Layout::sample_log;
    std::size_t const within = (k - 1) & (Layout::sample_distance - 1);
    std::uint32_t const from = one ? m_arrays.first_sample[sample] : *(m_arrays.last_sample - sample);
    std::uint32_t const to = one ? m_arrays.first_sample[sample + 1] : *(m_arrays.last_sample - sample - 1);
    std::size_t const begin = static_cast<std::size_t>(from) << m_sample_shift;
    std::size_t end = ((static_cast<std::size_t>(to) + 1) << m_sample_shift) - 1;
    end = end < m_size ? end : m_size - 1;
    std::size_t const span = end - begin;
    std::size_t const guess = begin + ((span * within) >> Layout::sample_log);
    return {begin / Layout::block_bits, end / Layout::block_bits, guess / Layout::block_bits, span};
  }

  template <bool one>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t select(std::size_t k) const
  {
    if (k - 1 >= (one ? ones() : zeros())) return not_found;
    std::size_t const before = k - 1;
    auto search = search_of<one>(k);
    std::size_t block = search.guess;
    for (unsigned probe = 1;; ++probe) {
      auto const bits = Layout::load(m_arrays, block);
      std::size_t const here = one ? bits.ones_before : block * Layout::block_bits - bits.ones_before;
      unsigned const ones_here = bits.ones();
      std::size_t const next = here + (one ? ones_here : Layout::block_bits - ones_here);
      if (before >= here && before < next)
        return block * Layout::block_bits + bits.template select<one>(static_cast<unsigned>(before - here));
      bool const above = before >= next;
      std::size_t const missing = above ? before - next : here - before;
      if (above)
        search.first = block + 1;
      else
        search.last = block - 1;
      // mostly as far as the mean distance says, but now and then by halves, so that the search takes O(log) steps
      std::size_t const step = 1 + ((missing * search.span) >> Layout::sample_log) / Layout::block_bits;
      std::size_t const room = search.last - search.first;
      if (probe % 4 == 3)
        block = search.first + room / 2;
      else if (above)
        block = search.first + (step - 1 < room ? step - 1 : room);
      else
        block = search.last - (step - 1 < room ? step - 1 : room);
    }
  }

  detail::BitArrays m_arrays;
  std::size_t m_size = 0;
  std::size_t m_ones = 0;
  unsigned m_sample_shift = 0;
};

namespace detail
{

/// What batches, wavelet structures and files do with a bit vector, and users do not.
struct BitVectorAccess
{
  /// \param words  bit_parts<Layout>(size).words() words, as a build left them
  template <class MemorySpace, class Layout>
  [[nodiscard]] static BitVectorSpan<MemorySpace, Layout> span(std::uint64_t const* words, std::size_t size,
                                                               std::size_t ones)
  {
    return {words, size, ones};
  }

  template <class MemorySpace, class Layout>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static BitArrays const& arrays(
      BitVectorSpan<MemorySpace, Layout> const& bits)
  {
    return bits.m_arrays;
  }

  /// rank1 for a vector that was built.
  template <class Bits>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static std::size_t rank1(Bits const& bits, std::size_t i)
  {
    return bits.ones_before(i);
  }

  /// Prefetches what that reads. For the interleaved layouts.
  template <class Bits>
  KOKKOS_FORCEINLINE_FUNCTION static void prefetch(Bits const& bits, std::size_t i)
  {
    using Layout = typename Bits::layout;
    detail::prefetch(bits.m_arrays.blocks + i / Layout::block_bits * Layout::block_words);
  }

  /// access_rank1 for a vector that was built, where i < size().
  template <class Bits>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static BitAndRank bit_and_rank(Bits const& bits, std::size_t i)
  {
    return bits.bit_and_rank(i);
  }

  /// Where rank and access of position i start to read.
  template <class Bits>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t const* block_of(Bits const& bits, std::size_t i)
  {
    using Layout = typename Bits::layout;
    return bits.m_arrays.blocks + (i < bits.m_size ? i : bits.m_size) / Layout::block_bits * Layout::block_words;
  }

  /// Where select starts to read; null for a k out of range.
  template <bool one, class Bits>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t const* sample_of(Bits const& bits, std::size_t k)
  {
    if (k - 1 >= (one ? bits.ones() : bits.zeros())) return nullptr;
    std::size_t const sample = (k - 1) >> Bits::layout::sample_log;
    return one ? bits.m_arrays.first_sample + sample : bits.m_arrays.last_sample - sample;
  }

  /// The block that select reads first; k in range.
  template <bool one, class Bits>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t const* first_block(Bits const& bits, std::size_t k)
  {
    return bits.m_arrays.blocks + bits.template search_of<one>(k).guess * Bits::layout::block_words;
  }
};

}  // namespace detail
}  // namespace lexikos
