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
#include <array>
#include <cstddef>
#include <cstring>

#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/scan_parts.hpp"
#include "suffix_array/induction/types.hpp"
#include "suffix_array/induction/windows.hpp"

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
  Index* lms;             ///< where the symbol's LMS begin

  static constexpr std::size_t entries_of_symbol = 6;

  SubstringTables(Index* memory, std::size_t alphabet)
      : lists(reinterpret_cast<ListEnd<Index>*>(memory)), ends(memory + 4 * alphabet), lms(memory + 5 * alphabet)
  {}
};

/// How a scan goes over a list.
struct ScanL
{
  static constexpr bool induces_l = true, is_backward = false, marks_end_groups = false;
};
struct ScanS
{
  static constexpr bool induces_l = false, is_backward = true, marks_end_groups = false;
};
/// Groups of L are marked at their first entries, which come last here.
struct ScanLForS
{
  static constexpr bool induces_l = false, is_backward = true, marks_end_groups = true;
};

/// The lists of a level, in its array.
template <class Symbol, class Index>
class SubstringSort
{
 public:
  /// \param counts  [0..4 * alphabet) of suffixes but the first one, by symbol and type as `LmsBits::find` has it; may be the
  ///                memory of the tables
  /// \param parts    scratch for each thread, of texts of bytes
  /// \param windows  of the two lists of a scan, of other texts
  SubstringSort(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits, Index const* counts,
                Index* tables, PartOfScan<Index>* parts, std::array<Window<Index>, 2> const& windows)
      : m_machine(machine),
        m_windows(windows),
        m_array(level.array),
        m_text(level.text),
        m_n(level.n),
        m_alphabet(level.alphabet),
        m_tables(tables, level.alphabet),
        m_parts(parts)
  {
    begin_lists(counts, level.array);
    place_seeds(bits);
  }

  /// n >= 2. Returns how many LMS there are: they are the last ones of [0..n), in the order of their substrings, and the last
  /// one of each group of equals is marked.
  std::size_t sort()
  {
    if (m_lms == 0) return 0;
    sort_l();
    turn_tables();
    sort_s();
    return m_lms;
  }

 private:
  static constexpr bool is_wide = sizeof(Symbol) > 1;
  static constexpr std::size_t far = is_wide ? 2 * ahead : ahead;

  // Suffix 0 is no LMS, and nothing is induced from it: it is in no list.
  void begin_lists(Index const* counts, Index* array)
  {
    Index ll = 0, ls = 0, sl = 0, ss = 0;
    for (std::size_t c = 0; c < m_alphabet; ++c) {
      Index const count_ll = counts[4 * c], count_ls = counts[4 * c + 1];
      sl += counts[4 * c + 2];
      ss += counts[4 * c + 3];
      m_tables.lists[2 * c] = {ll, 0};
      m_tables.lists[2 * c + 1] = {ls, 0};
      m_tables.ends[c] = ss;
      m_tables.lms[c] = sl;
      ll += count_ll;
      ls += count_ls;
    }
    m_lms = sl;
    m_first = array;  // L after L, and later S after S
    m_second = array + std::max(ll, ss);
    m_seeds = array + (m_n - m_lms);
    m_size_l = ll;
    m_size_s = ss;
    m_size_second = ls;
    if constexpr (is_wide)
      std::memset(m_first, 0, std::max(ll, ss) * sizeof(Index));  // look_ahead reads the text by it
  }

