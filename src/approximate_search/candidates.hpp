// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Pieces of patterns, where they occur, and the ends that are found there: kernels.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/suffix_interval.hpp>

#include "approximate_search/tuning.hpp"
#include "approximate_search/windows.hpp"

namespace lexikos::approximate_search_detail
{

/// The pieces [first_pattern * pieces, ...) of patterns: piece j of `pieces` of a pattern of m symbols starts at its symbol
/// m j / pieces.
struct Pieces
{
  detail::QueryReader patterns;
  std::uint64_t first_pattern;
  std::uint32_t pieces;  ///< of a pattern

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t pattern_of(std::uint64_t piece) const
  {
    return first_pattern + piece / pieces;
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t start_of(std::uint64_t piece) const
  {
    return start_of(pattern_of(piece), piece % pieces);
  }
  /// In its pattern; of number `pieces`, the pattern's end.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t start_of(std::uint64_t pattern, std::uint64_t number) const
  {
    return (patterns.offsets[pattern + 1] - patterns.offsets[pattern]) * number / pieces;
  }
};

/// begins[i], sizes[i]: the entries of the suffix array that start with piece i; none for patterns below `min_length`.
template <class Index>
struct FindPieces
{
  detail::SuffixIntervals<Index> suffixes;
  Pieces pieces;
  std::uint64_t min_length;
  Index* begins;
  std::uint64_t* sizes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const q = pieces.pattern_of(i);
    std::uint64_t const offset = pieces.patterns.offsets[q];
    SuffixInterval<Index> interval;
    if (pieces.patterns.offsets[q + 1] - offset >= min_length) {
      std::uint64_t const j = i % pieces.pieces;
      interval = suffixes.interval(
          pieces.patterns.pattern(offset + pieces.start_of(q, j), offset + pieces.start_of(q, j + 1)));
    }
    begins[i] = interval.begin;
    sizes[i] = interval.count();
  }
};

/// Which patterns are searched by their pieces, and which by a scan.
struct Rules
{
  std::uint64_t n;
  std::uint64_t min_length;  ///< of patterns that are searched by their pieces
  std::uint64_t max_candidates;
  std::uint64_t column_word;  ///< rows of a column that a scan computes at a time
  Tuning tuning;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_scanned(std::uint64_t candidates, std::uint64_t m) const
  {
    std::uint64_t const words = (m - 1) / column_word + 1;
    auto const blocks = static_cast<double>(words);
    auto const symbols = static_cast<double>(candidates) * static_cast<double>(tuning.candidate_cost + m);
    return candidates > tuning.batch_candidates ||
           symbols > static_cast<double>(n) * blocks * static_cast<double>(tuning.scan_cost);
  }
};

/// One pattern a thread: the sizes of its pieces become the numbers of candidates that are looked at.
struct PlanPatterns
{
  Pieces pieces;
  Rules rules;
  std::uint64_t* sizes;
  std::uint8_t* is_scanned;  ///< of all patterns
  std::uint8_t* is_capped;   ///< the same

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const q = pieces.first_pattern + i;
    std::uint64_t* const mine = sizes + i * pieces.pieces;
    std::uint64_t const m = pieces.patterns.offsets[q + 1] - pieces.patterns.offsets[q];
    std::uint64_t candidates = 0;
    for (std::uint32_t j = 0; j < pieces.pieces; ++j) candidates += mine[j];
    bool const is_cut = rules.max_candidates != 0 && candidates > rules.max_candidates &&
                        rules.max_candidates <= rules.tuning.batch_candidates &&
                        m >= rules.tuning.min_capped_piece * pieces.pieces && m >= rules.min_length;
    bool const scans = !is_cut && m != 0 && (m < rules.min_length || rules.is_scanned(candidates, m));
    is_capped[q] = is_cut ? 1 : 0;
    is_scanned[q] = scans ? 1 : 0;
    if (is_cut) cut(mine, rules.max_candidates);
    for (std::uint32_t j = 0; j < pieces.pieces && scans; ++j) mine[j] = 0;
  }

  /// Leaves `room` candidates: all of the rarest pieces, and equally many of the others but for the remainder.
  KOKKOS_INLINE_FUNCTION void cut(std::uint64_t* mine, std::uint64_t room) const
  {
    std::uint32_t done = 0;  // a bit each
    for (std::uint32_t left = pieces.pieces; left != 0; --left) {
      std::uint32_t rarest = 0;
      std::uint64_t fewest = not_found;
      for (std::uint32_t j = 0; j < pieces.pieces; ++j) {
        if ((done >> j & 1) != 0 || mine[j] >= fewest) continue;
        rarest = j;
        fewest = mine[j];
      }
      done |= std::uint32_t{1} << rarest;
      std::uint64_t const share = room / left;
      if (mine[rarest] > share) mine[rarest] = share;
      room -= mine[rarest];
    }
  }
};

