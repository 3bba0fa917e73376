// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The first half of induced sorting: the LMS substrings in their order. From the symbols that they end with, the suffixes of
// substrings are sorted from short to long: first those of type L, then those of type S.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/scan_parts.hpp"
#include "suffix_array/induction/scan_substrings_by_windows.hpp"
#include "suffix_array/induction/substring_lists.hpp"
#include "suffix_array/induction/tallies.hpp"
#include "suffix_array/induction/types.hpp"
#include "suffix_array/induction/windows.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// The lists of a level, sorted.
template <class Symbol, class Index>
class SubstringSort
{
 public:
  /// \param counts  as `SubstringLists` takes them
  /// \param parts   scratch for each thread, of texts of bytes
  /// \param window  of other texts
  SubstringSort(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits, Index const* counts,
                Index* tables, PartOfScan<Index>* parts, Window<Index> const& window)
      : m_machine(machine),
        m_window(window),
        m_text(level.text),
        m_n(level.n),
        m_alphabet(level.alphabet),
        m_lists(machine, level, counts, tables, window.capacity() > 0),
        m_parts(parts)
  {
    m_lists.place_seeds(machine, [&](Index* next) { place_lms(machine, level, bits, window, next, m_lists.seeds); });
  }

  /// n >= 2. Returns how many LMS there are: they are the last ones of [0..n), in the order of their substrings, and the last
  /// one of each group of equals is marked.
  std::size_t sort()
  {
    if (m_lists.lms == 0) return 0;
    sort_l();
    m_lists.turn_tables(m_machine, m_window.capacity() > 0);
    sort_s();
    return m_lists.lms;
  }

 private:
  static constexpr bool is_wide = sizeof(Symbol) > 1;
  static constexpr std::size_t far = is_wide ? 2 * ahead : ahead;

  // ----- one step

  template <class Scan>
  void push(Index p, Index group)
  {
    if (p > 1) (void)m_lists.template append<Scan>(m_lists.template list_before<Scan>(p), p - 1, group);
  }

  /// Requests what is needed of entries that come up in a while; their values may not be known yet.
  /// \param near, later  indices of such entries
  void look_ahead(Index const* list, std::size_t near, std::size_t later) const
  {
    prefetch(m_text + position_in(list[later]) - 1);
    if constexpr (is_wide) {
      Index const p = position_in(list[near]);
      prefetch_to_write(m_lists.tables.lists + 2 * std::size_t{m_text[p - (p > 0)]});
    }
  }

  // ----- scans

  /// Entries [begin, end) of a list of `size`, of which all are known.
  template <class Scan>
  void scan(Index const* list, std::size_t size, std::size_t begin, std::size_t end, Index& group)
  {
    if (std::size_t const parts = parts_for(m_machine, end - begin, min_of_part); parts > 1)
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
        auto& list_end = m_lists.tables.lists[l];
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
        std::size_t const l = m_lists.template list_before<Scan>(p);
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
      Index const next = Scan::induces_l ? part.next[l]++ : --part.next[l];
      m_lists.template array_of<Scan>(l)[next] = static_cast<Index>(part.entries[k] | first);
    }
  }

  template <class Scan>
  void scan_known(Index const* list, std::size_t size, std::size_t begin, std::size_t end, Index& group)
  {
    std::size_t const most = m_machine.threads() * max_of_part;
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
    if constexpr (is_wide)
      if (m_window.capacity() > 0)
        return ScanSubstringsByWindows<ScanL, Symbol, Index>(m_machine, m_lists, m_window).run(group);
    std::size_t i = 0, seed = 0;
    for (std::size_t c = 0; c < m_alphabet; ++c) {
      if constexpr (is_wide) {
        for (auto const& list = m_lists.tables.lists[2 * c]; i < list.next; ++i)
          scan_one<ScanL>(m_lists.first, m_lists.size_l, i, group);
        std::size_t const end = m_lists.end_of_lms(c);
        for (; seed < end; ++seed) scan_one<ScanL>(m_lists.seeds, m_lists.lms, seed, group);
      }
      else {
        for (auto const& list = m_lists.tables.lists[2 * c]; i < list.next;) {
          std::size_t const end = list.next;
          scan_known<ScanL>(m_lists.first, m_lists.size_l, i, end, group);
          i = end;
        }
        scan_known<ScanL>(m_lists.seeds, m_lists.lms, m_lists.start_of_lms(c), m_lists.end_of_lms(c), group);
      }
    }
  }

  void sort_s()
  {
    Index group = 1;
    if constexpr (is_wide)
      if (m_window.capacity() > 0)
        return ScanSubstringsByWindows<ScanS, Symbol, Index>(m_machine, m_lists, m_window).run(group);
    std::size_t i = m_lists.size_s, l = m_lists.size_second;
    for (std::size_t c = m_alphabet; c-- > 0;) {
      if constexpr (is_wide) {
        for (auto const& list = m_lists.tables.lists[2 * c + 1]; i > list.next; --i)
          scan_one<ScanS>(m_lists.first, m_lists.size_s, i - 1, group);
        ++group;
        std::size_t const begin = c > 0 ? m_lists.tables.ends[c - 1] : 0;
        for (; l > begin; --l) scan_one<ScanLForS>(m_lists.second, m_lists.size_second, l - 1, group);
      }
      else {
        for (auto const& list = m_lists.tables.lists[2 * c + 1]; i > list.next;) {
          std::size_t const begin = list.next;
          scan_known<ScanS>(m_lists.first, m_lists.size_s, begin, i, group);
          i = begin;
        }
        ++group;
        std::size_t const begin = c > 0 ? m_lists.tables.ends[c - 1] : 0;
        scan_known<ScanLForS>(m_lists.second, m_lists.size_second, begin, l, group);
        l = begin;
      }
    }
  }

  Machine& m_machine;
  Window<Index> const& m_window;
  Symbol const* m_text;
  std::size_t m_n;
  std::size_t m_alphabet;
  SubstringLists<Symbol, Index> m_lists;
  PartOfScan<Index>* m_parts;
};

}  // namespace lexikos::suffix_array_detail::induction
