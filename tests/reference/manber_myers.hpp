// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <numeric>

#include "types.hpp"

namespace lexikos::reference
{

/// Manber and Myers, "Suffix arrays: a new method for on-line string searches", SIAM J. Comput. 22 (1993); here as
/// "gpu-pd", Algorithm 1, has it. O(n log n): a stage moves every suffix s, in the order of the suffixes s + h, to the
/// next free place of its h-bucket.
class ManberMyers
{
 public:
  explicit ManberMyers(Text const& text) : m_symbols(with_sentinel(text)), m_n(m_symbols.size())
  {
    m_sa.resize(m_n);
    std::iota(m_sa.begin(), m_sa.end(), 0u);
    std::stable_sort(m_sa.begin(), m_sa.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return m_symbols[a] < m_symbols[b]; });
    m_head.resize(m_n);
    for (std::size_t i = 0; i < m_n; ++i) m_head[i] = i == 0 || m_symbols[m_sa[i - 1]] != m_symbols[m_sa[i]];
    m_new_head.assign(m_n, false);
    m_isa.resize(m_n);
    m_count.resize(m_n);
  }

  [[nodiscard]] bool sorted() const { return std::find(m_head.begin(), m_head.end(), false) == m_head.end(); }
  /// Of the text with its sentinel, in order of the first h symbols.
  [[nodiscard]] Positions const& suffix_array() const { return m_sa; }

  /// From h-order to 2h-order.
  void stage()
  {
    rank_by_heads();
    m_new_head[m_isa[m_n - m_h]] = true;  // the remainder of this suffix is empty: it comes first
    ++m_count[m_isa[m_n - m_h]];
    for (std::size_t begin = 0, end = 0; begin < m_n; begin = end) {
      end = bucket_end(begin);
      move_predecessors(begin, end);
      keep_first_as_head(begin, end);
    }
    for (std::size_t s = 0; s < m_n; ++s) m_sa[m_isa[s]] = static_cast<std::uint32_t>(s);
    for (std::size_t i = 0; i < m_n; ++i) m_head[i] = m_head[i] || m_new_head[i];
    m_h *= 2;
  }

 private:
  [[nodiscard]] std::size_t bucket_end(std::size_t begin) const
  {
    std::size_t end = begin + 1;
    while (end < m_n && !m_head[end]) ++end;
    return end;
  }

  void rank_by_heads()
  {
    std::uint32_t head = 0;
    for (std::size_t i = 0; i < m_n; ++i) {
      if (m_head[i]) head = static_cast<std::uint32_t>(i);
      m_isa[m_sa[i]] = head;
      m_count[i] = 0;
    }
  }

  void move_predecessors(std::size_t begin, std::size_t end)
  {
    for (std::size_t i = begin; i < end; ++i) {
      if (m_sa[i] < m_h) continue;
      std::size_t const s = m_sa[i] - m_h;
      std::uint32_t const head = m_isa[s];
      m_isa[s] = head + m_count[head]++;
      m_new_head[m_isa[s]] = true;
    }
  }

  /// Suffixes moved by the same bucket stay together: only the first of each run begins a 2h-bucket.
  void keep_first_as_head(std::size_t begin, std::size_t end)
  {
    for (std::size_t i = begin; i < end; ++i) {
      if (m_sa[i] < m_h || !m_new_head[m_isa[m_sa[i] - m_h]]) continue;
      for (std::size_t v = m_isa[m_sa[i] - m_h] + 1; v < m_n && !m_head[v] && m_new_head[v]; ++v) m_new_head[v] = false;
    }
  }

  Symbols m_symbols;
  std::size_t m_n;
  std::size_t m_h = 1;
  Positions m_sa, m_isa, m_count;
  std::vector<bool> m_head, m_new_head;
};

inline Positions manber_myers(Text const& text)
{
  ManberMyers sorter(text);
  while (!sorter.sorted()) sorter.stage();
  return without_sentinel(sorter.suffix_array());
}

}  // namespace lexikos::reference
