// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The second half of induced sorting for a text of integers, whose scans run over the bounds of buckets.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "suffix_array/induction/induce.hpp"
#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/tallies.hpp"
#include "suffix_array/induction/types.hpp"
#include "suffix_array/induction/windows.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// A text of integers: buckets are short, so that the scans run over their bounds. Where nothing has been written yet, entries
/// are 0, and lead nowhere.
template <class Symbol, class Index>
class InduceInLine
{
  using Item = typename Window<Index>::Item;

 public:
  static constexpr std::size_t entries_of_symbol = 2;

  /// \param tables  [0..2 * alphabet)
  InduceInLine(Machine& machine, Level<Symbol, Index> const& level, Index* tables, Window<Index> const& window)
      : m_machine(machine),
        m_window(window.for_keys(level.alphabet)),
        m_level(level),
        m_text(level.text),
        m_n(level.n),
        m_alphabet(level.alphabet),
        m_array(level.array),
        m_start(tables),
        m_next(tables + level.alphabet)
  {}

  /// \param lms  suffixes, in their order in the first entries of the array
  void run(std::size_t lms, LmsBits const& bits)
  {
    count_symbols(m_machine, m_level, bits, m_window, m_start, m_next);
    if (m_window.capacity() > 0)
      m_machine.with_memory(lms * sizeof(Index), [&](void* memory) {
        copy(m_machine, m_array, lms, static_cast<Index*>(memory));
        place_by_parts(static_cast<Index const*>(memory));
      });
    else
      place(lms);
    induce_l();
    induce_s();
  }

 private:
  /// The LMS at the ends of their buckets, and zeros before them. From the counts of symbols to the starts of their buckets.
  void place(std::size_t lms)
  {
    std::size_t end = m_n;
    for (std::size_t c = m_alphabet; c-- > 0;) {
      std::size_t const start = end - m_start[c];
      std::size_t const count = m_next[c];
      lms -= count;
      for (std::size_t k = count; k-- > 0;) m_array[end - count + k] = m_array[lms + k];
      std::size_t const zeros = std::max(start, lms);  // what lies before is still to be moved
      if (zeros < end - count) std::fill(m_array + zeros, m_array + (end - count), Index{0});
      m_start[c] = static_cast<Index>(start);
      end = start;
    }
  }

