// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The second half of induced sorting: from the LMS suffixes in their order to all suffixes. An entry is marked where the suffix
// before it is of type S: the scan for suffixes of type L passes over marked entries, that for type S over the others.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "suffix_array/induction/induction.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// The step from a suffix to the one before it.
template <class Symbol, class Index>
struct Step
{
  Symbol const* text;

  /// Suffix p - 1, which is of type L; p > 0.
  [[nodiscard]] Index to_l(Index p, Symbol& symbol) const
  {
    symbol = text[p - 1];
    return static_cast<Index>((p - 1) | mark_if<Index>(text[p - 1 - (p > 1)] < symbol));
  }
  /// The same for one of type S.
  [[nodiscard]] Index to_s(Index p, Symbol& symbol) const
  {
    symbol = text[p - 1];
    return static_cast<Index>((p - 1) | mark_if<Index>(text[p - 1 - (p > 1)] <= symbol));
  }
  /// Whether an entry leads to a suffix of type L, or S; suffix 0 leads to none.
  [[nodiscard]] static bool leads_to_l(Index entry) { return static_cast<Index>(entry - 1) < mark<Index> - 1; }
  [[nodiscard]] static bool leads_to_s(Index entry) { return entry > mark<Index>; }
};

/// A text of bytes: buckets are long, so what is in them is known long before it is looked at. Entries that lead on are copied
/// together first.
template <class Symbol, class Index>
class InduceInBuckets
{
 public:
  /// \param counts  [0..256) of suffixes, of those of type L, and of LMS, by symbol
  struct Counts
  {
    std::array<Index, 256> all{}, l{}, lms{};
  };

  InduceInBuckets(Level<Symbol, Index> const& level, Counts const& counts) : m_level(level), m_step{level.text}, m_counts(counts) {}

  /// \param lms  suffixes, in their order in the first entries of the array
  void run(std::size_t lms)
  {
    Index start = 0;
    for (std::size_t c = 0; c < 256; ++c) {
      m_start[c] = start;
      start += m_counts.all[c];
    }
    for (std::size_t c = 256; c-- > 0;) {
      std::size_t const count = m_counts.lms[c];
      lms -= count;
      std::memmove(m_level.array + end_of(c) - count, m_level.array + lms, count * sizeof(Index));
    }
    induce_l();
    induce_s();
  }

 private:
  static constexpr std::size_t block = 2048;
  static constexpr std::size_t chunk = 64;

  [[nodiscard]] std::size_t end_of(std::size_t c) const { return m_start[c] + m_counts.all[c]; }

  void induce_l()
  {
    m_next = m_start;
    push_l(static_cast<Index>(m_level.n));
    for (std::size_t c = 0; c < 256; ++c) {
      for (std::size_t i = m_start[c]; i < m_next[c];) {
        std::size_t const end = std::min<std::size_t>(i + block, m_next[c]);
        l_of_block(i, end);
        i = end;
      }
      for (std::size_t i = end_of(c) - m_counts.lms[c]; i < end_of(c); i += block)
        l_of_block(i, std::min(i + block, end_of(c)));
    }
  }

  void push_l(Index p)
  {
    Symbol symbol;
    Index const entry = m_step.to_l(p, symbol);
    m_level.array[m_next[symbol]++] = entry;
  }

  void l_of_block(std::size_t begin, std::size_t end)
  {
    std::array<Index, block> leading;
    std::size_t count = 0, done = 0;
    for (; begin < end; begin += chunk) {
      std::size_t const requested = count;
      for (std::size_t i = begin; i < std::min(begin + chunk, end); ++i) {
        Index const entry = m_level.array[i];
        bool const leads = Step<Symbol, Index>::leads_to_l(entry);
        leading[count] = entry;
        prefetch(m_level.text + (leads ? entry - 1 : 0));
        count += leads;
      }
      for (; done < requested; ++done) push_l(leading[done]);
    }
    for (; done < count; ++done) push_l(leading[done]);
  }

  void induce_s()
  {
    for (std::size_t c = 0; c < 256; ++c) m_next[c] = static_cast<Index>(end_of(c));
    for (std::size_t c = 256; c-- > 0;) {
      std::size_t const end_of_l = m_start[c] + m_counts.l[c];
      for (std::size_t i = end_of(c); i > end_of_l;) {
        std::size_t const begin = std::max<std::size_t>(m_next[c], i - std::min(i, block));
        s_of_block(begin, i);
        i = begin;
      }
      for (std::size_t i = end_of_l; i > m_start[c];) {
        std::size_t const begin = std::max<std::size_t>(m_start[c], i - std::min(i, block));
        s_of_block(begin, i);
        i = begin;
      }
    }
  }

  void push_s(Index p)
  {
    Symbol symbol;
    Index const entry = m_step.to_s(p, symbol);
    m_level.array[--m_next[symbol]] = entry;
  }

