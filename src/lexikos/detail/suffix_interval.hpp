// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// One pattern of bytes in a suffix array, on the device: what SuffixIndex (search.hpp) is made of.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/suffix_search.hpp>
#include <lexikos/detail/words.hpp>

namespace lexikos::detail
{

constexpr std::uint16_t absent_symbol = 0xFFFF;

using PatternBytes = PatternSymbols<std::uint8_t>;

/// A text of n symbols, its suffix array, and the intervals of the strings of `depth` symbols; all plain pointers.
///
/// The first `depth` symbols of a suffix are its code, a number to the base of the alphabet's size; a shorter suffix is filled
/// up with the smallest symbol. Codes never fall along the array, since filling up keeps the order of suffixes, or makes them
/// equal: table[c] is the number of suffixes with a code below c. Of the suffixes of one code, those that were filled up come
/// first, each being a proper prefix of the string that the code stands for.
template <class Index>
struct SuffixIntervals
{
  using Entry = Index;

  std::uint8_t const* text;
  std::uint64_t n;
  Index const* suffix_array;
  Index const* table;           // [0..alphabet^depth]
  std::uint16_t const* digits;  // [0..256) of the symbols in order, or absent_symbol
  std::uint32_t alphabet;
  std::uint32_t depth;

  /// Where the suffix of an entry begins.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t position(std::uint64_t entry) const
  {
    return suffix_array[entry];
  }

  /// The code of the suffix at p.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t code(std::uint64_t p) const
  {
    std::uint64_t code = 0;
    std::uint64_t word = 0;
    std::uint64_t const there = n - p < depth ? n - p : depth;
    for (std::uint64_t j = 0; j < there; ++j) {
      word = j % 8 == 0 ? load_padded_word(text, p + j, n) : word >> 8;
      code = code * alphabet + digits[word & 0xFF];
    }
    for (std::uint64_t j = there; j < depth; ++j) code *= alphabet;
    return code;
  }

  /// As `compare_suffix`.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixComparison compare(std::uint64_t p, PatternBytes const& pattern,
                                                                std::uint64_t common) const
  {
    return compare_suffix(SuffixText<std::uint8_t>{text, n}, p, pattern, common);
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixStart<Index> start(PatternBytes const& pattern) const
  {
    std::uint64_t const head = pattern.length < depth ? pattern.length : depth;
    std::uint64_t code = 0;
    std::uint64_t word = 0;
    std::uint16_t digit = absent_symbol;
    for (std::uint64_t j = 0; j < head; ++j) {
      word = j % 8 == 0 ? load_padded_word(pattern.data, pattern.begin + j, pattern.size) : word >> 8;
      digit = digits[word & 0xFF];
      if (digit == absent_symbol) return {0, {}, false};
      code = code * alphabet + digit;
    }
    if (pattern.length <= depth) return {code, suffixes_of_codes(*this, code, head, digit), false};
    return {code, {}, true};
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> interval(PatternBytes const& pattern) const
  {
    auto const begun = start(pattern);
    return begun.is_searched ? search_suffixes(*this, begun.code, pattern) : begun.interval;
  }
};

}  // namespace lexikos::detail
