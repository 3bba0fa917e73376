// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where the index has the whole suffix array and the text in two bits a letter, it can be searched as a suffix array is: what
// a text repeats often takes a few comparisons that way, and backwards a step a symbol.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/fm_rows.hpp>
#include <lexikos/detail/fm_text.hpp>
#include <lexikos/detail/suffix_search.hpp>
#include <lexikos/detail/words.hpp>
#include <type_traits>

namespace lexikos::fm_detail
{

/// Suffixes of a packed text, and patterns of digits.
template <class Steps, class Text, class Index>
struct PackedSuffixes
{
  static constexpr std::uint64_t at_once = Text::digits_of_word;

  Index const* suffix_array;
  std::uint64_t n;
  Steps const& steps;
  Text const& text;

  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION detail::SuffixComparison compare(std::uint64_t p, Pattern const& pattern,
                                                                             std::uint64_t common) const
  {
    std::uint64_t const longest = n - p < pattern.length ? n - p : pattern.length;
    if (longest > common && !text.exceptions.empty() &&
        text.exceptions.before(p + longest) != text.exceptions.before(p + common))
      return compare_with_runs(p, pattern, common, longest);
    for (std::uint64_t length = common; length < longest; length += at_once) {
      std::uint64_t const rest = longest - length;
      auto const count = static_cast<unsigned>(rest < at_once ? rest : at_once);
      std::uint64_t const mine = text.digits(p + length), other = pattern.digits(length, count);
      std::uint64_t const difference = (mine ^ other) & detail::low_bits(2 * static_cast<int>(count));
      if (difference == 0) continue;
      int const bit = Kokkos::Experimental::countr_zero_builtin(difference) & ~1;
      return {length + static_cast<std::uint64_t>(bit / 2), (mine >> bit & 3) < (other >> bit & 3)};
    }
    return {longest < common ? common : longest, longest < pattern.length};
  }

 private:
  /// Slots of digits are in the order of their symbols, others not: what begins with them says where they belong.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t first_row(std::uint64_t slot) const
  {
    return steps.map(slot, 0);
  }
  template <class Pattern>
  [[nodiscard]] KOKKOS_INLINE_FUNCTION detail::SuffixComparison compare_with_runs(std::uint64_t p,
                                                                                  Pattern const& pattern,
                                                                                  std::uint64_t common,
                                                                                  std::uint64_t longest) const
  {
    for (std::uint64_t length = common; length < longest; ++length) {
      std::uint64_t const mine = text.slot(p + length), other = pattern.digits(length, 1);
      if (mine != other) return {length, first_row(mine) < first_row(other)};
    }
    return {longest, longest < pattern.length};
  }
};

/// A pattern all of whose symbols are digits, as suffixes are compared with it.
template <class Pattern>
struct DigitPattern
{
  Pattern const& pattern;
  std::uint64_t length;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t digits(std::uint64_t j, unsigned count) const
  {
    return pattern.digits(j, count).packed;
  }
};

template <class Pattern>
[[nodiscard]] KOKKOS_INLINE_FUNCTION bool are_all_digits(Pattern const& pattern)
{
  constexpr std::uint64_t at_once = 32;
  std::uint64_t const size = pattern.length();
  for (std::uint64_t j = 0; j < size; j += at_once)
    if (!pattern.digits(j, static_cast<unsigned>(size - j < at_once ? size - j : at_once)).are_all) return false;
  return true;
}

/// The number in the table of the first `depth` symbols.
template <class Pattern>
[[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t number_of_begin(Pattern const& pattern, std::uint32_t base,
                                                                        std::uint32_t depth)
{
  std::uint64_t const digits = pattern.digits(0, depth);
  if (base == 4) return detail::number_of_digits(digits, depth);
  std::uint64_t number = 0;
  for (std::uint32_t j = 0; j < depth; ++j) number = number * base + (digits >> (2 * j) & 3);
  return number;
}

/// The rows of a pattern of digits that is longer than the strings of the table.
/// \param suffix_array  of all rows but row 0
template <class Search, class Text, class Index, class Pattern>
[[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmRows<std::uint64_t> find_forward(Search const& search, Text const& text,
                                                                             Index const* suffix_array,
                                                                             Pattern const& pattern)
{
  auto const& table = search.table;
  auto const start = table.rows[number_of_begin(pattern, table.base, table.depth)];
  if (start.begin >= start.end) return {0, 0};
  using Steps = std::remove_cvref_t<decltype(search.steps)>;
  PackedSuffixes<Steps, Text, Index> const suffixes{suffix_array, search.steps.n, search.steps, text};
  // entries are one less than rows
  std::uint64_t const end = start.end - 1;
  auto const place = detail::place_of_pattern(suffixes, start.begin - 1, end, table.depth, pattern);
  if (place.length < pattern.length) return {0, 0};
  return {place.entry + 1, detail::end_of_pattern(suffixes, place.entry, end, table.depth, pattern) + 1};
}

}  // namespace lexikos::fm_detail
