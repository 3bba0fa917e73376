// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The scans that sort the substrings of a text of integers, by many threads (windows.hpp).
//
// A scan goes symbol by symbol over two lists: the one that grows on the way, and another one, the seeds or the list of L after S.
// A slot's place is that of its entry in the order of both: scans for L go over the growing list of a symbol first, so that it
// lies below the other; scans for S go backward, so that it lies above.

#include <algorithm>
#include <cstddef>

#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/substring_lists.hpp"
#include "suffix_array/induction/windows.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// \tparam Scan  ScanL or ScanS
template <class Scan, class Symbol, class Index>
class ScanSubstringsByWindows
{
 public:
  ScanSubstringsByWindows(Machine& machine, SubstringLists<Symbol, Index> const& lists, Window<Index> const& window)
      : m_machine(machine), m_lists(lists), m_window(window.for_keys(2 * lists.alphabet))
  {}

  /// \param group  number of the last group, none of whose entries is in the lists
  void run(Index group) const
  {
    std::size_t const places = end_of_places(m_lists.alphabet - 1);
    for (std::size_t done = 0; done < places;) {
      std::size_t const count = std::min(m_window.capacity(), places - done);
      std::size_t const begin = Scan::is_backward ? places - done - count : done;
      scan({begin, count, symbol_at(begin), symbol_at(begin + count - 1)}, group);
      done += count;
    }
  }

 private:
  void scan(Stretch const& stretch, Index& group) const
  {
    m_window.clear(stretch.count);
    look_at_grown(stretch);
    look_at_others(stretch);
    Index const group_before = group;
    m_window.template take_near_turns<Scan>(
        stretch.count, group, Requests{*this},
        [&](std::size_t slot, Index of_slot) { take_turn(stretch, slot, of_slot); });
    m_window.template take_rest<Scan>(m_machine, stretch.count, group_before, Requests{*this},
                                      [&](std::size_t slot, Index of_slot) { (void)append(slot, of_slot); });
  }

  // ----- the order of places

  [[nodiscard]] std::size_t end_of_grown(std::size_t c) const { return m_lists.tables.grown[c]; }
  [[nodiscard]] std::size_t end_of_other(std::size_t c) const
  {
    if constexpr (Scan::induces_l) return m_lists.end_of_lms(c);
    return m_lists.tables.ends[c];
  }
  [[nodiscard]] std::size_t end_of_places(std::size_t c) const { return end_of_grown(c) + end_of_other(c); }

  [[nodiscard]] std::size_t start_of_grown(std::size_t c) const { return c > 0 ? end_of_grown(c - 1) : 0; }
  [[nodiscard]] std::size_t start_of_other(std::size_t c) const { return c > 0 ? end_of_other(c - 1) : 0; }

  /// By how many the places of a symbol's entries are more than their indices in the list.
  [[nodiscard]] std::size_t before_grown(std::size_t c) const
  {
    return Scan::induces_l ? start_of_other(c) : end_of_other(c);
  }
  [[nodiscard]] std::size_t before_other(std::size_t c) const
  {
    return Scan::induces_l ? end_of_grown(c) : start_of_grown(c);
  }

  [[nodiscard]] std::size_t symbol_at(std::size_t place) const
  {
    std::size_t from = 0, to = m_lists.alphabet - 1;
    while (from < to) {
      std::size_t const middle = (from + to) / 2;
      if (end_of_places(middle) > place)
        to = middle;
      else
        from = middle + 1;
    }
    return from;
  }

  // ----- looking

  /// Entries of the growing list in the stretch, as far as they are there: the others are looked at when they are.
  void look_at_grown(Stretch const& stretch) const
  {
    Index const* const list = m_lists.first;
    auto const first_place = [&](std::size_t c, std::size_t place) {
      std::size_t const before = before_grown(c);
      return std::clamp(place - std::min(before, place), start_of_grown(c), end_of_grown(c));
    };
    std::size_t const first = first_place(stretch.first_symbol, stretch.begin);
    std::size_t const last = first_place(stretch.last_symbol, stretch.begin + stretch.count);
    look_at_list(list, first, last, [&](std::size_t i, Index entry, std::size_t c) {
      if (i < start_of_grown(c) || i >= end_of_grown(c)) return;  // what was there before
      look_at(stretch, i + before_grown(c) - stretch.begin, entry);
    });
  }

