// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The second half of induced sorting: from the LMS suffixes in their order to all suffixes, or to their transform. An entry is
// marked where the suffix before it is of type S: the scan for suffixes of type L passes over marked entries, that for type S
// over the others.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/scan_parts.hpp"
#include "suffix_array/induction/types.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// From a suffix to the one before it, if that is of type L.
struct ToL
{
  static constexpr bool is_backward = false, has_groups = false;

  /// Whether an entry leads to one; suffix 0 leads to none.
  template <class Index>
  [[nodiscard]] static bool leads_on(Index entry)
  {
    return static_cast<Index>(entry - 1) < mark<Index> - 1;
  }
  /// Whether the suffix before is of type S, by its symbol.
  template <class Symbol>
  [[nodiscard]] static bool is_after_s(Symbol before, Symbol symbol)
  {
    return before < symbol;
  }
};

/// The same for type S.
struct ToS
{
  static constexpr bool is_backward = true, has_groups = false;

  template <class Index>
  [[nodiscard]] static bool leads_on(Index entry)
  {
    return entry > mark<Index>;
  }
  template <class Symbol>
  [[nodiscard]] static bool is_after_s(Symbol before, Symbol symbol)
  {
    return before <= symbol;
  }
};

/// The entry of suffix p - 1, and the symbol that it begins with; p > 0.
template <class To, class Symbol, class Index>
[[nodiscard]] Index entry_before(Symbol const* text, Index p, Symbol& symbol)
{
  symbol = text[p - 1];
  return static_cast<Index>((p - 1) | mark_if<Index>(To::is_after_s(text[p - 1 - (p > 1)], symbol)));
}

/// The scans leave the suffixes in the array.
struct ToArray
{
  static constexpr bool is_transform = false;
};

/// The scans leave the Burrows-Wheeler transform: an entry that leads nowhere else is the symbol before its suffix, which was
/// at hand when the entry was written, and the scan for type S, which passes all entries, writes the symbols.
class ToTransform
{
 public:
  static constexpr bool is_transform = true;

  explicit ToTransform(std::uint8_t* bwt) : m_bwt(bwt) {}

  /// Suffix 0 is the i-th one. As long as it is not known, it comes before all that are written.
  void set_first(std::size_t i) { m_first = i; }
  [[nodiscard]] std::size_t first() const { return m_first; }

  /// The symbol before the i-th suffix. The empty suffix comes before all, and suffix 0 has no symbol before it.
  void write(std::size_t i, std::uint8_t symbol) const
  {
    if (i > m_first)
      m_bwt[i] = symbol;
    else if (i < m_first)
      m_bwt[i + 1] = symbol;
  }

 private:
  std::uint8_t* m_bwt;
  std::size_t m_first = 0;
};

/// A text of bytes: buckets are long, so that what is in them is known long before it is looked at.
template <class Symbol, class Index, class Output>
class InduceInBuckets
{
 public:
  static constexpr std::size_t symbols = 256;

  /// \param counts  [0..4 * 256) of suffixes but the first one, by symbol and type as `LmsBits::find` has it
  InduceInBuckets(Machine& machine, Level<Symbol, Index> const& level, Index const* counts, PartOfScan<Index>* parts,
                  Output& output)
      : m_machine(machine), m_output(output), m_text(level.text), m_n(level.n), m_array(level.array), m_parts(parts)
  {
    Index start = 0;
    bool const first_is_s = type_at(m_text, m_n, 0);
    for (std::size_t c = 0; c < symbols; ++c) {
      Index const* const of_symbol = counts + 4 * c;
      bool const has_first = m_text[0] == c;
      m_start[c] = start;
      m_end_l[c] = static_cast<Index>(start + of_symbol[0] + of_symbol[1] + (has_first && !first_is_s));
      start = static_cast<Index>(m_end_l[c] + of_symbol[2] + of_symbol[3] + (has_first && first_is_s));
      m_end[c] = start;
      m_lms[c] = of_symbol[2];
    }
  }

  /// \param lms  suffixes, in their order in the first entries of the array
  void run(std::size_t lms)
  {
    for (std::size_t c = symbols; c-- > 0;) {
      std::size_t const count = m_lms[c];
      lms -= count;
      std::memmove(m_array + m_end[c] - count, m_array + lms, count * sizeof(Index));
    }
    induce_l();
    induce_s();
  }

 private:
  void induce_l()
  {
    m_next = m_start;
    push<ToL>(static_cast<Index>(m_n));
    for (std::size_t c = 0; c < symbols; ++c) {
      for (std::size_t i = m_start[c]; i < m_next[c];) {
        std::size_t const end = m_next[c];
        scan_known<ToL>(i, end);
        i = end;
      }
      scan_known<ToL>(m_end[c] - m_lms[c], m_end[c]);
    }
  }

  void induce_s()
  {
    m_next = m_end;
    for (std::size_t c = symbols; c-- > 0;) {
      for (std::size_t i = m_end[c]; i > m_end_l[c];) {
        std::size_t const begin = m_next[c];
        scan_known<ToS>(begin, i);
        i = begin;
      }
      scan_known<ToS>(m_start[c], m_end_l[c]);
    }
  }

