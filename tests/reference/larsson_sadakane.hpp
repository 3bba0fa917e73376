// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>

#include "types.hpp"

namespace lexikos::reference
{

/// Larsson and Sadakane, "Faster suffix sorting", Theoret. Comput. Sci. 387 (2007), basic version; here as "gpu-pd",
/// section 3.1.2, has it. O(n log n), apart from the library's sort in place of their quicksort. The number of a group is
/// the index of its last suffix, so that a sorted suffix' number never changes again.
class LarssonSadakane
{
 public:
  explicit LarssonSadakane(Text const& text) : m_symbols(with_sentinel(text)), m_n(m_symbols.size())
  {
    m_suffixes.resize(m_n);
    std::iota(m_suffixes.begin(), m_suffixes.end(), 0u);
    m_number.resize(m_n);
    m_length.resize(m_n);
    m_keys.assign(m_symbols.begin(), m_symbols.end());
    split(0, m_n);
    number_groups();
  }

  [[nodiscard]] bool sorted() const { return m_length[0] == -static_cast<std::int64_t>(m_n); }
  /// I of the paper: the suffixes, of the text with its sentinel, in order of their first h symbols.
  [[nodiscard]] Positions const& suffix_array() const { return m_suffixes; }
  /// V of the paper: the group number of every suffix.
  [[nodiscard]] Positions const& group_numbers() const { return m_number; }

  /// From h-order to 2h-order.
  void stage()
  {
    for (std::size_t i = 0; i < m_n;) {
      if (m_length[i] < 0) {
        i += static_cast<std::size_t>(-m_length[i]);
        continue;
      }
      std::size_t const end = i + static_cast<std::size_t>(m_length[i]);
      // never past the sentinel: a suffix of at most h symbols ends in it, and is sorted
      for (std::size_t j = i; j < end; ++j) m_keys[m_suffixes[j]] = m_number[m_suffixes[j] + m_h];
      split(i, end);
      i = end;
    }
    number_groups();
    m_h *= 2;
  }

 private:
  /// Sorts [begin, end) by key and notes the length of each group that it falls into.
  void split(std::size_t begin, std::size_t end)
  {
    std::stable_sort(m_suffixes.begin() + begin, m_suffixes.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) { return m_keys[a] < m_keys[b]; });
    for (std::size_t i = begin, next = begin; i < end; i = next) {
      while (next < end && m_keys[m_suffixes[next]] == m_keys[m_suffixes[i]]) ++next;
      m_length[i] = next - i > 1 ? static_cast<std::int64_t>(next - i) : -1;
    }
  }

  /// New numbers only now, when all groups have used the old ones; neighbouring sorted groups become one.
  void number_groups()
  {
    std::size_t sorted_begin = m_n;
    for (std::size_t i = 0; i < m_n;) {
      bool const is_sorted = m_length[i] < 0;
      std::size_t const end = i + static_cast<std::size_t>(is_sorted ? -m_length[i] : m_length[i]);
      for (std::size_t j = i; j < end; ++j)
        m_number[m_suffixes[j]] = static_cast<std::uint32_t>(is_sorted ? j : end - 1);
      if (!is_sorted) {
        sorted_begin = m_n;
      }
      else if (sorted_begin == m_n) {
        sorted_begin = i;
      }
      if (is_sorted) m_length[sorted_begin] = -static_cast<std::int64_t>(end - sorted_begin);
      i = end;
    }
  }

  Symbols m_symbols;
  std::size_t m_n;
  std::size_t m_h = 1;
  Positions m_suffixes, m_number;
  std::vector<std::uint32_t> m_keys;
  std::vector<std::int64_t> m_length;  ///< at the begin of a group; negative for sorted ones
};

inline Positions larsson_sadakane(Text const& text)
{
  LarssonSadakane sorter(text);
  while (!sorter.sorted()) sorter.stage();
  return without_sentinel(sorter.suffix_array());
}

}  // namespace lexikos::reference
