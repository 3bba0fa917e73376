// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What every query on a text has to answer, by lists of each symbol's positions and by scanning ranges.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace lexikos::tests
{

constexpr std::uint64_t nothing = std::numeric_limits<std::uint64_t>::max();

template <class Symbol>
class NaiveText
{
 public:
  explicit NaiveText(std::vector<Symbol> const& text) : m_text(text)
  {
    for (std::size_t i = 0; i < text.size(); ++i) m_positions[text[i]].push_back(i);
  }

  [[nodiscard]] std::vector<Symbol> const& text() const { return m_text; }

  [[nodiscard]] std::vector<Symbol> alphabet() const
  {
    std::vector<Symbol> symbols;
    for (auto const& [symbol, positions] : m_positions) symbols.push_back(symbol);
    return symbols;
  }

  [[nodiscard]] Symbol access(std::uint64_t i) const
  {
    return i < m_text.size() ? m_text[i] : std::numeric_limits<Symbol>::max();
  }

  [[nodiscard]] std::uint64_t rank(Symbol symbol, std::uint64_t i) const
  {
    auto const found = m_positions.find(symbol);
    if (found == m_positions.end()) return 0;
    return static_cast<std::uint64_t>(std::ranges::lower_bound(found->second, i) - found->second.begin());
  }

  [[nodiscard]] std::uint64_t select(Symbol symbol, std::uint64_t k) const
  {
    auto const found = m_positions.find(symbol);
    return found == m_positions.end() || k == 0 || k > found->second.size() ? nothing : found->second[k - 1];
  }

  /// The symbols of a range, cut to the text, ascending.
  [[nodiscard]] std::vector<Symbol> sorted(std::uint64_t begin, std::uint64_t end) const
  {
    end = std::min<std::uint64_t>(end, m_text.size());
    begin = std::min(begin, end);
    std::vector<Symbol> symbols(m_text.begin() + static_cast<std::ptrdiff_t>(begin),
                                m_text.begin() + static_cast<std::ptrdiff_t>(end));
    std::ranges::sort(symbols);
    return symbols;
  }

  /// Distinct symbols of a range and how often they occur in it, ascending.
  [[nodiscard]] std::vector<std::pair<Symbol, std::uint64_t>> distinct(std::uint64_t begin, std::uint64_t end) const
  {
    std::vector<std::pair<Symbol, std::uint64_t>> found;
    for (Symbol const symbol : sorted(begin, end)) {
      if (found.empty() || found.back().first != symbol) found.emplace_back(symbol, 0);
      ++found.back().second;
    }
    return found;
  }

  /// The same, the most frequent first, the smaller of equally frequent ones first.
  [[nodiscard]] std::vector<std::pair<Symbol, std::uint64_t>> by_frequency(std::uint64_t begin, std::uint64_t end) const
  {
    auto found = distinct(begin, end);
    std::ranges::stable_sort(found, [](auto const& a, auto const& b) { return a.second > b.second; });
    return found;
  }

 private:
  std::vector<Symbol> m_text;
  std::map<Symbol, std::vector<std::uint64_t>> m_positions;
};

/// How the symbols of a generated text are spread.
enum class Spread
{
  uniform,
  skewed,  ///< the i-th symbol about 1 / (i + 1) times as often as the first
  runs,    ///< long runs of one symbol
  at_end   ///< nearly all of the others after the first symbol
};

/// n symbols, of `alphabet` values at most, which are 0, step, 2 * step, ... and wrap at the type's largest value.
template <class Symbol>
std::vector<Symbol> generated(std::size_t n, std::uint64_t alphabet, std::uint64_t step, Spread spread,
                              std::uint64_t seed)
{
  std::mt19937_64 random(seed);
  std::vector<Symbol> text(n);
  std::uint64_t run = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t symbol = random() % alphabet;
    if (spread == Spread::skewed) symbol = random() % (symbol + 1);
    if (spread == Spread::runs) {
      if (random() % 50 == 0) run = symbol;
      symbol = run;
    }
    if (spread == Spread::at_end && i < n - n / 50) symbol = 0;
    text[i] = static_cast<Symbol>(symbol * step);
  }
  return text;
}

}  // namespace lexikos::tests
