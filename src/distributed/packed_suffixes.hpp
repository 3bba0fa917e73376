// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Patterns among the suffixes of a packed text: 64 bits of both are compared at a time.

#include <Kokkos_BitManipulation.hpp>
#include <lexikos/detail/suffix_search.hpp>
#include <lexikos/distributed/detail/ranges.hpp>

#include "suffix_array/text/packed_text.hpp"

namespace lexikos::distributed_detail
{

using suffix_array_detail::PackedText;

/// The text of an index for kernels, which do not write it.
template <class MemorySpace, class Index>
[[nodiscard]] PackedText<MemorySpace> packed_text_of(RangeArrays<MemorySpace, Index> const& arrays)
{
  PackedText<MemorySpace> text;
  text.words =
      Span<std::uint64_t, MemorySpace>(const_cast<std::uint64_t*>(arrays.words.data()), arrays.words.extent(0));
  text.n = arrays.n;
  text.bits = arrays.bits;
  return text;
}

/// By numbers of 32 bits, whose division a GPU does in a fraction of the time.
[[nodiscard]] KOKKOS_INLINE_FUNCTION unsigned symbols_per_word(int bits)
{
  return 64U / static_cast<unsigned>(bits);
}

/// Symbols in words of `symbols_per_word` each, the last filled up with zeros; in a word they end with its lowest bit.
struct PackedPattern
{
  std::uint64_t const* words;
  std::uint64_t length;
};

/// A list of suffixes in their order, as `place_of_pattern` wants it.
template <class MemorySpace, class Index>
struct PackedSuffixes
{
  PackedText<MemorySpace> text;
  std::uint64_t n;
  Index const* suffix_array;

  /// As `compare_suffix`.
  [[nodiscard]] KOKKOS_FUNCTION detail::SuffixComparison compare(std::uint64_t p, PackedPattern const& pattern,
                                                                 std::uint64_t common) const
  {
    unsigned const count = symbols_per_word(text.bits);
    std::uint64_t const longest = text.n - p < pattern.length ? text.n - p : pattern.length;
    // for most patterns without a division of 64 bits, for which a GPU has no instruction
    std::uint64_t const first = longest <= count ? 0 : common / count;
    for (std::uint64_t word = first; word * count < longest; ++word) {
      std::uint64_t const mine = text.symbols(p + word * count, static_cast<int>(count));
      std::uint64_t const other = pattern.words[word];
      if (mine == other) continue;
      unsigned const unused = 64 - count * static_cast<unsigned>(text.bits);
      unsigned const equal_bits =
          static_cast<unsigned>(Kokkos::Experimental::countl_zero_builtin(mine ^ other)) - unused;
      std::uint64_t const length = word * count + equal_bits / static_cast<unsigned>(text.bits);
      if (length >= longest) break;
      return {length, mine < other};
    }
    return {longest < common ? common : longest, longest < pattern.length};
  }
};

/// Among entries [begin, end) of the list: how many come before the pattern, and how many before those after it.
struct PatternBounds
{
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
};

template <class Suffixes>
[[nodiscard]] KOKKOS_FUNCTION PatternBounds bounds_of(Suffixes const& suffixes, std::uint64_t begin, std::uint64_t end,
                                                      PackedPattern const& pattern)
{
  auto const place = detail::place_of_pattern(suffixes, begin, end, 0, pattern);
  if (place.entry == end || place.length < pattern.length) return {place.entry, place.entry};
  return {place.entry, detail::end_of_pattern(suffixes, place.entry, end, 0, pattern)};
}

}  // namespace lexikos::distributed_detail