  /// The LMS in buckets of their symbols; each is what a substring ends with, so that those of one symbol are equal.
  void place_seeds(LmsBits const& bits)
  {
    for (std::size_t c = m_alphabet; c-- > 0;) m_tables.lms[c] = c > 0 ? m_tables.lms[c - 1] : 0;
    bits.for_each(
        0, LmsBits::words(m_n),
        [&](std::size_t i) {
          if constexpr (is_wide) prefetch_to_write(m_tables.lms + m_text[i]);
        },
        [&](std::size_t i) { m_seeds[m_tables.lms[m_text[i]]++] = static_cast<Index>(i); });
    for (std::size_t c = m_alphabet; c-- > 0;) m_tables.lms[c] = c > 0 ? m_tables.lms[c - 1] : 0;
    for (std::size_t c = 0; c < m_alphabet; ++c)
      if (m_tables.lms[c] < end_of_lms(c)) m_seeds[m_tables.lms[c]] |= mark<Index>;
  }

  [[nodiscard]] std::size_t end_of_lms(std::size_t c) const { return c + 1 < m_alphabet ? m_tables.lms[c + 1] : m_lms; }

  // ----- one step

  /// The list of suffix p - 1, p > 1, in a scan.
  template <class Scan>
  [[nodiscard]] std::size_t list_before(Index p) const
  {
    Symbol const symbol = m_text[p - 1];
    Symbol const before = m_text[p - 2];
    return 2 * std::size_t{symbol} + (Scan::induces_l ? before < symbol : before <= symbol);
  }

  template <class Scan>
  void put(std::size_t list, Index next, Index entry)
  {
    array_of<Scan>(list)[next] = entry;
  }

  template <class Scan>
  [[nodiscard]] Index* array_of(std::size_t list) const
  {
    if constexpr (Scan::induces_l) return list % 2 == 0 ? m_first : m_second;
    return list % 2 == 0 ? m_seeds : m_first;
  }

  template <class Scan>
  void push(Index p, Index group)
  {
    if (p < 2) return;
    std::size_t const list = list_before<Scan>(p);
    auto& end = m_tables.lists[list];
    Index const entry = static_cast<Index>((p - 1) | mark_if<Index>(end.group != group));
    end.group = group;
    put<Scan>(list, Scan::induces_l ? end.next++ : --end.next, entry);
  }

  /// Requests what is needed of entries that come up in a while; their values may not be known yet.
  /// \param near, later  indices of such entries, in a list of `size`
  void look_ahead(Index const* list, std::size_t near, std::size_t later) const
  {
    prefetch(m_text + position_in(list[later]) - 1);
    if constexpr (is_wide) {
      Index const p = position_in(list[near]);
      prefetch_to_write(m_tables.lists + 2 * std::size_t{m_text[p - (p > 0)]});
    }
  }

  // ----- scans

  /// Entries [begin, end) of a list of `size`, of which all are known.
  template <class Scan>
  void scan(Index const* list, std::size_t size, std::size_t begin, std::size_t end, Index& group)
  {
    if constexpr (!is_wide)
      if (std::size_t const parts = parts_for(m_machine, end - begin, least_of_part); parts > 1)
        return scan_by_parts<Scan>(list, begin, end, parts, group);
    if constexpr (Scan::is_backward)
      for (std::size_t i = end; i-- > begin;) scan_one<Scan>(list, size, i, group);
    else
      for (std::size_t i = begin; i < end; ++i) scan_one<Scan>(list, size, i, group);
  }

  template <class Scan>
  void scan_one(Index const* list, std::size_t size, std::size_t i, Index& group)
  {
    if constexpr (Scan::is_backward)
      look_ahead(list, std::max(i, ahead) - ahead, std::max(i, far) - far);
    else
      look_ahead(list, std::min(i + ahead, size - 1), std::min(i + far, size - 1));
    Index const entry = list[i];
    if constexpr (!Scan::marks_end_groups) group += is_marked(entry);
    push<Scan>(position_in(entry), group);
    if constexpr (Scan::marks_end_groups) group += is_marked(entry);
  }

