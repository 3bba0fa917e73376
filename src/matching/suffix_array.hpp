// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What frequent windows ask of a suffix array.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/matching_suffixes.hpp>

#include "matching/text.hpp"

namespace lexikos::matching_detail
{

/// The first suffix in [low, high) that is not below the symbol and the pattern; or that is above all which begin with them.
template <class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t first_of(detail::SuffixIntervals<Index> const& suffixes,
                                                            std::uint64_t low, std::uint64_t high, std::uint8_t symbol,
                                                            PatternBytes const& pattern, bool beyond)
{
  while (low < high) {
    std::uint64_t const middle = low + (high - low) / 2;
    std::uint64_t const p = suffixes.suffix_array[middle];
    bool is_before = suffixes.text[p] < symbol;
    if (suffixes.text[p] == symbol) {
      auto const found = suffixes.compare(p + 1, pattern, 0);
      is_before = found.less || (beyond && found.length == pattern.length);
    }
    if (is_before)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// The suffixes that begin with a symbol, whose number in the alphabet is `digit`, and then with the pattern, whose symbols
/// the text has.
template <class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> preceded_by(detail::SuffixIntervals<Index> const& suffixes,
                                                                       SuffixInterval<Index> const&,
                                                                       std::uint64_t digit, std::uint8_t symbol,
                                                                       PatternBytes const& pattern)
{
  std::uint64_t first_code = suffixes.depth == 0 ? 0 : digit;
  std::uint64_t end_code = first_code + 1;
  for (std::uint64_t j = 0; j + 1 < suffixes.depth; ++j) {
    std::uint64_t const next = j < pattern.length ? suffixes.digits[pattern.data[pattern.begin + j]] : 0;
    first_code = first_code * suffixes.alphabet + next;
    end_code = j < pattern.length ? first_code + 1 : end_code * suffixes.alphabet;
  }
  std::uint64_t const begin = suffixes.table[first_code];
  std::uint64_t const end = suffixes.table[end_code];
  std::uint64_t const low = first_of(suffixes, begin, end, symbol, pattern, false);
  return {static_cast<Index>(low), static_cast<Index>(first_of(suffixes, low, end, symbol, pattern, true))};
}

/// Fills in the ranks, unsorted; n for an empty document.
template <class Index>
struct RankDocumentStart
{
  IndexedText<detail::SuffixIntervals<Index>> text;
  Index* ranks;

  KOKKOS_FUNCTION void operator()(std::size_t d) const
  {
    auto const& suffixes = text.suffixes;
    std::uint64_t const p = text.documents.are_several() ? text.documents.offsets[d] : 0;
    if (text.documents.are_several() && text.documents.offsets[d + 1] == p) {
      ranks[d] = static_cast<Index>(suffixes.n);
      return;
    }
    PatternBytes const suffix{suffixes.text, suffixes.n, p, suffixes.n - p};
    std::uint64_t const code = suffixes.code(p);
    std::uint64_t low = suffixes.table[code];
    std::uint64_t high = suffixes.table[code + 1];
    std::uint64_t low_length = 0;
    std::uint64_t high_length = 0;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      std::uint64_t const other = suffixes.suffix_array[middle];
      if (other == p) {
        low = middle;
        break;
      }
      auto const found = suffixes.compare(other, suffix, low_length < high_length ? low_length : high_length);
      if (found.less) {
        low = middle + 1;
        low_length = found.length;
      }
      else {
        high = middle;
        high_length = found.length;
      }
    }
    ranks[d] = static_cast<Index>(low);
  }
};

}  // namespace lexikos::matching_detail