  void look_at_others(Stretch const& stretch) const
  {
    Index const* const list = Scan::induces_l ? m_lists.seeds : m_lists.second;
    auto const first_place = [&](std::size_t c, std::size_t place) {
      std::size_t const before = before_other(c);
      return std::clamp(place - std::min(before, place), start_of_other(c), end_of_other(c));
    };
    std::size_t const first = first_place(stretch.first_symbol, stretch.begin);
    std::size_t const last = first_place(stretch.last_symbol, stretch.begin + stretch.count);
    look_at_list(list, first, last, [&](std::size_t i, Index entry, std::size_t c) {
      if constexpr (!Scan::induces_l) {
        // groups of L are marked at their first entries, which come last here
        bool const begins_group = i + 1 == end_of_other(c) || is_marked(list[i + 1]);
        entry = static_cast<Index>(position_in(entry) | mark_if<Index>(begins_group));
      }
      look_at(stretch, i + before_other(c) - stretch.begin, entry);
    });
  }

  /// Calls look(i, entry, symbol) for entries [first..last) of a list that are there, at the same time for many.
  template <class Look>
  void look_at_list(Index const* list, std::size_t first, std::size_t last, Look const& look) const
  {
    std::size_t const count = last - first;
    for_parts_of(m_machine, count, parts_for(m_machine, count, least_to_share),
                 [&](std::size_t, std::size_t begin, std::size_t end) {
                   for (std::size_t i = first + begin; i < first + end; ++i) {
                     Index const later = position_in(list[std::min(i + ahead, last - 1)]);
                     prefetch(m_lists.text + later - (later > 0));
                     Index const entry = list[i];
                     if (position_in(entry) != 0) look(i, entry, m_lists.text[position_in(entry)]);
                   }
                 });
  }

  /// What a slot leads to, by its entry, which is marked if a group begins with it.
  void look_at(Stretch const& stretch, std::size_t slot, Index entry) const
  {
    Index const p = position_in(entry);
    if (p < 2) return m_window.leads_nowhere(slot, entry);
    std::size_t const list = m_lists.template list_before<Scan>(p);
    bool const grows = (list % 2 == 0) == Scan::induces_l;
    m_window.leads_to(slot, list, entry - 1, grows && stretch.has_symbol(list / 2));
  }

  // ----- taking

  std::size_t append(std::size_t slot, Index group) const
  {
    return m_lists.template append<Scan>(m_window.key(slot), position_in(m_window.entry(slot)), group);
  }

  void take_turn(Stretch const& stretch, std::size_t slot, Index group) const
  {
    std::size_t const i = append(slot, group);
    std::size_t const place = i + before_grown(m_window.key(slot) / 2);
    if (stretch.has(place)) look_at(stretch, place - stretch.begin, m_lists.first[i]);
  }

  struct Requests
  {
    ScanSubstringsByWindows const& scan;

    void turn(std::size_t slot) const
    {
      row(slot);
      prefetch(scan.m_lists.text + position_in(scan.m_window.entry(slot)) - 1);
    }
    void row(std::size_t slot) const { prefetch_to_write(scan.m_lists.tables.lists + scan.m_window.key(slot)); }
    void place(std::size_t slot) const
    {
      std::size_t const list = scan.m_window.key(slot);
      Index const next = scan.m_lists.tables.lists[list].next;
      prefetch_to_write(scan.m_lists.template array_of<Scan>(list) + next - !Scan::induces_l);
    }
  };

  /// Entries that a thread is worth waking for.
  static constexpr std::size_t least_to_share = 1024;

  Machine& m_machine;
  SubstringLists<Symbol, Index> const& m_lists;
  Window<Index> m_window;
};

}  // namespace lexikos::suffix_array_detail::induction
