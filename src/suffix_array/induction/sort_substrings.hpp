// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The first half of induced sorting: the LMS substrings in their order, each from an LMS to the next one. From the symbols
// that they end with, the suffixes of substrings are sorted from short to long: first those of type L, then those of type S.
//
// A list has the suffixes of one type whose predecessors are of one type, so that each suffix is looked at once, and without
// asking what it is. Equal substrings are found on the way: who induces them is equal, too. A group of equal ones has a number
// as long as it is looked at, each list of a symbol keeps the number of the last group that came to it, and an entry is marked
// where that changes.

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/types.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// One symbol's part of two lists: where the next entry goes, and the group of the last one.
template <class Index>
struct ListPair
{
  struct List
  {
    Index next;
    Index group;
  };
  List lists[2];
};

/// What the sort keeps of each symbol.
template <class Index>
struct SubstringTables
{
  ListPair<Index>* lists;  ///< [0..alphabet)
  Index* ends_s;           ///< ends of the symbol's part of the list of S before which is S; then of L before which is S
  Index* lms;              ///< where the symbol's LMS begin

  static constexpr std::size_t entries_of_symbol = 6;

  SubstringTables(Index* memory, std::size_t alphabet)
      : lists(reinterpret_cast<ListPair<Index>*>(memory)), ends_s(memory + 4 * alphabet), lms(memory + 5 * alphabet)
  {}
};

/// The lists of a level, in its array.
template <class Symbol, class Index>
class SubstringSort
{
 public:
  SubstringSort(Level<Symbol, Index> const& level, Index* tables)
      : m_text(level.text), m_n(level.n), m_alphabet(level.alphabet), m_array(level.array), m_tables(tables, level.alphabet)
  {}

  /// Sorts the LMS, n >= 2. Returns how many there are: they are the last ones of [0..n), in the order of their substrings, and
  /// the last one of each group of equals is marked.
  std::size_t sort()
  {
    count();
    if (m_lms == 0) return 0;
    place_seeds();
    sort_l();
    turn_tables();
    sort_s();
    return m_lms;
  }

 private:
  static constexpr bool is_wide = sizeof(Symbol) > 1;

  // Suffix 0 is no LMS, and nothing is induced from it: it is in no list.
  void count()
  {
    Index* const counts = &m_tables.lists[0].lists[0].next;  // of L before L, L before S, and of S likewise
    std::fill_n(counts, 4 * m_alphabet, Index{0});
    for_each_type(m_text, m_n, 1, m_n, [&](std::size_t i, Symbol symbol, bool s, bool before_is_s) {
      if constexpr (is_wide)
        if (i > ahead) prefetch_to_write(counts + 4 * std::size_t{m_text[i - ahead]});
      ++counts[4 * std::size_t{symbol} + 2 * s + before_is_s];
    });
    Index ll = 0, ls = 0, sl = 0, ss = 0;
    for (std::size_t c = 0; c < m_alphabet; ++c) {
      auto& lists = m_tables.lists[c].lists;
      Index const count_ll = lists[0].next, count_ls = lists[0].group;
      sl += lists[1].next;
      ss += lists[1].group;
      lists[0] = {ll, 0};
      lists[1] = {ls, 0};
      m_tables.ends_s[c] = ss;
      m_tables.lms[c] = sl;
      ll += count_ll;
      ls += count_ls;
    }
    m_lms = sl;
    m_first = m_array;  // L before L, and later S before S
    m_second = m_array + std::max(ll, ss);
    m_seeds = m_array + (m_n - m_lms);
    if constexpr (is_wide) std::memset(m_first, 0, std::max(ll, ss) * sizeof(Index));  // look_ahead reads the text by it
    m_end_first_l = ll;
    m_end_first_s = ss;
    m_end_second = ls;
  }

  /// The LMS in buckets of their symbols; each is what a substring ends with, so that those of one symbol are equal.
  void place_seeds()
  {
    for_each_lms(m_text, m_n, 1, m_n,
                 [&](std::size_t i) { m_seeds[--m_tables.lms[m_text[i]]] = static_cast<Index>(i); });
    for (std::size_t c = 0; c < m_alphabet; ++c) {
      std::size_t const end = c + 1 < m_alphabet ? m_tables.lms[c + 1] : m_lms;
      if (m_tables.lms[c] < end) m_seeds[m_tables.lms[c]] |= mark<Index>;
    }
  }

