// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the suffixes of a range are sorted by: bits of their contexts, in as many keys as these take, beside which a key has
// what a value of 32 bits has no room for of the suffix's position.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>

#include "suffix_array/samples/context_ranges.hpp"
#include "suffix_array/samples/suffixes_by_samples.hpp"

namespace lexikos::suffix_array_detail
{

/// How a last sort writes positions: bits that the values of a sort hold, and upper ones, which are the lowest of the keys.
struct DividedPosition
{
  int low_bits = 32;
  int upper_bits = 0;

  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t low(std::size_t position) const
  {
    return static_cast<std::uint32_t>(position & detail::low_bits(low_bits));
  }
  /// A key and the upper bits of a position.
  template <class Key>
  [[nodiscard]] KOKKOS_FUNCTION Key with_upper(Key key, std::size_t position) const
  {
    if (upper_bits == 0) return key;
    return static_cast<Key>(key << upper_bits | position >> low_bits);
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t position(std::uint64_t key, std::uint32_t low) const
  {
    return static_cast<std::size_t>((key & detail::low_bits(upper_bits)) << low_bits | low);
  }
};

/// Bits of a number that are a key of their own.
struct KeyBits
{
  int first = 0;  ///< from the lowest on
  int count = 0;

  [[nodiscard]] int end() const { return first + count; }
  /// Whether it tells apart what the keys before leave of the range's contexts.
  [[nodiscard]] bool is_last(SuffixRange const& range) const { return count == range.bits(first); }
  /// The key that follows, of a range's contexts: in as few keys as can be, and with as few digits of eight bits. No bits: the
  /// range has one context, but for the bits before.
  /// \param most  of a key
  [[nodiscard]] KeyBits next(SuffixRange const& range, int most) const
  {
    if (count != 0 && is_last(range)) return {end(), 0};
    int const left = range.bits(end());
    if (left <= most) return {end(), left};
    auto const keys_of = [&](int number_bits) { return (number_bits + most - 1) / most; };
    int const whole_digits = most / 8 * 8;
    return {end(), 1 + keys_of(left - whole_digits) == keys_of(left) ? whole_digits : most};
  }
};

/// Some bits of the contexts of suffixes, less those of a range's first one. A sort by the lower bits as they are, and then by
/// the upper ones, from those of the first context on, sorts by the contexts.
template <class MemorySpace>
struct ContextBits
{
  PackedText<MemorySpace> packed;
  int end;              ///< bits of a context, but for the lower ones
  std::uint64_t first;  ///< of the range
  std::uint64_t mask;

  ContextBits(SampledText<MemorySpace> const& sampled, SuffixRange const& range, KeyBits const& bits)
      : packed(sampled.packed),
        end(sampled.context_bits() - bits.first),
        first(bits.is_last(range) ? static_cast<std::uint64_t>(range.first >> bits.first) : 0),
        mask(detail::low_bits(bits.count))
  {}

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t operator()(std::size_t position) const
  {
    return (packed.last_bits(position, end) - first) & mask;
  }
};

/// keys(i) and values(i) of the i-th suffix.
template <class Key, class MemorySpace>
struct ListSuffixOfRange
{
  ContextBits<MemorySpace> context;
  DividedPosition divided;
  Span<Key, MemorySpace> keys;
  Span<std::uint32_t, MemorySpace> values;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t suffix) const
  {
    keys(i) = divided.with_upper(static_cast<Key>(context(suffix)), suffix);
    values(i) = divided.low(suffix);
  }
};

/// keys(i) by other bits of the contexts.
template <class Key, class MemorySpace>
struct ChangeKey
{
  ListSuffixOfRange<Key, MemorySpace> list;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { list(i, list.divided.position(list.keys(i), list.values(i))); }
};

/// Positions take the place of the keys.
template <class MemorySpace>
struct JoinPositions
{
  DividedPosition divided;
  Span<std::uint64_t, MemorySpace> keys;
  Span<std::uint32_t, MemorySpace> values;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { keys(i) = divided.position(keys(i), values(i)); }
};

}  // namespace lexikos::suffix_array_detail