  /// Entries [begin, end), which are all known.
  template <class To>
  void scan_known(std::size_t begin, std::size_t end)
  {
    std::size_t const most = m_machine.threads() * max_of_part;
    while (begin < end) {
      std::size_t const count = std::min(most, end - begin);
      std::size_t const from = To::is_backward ? end - count : begin;
      std::size_t const parts = parts_for(m_machine, count, min_of_part);
      if (parts > 1)
        scan_by_parts<To>(from, from + count, parts);
      else
        scan<To>(from, from + count);
      (To::is_backward ? end : begin) = To::is_backward ? from : from + count;
    }
  }

  /// The entry of suffix p - 1, as `entry_before` has it; of a transform, where it leads nowhere, the symbol before the suffix.
  template <class To>
  [[nodiscard]] Index entry_before_of(Index p, Symbol& symbol) const
  {
    if constexpr (Output::is_transform && To::is_backward) {
      symbol = m_text[p - 1];
      Symbol const before = m_text[p - 1 - (p > 1)];
      return To::is_after_s(before, symbol) ? static_cast<Index>((p - 1) | mark<Index>) : Index{before};
    }
    else {
      return entry_before<To>(m_text, p, symbol);
    }
  }

  template <class To>
  void put(std::size_t i, Index entry)
  {
    m_array[i] = entry;
    if constexpr (Output::is_transform)
      if (entry == (To::is_backward ? mark<Index> : 0)) m_output.set_first(i);
  }

  /// Returns the symbol before suffix p.
  template <class To>
  Symbol push(Index p)
  {
    Symbol symbol;
    Index const entry = entry_before_of<To>(p, symbol);
    put<To>(To::is_backward ? --m_next[symbol] : m_next[symbol]++, entry);
    return symbol;
  }

  /// What the i-th entry, which leads to a suffix that begins with the symbol, leaves behind.
  template <class To>
  void leave(std::size_t i, Symbol symbol)
  {
    if constexpr (Output::is_transform) {
      if constexpr (To::is_backward)
        m_output.write(i, symbol);
      else
        m_array[i] = symbol;
    }
  }

  /// And what one does that is passed by.
  template <class To>
  void pass(std::size_t i, Index entry)
  {
    if constexpr (Output::is_transform && To::is_backward) m_output.write(i, static_cast<std::uint8_t>(entry));
  }

  /// An entry that is looked at so early may not be there yet, and then ask for any memory: nothing is read there.
  template <class To>
  void request(Index entry) const
  {
    prefetch(m_text + (To::leads_on(entry) ? position_in(entry) - 1 : 0));
  }

  template <class To>
  void scan(std::size_t begin, std::size_t end)
  {
    if constexpr (To::is_backward) {
      for (std::size_t i = end; i-- > begin;) {
        request<To>(m_array[std::max(i, ahead) - ahead]);
        Index const entry = m_array[i];
        if constexpr (!Output::is_transform) m_array[i] = position_in(entry);
        if (To::leads_on(entry))
          leave<To>(i, push<To>(position_in(entry)));
        else
          pass<To>(i, entry);
      }
    }
    else {
      for (std::size_t i = begin; i < end; ++i) {
        request<To>(m_array[std::min(i + ahead, m_n - 1)]);
        if (To::leads_on(m_array[i])) leave<To>(i, push<To>(m_array[i]));
      }
    }
  }

  template <class To>
  void scan_by_parts(std::size_t begin, std::size_t end, std::size_t parts)
  {
    for_parts_of(m_machine, end - begin, parts, [&](std::size_t part, std::size_t from, std::size_t to) {
      if constexpr (To::is_backward)
        look_at_part<To>(m_parts[part], end - to, end - from);
      else
        look_at_part<To>(m_parts[part], begin + from, begin + to);
    });
    for (std::size_t c = 0; c < symbols; ++c)
      for (std::size_t part = 0; part < parts; ++part) {
        Index const count = m_parts[part].counts[c];
        m_parts[part].next[c] = m_next[c];
        m_next[c] = static_cast<Index>(To::is_backward ? m_next[c] - count : m_next[c] + count);
      }
    m_machine.for_parts(parts, [&](std::size_t number) {
      auto& part = m_parts[number];
      for (std::size_t k = 0; k < part.count; ++k) {
        Index& next = part.next[part.list[k]];
        put<To>(To::is_backward ? --next : next++, part.entries[k]);
      }
    });
  }

  template <class To>
  void look_at_part(PartOfScan<Index>& part, std::size_t begin, std::size_t end)
  {
    std::fill_n(part.counts.begin(), symbols, Index{0});
    std::size_t count = 0;
    for (std::size_t k = begin; k < end; ++k) {
      std::size_t const i = To::is_backward ? begin + (end - 1 - k) : k;
      request<To>(m_array[To::is_backward ? std::max(i, begin + ahead) - ahead : std::min(i + ahead, end - 1)]);
      Index const entry = m_array[i];
      if constexpr (To::is_backward && !Output::is_transform) m_array[i] = position_in(entry);
      if (!To::leads_on(entry)) {
        pass<To>(i, entry);
        continue;
      }
      Symbol symbol;
      part.entries[count] = entry_before_of<To>(position_in(entry), symbol);
      leave<To>(i, symbol);
      part.list[count++] = symbol;
      ++part.counts[symbol];
    }
    part.count = count;
  }

  Machine& m_machine;
  Output& m_output;
  Symbol const* m_text;
  std::size_t m_n;
  Index* m_array;
  PartOfScan<Index>* m_parts;
  std::array<Index, symbols> m_start, m_end_l, m_end, m_lms, m_next;
};

}  // namespace lexikos::suffix_array_detail::induction
