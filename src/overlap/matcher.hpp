// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A chunk of the corpus on the device: which of its windows the queries have, and the longest strings that start with them.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "common/window_fingerprints.hpp"
#include "overlap/query_table.hpp"

namespace lexikos::overlap_detail
{

/// Marks the windows of a strip that pass the filter, 64 positions a word.
template <class Symbol>
struct FilterStrips
{
  detail::ChunkWindows<Symbol> windows;
  FingerprintFilter filter;
  std::uint64_t strip;  // positions, a multiple of 64
  std::uint64_t* candidates;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    std::uint64_t const begin = s * strip;
    std::uint64_t const end = begin + strip < windows.count ? begin + strip : windows.count;
    std::uint64_t at = begin / 64, word = 0;
    windows.for_each(begin, end, [&](std::uint64_t p, std::uint64_t fingerprint) {
      for (; at < p / 64; ++at, word = 0) candidates[at] = word;
      word |= std::uint64_t{filter.may_have(fingerprint) ? 1u : 0u} << (p % 64);
    });
    for (; at < (end + 63) / 64; ++at, word = 0) candidates[at] = word;
  }
};

/// What is noted of windows that the queries have.
struct Notes
{
  std::uint8_t* has_occurred;  // of each group
  std::uint32_t* best;         // symbols of the longest match of the suffix of each rank that was noted there
  std::uint64_t* events;       // document of the corpus and group; null: nobody asks
  std::uint64_t* count;        // of events
};

/// A string of the queries that is in the corpus at one place.
struct CurrentMatch
{
  std::uint64_t at = not_found;  // in the chunk
  std::uint32_t position = 0;    // in the queries
  std::uint32_t length = 0;      // 0: none is known
};

/// Goes through the windows of a chunk that passed the filter.
template <class Symbol>
struct Matcher
{
  QueryTable<Symbol> table;
  detail::ChunkWindows<Symbol> windows;
  std::uint64_t available;   // symbols of the corpus at windows.symbols
  std::uint32_t max_length;  // of a match: more than that no query document has
  std::uint64_t const* candidates;
  Notes notes;

  struct Walk
  {
    CurrentMatch match = {};
    DocumentBounds document = {};
    std::uint64_t budget;  // symbols and steps
    bool notes_windows;    // or only matches
    bool is_over = false;  // the budget is, and matches are left
  };

  /// The positions of a word of candidates.
  KOKKOS_FUNCTION void visit(std::uint64_t word, Walk& walk) const
  {
    for (std::uint64_t rest = candidates[word]; rest != 0; rest &= rest - 1)
      visit_position(64 * word + static_cast<std::uint64_t>(Kokkos::Experimental::countr_zero_builtin(rest)), walk);
  }

 private:
  [[nodiscard]] KOKKOS_INLINE_FUNCTION detail::BytesOf bytes() const
  {
    return {reinterpret_cast<std::uint8_t const*>(windows.symbols), available * sizeof(Symbol)};
  }

  KOKKOS_INLINE_FUNCTION void visit_position(std::uint64_t p, Walk& walk) const
  {
    auto const& fingerprints = windows.fingerprints;
    auto const* const group = table.find(bytes(), p, fingerprints.fingerprint(fingerprints.first(windows.symbols + p)));
    if (group == nullptr) return;
    std::uint64_t const position = windows.first + p;
    if (position < walk.document.begin || position >= walk.document.end)
      walk.document = windows.documents.bounds_of(position);
    bool const goes_on = continues_all(*group, p, position > walk.document.begin);
    if (walk.notes_windows) note_window(*group, walk.document.document, goes_on);
    if (walk.is_over) return;
    advance(walk.match, p);
    if (!goes_on) lengthen(*group, p, walk);
  }

