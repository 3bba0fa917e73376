// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// One pattern of tokens in a suffix array, on the device: what SuffixIndex (search.hpp) of symbols of 2 and 4 bytes is made of.

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstdint>
#include <lexikos/detail/suffix_search.hpp>

namespace lexikos::detail
{

template <class T>
concept TokenType = std::same_as<T, std::uint16_t> || std::same_as<T, std::uint32_t>;

/// What a suffix index has a text of.
template <class T>
concept IndexedSymbol = std::same_as<T, std::uint8_t> || TokenType<T>;

constexpr std::uint32_t absent_token = ~std::uint32_t{0};

/// A text of n tokens, its suffix array, and a table of intervals; all plain pointers.
///
/// Each token has a number: its distance from the smallest, or, where that takes a larger table than is allowed, its place
/// among the `symbols`, which are listed: log2(alphabet) steps in an array that the cache keeps. With depth > 0 the table has
/// the intervals of the strings of `depth` tokens, as that of bytes (see SuffixIntervals). With depth = 0 it has those of
/// groups of tokens, which begin with the listed ones: where all distinct tokens are too many for the table, some of them are
/// listed.
template <class Index, class Symbol>
struct TokenIntervals
{
  using Entry = Index;
  using Pattern = PatternSymbols<Symbol>;

  Symbol const* text;
  std::uint64_t n;
  Index const* suffix_array;
  Index const* table;     // [0..alphabet^depth], or [0..alphabet] for groups
  Symbol const* symbols;  // [0..alphabet) ascending, or null: numbers are distances
  Symbol smallest;        // of the text; above `largest` if that is empty
  Symbol largest;
  std::uint32_t alphabet;
  std::uint32_t depth;

  /// Where the suffix of an entry begins.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t position(std::uint64_t entry) const
  {
    return suffix_array[entry];
  }

  /// The number of a token, or of its group; `absent_token` if the text cannot have it.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t number_of(Symbol symbol) const
  {
    if (symbol < smallest || symbol > largest) return absent_token;
    if (symbols == nullptr) return static_cast<std::uint32_t>(symbol - smallest);
    std::uint32_t low = 0;  // the first token that is listed is not above the symbol
    std::uint32_t high = alphabet;
    while (high - low > 1) {
      std::uint32_t const middle = low + (high - low) / 2;
      bool const is_above = symbols[middle] > symbol;
      high = is_above ? middle : high;
      low = is_above ? low : middle;
    }
    return depth != 0 && symbols[low] != symbol ? absent_token : low;
  }

  /// The code of the suffix at p: the numbers of its first `depth` tokens, a shorter one filled up with 0.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t code(std::uint64_t p) const
  {
    std::uint64_t code = 0;
    for (std::uint64_t j = 0; j < depth; ++j) code = code * alphabet + (j < n - p ? number_of(text[p + j]) : 0);
    return code;
  }

  /// As `compare_suffix`.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixComparison compare(std::uint64_t p, Pattern const& pattern,
                                                                std::uint64_t common) const
  {
    return compare_suffix(SuffixText<Symbol>{text, n}, p, pattern, common);
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixStart<Index> start(Pattern const& pattern) const
  {
    if (depth == 0) return start_of_group(pattern);
    std::uint64_t const head = pattern.length < depth ? pattern.length : depth;
    std::uint64_t code = 0;
    std::uint32_t number = absent_token;
    for (std::uint64_t j = 0; j < head; ++j) {
      number = number_of(pattern.data[pattern.begin + j]);
      if (number == absent_token) return {0, {}, false};
      code = code * alphabet + number;
    }
    if (pattern.length <= depth) return {code, suffixes_of_codes(*this, code, head, number), false};
    return {code, {}, true};
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> interval(Pattern const& pattern) const
  {
    auto const begun = start(pattern);
    return begun.is_searched ? search_suffixes(*this, begun.code, pattern) : begun.interval;
  }

 private:
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixStart<Index> start_of_group(Pattern const& pattern) const
  {
    if (pattern.length == 0) return {0, {0, static_cast<Index>(n)}, false};
    std::uint32_t const group = number_of(pattern.data[pattern.begin]);
    return {group, {}, group != absent_token};
  }
};

}  // namespace lexikos::detail
