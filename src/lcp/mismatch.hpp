// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>

namespace lexikos::lcp_detail
{

/// The bytes of a text, and the common prefixes of its suffixes.
struct SuffixBytes
{
  std::uint8_t const* data;
  std::size_t size;

  /// The first k in [begin, end) in which suffixes a and b differ; end if there is none. Both suffixes have `end` bytes or more.
  KOKKOS_FUNCTION std::size_t mismatch(std::size_t a, std::size_t b, std::size_t begin, std::size_t end) const
  {
    std::size_t k = begin;
    KOKKOS_IF_ON_DEVICE((k = skip_aligned_words(a, b, k, end);))
    KOKKOS_IF_ON_HOST((k = skip_words(a, b, k, end);))
    for (; k < end; ++k)
      if (data[a + k] != data[b + k]) return k;
    return end;
  }

  // Both return the first difference, or how far they came without one.

  KOKKOS_FUNCTION std::size_t skip_words(std::size_t a, std::size_t b, std::size_t k, std::size_t end) const
  {
    for (; k + 8 <= end; k += 8) {
      std::uint64_t const difference = detail::load_bytes(data + a + k) ^ detail::load_bytes(data + b + k);
      if (difference != 0) return k + static_cast<std::size_t>(Kokkos::countr_zero(difference)) / 8;
    }
    return k;
  }

  KOKKOS_FUNCTION std::size_t skip_aligned_words(std::size_t a, std::size_t b, std::size_t k, std::size_t end) const
  {
    // the words that are read start up to 7 bytes early, and end up to 16 bytes after k: all within the text
    std::size_t const first = a < b ? a : b;
    std::size_t const last = a < b ? b : a;
    while (first + k < 7 && k < end && data[a + k] == data[b + k]) ++k;
    if (first + k < 7 || k + last + 16 > size) return k;
    detail::AlignedWords x(data + a + k), y(data + b + k);
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
