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

  /// The first k in [begin, end) in which suffixes a and b differ; end if there is none. Both suffixes have `end` bytes or
  /// more.
  KOKKOS_FUNCTION std::size_t mismatch(std::size_t a, std::size_t b, std::size_t begin, std::size_t end) const
  {
    std::size_t k = skip_words(a, b, begin, end);
    for (; k < end; ++k)
      if (data[a + k] != data[b + k]) return k;
    return end;
  }

  /// The first difference, or how far words reach without one: those that are read lie within the text.
  KOKKOS_FUNCTION std::size_t skip_words(std::size_t a, std::size_t b, std::size_t k, std::size_t end,
                                         bool aligned = !detail::runs_on_host()) const
  {
    using Words = detail::UnalignedWords;
    std::size_t const first = a < b ? a : b;
    std::size_t const last = a < b ? b : a;
    unsigned const before = Words::reads_before(aligned), after = Words::reads_after(aligned);
    while (first + k < before && k < end && data[a + k] == data[b + k]) ++k;
    if (first + k < before || k + last + after > size) return k;
    Words x(data + a + k, aligned), y(data + b + k, aligned);
    for (; k < end && k + last + after <= size; k += 8) {
      std::uint64_t const difference = x.next() ^ y.next();
      if (difference == 0) continue;
      k += static_cast<std::size_t>(Kokkos::countr_zero(difference)) / 8;
      return k < end ? k : end;
    }
    return k < end ? k : end;
  }
};

}  // namespace lexikos::lcp_detail
