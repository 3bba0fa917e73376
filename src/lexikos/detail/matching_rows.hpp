// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What matches ask of an FM-index, on the device.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/fm_queries.hpp>
#include <lexikos/detail/matching_text.hpp>

namespace lexikos::matching_detail
{

/// The longest prefix that the text has anywhere: prefixes by steps that double, and then halve, each a search of its own,
/// until few suffixes are left, which are compared with it.
/// \param suffixes  has n, interval, position, depth of the table, and the constants `max_located` and `min_compared`
template <class Suffixes, class Text>
[[nodiscard]] KOKKOS_INLINE_FUNCTION Prefix longest_by_searches(Suffixes const& suffixes, Text const& text,
                                                                PatternBytes const& pattern, Prefix const& known)
{
  std::uint64_t const depth = suffixes.search.table.depth;
  Prefix best = known;
  bool has_place = true;
  std::uint64_t entry = 0;  // that has the prefix, where its place is not known
  std::uint64_t too_long = pattern.length + 1;
  for (std::uint64_t step = 1; too_long - best.length > 1;) {
    std::uint64_t length = best.length + (step != 0 ? step : (too_long - best.length) / 2);
    if (step != 0 && length < depth) length = depth;  // looked up at once
    if (length >= too_long) length = too_long - 1;
    auto const found = suffixes.interval({pattern.data, pattern.size, pattern.begin, length});
    if (found.begin >= found.end) {
      too_long = length;
      step = 0;
      continue;
    }
    best.length = length;
    entry = found.begin;
    has_place = false;
    step *= 2;
    bool const are_few = found.count() <= suffixes.max_located;
    if (!are_few && length < suffixes.min_compared) continue;
    std::uint64_t const compared = are_few ? found.count() : 1;
    for (std::uint64_t i = 0; i < compared; ++i) {
      std::uint64_t const p = suffixes.position(entry + i);
      std::uint64_t const more = text.common_right({p + length, suffixes.n}, {pattern.data, pattern.size},
                                                   pattern.begin + length, pattern.begin + pattern.length);
      if (has_place && length + more <= best.length) continue;
      best = {length + more, p};
      has_place = true;
    }
    if (are_few) return best;
  }
  if (!has_place) best.place = suffixes.position(entry);
  return best;
}

/// As `TextBytes`, of the text that an index keeps.
template <class MemorySpace>
struct KeptText
{
  detail::FmText<MemorySpace, std::uint8_t> const& text;
  std::uint32_t const* slots;  ///< [0..256)

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t common_right(Bounds const& part, detail::BytesOf const& query,
                                                                  std::uint64_t at, std::uint64_t stop) const
  {
    std::uint64_t const there = part.begin < part.end ? part.end - part.begin : 0;
    std::uint64_t const most = there < stop - at ? there : stop - at;
    std::uint64_t length = 0;
    for (; has_digits() && length + digits <= most; length += digits) {
      auto const wanted = digits_of(query, at + length);
      std::uint64_t const difference = text.digits(part.begin + length) ^ wanted.packed;
      if (!wanted.are_all) break;
      if (difference != 0)
        return length + static_cast<std::uint64_t>(Kokkos::Experimental::countr_zero_builtin(difference)) / 2;
    }
    while (length < most && is_equal(part.begin + length, query.data[at + length])) ++length;
    return length;
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t common_left(std::uint64_t p, detail::BytesOf const& query,
                                                                 Bounds const& part, std::uint64_t most) const
  {
    if (p < most) most = p;
    std::uint64_t const at = part.end;
    if (at - part.begin < most) most = at - part.begin;
    std::uint64_t length = 0;
    for (; has_digits() && length + digits <= most; length += digits) {
      auto const wanted = digits_of(query, at - length - digits);
      std::uint64_t const difference = text.digits(p - length - digits) ^ wanted.packed;
      if (!wanted.are_all) break;
      if (difference != 0)
        return length + static_cast<std::uint64_t>(Kokkos::Experimental::countl_zero_builtin(difference)) / 2;
    }
    while (length < most && is_equal(p - length - 1, query.data[at - length - 1])) ++length;
    return length;
  }

 private:
  static constexpr unsigned digits = 32;

  /// Whether symbols can be compared so many at a time: there are no others.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool has_digits() const { return text.is_packed() && text.exceptions.empty(); }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION detail::PackedDigits digits_of(detail::BytesOf const& query,
                                                                      std::uint64_t at) const
  {
    return detail::BytePattern{slots, query.data, query.size, at, digits}.digits(0, digits);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_equal(std::uint64_t p, std::uint8_t symbol) const
  {
    return text.slot(p) == slots[symbol];
  }
};

/// The suffixes of an index that keeps its text, as `detail::SuffixIntervals`: entry i is row i + 1.
template <class Ranks, class MemorySpace, class Index>
struct KeptSuffixes
{
  using Entry = Index;
  // as in the constants of batches: an interval costs up to two fetches a symbol, a place a few more than samples are apart
  static constexpr std::uint64_t max_located = 2;
  static constexpr std::uint64_t min_compared = 32;

  std::uint64_t n;
  detail::FmSearch<Ranks, Index> search;
  detail::FmSamples<MemorySpace, Index> samples;
  KeptText<MemorySpace> text;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t position(std::uint64_t entry) const
  {
    std::uint64_t const place = detail::place_of_row(search.steps, samples, entry + 1);
    return place != not_found ? place : n - 1;  // of a forged index: within the text
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SuffixInterval<Index> interval(PatternBytes const& pattern) const
  {
    return fm_detail::narrow<Index>(search.find(reader(pattern)).rows).interval();
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION detail::BytePattern reader(PatternBytes const& pattern) const
  {
    return {text.slots, pattern.data, pattern.size, pattern.begin, pattern.length};
  }
};

template <class Ranks, class MemorySpace, class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION Prefix longest_prefix(KeptSuffixes<Ranks, MemorySpace, Index> const& suffixes,
                                                           PatternBytes const& pattern, Prefix const& known)
{
  return longest_by_searches(suffixes, suffixes.text, pattern, known);
}

template <class Ranks, class MemorySpace, class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION KeptText<MemorySpace> reader_of(
    KeptSuffixes<Ranks, MemorySpace, Index> const& suffixes)
{
  return suffixes.text;
}

template <class Ranks, class MemorySpace, class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t looked_up(KeptSuffixes<Ranks, MemorySpace, Index> const& suffixes)
{
  return suffixes.search.table.depth;
}

/// Where the longest end of a pattern that occurs `times` or more begins, as far as documents are not asked for: one search.
template <class Ranks, class MemorySpace, class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t longest_end(KeptSuffixes<Ranks, MemorySpace, Index> const& suffixes,
                                                               PatternBytes const& pattern, std::uint64_t times)
{
  auto const& [steps, table] = suffixes.search;
  auto reader = suffixes.reader(pattern);
  std::uint64_t rest = pattern.length;
  auto rows = steps.all();
  auto last = rows;
  if (table.depth > 0 && rest >= table.depth && suffixes.search.look_up(reader, last) && last.count() >= times) {
    rows = last;
    rest -= table.depth;
  }
  while (rest > 0) {
    std::uint32_t const slot = reader.slot(rest - 1);
    if (slot == detail::absent_slot) break;
    auto const longer = steps.extend_left(rows, slot);
    if (longer.begin + times > longer.end) break;
    rows = longer;
    --rest;
  }
  return pattern.begin + rest;
}

}  // namespace lexikos::matching_detail