  template <class Scan>
  void scan_by_parts(Index const* list, std::size_t begin, std::size_t end, std::size_t parts, Index& group)
  {
    for_parts_of(m_machine, end - begin, parts, [&](std::size_t part, std::size_t from, std::size_t to) {
      if constexpr (Scan::is_backward)
        look_at_part<Scan>(m_parts[part], list, end - to, end - from);
      else
        look_at_part<Scan>(m_parts[part], list, begin + from, begin + to);
    });
    for (std::size_t part = 0; part < parts; ++part) {
      for (std::size_t l = 0; l < 2 * m_alphabet; ++l) {
        auto& of_part = m_parts[part];
        auto& list_end = m_tables.lists[l];
        if (of_part.counts[l] == 0) continue;
        of_part.next[l] = list_end.next;
        of_part.marks_first[l] = list_end.group != group + of_part.first_group[l];
        list_end.group = group + of_part.last_group[l];
        list_end.next =
            static_cast<Index>(Scan::induces_l ? list_end.next + of_part.counts[l] : list_end.next - of_part.counts[l]);
      }
      group += m_parts[part].groups;
    }
    m_machine.for_parts(parts, [&](std::size_t part) { write_part<Scan>(m_parts[part]); });
  }

  template <class Scan>
  void look_at_part(PartOfScan<Index>& part, Index const* list, std::size_t begin, std::size_t end) const
  {
    part.counts.fill(0);
    std::size_t count = 0;
    Index group = 0;
    for (std::size_t k = begin; k < end; ++k) {
      std::size_t const i = Scan::is_backward ? begin + (end - 1 - k) : k;
      Index const later = list[Scan::is_backward ? std::max(i, begin + ahead) - ahead : std::min(i + ahead, end - 1)];
      prefetch(m_text + position_in(later) - 1);
      Index const entry = list[i];
      Index const p = position_in(entry);
      if constexpr (!Scan::marks_end_groups) group += is_marked(entry);
      if (p > 1) {
        std::size_t const l = list_before<Scan>(p);
        bool const is_first = part.counts[l]++ == 0;
        if (is_first) part.first_group[l] = group;
        part.entries[count] = static_cast<Index>((p - 1) | mark_if<Index>(part.last_group[l] != group && !is_first));
        part.last_group[l] = group;
        part.list[count++] = static_cast<std::uint16_t>(l);
      }
      if constexpr (Scan::marks_end_groups) group += is_marked(entry);
    }
    part.count = count;
    part.groups = group;
  }

  template <class Scan>
  void write_part(PartOfScan<Index>& part)
  {
    for (std::size_t k = 0; k < part.count; ++k) {
      std::size_t const l = part.list[k];
      Index const first = mark_if<Index>(part.marks_first[l]);
      part.marks_first[l] = false;
      put<Scan>(l, Scan::induces_l ? part.next[l]++ : --part.next[l], static_cast<Index>(part.entries[k] | first));
    }
  }

  /// How much of a list is scanned at once.
  [[nodiscard]] std::size_t stretch() const { return is_wide ? m_n : m_machine.threads() * most_of_part; }

  template <class Scan>
  void scan_known(Index const* list, std::size_t size, std::size_t begin, std::size_t end, Index& group)
  {
    std::size_t const most = stretch();
    while (begin < end) {
      std::size_t const count = std::min(most, end - begin);
      if constexpr (Scan::is_backward) {
        scan<Scan>(list, size, end - count, end, group);
        end -= count;
      }
      else {
        scan<Scan>(list, size, begin, begin + count, group);
        begin += count;
      }
    }
  }

  void sort_l()
  {
    Index group = 1;
    push<ScanL>(static_cast<Index>(m_n), group);
    if (m_windows[0].capacity > 0) return sort_l_by_windows(group);
    std::size_t i = 0, seed = 0;
    for (std::size_t c = 0; c < m_alphabet; ++c) {
      if constexpr (is_wide) {
        for (auto const& list = m_tables.lists[2 * c]; i < list.next; ++i) scan_one<ScanL>(m_first, m_size_l, i, group);
        std::size_t const end = end_of_lms(c);
        for (; seed < end; ++seed) scan_one<ScanL>(m_seeds, m_lms, seed, group);
      }
      else {
        for (auto const& list = m_tables.lists[2 * c]; i < list.next;) {
          std::size_t const end = list.next;
          scan_known<ScanL>(m_first, m_size_l, i, end, group);
          i = end;
        }
        scan_known<ScanL>(m_seeds, m_lms, m_tables.lms[c], end_of_lms(c), group);
      }
    }
  }

