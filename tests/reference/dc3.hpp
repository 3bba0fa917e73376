// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "types.hpp"

namespace lexikos::reference
{

/// What the first level of DC3 did, for those who compare with a trace.
struct Dc3Trace
{
  Symbols names;     ///< T12: the name of every triple of the sample
  Positions sample;  ///< the sample's suffixes in order
};

/// Kaerkkaeinen and Sanders, "Simple linear work suffix array construction", ICALP 2003; here as "gpu-pd", section 3.2,
/// has it, with what it leaves out: for n mod 3 = 1 the sample needs the empty triple at n, or the last suffix, of class
/// 0, would have no successor in the sample. Linear, apart from the library's sorts in place of radix sorts.
class Dc3
{
 public:
  /// \param symbols all above 0
  explicit Dc3(Symbols symbols) : m_symbols(std::move(symbols)), m_n(static_cast<std::uint32_t>(m_symbols.size())) {}

  Positions operator()(Dc3Trace* trace = nullptr)
  {
    if (m_n == 0) return {};
    sort_sample(trace);
    sort_rest();
    return merge();
  }

 private:
  [[nodiscard]] std::uint32_t symbol(std::uint32_t i) const { return i < m_n ? m_symbols[i] : 0; }
  [[nodiscard]] std::uint32_t rank(std::uint32_t i) const { return i < m_rank.size() ? m_rank[i] : 0; }
  [[nodiscard]] auto triple(std::uint32_t i) const { return std::tuple(symbol(i), symbol(i + 1), symbol(i + 2)); }

  void sort_sample(Dc3Trace* trace)
  {
    Positions places;  // of the sample's triples, in the order of the shorter text's symbols
    for (std::uint32_t i = 1; i < m_n + (m_n % 3 == 1); i += 3) places.push_back(i);
    for (std::uint32_t i = 2; i < m_n; i += 3) places.push_back(i);
    m_sample = places;
    std::sort(m_sample.begin(), m_sample.end(), [&](auto a, auto b) { return triple(a) < triple(b); });

    m_rank.assign(m_n + 1, 0);
    std::uint32_t name = 0;
    for (std::size_t j = 0; j < m_sample.size(); ++j) {
      if (j == 0 || triple(m_sample[j - 1]) != triple(m_sample[j])) ++name;
      m_rank[m_sample[j]] = name;
    }
    Symbols names;
    for (std::uint32_t const place : places) names.push_back(m_rank[place]);
    if (name < places.size()) {
      Positions const order = Dc3(names)();
      for (std::size_t j = 0; j < order.size(); ++j) m_sample[j] = places[order[j]];
      for (std::size_t j = 0; j < order.size(); ++j) m_rank[m_sample[j]] = static_cast<std::uint32_t>(j + 1);
    }
    if (trace) *trace = {std::move(names), m_sample};
  }

  void sort_rest()
  {
    for (std::uint32_t i = 0; i < m_n; i += 3) m_rest.push_back(i);
    std::sort(m_rest.begin(), m_rest.end(),
              [&](auto a, auto b) { return std::tuple(symbol(a), rank(a + 1)) < std::tuple(symbol(b), rank(b + 1)); });
  }

  [[nodiscard]] bool sample_first(std::uint32_t sample, std::uint32_t rest) const
  {
    if (sample % 3 == 1) return std::tuple(symbol(sample), rank(sample + 1)) < std::tuple(symbol(rest), rank(rest + 1));
    return std::tuple(symbol(sample), symbol(sample + 1), rank(sample + 2)) <
           std::tuple(symbol(rest), symbol(rest + 1), rank(rest + 2));
  }

  [[nodiscard]] Positions merge() const
  {
    Positions sa;
    sa.reserve(m_n);
    std::size_t s = m_n % 3 == 1 ? 1 : 0;  // the empty triple is the smallest of the sample, and no suffix
    for (std::size_t r = 0; s < m_sample.size() || r < m_rest.size();) {
      bool const from_sample = r == m_rest.size() || (s < m_sample.size() && sample_first(m_sample[s], m_rest[r]));
      sa.push_back(from_sample ? m_sample[s++] : m_rest[r++]);
    }
    return sa;
  }

  Symbols m_symbols;
  std::uint32_t m_n;
  Positions m_sample, m_rest;
  std::vector<std::uint32_t> m_rank;  ///< of the sample's suffixes, from 1; that of n is 0 unless it is in the sample
};

inline Positions dc3(Text const& text, Dc3Trace* trace = nullptr)
{
  Symbols symbols = with_sentinel(text);
  symbols.pop_back();
  return Dc3(std::move(symbols))(trace);
}

}  // namespace lexikos::reference
