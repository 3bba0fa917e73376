// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lexikos::lcp_detail
{

static_assert(std::endian::native == std::endian::little, "the first byte of a word is its lowest");

/// Bytes from any address on, eight at a time, by loads of aligned words only, which is what devices can do. Touches the
/// words that hold the bytes asked for, and the one behind them.
class UnalignedWords
{
 public:
  KOKKOS_FUNCTION explicit UnalignedWords(std::uint8_t const* data)
      : m_word(reinterpret_cast<std::uint64_t const*>(reinterpret_cast<std::uintptr_t>(data) & ~std::uintptr_t{7})),
        m_shift(8 * static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(data) & 7)),
        m_current(*m_word)
  {}

  KOKKOS_FUNCTION std::uint64_t next()
  {
    std::uint64_t const following = *++m_word;
    // in two steps, since a shift by 64 is none
    std::uint64_t const bytes = (m_current >> m_shift) | ((following << 1) << (63 - m_shift));
    m_current = following;
    return bytes;
  }

 private:
  std::uint64_t const* m_word;
  unsigned m_shift;
  std::uint64_t m_current;
};

/// The common prefixes of the suffixes of `size` bytes.
struct SuffixBytes
{
  std::uint8_t const* data;
  std::size_t size;

  /// The first k in [begin, end) in which suffixes a and b differ; end if they agree. Neither ends before its byte `end`.
  KOKKOS_FUNCTION std::size_t mismatch(std::size_t a, std::size_t b, std::size_t begin, std::size_t end) const
  {
    std::size_t k = begin;
    KOKKOS_IF_ON_DEVICE((k = skip_words_aligned(a, b, k, end);))
    KOKKOS_IF_ON_HOST((k = skip_words(a, b, k, end);))
    for (; k < end; ++k)
      if (data[a + k] != data[b + k]) return k;
    return end;
  }

  // Both return the first difference, or how far they came without one.

  KOKKOS_FUNCTION std::size_t skip_words(std::size_t a, std::size_t b, std::size_t k, std::size_t end) const
  {
    for (; k + 8 <= end; k += 8) {
      std::uint64_t x, y;
      std::memcpy(&x, data + a + k, 8);
      std::memcpy(&y, data + b + k, 8);
      if (x != y) return k + static_cast<std::size_t>(Kokkos::countr_zero(x ^ y)) / 8;
    }
    return k;
  }

  KOKKOS_FUNCTION std::size_t skip_words_aligned(std::size_t a, std::size_t b, std::size_t k, std::size_t end) const
  {
    // the words that are read begin up to 7 bytes early, and end up to 16 bytes after k: all within the text
    std::size_t const first = a < b ? a : b;
    std::size_t const last = a < b ? b : a;
    while (first + k < 7 && k < end && data[a + k] == data[b + k]) ++k;
    if (first + k < 7 || k + last + 16 > size) return k;
    UnalignedWords x(data + a + k), y(data + b + k);
    for (; k < end && k + last + 16 <= size; k += 8) {
      std::uint64_t const difference = x.next() ^ y.next();
      if (difference == 0) continue;
      k += static_cast<std::size_t>(Kokkos::countr_zero(difference)) / 8;
      return k < end ? k : end;
    }
    return k < end ? k : end;
  }
};

}  // namespace lexikos::lcp_detail