  /// From lists of L to lists of S, which grow from their ends.
  void turn_tables()
  {
    for (std::size_t c = 0; c < m_alphabet; ++c) {
      Index const end_of_l = m_tables.lists[2 * c + 1].next;
      m_tables.lists[2 * c] = {static_cast<Index>(end_of_lms(c)), 0};
      m_tables.lists[2 * c + 1] = {m_tables.ends[c], 0};
      m_tables.ends[c] = end_of_l;
    }
  }

  void sort_s()
  {
    Index group = 1;
    if (m_windows[0].capacity > 0) return sort_s_by_windows(group);
    std::size_t i = m_size_s, l = m_size_second;
    for (std::size_t c = m_alphabet; c-- > 0;) {
      if constexpr (is_wide) {
        for (auto const& list = m_tables.lists[2 * c + 1]; i > list.next; --i)
          scan_one<ScanS>(m_first, m_size_s, i - 1, group);
        ++group;
        std::size_t const begin = c > 0 ? m_tables.ends[c - 1] : 0;
        for (; l > begin; --l) scan_one<ScanLForS>(m_second, m_size_second, l - 1, group);
      }
      else {
        for (auto const& list = m_tables.lists[2 * c + 1]; i > list.next;) {
          std::size_t const begin = list.next;
          scan_known<ScanS>(m_first, m_size_s, begin, i, group);
          i = begin;
        }
        ++group;
        std::size_t const begin = c > 0 ? m_tables.ends[c - 1] : 0;
        scan_known<ScanLForS>(m_second, m_size_second, begin, l, group);
        l = begin;
      }
    }
  }

  // ----- scans of texts of integers by many threads

  /// A list, of which entries are looked at before their turn.
  struct WatchedList
  {
    Index const* entries;
    std::size_t size;
    Window<Index> window;
    std::size_t turn;     ///< the entry whose turn it is, or the one after it where the scan is backward
    std::size_t written;  ///< the same of what has been written

    WatchedList(Index const* entries, std::size_t size, Window<Index> const& room, std::size_t turn)
        : entries(entries), size(size), window(room), turn(turn), written(turn)
    {
      window.begin = window.end = turn;
    }
  };

  /// Of a scan: the one that grows on the way, and the other one.
  struct WatchedLists
  {
    WatchedList first, second;
  };

  void sort_l_by_windows(Index group)
  {
    WatchedLists lists{{m_first, m_size_l, m_windows[0], 0}, {m_seeds, m_lms, m_windows[1], 0}};
    for (std::size_t c = 0; c < m_alphabet; ++c) {
      for (auto const& list = m_tables.lists[2 * c]; lists.first.turn < list.next;)
        take_turn<ScanL>(lists, lists.first, group);
      for (std::size_t const end = end_of_lms(c); lists.second.turn < end;)
        take_turn<ScanL>(lists, lists.second, group);
    }
    write_what_waits<ScanL>(lists);
  }

  void sort_s_by_windows(Index group)
  {
    WatchedLists lists{{m_first, m_size_s, m_windows[0], m_size_s},
                       {m_second, m_size_second, m_windows[1], m_size_second}};
    for (std::size_t c = m_alphabet; c-- > 0;) {
      for (auto const& list = m_tables.lists[2 * c + 1]; lists.first.turn > list.next;)
        take_turn<ScanS>(lists, lists.first, group);
      ++group;
      for (std::size_t const begin = c > 0 ? m_tables.ends[c - 1] : 0; lists.second.turn > begin;)
        take_turn<ScanLForS>(lists, lists.second, group);
    }
    write_what_waits<ScanS>(lists);
  }

