// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// One pattern in a suffix array, on the device: the functions behind SuffixIndex (search.hpp).

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lexikos
{

/// The entries [begin, end) of a suffix array whose suffixes begin with a pattern; begin = end where there are none.
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

/// The bytes data[at..at + 8) as a little-endian number, where they can be had by loads of words within data[0..size).
KOKKOS_INLINE_FUNCTION bool has_word_at(std::uint8_t const* data, std::uint64_t at, std::uint64_t size,
                                        std::uint64_t& word)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) || defined(__SYCL_DEVICE_ONLY__)
  // words are read where they are aligned
  auto const address = reinterpret_cast<std::uintptr_t>(data + at);
  std::uint64_t const offset = address % 8;
  if (at < offset || at - offset + (offset == 0 ? 8 : 16) > size) return false;
  auto const* const words = reinterpret_cast<std::uint64_t const*>(address - offset);
  word = words[0] >> (8 * offset);
  if (offset != 0) word |= words[1] << (64 - 8 * offset);
  return true;
#else
  if (at + 8 > size) return false;
  std::memcpy(&word, data + at, sizeof(word));
  return true;
#endif
}

/// The same for every at < size; bytes from data[size] on count as zeros.
KOKKOS_INLINE_FUNCTION std::uint64_t word_at(std::uint8_t const* data, std::uint64_t at, std::uint64_t size)
{
  std::uint64_t word = 0;
  if (has_word_at(data, at, size, word)) return word;
  for (std::uint64_t i = 0; i < 8 && at + i < size; ++i) word |= std::uint64_t{data[at + i]} << (8 * i);
  return word;
}

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
  std::uint64_t length;  ///< of their common prefix; of a suffix that is shorter than what was taken for common, that
  bool less;             ///< the suffix is smaller than the pattern, and does not begin with it
};

/// A text of n symbols, its suffix array, and the intervals of the strings of `depth` symbols; all plain pointers.
///
/// Suffixes are numbered by their first `depth` symbols as numbers to the base of the alphabet's size; those that are
/// shorter count as if the smallest symbol followed. These codes never fall along the array, since filling up keeps the
/// order of suffixes, or makes them equal: table[c] is the number of suffixes with a code below c. Of the suffixes of one
/// code, those that were filled up come first, each being a proper prefix of the string that the code stands for.
template <class Index>
struct SuffixIntervals
{
  std::uint8_t const* text;
  std::uint64_t n;
  Index const* suffix_array;
  Index const* table;           // [0..alphabet^depth]
  std::uint16_t const* digits;  // [0..256) of the symbols in order, or absent_symbol
  std::uint32_t alphabet;
  std::uint32_t depth;

  /// The code of the suffix at p.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t code(std::uint64_t p) const
  {
    std::uint64_t code = 0;
    std::uint64_t word = 0;
    std::uint64_t const there = n - p < depth ? n - p : depth;
    for (std::uint64_t j = 0; j < there; ++j) {
      word = j % 8 == 0 ? word_at(text, p + j, n) : word >> 8;
      code = code * alphabet + digits[word & 0xFF];
    }
    for (std::uint64_t j = there; j < depth; ++j) code *= alphabet;
    return code;
  }

  /// Compares the suffix at p with a pattern, of which the first `common` symbols are known to be the suffix's, unless it
  /// is shorter than that, and then begins the pattern.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixComparison compare(std::uint64_t p, PatternBytes const& pattern,
                                                                std::uint64_t common) const
  {
    std::uint64_t const longest = n - p < pattern.length ? n - p : pattern.length;
    for (std::uint64_t length = common; length < longest;) {
      std::uint64_t const mine = word_at(text, p + length, n);
      std::uint64_t const other = word_at(pattern.data, pattern.begin + length, pattern.size);
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
      word = j % 8 == 0 ? word_at(pattern.data, pattern.begin + j, pattern.size) : word >> 8;
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
    std::uint64_t behind = code + 1;
    for (std::uint64_t j = length; j < depth; ++j) {
      first *= alphabet;
      behind *= alphabet;
    }
    Index begin = table[first];
    Index const end = table[behind];
    // shorter suffixes that only filling up made begin so; fewer than `length`
    if (length != 0 && last_digit == 0)
      while (begin < end && n - suffix_array[begin] < length) ++begin;
    return {begin, end};
  }

  /// Manber and Myers' search for the first suffix that is not below the pattern, within the suffixes of a code: all
  /// between two of them have in common with the pattern what those have. From there on, steps that double, and halve
  /// again, find the first that does not begin with it.
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
        step = n;  // grows no more
      }
    }
    return {static_cast<Index>(low), static_cast<Index>(bound)};
  }
};

}  // namespace detail
}  // namespace lexikos
