// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the first half of induced sorting works on: the LMS substrings, each from an LMS to the next one, in lists of the
// suffixes of one type whose predecessors are of one type, so that each suffix is looked at once, and without asking what it
// is.
//
// Equal substrings are found on the way: who induces them is equal, too. A group of equal ones has a number as long as it is
// looked at, each list of a symbol keeps the number of the last group that came to it, and an entry is marked where that
// changes.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "suffix_array/induction/induction.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Of a symbol's part of a list: where the next entry goes, and the group of the last one.
template <class Index>
struct ListEnd
{
  Index next;
  Index group;
};

/// What the sort keeps of each symbol.
template <class Index>
struct SubstringTables
{
  ListEnd<Index>* lists;  ///< [0..2 * alphabet) of the suffixes after one of type L, and after one of type S
  Index* ends;            ///< of the list of S after S; later of the list of L after S
  Index* lms;             ///< of the LMS
  Index* grown;           ///< where threads share the scans: ends of the list that grows while it is scanned

  [[nodiscard]] static constexpr std::size_t entries_of_symbol(bool by_windows) { return by_windows ? 7 : 6; }

  SubstringTables(Index* memory, std::size_t alphabet)
      : lists(reinterpret_cast<ListEnd<Index>*>(memory)),
        ends(memory + 4 * alphabet),
        lms(memory + 5 * alphabet),
        grown(memory + 6 * alphabet)
  {}
};

/// How a scan goes over a list.
struct ScanL
{
  static constexpr bool induces_l = true, is_backward = false, has_groups = true, marks_end_groups = false;
};
struct ScanS
{
  static constexpr bool induces_l = false, is_backward = true, has_groups = true, marks_end_groups = false;
};
/// Groups of L are marked at their first entries, which come last here.
struct ScanLForS
{
  static constexpr bool induces_l = false, is_backward = true, marks_end_groups = true;
};

/// The lists of a level, in its array. Suffix 0 is no LMS, and nothing is induced from it: it is in no list.
template <class Symbol, class Index>
struct SubstringLists
{
  static constexpr bool is_wide = sizeof(Symbol) > 1;

  Symbol const* text;
  std::size_t alphabet;
  SubstringTables<Index> tables;
  Index* first;            ///< L after L, and later S after S
  Index* second;           ///< L after S
  Index* seeds;            ///< the LMS
  std::size_t size_l = 0;  ///< of L after L
  std::size_t size_s = 0;  ///< of S after S
  std::size_t size_second = 0;
  std::size_t lms = 0;

  /// \param counts  [0..4 * alphabet) of suffixes but the first one, by symbol and type as `LmsBits::find` has it; may be the
  ///                memory of the tables
  SubstringLists(Machine& machine, Level<Symbol, Index> const& level, Index const* counts, Index* memory,
                 bool by_windows)
      : text(level.text), alphabet(level.alphabet), tables(memory, level.alphabet)
  {
    Sizes const all = begin_tables(machine, counts, by_windows);
    lms = all.lms;
    size_l = all.l_after_l;
    size_s = all.s_after_s;
    size_second = all.l_after_s;
    first = level.array;
    second = level.array + std::max(size_l, size_s);
    seeds = level.array + (level.n - lms);
    if constexpr (is_wide)
      fill(machine, first, std::max(size_l, size_s), Index{0});  // entries are looked at before they are known
  }

  /// Calls place(next), which puts each LMS where next[symbol]++ says: next are the starts, which become the ends. An LMS is
  /// what a substring ends with, so that those of one symbol are equal.
  template <class Place>
  void place_seeds(Machine& machine, Place const& place) const
  {
    place(tables.lms);
    for_symbols(machine, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c)
        if (start_of_lms(c) < end_of_lms(c)) seeds[start_of_lms(c)] |= mark<Index>;
    });
  }

  [[nodiscard]] std::size_t start_of_lms(std::size_t c) const { return c > 0 ? tables.lms[c - 1] : 0; }
  [[nodiscard]] std::size_t end_of_lms(std::size_t c) const { return tables.lms[c]; }

  /// From lists of L to lists of S, which grow from their ends.
  void turn_tables(Machine& machine, bool by_windows) const
  {
    for_symbols(machine, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) {
        Index const end_of_l = tables.lists[2 * c + 1].next;
        tables.lists[2 * c] = {tables.lms[c], 0};
        tables.lists[2 * c + 1] = {tables.ends[c], 0};
        if (by_windows) tables.grown[c] = tables.ends[c];
        tables.ends[c] = end_of_l;
      }
    });
    if (by_windows) fill(machine, first, size_s, Index{0});  // what is not there yet is not looked at
  }

  /// The number of the list that suffix p - 1 belongs to in a scan; p > 1.
  template <class Scan>
  [[nodiscard]] std::size_t list_before(Index p) const
  {
    Symbol const symbol = text[p - 1];
    Symbol const before = text[p - 2];
    return 2 * std::size_t{symbol} + (Scan::induces_l ? before < symbol : before <= symbol);
  }

  template <class Scan>
  [[nodiscard]] Index* array_of(std::size_t list) const
  {
    if constexpr (Scan::induces_l) return list % 2 == 0 ? first : second;
    return list % 2 == 0 ? seeds : first;
  }

  /// Puts suffix p at the end of a list, and marks it where the group changes. Returns where it is there.
  template <class Scan>
  std::size_t append(std::size_t list, Index p, Index group) const
  {
    auto& end = tables.lists[list];
    Index const entry = static_cast<Index>(p | mark_if<Index>(end.group != group));
    end.group = group;
    Index const next = Scan::induces_l ? end.next++ : --end.next;
    array_of<Scan>(list)[next] = entry;
    return next;
  }

 private:
  /// Of the lists of some symbols.
  struct Sizes
  {
    Index l_after_l = 0, l_after_s = 0, lms = 0, s_after_s = 0;

    Sizes& operator+=(Sizes const& more)
    {
      l_after_l += more.l_after_l;
      l_after_s += more.l_after_s;
      lms += more.lms;
      s_after_s += more.s_after_s;
      return *this;
    }
  };

  [[nodiscard]] static Sizes sizes_of(Index const* counts, std::size_t c)
  {
    return {counts[4 * c], counts[4 * c + 1], counts[4 * c + 2], counts[4 * c + 3]};
  }

  /// Where the lists of each symbol begin, and those that are scanned end; `lms` has starts. Returns the sizes of all.
  [[nodiscard]] Sizes begin_tables(Machine& machine, Index const* counts, bool by_windows) const
  {
    std::vector<Sizes> parts(parts_for(machine, alphabet, min_part));
    for_symbols(machine, [&](std::size_t part, std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) parts[part] += sizes_of(counts, c);
    });
    Sizes const all = sums_before(parts);
    for_symbols(machine, [&](std::size_t part, std::size_t begin, std::size_t end) {
      Sizes before = parts[part];
      for (std::size_t c = begin; c < end; ++c) {
        Sizes const sizes = sizes_of(counts, c);  // read before it is overwritten
        tables.lists[2 * c] = {before.l_after_l, 0};
        tables.lists[2 * c + 1] = {before.l_after_s, 0};
        tables.lms[c] = before.lms;
        before += sizes;
        tables.ends[c] = before.s_after_s;
        if (by_windows) tables.grown[c] = before.l_after_l;
      }
    });
    return all;
  }

  template <class Body>
  void for_symbols(Machine& machine, Body const& body) const
  {
    for_parts_of(machine, alphabet, parts_for(machine, alphabet, min_part), body);
  }
};

}  // namespace lexikos::suffix_array_detail::induction