  template <class Scan>
  void take_turn(WatchedLists& lists, WatchedList& list, Index& group)
  {
    if (list.turn == (Scan::is_backward ? list.window.begin : list.window.end)) look_at_next<Scan>(lists, list);
    auto const& window = list.window;
    std::size_t const i = Scan::is_backward ? --list.turn : list.turn++;
    std::size_t const k = i - window.begin;
    std::size_t const last = window.end - window.begin - 1;
    prefetch_to_write(m_tables.lists +
                      window.row(Scan::is_backward ? std::max(k, ahead) - ahead : std::min(k + ahead, last)));
    Index const entry = list.entries[i];
    if constexpr (!Scan::marks_end_groups) group += is_marked(entry);
    if (window.keys[k] != Window<Index>::none)
      window.keys[k] = lead_on<Scan>(lists.first, static_cast<Index>(position_in(entry) - 1), group, window.keys[k],
                                     window.entries[k]);
    if constexpr (Scan::marks_end_groups) group += is_marked(entry);
  }

  /// Finds a place for suffix p in the list of that number. Returns where in the array its entry is still to be written.
  template <class Scan>
  [[nodiscard]] Index lead_on(WatchedList const& first, Index p, Index group, Index list, Index& entry)
  {
    auto& end = m_tables.lists[list];
    entry = static_cast<Index>(p | mark_if<Index>(end.group != group));
    end.group = group;
    Index const next = Scan::induces_l ? end.next++ : --end.next;
    Index* const array = array_of<Scan>(list);
    if (array != m_first || next < first.window.begin || next >= first.window.end)
      return static_cast<Index>(array + next - m_array);
    array[next] = entry;
    look_at<Scan>(first.window, next, p);
    return Window<Index>::none;
  }

  /// Looks at the entries after the window of a list, once all that is known is written.
  template <class Scan>
  void look_at_next(WatchedLists& lists, WatchedList& list)
  {
    write_what_waits<Scan>(lists);
    auto& window = list.window;
    if constexpr (Scan::is_backward) {
      window.end = window.begin;
      window.begin = window.end - std::min(window.end, window.capacity);
    }
    else {
      window.begin = window.end;
      window.end = std::min(window.begin + window.capacity, list.size);
    }
    window.look(m_machine, [&](std::size_t i, std::size_t end) {
      Index const later = position_in(list.entries[std::min(i + ahead, end - 1)]);
      prefetch(m_text + later - (later > 0));
      look_at<Scan>(window, i, position_in(list.entries[i]));
    });
  }

  template <class Scan>
  void look_at(Window<Index> const& window, std::size_t i, Index p) const
  {
    window.keys[i - window.begin] = p < 2 ? Window<Index>::none : static_cast<Index>(list_before<Scan>(p));
  }

  template <class Scan>
  void write_what_waits(WatchedLists& lists)
  {
    for (WatchedList* const list : {&lists.first, &lists.second}) {
      if constexpr (Scan::is_backward)
        list->window.write(m_machine, m_array, list->turn, list->written);
      else
        list->window.write(m_machine, m_array, list->written, list->turn);
      list->written = list->turn;
    }
  }

  Machine& m_machine;
  std::array<Window<Index>, 2> m_windows;
  Index* m_array;
  Symbol const* m_text;
  std::size_t m_n;
  std::size_t m_alphabet;
  SubstringTables<Index> m_tables;
  PartOfScan<Index>* m_parts;
  std::size_t m_lms = 0;
  Index* m_first = nullptr;
  Index* m_second = nullptr;
  Index* m_seeds = nullptr;
  std::size_t m_size_l = 0;
  std::size_t m_size_s = 0;
  std::size_t m_size_second = 0;
};

}  // namespace lexikos::suffix_array_detail::induction
