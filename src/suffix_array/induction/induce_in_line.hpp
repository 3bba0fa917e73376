// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The second half of induced sorting for a text of integers, whose scans run over the bounds of buckets.

#include <algorithm>
#include <cstddef>

#include "suffix_array/induction/induce.hpp"
#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/types.hpp"
#include "suffix_array/induction/windows.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// A text of integers: buckets are short, so that the scans run over their bounds. Where nothing has been written yet, entries
/// are 0, and lead nowhere.
template <class Symbol, class Index>
class InduceInLine
{
 public:
  static constexpr std::size_t entries_of_symbol = 2;

  /// \param tables  [0..2 * alphabet)
  InduceInLine(Machine& machine, Level<Symbol, Index> const& level, Index* tables, Window<Index> const& window)
      : m_machine(machine),
        m_window(window),
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
    count(bits);
    place(lms);
    induce_l();
    induce_s();
  }

 private:
  /// m_start: suffixes of each symbol; m_next: LMS of each symbol
  void count(LmsBits const& bits)
  {
    std::fill_n(m_start, 2 * m_alphabet, Index{0});
    for (std::size_t i = 0; i < m_n; ++i) {
      prefetch_to_write(m_start + m_text[std::min(i + ahead, m_n - 1)]);
      ++m_start[m_text[i]];
    }
    bits.for_each(
        0, LmsBits::words(m_n), [&](std::size_t i) { prefetch_to_write(m_next + m_text[i]); },
        [&](std::size_t i) { ++m_next[m_text[i]]; });
  }

  /// The LMS at the ends of their buckets, and zeros before them. Leaves the starts of the buckets.
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
    std::copy_n(m_start, m_alphabet, m_next);
    push<ToL>(static_cast<Index>(m_n));
    if (m_window.capacity > 0) return scan_by_windows<ToL>();
    std::size_t const last = m_n - 1;
    for (std::size_t i = 0; i <= last; ++i) {
      look_ahead<ToL>(std::min(i + ahead, last), std::min(i + 2 * ahead, last));
      if (ToL::leads_on(m_array[i])) push<ToL>(m_array[i]);
    }
  }

  void induce_s()
  {
    std::copy_n(m_start + 1, m_alphabet - 1, m_next);
    m_next[m_alphabet - 1] = static_cast<Index>(m_n);
    if (m_window.capacity > 0) return scan_by_windows<ToS>();
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
      std::size_t const count = std::min(m_window.capacity, m_n - done);
      m_window.begin = To::is_backward ? m_n - done - count : done;
      m_window.end = m_window.begin + count;
      m_window.look(m_machine, [&](std::size_t i, std::size_t end) {
        Index const later = position_in(m_array[std::min(i + ahead, end - 1)]);
        prefetch(m_text + later - (later > 0));
        look_at<To>(i, m_array[i]);
      });
      for (std::size_t k = 0; k < count; ++k) take_turn<To>(To::is_backward ? count - 1 - k : k);
      m_window.write(m_machine, m_array, m_window.begin, m_window.end);
      done += count;
    }
  }

  /// What the i-th entry of the array, which is in the window, leads to, as far as it is known: where it is not, it leads nowhere
  /// until it is written.
  template <class To>
  void look_at(std::size_t i, Index entry)
  {
    std::size_t const k = i - m_window.begin;
    if constexpr (To::is_backward) m_array[i] = position_in(entry);
    m_window.keys[k] = Window<Index>::none;
    if (!To::leads_on(entry)) return;
    Symbol symbol;
    m_window.entries[k] = entry_before<To>(m_text, position_in(entry), symbol);
    m_window.keys[k] = symbol;
  }

  template <class To>
  void take_turn(std::size_t k)
  {
    std::size_t const last = m_window.end - m_window.begin - 1;
    prefetch_to_write(m_next + m_window.row(To::is_backward ? std::max(k, ahead) - ahead : std::min(k + ahead, last)));
    Index& key = m_window.keys[k];
    if (key == Window<Index>::none) return;
    Index const place = To::is_backward ? --m_next[key] : m_next[key]++;
    key = place;
    if (place < m_window.begin || place >= m_window.end) return;
    Index const entry = m_window.entries[k];
    key = Window<Index>::none;
    m_array[place] = entry;
    look_at<To>(place, entry);
  }

  Machine& m_machine;
  Window<Index> m_window;
  Symbol const* m_text;
  std::size_t m_n;
  std::size_t m_alphabet;
  Index* m_array;
  Index* m_start;
  Index* m_next;
};

}  // namespace lexikos::suffix_array_detail::induction
