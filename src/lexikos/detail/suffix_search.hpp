// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A pattern among suffixes in their order, on the device: what searches by a suffix array share, whatever the symbols are.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/words.hpp>

namespace lexikos
{

/// The entries [begin, end) of a suffix array whose suffixes begin with a pattern; begin = end if there are none.
template <class Index>
struct SuffixInterval
{
  Index begin = 0;
  Index end = 0;

  [[nodiscard]] KOKKOS_FUNCTION constexpr Index count() const { return end - begin; }
  [[nodiscard]] KOKKOS_FUNCTION constexpr bool operator==(SuffixInterval const& other) const
  {
    return begin == other.begin && end == other.end;
  }
};

namespace detail
{

/// Symbols [begin, begin + length) of data, which has `size`.
template <class Symbol>
struct PatternSymbols
{
  Symbol const* data;
  std::uint64_t size;
  std::uint64_t begin;
  std::uint64_t length;
};

/// How a suffix compares with a pattern.
struct SuffixComparison
{
  std::uint64_t length;  ///< of their common prefix; what was taken for common if the suffix is shorter than that
  bool less;             ///< the suffix is smaller than the pattern, and does not begin with it
};

/// A text of n symbols.
template <class Symbol>
struct SuffixText
{
  Symbol const* data;
  std::uint64_t n;
};

/// Compares the suffix at p with a pattern whose first `common` symbols are known to be the suffix's too, or, if the suffix is
/// shorter, begin with it. Reads eight bytes of both at a time.
template <class Symbol>
[[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixComparison compare_suffix(SuffixText<Symbol> const& text, std::uint64_t p,
                                                                     PatternSymbols<Symbol> const& pattern,
                                                                     std::uint64_t common)
{
  constexpr std::uint64_t width = sizeof(Symbol);
  constexpr std::uint64_t at_once = 8 / width;
  constexpr int bits = 8 * sizeof(Symbol);
  constexpr std::uint64_t symbol_mask = ~std::uint64_t{0} >> (64 - bits);
  auto const* const text_bytes = reinterpret_cast<std::uint8_t const*>(text.data);
  auto const* const pattern_bytes = reinterpret_cast<std::uint8_t const*>(pattern.data);
  std::uint64_t const longest = text.n - p < pattern.length ? text.n - p : pattern.length;
  for (std::uint64_t length = common; length < longest;) {
    std::uint64_t const mine = load_padded_word(text_bytes, width * (p + length), width * text.n);
    std::uint64_t const other = load_padded_word(pattern_bytes, width * (pattern.begin + length), width * pattern.size);
    std::uint64_t const rest = longest - length;
    std::uint64_t difference = mine ^ other;
    if (rest < at_once) difference &= (std::uint64_t{1} << (bits * rest)) - 1;
    if (difference != 0) {
      int const bit = Kokkos::Experimental::countr_zero_builtin(difference) & ~(bits - 1);
      return {length + static_cast<std::uint64_t>(bit / bits),
              ((mine >> bit) & symbol_mask) < ((other >> bit) & symbol_mask)};
    }
    length += rest < at_once ? rest : at_once;
  }
  return {longest < common ? common : longest, longest < pattern.length};
}

/// Between which entries of a suffix array a pattern belongs.
struct PatternPlace
{
  std::uint64_t entry;          ///< of the first suffix that is not below the pattern
  std::uint64_t length_before;  ///< symbols that the suffix before it has in common with the pattern
  std::uint64_t length;         ///< and those that it has itself
};

/// Manber and Myers' search among entries [low, high), step by step: those between two suffixes have in common with the pattern
/// what both have.
struct PlaceSearch
{
  std::uint64_t low;
  std::uint64_t high;
  std::uint64_t low_length;
  std::uint64_t high_length;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool goes_on() const { return low < high; }
  /// That is compared next, and what it has in common with the pattern.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t entry() const { return low + (high - low) / 2; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t common() const
  {
    return low_length < high_length ? low_length : high_length;
  }
  KOKKOS_FORCEINLINE_FUNCTION void take(SuffixComparison const& found)
  {
    std::uint64_t const middle = entry();
    if (found.less) {
      low = middle + 1;
      low_length = found.length;
    }
    else {
      high = middle;
      high_length = found.length;
    }
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION PatternPlace place() const { return {low, low_length, high_length}; }
};

/// That search among entries [begin, end), whose suffixes have their first `common` symbols in common with the pattern. Each
/// step reads an entry and, as a rule, eight bytes of the text. What a suffix beyond [begin, end) has in common is not known:
/// its length is `common`.
/// \param suffixes  has suffix_array, and compare(p, pattern, common)
template <class Suffixes, class Pattern>
[[nodiscard]] KOKKOS_INLINE_FUNCTION PatternPlace place_of_pattern(Suffixes const& suffixes, std::uint64_t begin,
                                                                   std::uint64_t end, std::uint64_t common,
                                                                   Pattern const& pattern)
{
  PlaceSearch search{begin, end, common, common};
  while (search.goes_on())
    search.take(suffixes.compare(suffixes.suffix_array[search.entry()], pattern, search.common()));
  return search.place();
}

/// The end of the entries before `bound` whose suffixes begin with a pattern, step by step: steps that double, and then halve
/// again, find the first that does not.
struct EndSearch
{
  std::uint64_t last;    ///< known to begin with the pattern; `bound` does not
  std::uint64_t bound;   ///< the answer, at the end
  std::uint64_t common;  ///< symbols that all have in common with the pattern
  std::uint64_t step = 1;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool goes_on() const { return bound - last > 1; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool grows() const { return step < bound - last; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t entry() const
  {
    return last + (grows() ? step : (bound - last) / 2);
  }
  /// \param n  symbols of the text
  KOKKOS_FORCEINLINE_FUNCTION void take(SuffixComparison const& found, std::uint64_t pattern_length, std::uint64_t n)
  {
    std::uint64_t const probe = entry();
    if (found.length == pattern_length) {
      if (grows()) step *= 2;
      last = probe;
    }
    else {
      bound = probe;
      common = found.length;
      step = n;  // does not grow any more
    }
  }
};

/// That search from `first`, the first entry whose suffix begins with the pattern.
template <class Suffixes, class Pattern>
[[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t end_of_pattern(Suffixes const& suffixes, std::uint64_t first,
                                                                  std::uint64_t bound, std::uint64_t common,
                                                                  Pattern const& pattern)
{
  EndSearch search{first, bound, common};
  while (search.goes_on())
    search.take(suffixes.compare(suffixes.suffix_array[search.entry()], pattern, search.common), pattern.length,
                suffixes.n);
  return search.bound;
}

/// How a search begins: with the code of the pattern's first symbols, or with its end.
template <class Index>
struct SuffixStart
{
  std::uint64_t code;
  SuffixInterval<Index> interval;  ///< where nothing is left to search
  bool is_searched;
};

/// The suffixes that begin with a pattern, within those that the table has for a code.
/// \param suffixes  has n, suffix_array, table, compare(p, pattern, common), and depth: symbols that the suffixes of a code
/// have
///                  in common with a pattern of that code, which is longer
template <class Suffixes, class Pattern>
[[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<typename Suffixes::Entry> search_suffixes(Suffixes const& suffixes,
                                                                                              std::uint64_t code,
                                                                                              Pattern const& pattern)
{
  using Index = typename Suffixes::Entry;
  std::uint64_t const end = suffixes.table[code + 1];
  auto const place = place_of_pattern(suffixes, suffixes.table[code], end, suffixes.depth, pattern);
  auto const first = static_cast<Index>(place.entry);
  if (place.length < pattern.length) return {first, first};
  return {first, static_cast<Index>(end_of_pattern(suffixes, place.entry, end, suffixes.depth, pattern))};
}

/// The suffixes that begin with the `length` <= depth symbols that a code stands for.
/// \param last  the number of the last of these symbols
/// \param suffixes  has n, suffix_array, table, depth and alphabet; shorter suffixes are filled up with the number 0
template <class Suffixes>
[[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<typename Suffixes::Entry> suffixes_of_codes(
    Suffixes const& suffixes, std::uint64_t code, std::uint64_t length, std::uint32_t last)
{
  using Index = typename Suffixes::Entry;
  std::uint64_t first = code;
  std::uint64_t end_code = code + 1;
  for (std::uint64_t j = length; j < suffixes.depth; ++j) {
    first *= suffixes.alphabet;
    end_code *= suffixes.alphabet;
  }
  Index begin = suffixes.table[first];
  Index const end = suffixes.table[end_code];
  // shorter suffixes that are here only because they were filled up; there are fewer than `length`
  if (length != 0 && last == 0)
    while (begin < end && suffixes.n - suffixes.suffix_array[begin] < length) ++begin;
  return {begin, end};
}

}  // namespace detail
}  // namespace lexikos
