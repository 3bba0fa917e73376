// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The matches of one query, found by the thread that asks for them.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/matching_rows.hpp>
#include <lexikos/detail/matching_suffixes.hpp>
#include <lexikos/detail/matching_text.hpp>

namespace lexikos
{

/// A match, as kernels are told of it: a place of the text and one of a query with the same symbols from there on.
struct PairMatch
{
  std::uint64_t text_position;
  std::uint64_t query_position;
  std::uint64_t length;
};

/// A string of a query and all suffixes of the text that begin with it.
template <class Index>
struct StringMatch
{
  std::uint64_t query_position;
  std::uint64_t length;
  SuffixInterval<Index> suffixes;
};

/// The longest prefix of a stretch of a query that occurs in the text, and a position where it does; of length 0, it has none.
struct LongestMatch
{
  std::uint64_t length;
  std::uint64_t text_position;
};

/// Which matches kernels are told of; as in `MatchOptions`.
struct MatchLimits
{
  std::uint64_t min_length = 20;      ///< 0 counts as 1
  std::uint64_t min_occurrences = 1;  ///< 0 counts as 1
  /// Of maximal matches: starts in the query whose next `min_length` symbols occur more often have none; 0: all have theirs.
  std::uint64_t max_occurrences = 0;
};

namespace matching_detail
{

/// Whether an index finds all ends of a pattern by one search.
template <class Suffixes>
constexpr bool searches_backwards = false;
template <class Ranks, class MemorySpace, class Index>
constexpr bool searches_backwards<KeptSuffixes<Ranks, MemorySpace, Index>> = true;

/// A string of `seed` symbols of a query that is looked up; the next one is `stride` further on.
///
/// A match [a, a + l) with l >= L has all k symbols from the first multiple s of w = L - k + 1 with s >= a on, since
/// s + k <= a + w - 1 + k = a + L. So the suffixes that begin with the k symbols from s on have all matches that start in
/// (s - w, s]; of those that start earlier, another window reports.
struct SeedWindow
{
  Bounds query;
  std::uint64_t at;
  std::uint64_t seed;
  std::uint64_t min_length;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t stride() const { return min_length - seed + 1; }
};

/// How many symbols before the window's belong to the match of the suffix at p with it, within its document; not_found if
/// there is none that is long enough, or another window reports it. Text: TextBytes or KeptText.
template <class Text>
[[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t left_of_window(Text const& text, Documents const& documents,
                                                                  detail::BytesOf const& query,
                                                                  SeedWindow const& window, std::uint64_t p)
{
  std::uint64_t const common = text.common_left(p, query, {window.query.begin, window.at}, window.stride());
  std::uint64_t const known = window.seed + common;
  std::uint64_t const missing = window.min_length - (known < window.min_length ? known : window.min_length);
  // documents, which cost more to find, can only make it shorter
  std::uint64_t const right = window.at + window.seed;
  std::uint64_t const needed = right + missing < window.query.end ? right + missing : window.query.end;
  if (text.common_right({p + window.seed, documents.n}, query, right, needed) < missing) return not_found;
  std::uint64_t const begin = documents.around(p).begin;
  std::uint64_t const left = common < p - begin ? common : p - begin;
  return left >= window.stride() ? not_found : left;
}

/// Matches with one query [0..size). Suffixes: detail::SuffixIntervals or KeptSuffixes.
template <class Suffixes>
struct QueryMatches
{
  using Index = typename Suffixes::Entry;

  /// Suffixes of a window; of more, its starts are searched one by one.
  static constexpr std::uint64_t max_candidates = 32;
  /// Symbols of a string that is mostly unique.
  static constexpr std::uint64_t asked_first = 24;

  IndexedText<Suffixes> text;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION static PatternBytes part(detail::BytesOf const& query, std::uint64_t begin,
                                                                std::uint64_t end)
  {
    return {query.data, query.size, begin, end - begin};
  }

  // ----- maximal matches

  template <class Function>
  KOKKOS_INLINE_FUNCTION void maximal(detail::BytesOf const& query, MatchLimits const& limits,
                                      Function const& function) const
  {
    std::uint64_t const length = limits.min_length;
    if (query.size < length) return;
    std::uint64_t seed = (length + 1) / 2;
    if (seed < looked_up(text.suffixes)) seed = looked_up(text.suffixes);
    if (seed > length) seed = length;
    SeedWindow window{{0, query.size}, 0, seed, length};
    for (; window.at + seed <= query.size; window.at += window.stride()) {
      auto const interval = text.suffixes.interval(part(query, window.at, window.at + seed));
      if (interval.count() <= max_candidates && interval.count() <= limits.max_occurrences)
        from_window(query, limits, window, interval, function);
      else
        from_starts(query, limits, window, function);
    }
  }

  // ----- supermaximal matches

  /// Strings that occur often enough and lie in no longer one. Where the symbols from i on of the least length do not occur,
  /// nothing does that has them, and so the next place to ask is where their longest end that occurs begins; and after a match,
  /// where the longest end of it and the next symbol does.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void supermaximal(detail::BytesOf const& query, MatchLimits const& limits,
                                           Function const& function) const
  {
    for (std::uint64_t i = 0; i + limits.min_length <= query.size;) {
      std::uint64_t const first = first_start(part(query, i, i + limits.min_length), limits.min_occurrences);
      if (first != i) {
        i = first;
        continue;
      }
      auto const found = text.longest(part(query, i, query.size), limits.min_occurrences, {0, 0});
      std::uint64_t const end = i + found.length;
      function(StringMatch<Index>{i, found.length, text.suffixes.interval(part(query, i, end))});
      if (end == query.size) return;
      i = first_start(part(query, i + 1, end + 1), limits.min_occurrences);
    }
  }

 private:
  /// Reports the match of text[p..) and the query from `at` on, which have `common` symbols in common there and differ before
  /// it, if it is one.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void judge(detail::BytesOf const& query, MatchLimits const& limits, PairMatch match,
                                    Function const& function) const
  {
    std::uint64_t const p = match.text_position;
    std::uint64_t const at = match.query_position;
    std::uint64_t const end = text.documents.around(p).end;
    if (p + match.length > end) return;
    match.length +=
        reader_of(text.suffixes).common_right({p + match.length, end}, query, at + match.length, query.size);
    if (match.length < limits.min_length) return;
    bool const is_frequent =
        limits.min_occurrences == 1 ||
        text.occurring(part(query, at, at + match.length), limits.min_occurrences).count >= limits.min_occurrences;
    if (is_frequent) function(match);
  }

  template <class Function>
  KOKKOS_INLINE_FUNCTION void from_window(detail::BytesOf const& query, MatchLimits const& limits,
                                          SeedWindow const& window, SuffixInterval<Index> const& interval,
                                          Function const& function) const
  {
    for (std::uint64_t row = interval.begin; row < interval.end; ++row) {
      std::uint64_t const p = text.suffixes.position(row);
      std::uint64_t const left = left_of_window(reader_of(text.suffixes), text.documents, query, window, p);
      if (left != not_found) judge(query, limits, {p - left, window.at - left, left + window.seed}, function);
    }
  }

  /// All starts of a window, each with all symbols of the least length.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void from_starts(detail::BytesOf const& query, MatchLimits const& limits,
                                          SeedWindow const& window, Function const& function) const
  {
    std::uint64_t const length = limits.min_length;
    std::uint64_t const first = window.at < window.stride() ? 0 : window.at - window.stride() + 1;
    for (std::uint64_t at = first; at <= window.at && at + length <= query.size; ++at) {
      auto const interval = text.suffixes.interval(part(query, at, at + length));
      if (interval.begin >= interval.end || is_too_frequent(interval, limits)) continue;
      bool const are_all_preceded =
          at != 0 && !text.documents.are_several() &&
          text.suffixes.interval(part(query, at - 1, at + length)).count() == interval.count();
      if (are_all_preceded) continue;
      for (std::uint64_t row = interval.begin; row < interval.end; ++row) {
        std::uint64_t const p = text.suffixes.position(row);
        bool const is_preceded = reader_of(text.suffixes).common_left(p, query, {0, at}, 1) == 1;
        if (!is_preceded || text.documents.around(p).begin == p) judge(query, limits, {p, at, length}, function);
      }
    }
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_too_frequent(SuffixInterval<Index> const& interval,
                                                            MatchLimits const& limits) const
  {
    return interval.count() > limits.max_occurrences &&
           text.within_documents(interval, limits.min_length, limits.max_occurrences + 1).count >
               limits.max_occurrences;
  }

  /// Where the longest end of a part of a query that occurs `times` or more begins; at its end if none does.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t first_start(PatternBytes const& pattern, std::uint64_t times) const
  {
    std::uint64_t const end = pattern.begin + pattern.length;
    std::uint64_t low = pattern.begin;
    if constexpr (searches_backwards<Suffixes>) {
      low = longest_end(text.suffixes, pattern, times);
      if (!text.documents.are_several()) return low;
    }
    if (low == end || occurs(pattern, low, times)) return low;
    std::uint64_t high = end;  // and low does not occur
    for (std::uint64_t probe = end - low > asked_first ? end - asked_first : 0; high - low > 1; probe = 0) {
      if (probe <= low) probe = low + (high - low) / 2;
      (occurs(pattern, probe, times) ? high : low) = probe;
    }
    return high;
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool occurs(PatternBytes const& pattern, std::uint64_t begin,
                                                   std::uint64_t times) const
  {
    return text.occurring({pattern.data, pattern.size, begin, pattern.begin + pattern.length - begin}, times).count >=
           times;
  }
};

}  // namespace matching_detail
}  // namespace lexikos