  /// Requests what is needed of an entry that comes up in a while; its value may not be known yet.
  void look_ahead(Index const* entry, Index const* far) const
  {
    prefetch(m_text + position_in(*far) - 1);
    if constexpr (is_wide) {
      Index const p = position_in(*entry);
      prefetch_to_write(m_tables.lists + m_text[p - (p > 0)]);
    }
  }

  void push_l(Index p, Index group)
  {
    if (p < 2) return;
    Symbol const symbol = m_text[p - 1];
    bool const before_is_s = m_text[p - 2] < symbol;
    auto& list = m_tables.lists[symbol].lists[before_is_s];
    Index const entry = static_cast<Index>((p - 1) | mark_if<Index>(list.group != group));
    list.group = group;
    (before_is_s ? m_second : m_first)[list.next++] = entry;
  }

  void sort_l()
  {
    constexpr std::size_t far = is_wide ? 2 * ahead : ahead;
    Index group = 1;
    push_l(static_cast<Index>(m_n), group);
    std::size_t i = 0, seed = 0;
    for (std::size_t c = 0; c < m_alphabet; ++c) {
      for (; i < m_tables.lists[c].lists[0].next; ++i) {
        look_ahead(m_first + std::min(i + ahead, m_end_first_l - 1), m_first + std::min(i + far, m_end_first_l - 1));
        Index const entry = m_first[i];
        group += is_marked(entry);
        push_l(position_in(entry), group);
      }
      std::size_t const end = c + 1 < m_alphabet ? m_tables.lms[c + 1] : m_lms;
      for (; seed < end; ++seed) {
        std::size_t const last = m_lms - 1;
        look_ahead(m_seeds + std::min(seed + ahead, last), m_seeds + std::min(seed + far, last));
        Index const entry = m_seeds[seed];
        group += is_marked(entry);
        push_l(position_in(entry), group);
      }
    }
  }

  /// From lists of L to lists of S, which grow from their ends.
  void turn_tables()
  {
    for (std::size_t c = 0; c < m_alphabet; ++c) {
      auto& lists = m_tables.lists[c].lists;
      Index const end_of_l = lists[1].next;
      lists[0] = {c + 1 < m_alphabet ? m_tables.lms[c + 1] : static_cast<Index>(m_lms), 0};
      lists[1] = {m_tables.ends_s[c], 0};
      m_tables.ends_s[c] = end_of_l;
    }
  }

  void push_s(Index p, Index group)
  {
    if (p < 2) return;
    Symbol const symbol = m_text[p - 1];
    bool const before_is_s = m_text[p - 2] <= symbol;
    auto& list = m_tables.lists[symbol].lists[before_is_s];
    Index const entry = static_cast<Index>((p - 1) | mark_if<Index>(list.group != group));
    list.group = group;
    (before_is_s ? m_first : m_seeds)[--list.next] = entry;
  }

  void sort_s()
  {
    constexpr std::size_t far = is_wide ? 2 * ahead : ahead;
    Index group = 1;
    std::size_t i = m_end_first_s, l = m_end_second;
    for (std::size_t c = m_alphabet; c-- > 0;) {
      for (; i > m_tables.lists[c].lists[1].next; --i) {
        look_ahead(m_first + std::max(i, ahead + 1) - ahead - 1, m_first + std::max(i, far + 1) - far - 1);
        Index const entry = m_first[i - 1];
        group += is_marked(entry);
        push_s(position_in(entry), group);
      }
      // groups of L are marked at their first entries, which come last here
      ++group;
      std::size_t const begin = c > 0 ? m_tables.ends_s[c - 1] : 0;
      for (; l > begin; --l) {
        look_ahead(m_second + std::max(l, ahead + 1) - ahead - 1, m_second + std::max(l, far + 1) - far - 1);
        Index const entry = m_second[l - 1];
        push_s(position_in(entry), group);
        group += is_marked(entry);
      }
    }
  }

  Symbol const* m_text;
  std::size_t m_n;
  std::size_t m_alphabet;
  Index* m_array;
  SubstringTables<Index> m_tables;
  std::size_t m_lms = 0;
  Index* m_first = nullptr;
  Index* m_second = nullptr;
  Index* m_seeds = nullptr;
  std::size_t m_end_first_l = 0;
  std::size_t m_end_first_s = 0;
  std::size_t m_end_second = 0;
};

}  // namespace lexikos::suffix_array_detail::induction
