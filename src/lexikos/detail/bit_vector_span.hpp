// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/bit_layouts.hpp>

namespace lexikos
{

/// The value that `access` has for positions beyond the last.
constexpr std::uint8_t no_bit = 255;

/// A bit and the number of ones before it.
struct BitAndRank
{
  std::uint64_t rank;
  bool bit;
};

/// The queries of a `BitVector`, without its memory: trivially copyable, for kernels and for arrays of bit vectors. It is
/// valid as long as the vector it was taken from. All queries may be called where the memory space is accessible.
template <class MemorySpace, class Layout>
class BitVectorSpan
{
 public:
  using memory_space = MemorySpace;
  using layout = Layout;

  BitVectorSpan() = default;

  /// \param words  bit_parts<Layout>(size).words() words, as a build left them
  BitVectorSpan(std::uint64_t const* words, std::size_t size, std::size_t ones)
      : m_size(size), m_ones(ones), m_sample_shift(detail::sample_shift(size))
  {
    auto const parts = detail::bit_parts<Layout>(size);
    m_arrays.blocks = words;
    m_arrays.supers = words + parts.block_words;
    m_arrays.counts = reinterpret_cast<std::uint16_t const*>(m_arrays.supers + parts.super_words);
    m_arrays.first_sample =
        reinterpret_cast<std::uint32_t const*>(m_arrays.supers + parts.super_words + parts.count_words);
    m_arrays.last_sample = m_arrays.first_sample + 2 * parts.sample_words - 1;
  }

  /// Number of bits.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t size() const { return m_size; }
  /// Number of ones.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t ones() const { return m_ones; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t zeros() const { return m_size - m_ones; }

  /// Bit i, 0 or 1; `no_bit` for i >= size(). One fetch.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint8_t access(std::size_t i) const
  {
    if (i >= m_size) return no_bit;
    return Layout::bit(m_arrays, i) ? 1 : 0;
  }

  /// Ones in [0, min(i, size())).
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t rank1(std::size_t i) const
  {
    i = i < m_size ? i : m_size;
    std::size_t const block = i / Layout::block_bits;
    auto const r = static_cast<unsigned>(i - block * Layout::block_bits);
    auto const bits = Layout::load(m_arrays, block, r);
    return bits.ones_before + bits.rank(r);
  }

  /// Zeros in [0, min(i, size())).
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t rank0(std::size_t i) const
  {
    i = i < m_size ? i : m_size;
    return i - rank1(i);
  }

  /// Bit i and the ones before it, at the cost of a rank. The bit is 0 for i >= size(), and the rank as in rank1.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION BitAndRank access_rank1(std::size_t i) const
  {
    i = i < m_size ? i : m_size;
    std::size_t const block = i / Layout::block_bits;
    auto const r = static_cast<unsigned>(i - block * Layout::block_bits);
    auto const bits = Layout::load(m_arrays, block, r);
    return {bits.ones_before + bits.rank(r), bits.bit(r)};
  }

  /// Position of the k-th one, k from 1 to ones(); size() for every other k. Two fetches, and for unevenly spread ones
  /// more: at most logarithmically many in the blocks between two samples.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t select1(std::size_t k) const { return select<true>(k); }
  /// Position of the k-th zero, k from 1 to zeros(); size() for every other k.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t select0(std::size_t k) const { return select<false>(k); }

  // ----- for batches, which fetch early --------------------------------------------------------------------------------

  /// Where rank and access of position i begin to read.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t const* block_of(std::size_t i) const
  {
    return m_arrays.blocks + (i < m_size ? i : m_size) / Layout::block_bits * Layout::block_words;
  }

  /// Where select begins to read; null for a k out of range.
  template <bool one>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t const* sample_of(std::size_t k) const
  {
    if (k - 1 >= (one ? ones() : zeros())) return nullptr;
    std::size_t const sample = (k - 1) >> Layout::sample_log;
    return one ? m_arrays.first_sample + sample : m_arrays.last_sample - sample;
  }

  /// The block that select looks at first; k in range.
  template <bool one>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t first_guess(std::size_t k) const
  {
    return search_of<one>(k).guess;
  }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t const* block(std::size_t b) const
  {
    return m_arrays.blocks + b * Layout::block_words;
  }

 private:
  /// Blocks among which the wanted one is, and where it would be if the ones between two samples were spread evenly.
  struct Search
  {
    std::size_t first;
    std::size_t last;
    std::size_t guess;
    std::size_t span;  ///< bits between the two samples
  };

  template <bool one>
  KOKKOS_FORCEINLINE_FUNCTION Search search_of(std::size_t k) const
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
  KOKKOS_FORCEINLINE_FUNCTION std::size_t select(std::size_t k) const
  {
    if (k - 1 >= (one ? ones() : zeros())) return m_size;
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
      // mostly as far as the mean distance tells, but never so often that the search would take more than O(log) steps
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

}  // namespace lexikos
