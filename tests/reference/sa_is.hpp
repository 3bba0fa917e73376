// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "types.hpp"

namespace lexikos::reference
{

/// What the first level of SA-IS did, for those who compare with a trace.
struct SaIsTrace
{
  Positions lms;  ///< the LMS suffixes in text order, that of the sentinel included
  Symbols names;  ///< X1: the name of every LMS substring
};

/// Nong, Zhang and Chan, "Two efficient algorithms for linear time suffix array construction", IEEE Trans. Comput. 60
/// (2011); here as "gpu-pd", section 3.3, has it. Linear; the fastest oracle of these, and right for every text.
class SaIs
{
 public:
  /// \param symbols ends with a 0 that stands nowhere else; all are below `alphabet`
  SaIs(Symbols const& symbols, std::uint32_t alphabet)
      : m_x(symbols), m_n(symbols.size()), m_alphabet(alphabet), m_is_s(m_n), m_sa(m_n, none)
  {
    m_is_s[m_n - 1] = true;
    for (std::size_t i = m_n - 1; i-- > 0;) m_is_s[i] = m_x[i] < m_x[i + 1] || (m_x[i] == m_x[i + 1] && m_is_s[i + 1]);
    for (std::size_t i = 1; i < m_n; ++i)
      if (is_lms(i)) m_lms.push_back(static_cast<std::uint32_t>(i));
  }

  Positions operator()(SaIsTrace* trace = nullptr)
  {
    if (m_n == 1) return {0};
    induce(m_lms);  // sorts the LMS substrings, whatever order the suffixes were given in
    std::uint32_t count = 0;
    Symbols const names = name_substrings(count);
    if (trace) *trace = {m_lms, names};
    Positions const order = count < names.size() ? SaIs(names, count)() : inverse_of(names);
    Positions sorted;
    for (std::uint32_t const k : order) sorted.push_back(m_lms[k]);
    induce(sorted);
    return std::move(m_sa);
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFFu;

  [[nodiscard]] bool is_lms(std::size_t i) const { return i > 0 && m_is_s[i] && !m_is_s[i - 1]; }

  /// Where every symbol's bucket begins; the last entry is n.
  [[nodiscard]] std::vector<std::size_t> buckets() const
  {
    std::vector<std::size_t> begin(m_alphabet + 1, 0);
    for (std::uint32_t const c : m_x) ++begin[c + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    return begin;
  }

  /// Puts the LMS suffixes at the ends of their buckets in the given order, and derives from it that of all others.
  void induce(Positions const& lms)
  {
    std::fill(m_sa.begin(), m_sa.end(), none);
    auto const begin = buckets();
    std::vector<std::size_t> end(begin.begin() + 1, begin.end());
    for (std::size_t k = lms.size(); k-- > 0;) m_sa[--end[m_x[lms[k]]]] = lms[k];

    auto front = begin;
    for (std::size_t i = 0; i < m_n; ++i)
      if (m_sa[i] != none && m_sa[i] > 0 && !m_is_s[m_sa[i] - 1]) m_sa[front[m_x[m_sa[i] - 1]]++] = m_sa[i] - 1;

    end.assign(begin.begin() + 1, begin.end());
    for (std::size_t i = m_n; i-- > 0;)
      if (m_sa[i] != none && m_sa[i] > 0 && m_is_s[m_sa[i] - 1]) m_sa[--end[m_x[m_sa[i] - 1]]] = m_sa[i] - 1;
  }

  [[nodiscard]] bool same_substring(std::size_t a, std::size_t b) const
  {
    for (std::size_t k = 0;; ++k) {
      // the sentinel is unlike all others, so neither index passes the end
      if (m_x[a + k] != m_x[b + k] || m_is_s[a + k] != m_is_s[b + k]) return false;
      if (k > 0 && (is_lms(a + k) || is_lms(b + k))) return is_lms(a + k) && is_lms(b + k);
    }
  }

  /// Names by order; equal substrings have equal names. `count` receives the number of names.
  [[nodiscard]] Symbols name_substrings(std::uint32_t& count) const
  {
    std::vector<std::uint32_t> name_at(m_n, none);
    std::uint32_t last = none;
    for (std::uint32_t const position : m_sa) {
      if (position == none || !is_lms(position)) continue;
      if (last == none || !same_substring(last, position)) ++count;
      name_at[position] = count - 1;
      last = position;
    }
    Symbols names;
    for (std::uint32_t const position : m_lms) names.push_back(name_at[position]);
    return names;
  }

  Symbols const& m_x;
  std::size_t m_n;
  std::uint32_t m_alphabet;
  std::vector<bool> m_is_s;
  Positions m_sa, m_lms;
};

inline Positions sa_is(Text const& text, SaIsTrace* trace = nullptr)
{
  return without_sentinel(SaIs(with_sentinel(text), 257)(trace));
}

template <class Symbol>
Positions sa_is(std::vector<Symbol> const& text)
{
  Symbols const symbols = numbered_with_sentinel(text);
  return without_sentinel(SaIs(symbols, *std::max_element(symbols.begin(), symbols.end()) + 1)());
}

}  // namespace lexikos::reference
