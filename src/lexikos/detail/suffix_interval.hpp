// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// One pattern in a suffix array, on the device: what SuffixIndex (search.hpp) is made of.

#include <Kokkos_Core.hpp>
#include <cstddef>
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

constexpr std::uint16_t absent_symbol = 0xFFFF;

/// Bytes [begin, begin + length) of data, which has `size`.
struct PatternBytes
{
  std::uint8_t const* data;
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

  /// Compares the suffix at p with a pattern whose first `common` symbols are known to be the suffix's too, or, if the suffix
  /// is shorter, begin with it.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixComparison compare(std::uint64_t p, PatternBytes const& pattern,
                                                                std::uint64_t common) const
  {
    std::uint64_t const longest = n - p < pattern.length ? n - p : pattern.length;
    for (std::uint64_t length = common; length < longest;) {
      std::uint64_t const mine = load_padded_word(text, p + length, n);
      std::uint64_t const other = load_padded_word(pattern.data, pattern.begin + length, pattern.size);
      std::uint64_t const rest = longest - length;
      std::uint64_t difference = mine ^ other;
      if (rest < 8) difference &= (std::uint64_t{1} << (8 * rest)) - 1;
      if (difference != 0) {
        int const bit = Kokkos::Experimental::countr_zero_builtin(difference) & ~7;
        return {length + static_cast<std::uint64_t>(bit / 8), ((mine >> bit) & 0xFF) < ((other >> bit) & 0xFF)};
      }
      length += rest < 8 ? rest : 8;
    }
    return {longest < common ? common : longest, longest < pattern.length};
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> interval(PatternBytes const& pattern) const
  {
    std::uint64_t const head = pattern.length < depth ? pattern.length : depth;
    std::uint64_t code = 0;
    std::uint64_t word = 0;
    std::uint16_t digit = absent_symbol;
    for (std::uint64_t j = 0; j < head; ++j) {
      word = j % 8 == 0 ? load_padded_word(pattern.data, pattern.begin + j, pattern.size) : word >> 8;
      digit = digits[word & 0xFF];
      if (digit == absent_symbol) return {};
      code = code * alphabet + digit;
    }
    return pattern.length <= depth ? of_codes(code, head, digit) : search(code, pattern);
  }

 private:
  /// The suffixes that begin with the `length` <= depth symbols that the code stands for.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> of_codes(std::uint64_t code, std::uint64_t length,
                                                                      std::uint16_t last_digit) const
  {
    std::uint64_t first = code;
    std::uint64_t end_code = code + 1;
    for (std::uint64_t j = length; j < depth; ++j) {
      first *= alphabet;
      end_code *= alphabet;
    }
    Index begin = table[first];
    Index const end = table[end_code];
    // shorter suffixes that are here only because they were filled up; there are fewer than `length`
    if (length != 0 && last_digit == 0)
      while (begin < end && n - suffix_array[begin] < length) ++begin;
    return {begin, end};
  }

  /// Manber and Myers' search for the first suffix that is not below the pattern, within the suffixes of a code: those between
  /// two suffixes have in common with the pattern what both have. From there on, steps that double, and then halve again,
  /// find the first that does not begin with it.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> search(std::uint64_t code,
                                                                    PatternBytes const& pattern) const
  {
    std::uint64_t low = table[code];
    std::uint64_t high = table[code + 1];
    std::uint64_t bound = high;
    std::uint64_t low_length = depth;
    std::uint64_t high_length = depth;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      auto const found = compare(suffix_array[middle], pattern, low_length < high_length ? low_length : high_length);
      if (found.less) {
        low = middle + 1;
        low_length = found.length;
      }
      else {
        high = middle;
        high_length = found.length;
      }
    }
    if (high_length < pattern.length) return {static_cast<Index>(low), static_cast<Index>(low)};

    std::uint64_t last = low;  // known to begin with the pattern; `bound` does not
    std::uint64_t common = depth;
    for (std::uint64_t step = 1; bound - last > 1;) {
      bool const grows = step < bound - last;
      std::uint64_t const probe = last + (grows ? step : (bound - last) / 2);
      auto const found = compare(suffix_array[probe], pattern, common);
      if (found.length == pattern.length) {
        last = probe;
        if (grows) step *= 2;
      }
      else {
        bound = probe;
        common = found.length;
        step = n;  // does not grow any more
      }
    }
    return {static_cast<Index>(low), static_cast<Index>(bound)};
  }
};

}  // namespace detail
}  // namespace lexikos
