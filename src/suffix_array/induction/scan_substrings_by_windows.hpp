// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The scans that sort the substrings of a text of integers, by many threads (windows.hpp).
//
// A scan goes symbol by symbol over two lists: the one that grows on the way, and another one, the seeds or the list of L after
// S. A slot's place is that of its entry in the order of both: scans for L go over the growing list of a symbol first, so that
// it lies below the other; scans for S go backward, so that it lies above.

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
  using Item = typename Window<Index>::Item;

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
    Requests const requests{m_lists};
    m_window.template take_near_turns<Scan>(
        stretch.count, group, requests, [&](Item const& item, Index of_slot) { take_turn(stretch, item, of_slot); });
    m_window.template take_rest<Scan>(m_machine, stretch.count, group_before, requests,
                                      [&](Item const& item, Index of_slot) { (void)append(item, of_slot); });
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
    auto const entry_at = [&](std::size_t place, std::size_t c) {
      return entry_of(place, before_grown(c), start_of_grown(c), end_of_grown(c));
    };
    look_at_list(stretch, 0, m_lists.first, entry_at(stretch.begin, stretch.first_symbol),
                 entry_at(stretch.begin + stretch.count, stretch.last_symbol),
                 [&](std::size_t i, Index&, std::size_t c) { return i + before_grown(c); });
  }

  void look_at_others(Stretch const& stretch) const
  {
    Index const* const list = Scan::induces_l ? m_lists.seeds : m_lists.second;
    auto const entry_at = [&](std::size_t place, std::size_t c) {
      return entry_of(place, before_other(c), start_of_other(c), end_of_other(c));
    };
    look_at_list(stretch, 1, list, entry_at(stretch.begin, stretch.first_symbol),
                 entry_at(stretch.begin + stretch.count, stretch.last_symbol),
                 [&](std::size_t i, Index& entry, std::size_t c) {
                   if constexpr (!Scan::induces_l) {
                     // groups of L are marked at their first entries, which come last here
                     bool const begins_group = i + 1 == end_of_other(c) || is_marked(list[i + 1]);
                     entry = static_cast<Index>(position_in(entry) | mark_if<Index>(begins_group));
                   }
                   return i + before_other(c);
                 });
  }

  /// The first entry of a symbol, which are [start..end) of a list, whose place is not before that one.
  [[nodiscard]] static std::size_t entry_of(std::size_t place, std::size_t before, std::size_t start, std::size_t end)
  {
    return std::clamp(place - std::min(before, place), start, end);
  }

  /// Looks at those of entries [first..last) of a list that are there.
  /// \param place_of  place_of(i, entry, symbol) of the i-th entry; sets whether a group begins with it
  template <class PlaceOf>
  void look_at_list(Stretch const& stretch, std::size_t kind, Index const* list, std::size_t first, std::size_t last,
                    PlaceOf const& place_of) const
  {
    m_window.template look<Scan>(m_machine, last - first, [&](std::size_t part, std::size_t k, std::size_t later) {
      Index const p_later = position_in(list[first + later]);
      prefetch(m_lists.text + p_later - (p_later > 0));
      std::size_t const i = first + k;
      Index entry = list[i];
      Index const p = position_in(entry);
      if (p == 0) return;
      std::size_t const slot = place_of(i, entry, m_lists.text[p]) - stretch.begin;
      if (p < 2) return m_window.leads_nowhere(slot, entry);
      std::size_t const to = m_lists.template list_before<Scan>(p);
      m_window.leads_to(part, kind, slot, to, entry - 1, is_near(stretch, to));
    });
  }

  [[nodiscard]] static bool is_near(Stretch const& stretch, std::size_t list)
  {
    bool const grows = (list % 2 == 0) == Scan::induces_l;
    return grows && stretch.has_symbol(list / 2);
  }

  // ----- taking

  std::size_t append(Item const& item, Index group) const
  {
    return m_lists.template append<Scan>(item.key, position_in(item.entry), group);
  }

  void take_turn(Stretch const& stretch, Item const& item, Index group) const
  {
    std::size_t const i = append(item, group);
    std::size_t const place = i + before_grown(item.key / 2);
    if (!stretch.has(place)) return;
    Index const entry = m_lists.first[i];
    Index const p = position_in(entry);
    if (p < 2) return m_window.leads_nowhere(place - stretch.begin, entry);
    std::size_t const to = m_lists.template list_before<Scan>(p);
    m_window.leads_late(place - stretch.begin, to, entry - 1, is_near(stretch, to));
  }

  struct Requests
  {
    SubstringLists<Symbol, Index> const& lists;

    void turn(Item const& item) const
    {
      row(item.key);
      prefetch(lists.text + position_in(item.entry) - 1);
    }
    void row(std::size_t list) const { prefetch_to_write(lists.tables.lists + list); }
    void place(std::size_t list) const
    {
      Index const next = lists.tables.lists[list].next;
      prefetch_to_write(lists.template array_of<Scan>(list) + next - !Scan::induces_l);
    }
  };

  Machine& m_machine;
  SubstringLists<Symbol, Index> const& m_lists;
  Window<Index> m_window;
};

}  // namespace lexikos::suffix_array_detail::induction
