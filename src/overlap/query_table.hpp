// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The windows of the queries on the device: by their fingerprints, and by the suffix array.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/common_prefix.hpp>
#include <lexikos/detail/range_queries.hpp>

namespace lexikos::overlap_detail
{

/// A group of equal windows: one sector.
struct alignas(32) WindowGroup
{
  static constexpr std::uint32_t left_flag = std::uint32_t{1} << 31;

  std::uint64_t fingerprint;
  std::uint64_t left;      // the symbol before each of the windows, if that is one and the same
  std::uint32_t position;  // of one of the windows
  std::uint32_t
      first_rank;       // of the suffixes that start with the symbols of the windows, whichever document ends before
  std::uint32_t ranks;  // how many suffixes do
  std::uint32_t flagged_number;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t number() const { return flagged_number & ~left_flag; }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool has_left() const { return (flagged_number & left_flag) != 0; }
};
static_assert(sizeof(WindowGroup) == 32);

/// Which fingerprints there may be: two bits of a word of 64 for each.
struct FingerprintFilter
{
  std::uint64_t* words;
  std::uint64_t last_word;  // their number, a power of two, less one

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t* word_of(std::uint64_t fingerprint) const
  {
    return words + ((fingerprint >> 12) & last_word);
  }
  [[nodiscard]] static KOKKOS_INLINE_FUNCTION std::uint64_t bits_of(std::uint64_t fingerprint)
  {
    return std::uint64_t{1} << (fingerprint & 63) | std::uint64_t{1} << ((fingerprint >> 6) & 63);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool may_have(std::uint64_t fingerprint) const
  {
    std::uint64_t const bits = bits_of(fingerprint);
    return (*word_of(fingerprint) & bits) == bits;
  }
};

/// Buckets of fingerprints by their highest bits.
struct FingerprintBuckets
{
  std::uint32_t const* offsets;  // [0..buckets]
  unsigned bits;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t bucket_of(std::uint64_t fingerprint) const
  {
    return bits == 0 ? 0 : fingerprint >> (64 - bits);
  }
};

/// Suffixes that start with the same string.
struct SuffixRange
{
  std::uint32_t begin;
  std::uint32_t end;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t size() const { return end - begin; }
};

/// The suffixes of the queries in their order.
template <class Symbol>
struct SortedSuffixes
{
  Symbol const* text;
  std::uint32_t n;
  std::uint32_t const* suffixes;
  std::uint32_t const* inverse;
  detail::RangeQueries<std::uint32_t, Extremum::minimum> lcp;

  /// Those of the range that have this many symbols in common with the suffix of a rank in it: by steps that double, and then
  /// halve, so that few of them take few.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixRange with_common(SuffixRange range, std::uint32_t rank,
                                                               std::uint32_t symbols) const
  {
    SuffixRange found{rank, rank};  // the last one is not beyond it, but one of them
    for (std::uint32_t step = 1; found.begin > range.begin; step *= 2) {
      std::uint32_t const left = found.begin - range.begin;
      std::uint32_t const next = found.begin - (left < step ? left : step);
      if (have_common(next, found.begin, symbols)) {
        found.begin = next;
        continue;
      }
      for (std::uint32_t low = next + 1; low < found.begin;) {
        std::uint32_t const middle = low + (found.begin - low) / 2;
        if (have_common(middle, found.begin, symbols))
          found.begin = middle;
        else
          low = middle + 1;
      }
      break;
    }
    for (std::uint32_t step = 1; found.end + 1 < range.end; step *= 2) {
      std::uint32_t const left = range.end - 1 - found.end;
      std::uint32_t const next = found.end + (left < step ? left : step);
      if (have_common(found.end, next, symbols)) {
        found.end = next;
        continue;
      }
      for (std::uint32_t high = next - 1; found.end < high;) {
        std::uint32_t const middle = high - (high - found.end) / 2;
        if (have_common(found.end, middle, symbols))
          found.end = middle;
        else
          high = middle - 1;
      }
      break;
    }
    ++found.end;
    return found;
  }

  /// Those of a range, which all have their first `depth` symbols in common, whose next symbol is this one.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixRange with_next(SuffixRange range, std::uint32_t depth,
                                                             Symbol symbol) const
  {
    return {first_with_next(range, depth, symbol, false), first_with_next(range, depth, symbol, true)};
  }

 private:
  /// Whether the suffixes of two ranks, of which the second is larger, have this many symbols in common.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool have_common(std::uint64_t a, std::uint64_t b, std::uint32_t symbols) const
  {
    return lcp.value(a + 1, b + 1) >= symbols;
  }

  /// The first one whose next symbol is not below `symbol`, or is above it.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t first_with_next(SuffixRange range, std::uint32_t depth,
                                                                     Symbol symbol, bool above) const
  {
    std::uint32_t low = range.begin, high = range.end;
    while (low < high) {
      std::uint32_t const middle = low + (high - low) / 2;
      std::uint32_t const at = suffixes[middle] + depth;
      bool const is_before = at >= n || (above ? text[at] <= symbol : text[at] < symbol);
      if (is_before)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

/// The groups of windows, by fingerprint.
template <class Symbol>
struct QueryTable
{
  SortedSuffixes<Symbol> suffixes;
  WindowGroup const* groups;
  std::uint64_t length;  // symbols of a window
  FingerprintBuckets buckets;
  FingerprintFilter filter;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION detail::BytesOf bytes() const
  {
    return {reinterpret_cast<std::uint8_t const*>(suffixes.text), std::uint64_t{suffixes.n} * sizeof(Symbol)};
  }

  /// The group of a window, of which a fingerprint and the place are given; null if the queries lack it. Groups of one
  /// fingerprint are compared one after the other.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION WindowGroup const* find(detail::BytesOf const& corpus, std::uint64_t p,
                                                               std::uint64_t fingerprint) const
  {
    std::uint64_t const bucket = buckets.bucket_of(fingerprint);
    std::uint32_t low = buckets.offsets[bucket];
    std::uint32_t const end = buckets.offsets[bucket + 1];
    for (std::uint32_t high = end; low < high;) {
      std::uint32_t const middle = low + (high - low) / 2;
      if (groups[middle].fingerprint < fingerprint)
        low = middle + 1;
      else
        high = middle;
    }
    std::uint64_t const wanted = length * sizeof(Symbol);
    for (; low < end && groups[low].fingerprint == fingerprint; ++low)
      if (detail::common_prefix(corpus, p * sizeof(Symbol), bytes(), groups[low].position * sizeof(Symbol), wanted) ==
          wanted)
        return groups + low;
    return nullptr;
  }
};

}  // namespace lexikos::overlap_detail