/// A candidate in one word: its pattern, counted from the first of its batch, above its anchor (see `ComparedText`).
struct CandidateKeys
{
  std::uint64_t first_pattern;
  int anchor_bits;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t key(std::uint64_t pattern, std::uint64_t anchor) const
  {
    return ((pattern - first_pattern) << anchor_bits) | anchor;
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t pattern(std::uint64_t key) const
  {
    return first_pattern + (key >> anchor_bits);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t anchor(std::uint64_t key) const
  {
    return key & ((std::uint64_t{1} << anchor_bits) - 1);
  }
};

/// keys[i - first] of candidate i, which is of piece s.
template <class Index>
struct ListCandidates
{
  Index const* suffix_array;
  Index const* begins;
  std::uint64_t const* offsets;
  Pieces pieces;
  CandidateKeys names;
  int slack;
  std::size_t first;
  std::uint64_t* keys;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::size_t i) const
  {
    std::uint64_t const position = suffix_array[begins[s] + (i - offsets[s])];
    std::uint64_t const start = pieces.start_of(s);
    std::uint64_t const with_slack = position + static_cast<std::uint64_t>(slack);
    // what would start further before the text has too many errors: any other candidate will do
    keys[i - first] = names.key(pieces.pattern_of(s), with_slack > start ? with_slack - start : 0);
  }
};

/// verdicts[i]: the distances of the ends that candidate i has.
struct CompareCandidates
{
  ComparedText compared;
  CandidateKeys names;
  std::uint64_t const* keys;
  std::uint32_t* verdicts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    verdicts[i] = compared.compare(names.pattern(keys[i]), names.anchor(keys[i])).bits();
  }
};

/// Candidates in order, without doubles. Windows overlap where anchors are near each other; an end belongs to the first that
/// has it, and its distance is the least of all that have it.
struct OwnedEnds
{
  CandidateKeys names;
  int slack;
  std::uint64_t const* keys;
  std::uint32_t const* verdicts;
  std::size_t count;

  /// Calls function(end - m + 2 slack, distance) for the ends of candidate i, ascending.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void for_each(std::size_t i, Function const& function) const
  {
    auto const diagonals = 2 * static_cast<std::uint64_t>(slack) + 1;
    std::uint64_t const key = keys[i];
    bool const follows = i != 0 && names.pattern(keys[i - 1]) == names.pattern(key) && key - keys[i - 1] < diagonals;
    std::uint64_t const first = follows ? diagonals - (key - keys[i - 1]) : 0;
    for (std::uint64_t t = first; t < diagonals; ++t) {
      std::uint32_t least = Distances(verdicts[i]).at(static_cast<int>(t));
      for (std::size_t j = i + 1; j < count && keys[j] - key <= t && names.pattern(keys[j]) == names.pattern(key); ++j)
      {
        std::uint32_t const other = Distances(verdicts[j]).at(static_cast<int>(t - (keys[j] - key)));
        if (other < least) least = other;
      }
      if (least != Distances::none) function(names.anchor(key) + t, least);
    }
  }
};

/// counts[i] = ends of candidate i; counts[count] = 0.
struct CountEnds
{
  OwnedEnds owned;
  std::uint8_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint8_t found = 0;
    if (i < owned.count) owned.for_each(i, [&](std::uint64_t, std::uint32_t) { ++found; });
    counts[i] = found;
  }
};

/// Ends of candidate i, from entry offsets[i] on.
template <class Index>
struct WriteEnds
{
  OwnedEnds owned;
  ComparedText compared;
  std::uint64_t const* offsets;
  Index* ends;
  std::uint8_t* distances;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t to = offsets[i];
    if (offsets[i + 1] == to) return;
    std::uint64_t const m = compared.length_of(owned.names.pattern(owned.keys[i]));
    auto const before = 2 * static_cast<std::uint64_t>(owned.slack);
    owned.for_each(i, [&](std::uint64_t shifted, std::uint32_t distance) {
      ends[to] = static_cast<Index>(shifted + m - before);
      distances[to++] = static_cast<std::uint8_t>(distance);
    });
  }
};

/// Where the ends of a batch's patterns are: starts[q] of all ends found so far, and counts[q].
struct PlacePatterns
{
  CandidateKeys names;
  std::uint64_t const* keys;
  std::size_t candidates;
  std::uint64_t const* offsets;
  std::uint64_t rows_before;
  std::uint64_t* starts;  ///< of all patterns
  std::uint64_t* counts;  ///< the same

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const q = names.first_pattern + i;
    std::uint64_t const begin = offsets[first_from(q)];
    starts[q] = rows_before + begin;
    counts[q] = offsets[first_from(q + 1)] - begin;
  }

 private:
  /// The first candidate of pattern q or of one after it.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::size_t first_from(std::uint64_t q) const
  {
    std::size_t low = 0;
    std::size_t high = candidates;
    while (low < high) {
      std::size_t const middle = low + (high - low) / 2;
      if (names.pattern(keys[middle]) < q)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

}  // namespace lexikos::approximate_search_detail
