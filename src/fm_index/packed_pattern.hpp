// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/fm_text.hpp>
#include <lexikos/detail/words.hpp>

namespace lexikos::fm_detail
{

/// A pattern of up to 160 digits, in registers.
struct PackedPattern
{
  static constexpr std::uint64_t at_once = 32;
  static constexpr unsigned max_words = 5;
  static constexpr std::uint64_t most = max_words * at_once;

  std::uint64_t size;
  std::uint64_t words[max_words];

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t length() const { return size; }
  /// Of symbols [j, j + count), at most 32.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION detail::PackedDigits digits(std::uint64_t j, unsigned count) const
  {
    auto const word = static_cast<unsigned>(j / at_once), shift = static_cast<unsigned>(2 * (j % at_once));
    std::uint64_t low = 0, high = 0;
    LEXIKOS_UNROLL
    for (unsigned w = 0; w < max_words; ++w) {
      low = word == w ? words[w] : low;
      high = word + 1 == w ? words[w] : high;
    }
    return {(low >> shift | (high << 1 << (63 - shift))) & detail::low_bits(2 * static_cast<int>(count)), true};
  }

  /// Whether all symbols of a pattern of that many at most are digits, which are taken.
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool take(Pattern const& pattern)
  {
    size = pattern.length();
    bool are_all = true;
    LEXIKOS_UNROLL
    for (unsigned w = 0; w < max_words; ++w) {
      std::uint64_t const begin = w * at_once;
      words[w] = 0;
      if (begin >= size || !are_all) continue;
      auto const found = pattern.digits(begin, static_cast<unsigned>(size - begin < at_once ? size - begin : at_once));
      words[w] = found.packed;
      are_all = found.are_all;
    }
    return are_all;
  }
};

}  // namespace lexikos::fm_detail