  /// Whether each window of the group follows the symbol that the corpus has before it: then it has the window before as
  /// well, with all that can be found here, in each of their documents.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool continues_all(WindowGroup const& group, std::uint64_t p,
                                                          bool has_left) const
  {
    return has_left && p > 0 && group.has_left() && windows.symbols[p - 1] == static_cast<Symbol>(group.left);
  }

  KOKKOS_INLINE_FUNCTION void note_window(WindowGroup const& group, std::uint64_t document, bool goes_on) const
  {
    auto& has_occurred = notes.has_occurred[group.number()];
    if (has_occurred == 0) has_occurred = 1;  // by several threads at a time, with the same value
    if (notes.events == nullptr || goes_on) return;
    notes.events[Kokkos::atomic_fetch_add(notes.count, std::uint64_t{1})] = document << 32 | group.number();
  }

  /// The match of the place before, less its first symbol.
  KOKKOS_INLINE_FUNCTION void advance(CurrentMatch& match, std::uint64_t p) const
  {
    bool const is_next = match.length > table.length && match.at + 1 == p;
    match = is_next ? CurrentMatch{p, match.position + 1, match.length - 1} : CurrentMatch{p, 0, 0};
  }

  /// Finds the longest match at p, which starts with a window of the group, and notes it for one of the suffixes that have
  /// it: all others have in common with the corpus what they have in common with that one.
  ///
  /// Of the suffixes that have as many symbols in common with the corpus as are known, the one in the middle is compared. Those
  /// that have more lie to one side of it: no more than log2(n) are compared, and of all symbols of the match each once.
  KOKKOS_INLINE_FUNCTION void lengthen(WindowGroup const& group, std::uint64_t p, Walk& walk) const
  {
    auto const& sorted = table.suffixes;
    std::uint32_t const most = room_at(p, walk.document);
    SuffixRange range{group.first_rank, group.first_rank + group.ranks};
    auto length = static_cast<std::uint32_t>(table.length);
    std::uint32_t rank = range.begin + range.size() / 2;
    bool is_narrow = true;  // all of the range have the match in common
    if (walk.match.length > length) {
      length = walk.match.length;
      rank = sorted.inverse[walk.match.position];
      is_narrow = false;
    }
    while (true) {
      bool const is_limited = walk.budget < most - length;
      std::uint32_t const end = is_limited ? length + static_cast<std::uint32_t>(walk.budget) : most;
      std::uint32_t const longer = extension(p, sorted.suffixes[rank], length, end);
      length += longer;
      spend(longer + search_work, walk);
      if (walk.is_over || range.size() == 1 || length >= most) break;
      if (longer != 0 || !is_narrow) range = sorted.with_common(range, rank, length);
      is_narrow = true;
      range = sorted.with_next(range, length, windows.symbols[p + length]);
      if (range.size() == 0) break;
      rank = range.begin + range.size() / 2;
      ++length;
    }
    walk.match = {p, sorted.suffixes[rank], length};
    if (notes.best[rank] < length) Kokkos::atomic_max(&notes.best[rank], length);
  }

  /// How long a match at p may be.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t room_at(std::uint64_t p, DocumentBounds const& document) const
  {
    std::uint64_t const end = document.end - windows.first;
    std::uint64_t const room = (end < available ? end : available) - p;
    return room < max_length ? static_cast<std::uint32_t>(room) : max_length;
  }

  static constexpr std::uint64_t search_work = 64;  // of one among suffixes, in symbols that are compared

  static KOKKOS_INLINE_FUNCTION void spend(std::uint64_t work, Walk& walk)
  {
    walk.is_over = work >= walk.budget;
    walk.budget -= walk.is_over ? walk.budget : work;
  }

  /// By how many symbols a match of `length` goes on.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t extension(std::uint64_t p, std::uint32_t position,
                                                               std::uint32_t length, std::uint32_t most) const
  {
    std::uint32_t const rest = table.suffixes.n - position;
    std::uint32_t const end = most < rest ? most : rest;
    if (length >= end) return 0;
    std::uint64_t const bytes_equal = detail::common_prefix(bytes(), (p + length) * sizeof(Symbol), table.bytes(),
                                                            (std::uint64_t{position} + length) * sizeof(Symbol),
                                                            std::uint64_t{end - length} * sizeof(Symbol));
    return static_cast<std::uint32_t>(bytes_equal / sizeof(Symbol));
  }
};

/// Which words of candidates have matches left to look for.
struct LeftWords
{
  std::uint8_t* are_left;
  std::uint32_t* any;
};

/// Words of candidates one by one.
template <class Symbol>
struct MatchWords
{
  Matcher<Symbol> matcher;
  LeftWords words;
  std::uint64_t budget;

  KOKKOS_FUNCTION void operator()(std::size_t word) const
  {
    typename Matcher<Symbol>::Walk walk{.budget = budget, .notes_windows = true};
    matcher.visit(word, walk);
    words.are_left[word] = walk.is_over ? 1 : 0;
    if (walk.is_over) *words.any = 1;
  }
};

/// Several words, one after the other, of those that have matches left.
template <class Symbol>
struct MatchLeftWords
{
  Matcher<Symbol> matcher;
  LeftWords words;
  std::uint64_t count;  // words
  std::uint64_t per_thread;

  KOKKOS_FUNCTION void operator()(std::size_t thread) const
  {
    if (*words.any == 0) return;
    std::uint64_t const begin = thread * per_thread;
    std::uint64_t const end = begin + per_thread < count ? begin + per_thread : count;
    typename Matcher<Symbol>::Walk walk{.budget = ~std::uint64_t{0}, .notes_windows = false};
    for (std::uint64_t word = begin; word < end; ++word)
      if (words.are_left[word] != 0) matcher.visit(word, walk);
  }
};

}  // namespace lexikos::overlap_detail
