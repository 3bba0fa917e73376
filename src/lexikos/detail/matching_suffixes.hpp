// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What matches ask of a suffix array beside its intervals, on the device.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/matching_text.hpp>
#include <lexikos/detail/suffix_interval.hpp>

namespace lexikos::matching_detail
{

template <class Index>
KOKKOS_INLINE_FUNCTION void take_longer(detail::SuffixIntervals<Index> const& suffixes, std::uint64_t row,
                                        std::uint64_t length, Prefix& best)
{
  std::uint64_t const p = suffixes.suffix_array[row];
  if (suffixes.n - p < length) length = suffixes.n - p;  // shorter than the table's depth, and filled up
  if (length > best.length) best = {length, p};
}

/// Among the suffixes of a code, that of the pattern.
template <class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION Prefix longest_of_code(detail::SuffixIntervals<Index> const& suffixes,
                                                            std::uint64_t code, PatternBytes const& pattern)
{
  std::uint64_t const begin = suffixes.table[code];
  std::uint64_t const end = suffixes.table[code + 1];
  auto const place = detail::place_of_pattern(suffixes, begin, end, suffixes.depth, pattern);
  Prefix best{0, 0};
  if (place.entry > begin) take_longer(suffixes, place.entry - 1, place.length_before, best);
  if (place.entry < end) take_longer(suffixes, place.entry, place.length, best);
  return best;
}

/// The longest prefix that the text has anywhere: one of the two suffixes between which the pattern belongs has it, if it is
/// longer than what the table of prefixes knows; if not, it is in the table.
template <class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION Prefix longest_prefix(detail::SuffixIntervals<Index> const& suffixes,
                                                           PatternBytes const& pattern, Prefix const&)
{
  std::uint64_t const head = pattern.length < suffixes.depth ? pattern.length : suffixes.depth;
  std::uint64_t code = 0;
  std::uint64_t word = 0;
  std::uint64_t known = 0;
  for (; known < head; ++known) {
    word = known % 8 == 0 ? detail::load_padded_word(pattern.data, pattern.begin + known, pattern.size) : word >> 8;
    std::uint16_t const digit = suffixes.digits[word & 0xFF];
    if (digit == detail::absent_symbol) break;
    code = code * suffixes.alphabet + digit;
  }
  if (known == suffixes.depth && suffixes.n != 0 && pattern.length != 0) {
    Prefix const found = longest_of_code(suffixes, code, pattern);
    if (found.length >= suffixes.depth) return found;
    --known;  // of the table's depth there is none, and so that depth is not 0
  }
  Prefix best{0, 0};
  for (std::uint64_t too_long = known + 1; too_long - best.length > 1;) {
    std::uint64_t const length = best.length + (too_long - best.length) / 2;
    auto const interval = suffixes.interval({pattern.data, pattern.size, pattern.begin, length});
    if (interval.begin < interval.end)
      best = {length, suffixes.suffix_array[interval.begin]};
    else
      too_long = length;
  }
  return best;
}

template <class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION TextBytes reader_of(detail::SuffixIntervals<Index> const& suffixes)
{
  return {suffixes.text, suffixes.n, {nullptr, 0, suffixes.n}};
}

/// Symbols that are looked up at once.
template <class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t looked_up(detail::SuffixIntervals<Index> const& suffixes)
{
  return suffixes.depth;
}

/// Whether a pattern that occurs does so once.
template <class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION bool occurs_once(detail::SuffixIntervals<Index> const& suffixes,
                                                      PatternBytes const& pattern)
{
  return suffixes.interval(pattern).count() == 1;
}

/// The interval of a pattern.
/// \param without_first  that of the pattern without its first symbol
template <class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> extended(detail::SuffixIntervals<Index> const& suffixes,
                                                                    SuffixInterval<Index> const&,
                                                                    PatternBytes const& pattern)
{
  return suffixes.interval(pattern);
}

}  // namespace lexikos::matching_detail