  void s_of_block(std::size_t begin, std::size_t end)
  {
    std::array<Index, block> leading;
    std::size_t count = 0, done = 0;
    while (begin < end) {
      std::size_t const requested = count;
      std::size_t const first = end - std::min(chunk, end - begin);
      for (std::size_t i = end; i-- > first;) {
        Index const entry = m_level.array[i];
        bool const leads = Step<Symbol, Index>::leads_to_s(entry);
        Index const p = position_in(entry);
        m_level.array[i] = p;
        leading[count] = p;
        prefetch(m_level.text + (leads ? p - 1 : 0));
        count += leads;
      }
      for (; done < requested; ++done) push_s(leading[done]);
      end = first;
    }
    for (; done < count; ++done) push_s(leading[done]);
  }

  Level<Symbol, Index> const& m_level;
  Step<Symbol, Index> m_step;
  Counts const& m_counts;
  std::array<Index, 256> m_start{};
  std::array<Index, 256> m_next{};
};

/// A text of integers: buckets are short, so that the scans run over their bounds. Where nothing has been written yet, entries
/// are 0, and lead nowhere.
template <class Symbol, class Index>
class InduceInLine
{
 public:
  static constexpr std::size_t entries_of_symbol = 2;

  /// \param tables  [0..2 * alphabet)
  InduceInLine(Level<Symbol, Index> const& level, Index* tables)
      : m_level(level), m_step{level.text}, m_start(tables), m_next(tables + level.alphabet)
  {}

  /// \param lms  suffixes, in their order in the first entries of the array
  void run(std::size_t lms)
  {
    count();
    place(lms);
    induce_l();
    induce_s();
  }

 private:
  /// m_start: suffixes of each symbol; m_next: LMS of each symbol
  void count()
  {
    std::fill_n(m_start, 2 * m_level.alphabet, Index{0});
    for_each_type(m_level.text, m_level.n, 1, m_level.n, [&](std::size_t i, Symbol symbol, bool s, bool before_is_s) {
      if (i > ahead) {
        prefetch_to_write(m_start + m_level.text[i - ahead]);
        prefetch_to_write(m_next + m_level.text[i - ahead]);
      }
      ++m_start[symbol];
      m_next[symbol] += s & !before_is_s;
    });
    ++m_start[m_level.text[0]];
  }

  /// The LMS at the ends of their buckets, and zeros before them. Leaves the starts of the buckets.
  void place(std::size_t lms)
  {
    std::size_t end = m_level.n;
    Index* const array = m_level.array;
    for (std::size_t c = m_level.alphabet; c-- > 0;) {
      std::size_t const start = end - m_start[c];
      std::size_t const count = m_next[c];
      lms -= count;
      for (std::size_t k = count; k-- > 0;) array[end - count + k] = array[lms + k];
      std::size_t const zeros = std::max(start, lms);  // what lies before is still to be moved
      if (zeros < end - count) std::fill(array + zeros, array + (end - count), Index{0});
      m_start[c] = static_cast<Index>(start);
      end = start;
    }
  }

  void look_ahead(Index const* entry, Index const* far, bool (*leads)(Index)) const
  {
    Index const p = position_in(*far);
    prefetch(m_level.text + p - (p > 0));
    if (leads(*entry)) prefetch_to_write(m_next + m_level.text[position_in(*entry) - 1]);
  }

  void push_l(Index p)
  {
    Symbol symbol;
    Index const entry = m_step.to_l(p, symbol);
    m_level.array[m_next[symbol]++] = entry;
  }

  void induce_l()
  {
    std::copy_n(m_start, m_level.alphabet, m_next);
    push_l(static_cast<Index>(m_level.n));
    Index const* const array = m_level.array;
    std::size_t const last = m_level.n - 1;
    for (std::size_t i = 0; i <= last; ++i) {
      look_ahead(array + std::min(i + ahead, last), array + std::min(i + 2 * ahead, last), &Step<Symbol, Index>::leads_to_l);
      if (Step<Symbol, Index>::leads_to_l(array[i])) push_l(array[i]);
    }
  }

  void push_s(Index p)
  {
    Symbol symbol;
    Index const entry = m_step.to_s(p, symbol);
    m_level.array[--m_next[symbol]] = entry;
  }

  void induce_s()
  {
    std::copy_n(m_start + 1, m_level.alphabet - 1, m_next);
    m_next[m_level.alphabet - 1] = static_cast<Index>(m_level.n);
    Index* const array = m_level.array;
    for (std::size_t i = m_level.n; i-- > 0;) {
      look_ahead(array + std::max(i, ahead) - ahead, array + std::max(i, 2 * ahead) - 2 * ahead,
                 &Step<Symbol, Index>::leads_to_s);
      Index const entry = array[i];
      array[i] = position_in(entry);
      if (Step<Symbol, Index>::leads_to_s(entry)) push_s(position_in(entry));
    }
  }

  Level<Symbol, Index> const& m_level;
  Step<Symbol, Index> m_step;
  Index* m_start;
  Index* m_next;
};

}  // namespace lexikos::suffix_array_detail::induction