  /// The same of a copy of the LMS.
  void place_by_parts(Index const* lms)
  {
    struct Counts
    {
      std::size_t all = 0, lms = 0;

      Counts& operator+=(Counts const& more)
      {
        all += more.all;
        lms += more.lms;
        return *this;
      }
    };
    std::vector<Counts> before(parts_for(m_machine, m_alphabet, min_part));
    for_parts_of(m_machine, m_alphabet, before.size(), [&](std::size_t part, std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) before[part] += {m_start[c], m_next[c]};
    });
    (void)sums_before(before);
    for_parts_of(m_machine, m_alphabet, before.size(), [&](std::size_t part, std::size_t begin, std::size_t end) {
      auto [start, done] = before[part];
      for (std::size_t c = begin; c < end; ++c) {
        Index* const bucket = m_array + start;
        std::size_t const others = m_start[c] - m_next[c];
        std::fill_n(bucket, others, Index{0});
        std::copy_n(lms + done, m_next[c], bucket + others);
        done += m_next[c];
        start += m_start[c];
        m_start[c] = static_cast<Index>(bucket - m_array);
      }
    });
  }

  template <class To>
  void look_ahead(std::size_t near, std::size_t later) const
  {
    Index const p = position_in(m_array[later]);
    prefetch(m_text + p - (p > 0));
    Index const entry = m_array[near];
    if (To::leads_on(entry)) prefetch_to_write(m_next + m_text[position_in(entry) - 1]);
  }

  template <class To>
  void push(Index p)
  {
    Symbol symbol;
    Index const entry = entry_before<To>(m_text, p, symbol);
    m_array[To::is_backward ? --m_next[symbol] : m_next[symbol]++] = entry;
  }

  void induce_l()
  {
    copy(m_machine, m_start, m_alphabet, m_next);
    push<ToL>(static_cast<Index>(m_n));
    if (m_window.capacity() > 0) return scan_by_windows<ToL>();
    std::size_t const last = m_n - 1;
    for (std::size_t i = 0; i <= last; ++i) {
      look_ahead<ToL>(std::min(i + ahead, last), std::min(i + 2 * ahead, last));
      if (ToL::leads_on(m_array[i])) push<ToL>(m_array[i]);
    }
  }

  void induce_s()
  {
    copy(m_machine, m_start + 1, m_alphabet - 1, m_next);
    m_next[m_alphabet - 1] = static_cast<Index>(m_n);
    if (m_window.capacity() > 0) return scan_by_windows<ToS>();
    for (std::size_t i = m_n; i-- > 0;) {
      look_ahead<ToS>(std::max(i, ahead) - ahead, std::max(i, 2 * ahead) - 2 * ahead);
      Index const entry = m_array[i];
      m_array[i] = position_in(entry);
      if (ToS::leads_on(entry)) push<ToS>(position_in(entry));
    }
  }

  // ----- the same by many threads

  template <class To>
  void scan_by_windows()
  {
    for (std::size_t done = 0; done < m_n;) {
      std::size_t const count = std::min(m_window.capacity(), m_n - done);
      std::size_t const begin = To::is_backward ? m_n - done - count : done;
      scan<To>({begin, count, symbol_at(begin), symbol_at(begin + count - 1)});
      done += count;
    }
  }

  template <class To>
  void scan(Stretch const& stretch)
  {
    m_window.clear(stretch.count);
    m_window.template look<To>(m_machine, stretch.count, [&](std::size_t part, std::size_t slot, std::size_t later) {
      Index const p_later = position_in(m_array[stretch.begin + later]);
      prefetch(m_text + p_later - (p_later > 0));
      std::size_t const i = stretch.begin + slot;
      Index const entry = m_array[i];
      if constexpr (To::is_backward) m_array[i] = position_in(entry);
      if (!To::leads_on(entry)) return;  // or is not there yet
      Symbol symbol;
      Index const before = entry_before<To>(m_text, position_in(entry), symbol);
      m_window.leads_to(part, 0, slot, symbol, before, stretch.has_symbol(symbol));
    });
    Index no_groups = 0;
    Requests<To> const requests{m_text, m_next, m_array};
    m_window.template take_near_turns<To>(stretch.count, no_groups, requests, [&](Item const& item, Index) {
      Index const place = lead_on<To>(item);
      if (stretch.has(place)) look_at_late<To>(stretch, place);
    });
    m_window.template take_rest<To>(m_machine, stretch.count, no_groups, requests,
                                    [&](Item const& item, Index) { (void)lead_on<To>(item); });
  }

  /// The symbol whose bucket has the i-th entry.
  [[nodiscard]] std::size_t symbol_at(std::size_t i) const
  {
    return static_cast<std::size_t>(std::upper_bound(m_start, m_start + m_alphabet, i) - m_start) - 1;
  }

  /// What the i-th entry of the array leads to, which has come into the window on the way.
  template <class To>
  void look_at_late(Stretch const& stretch, std::size_t i)
  {
    std::size_t const slot = i - stretch.begin;
    Index const entry = m_array[i];
    if constexpr (To::is_backward) m_array[i] = position_in(entry);
    if (!To::leads_on(entry)) return m_window.leads_nowhere(slot, entry);
    Symbol symbol;
    Index const before = entry_before<To>(m_text, position_in(entry), symbol);
    m_window.leads_late(slot, symbol, before, stretch.has_symbol(symbol));
  }

  /// Returns the place in the array that the item leads to.
  template <class To>
  Index lead_on(Item const& item)
  {
    Index& next = m_next[item.key];
    Index const place = To::is_backward ? --next : next++;
    m_array[place] = item.entry;
    return place;
  }

  template <class To>
  struct Requests
  {
    Symbol const* text;
    Index* next;
    Index* array;

    void turn(Item const& item) const
    {
      row(item.key);
      Index const p = position_in(item.entry);
      prefetch(text + p - (p > 0));
    }
    void row(std::size_t symbol) const { prefetch_to_write(next + symbol); }
    void place(std::size_t symbol) const { prefetch_to_write(array + next[symbol] - To::is_backward); }
  };

  Machine& m_machine;
  Window<Index> m_window;
  Level<Symbol, Index> m_level;
  Symbol const* m_text;
  std::size_t m_n;
  std::size_t m_alphabet;
  Index* m_array;
  Index* m_start;
  Index* m_next;
};

}  // namespace lexikos::suffix_array_detail::induction
