// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The queries of a wavelet structure on the host, compared with what they mean for the text that it says it has.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/fuzzer.hpp"

namespace lexikos::fuzz
{

template <class Structure>
class WaveletAnswers
{
  using Symbol = typename Structure::SymbolType;
  using Counted = std::vector<std::pair<Symbol, std::uint64_t>>;
  static constexpr std::uint64_t no_symbol = std::numeric_limits<Symbol>::max();

 public:
  explicit WaveletAnswers(Structure const& structure) : m_structure(structure), m_text(structure.size())
  {
    for (std::size_t i = 0; i < m_text.size(); ++i) m_text[i] = structure.access(i);
  }

  [[nodiscard]] std::vector<Symbol> const& text() const { return m_text; }

  /// Every position, by the queries of one symbol.
  void check_positions() const
  {
    std::vector<std::size_t> by_symbol(m_text.size());
    std::iota(by_symbol.begin(), by_symbol.end(), std::size_t{0});
    std::ranges::stable_sort(by_symbol, {}, [&](std::size_t i) { return m_text[i]; });
    std::uint64_t rank = 0;
    for (std::size_t place = 0; place < by_symbol.size(); ++place) {
      std::size_t const i = by_symbol[place];
      Symbol const symbol = m_text[i];
      rank = place > 0 && m_text[by_symbol[place - 1]] == symbol ? rank + 1 : 0;
      auto const found = m_structure.inverse_select(i);
      expect("the symbol of inverse_select", {i}, found.symbol, symbol);
      expect("the rank of inverse_select", {i}, found.rank, rank);
      expect("rank", {symbol, i}, m_structure.rank(symbol, i), rank);
      expect("select", {symbol, rank + 1}, m_structure.select(symbol, rank + 1), i);
    }
    for (std::uint64_t const beyond : {std::uint64_t{m_text.size()}, ~std::uint64_t{0}}) {
      expect("access", {beyond}, m_structure.access(beyond), no_symbol);
      expect("the rank of inverse_select", {beyond}, m_structure.inverse_select(beyond).rank, not_found);
    }
  }

  /// Any query with any arguments.
  void check_query(Numbers& numbers) const
  {
    auto const query = numbers.below(6);
    std::uint64_t const begin = position(numbers);
    std::uint64_t const end = numbers.flag() ? position(numbers) : begin + numbers.below(m_text.size() + 2);
    Symbol const symbol = any_symbol(numbers);
    switch (query) {
      case 0:
        return check_symbol(symbol, begin, numbers());
      case 1:
        return check_count(symbol, numbers.flag() ? std::uint64_t{any_symbol(numbers)} + 1 : numbers(), begin, end);
      case 2:
        return check_neighbours(symbol, begin, end);
      case 3:
        return check_quantile(begin, end, numbers.below(m_text.size() + 3));
      case 4:
        return check_distinct(begin, end, numbers.below(12));
      default:
        return check_top(begin, end, numbers.below(12));
    }
  }

 private:
  static void expect(char const* query, std::initializer_list<std::uint64_t> arguments, std::uint64_t found,
                     std::uint64_t expected)
  {
    if (found == expected) return;
    std::string what = query;
    for (std::uint64_t const argument : arguments) what += " " + std::to_string(argument);
    fail(what + " is " + std::to_string(found) + ", not " + std::to_string(expected));
  }

  [[nodiscard]] std::uint64_t position(Numbers& numbers) const
  {
    std::uint64_t const number = numbers();
    return number < 0xF0 ? number % (m_text.size() + 3) : number;
  }
  [[nodiscard]] Symbol any_symbol(Numbers& numbers) const
  {
    std::uint64_t const number = numbers();
    return number < 0xE0 && !m_text.empty() ? m_text[number % m_text.size()] : static_cast<Symbol>(number * number);
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
  [[nodiscard]] Counted counted(std::uint64_t begin, std::uint64_t end) const
  {
    Counted found;
    for (Symbol const symbol : sorted(begin, end)) {
      if (found.empty() || found.back().first != symbol) found.emplace_back(symbol, 0);
      ++found.back().second;
    }
    return found;
  }

  void check_symbol(Symbol symbol, std::uint64_t i, std::uint64_t k) const
  {
    auto const last = m_text.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(i, m_text.size()));
    expect("rank", {symbol, i}, m_structure.rank(symbol, i),
           static_cast<std::uint64_t>(std::count(m_text.begin(), last, symbol)));
    std::uint64_t expected = not_found;
    std::uint64_t seen = 0;
    for (std::size_t at = 0; at < m_text.size(); ++at)
      if (m_text[at] == symbol && ++seen == k) expected = at;
    expect("select", {symbol, k}, m_structure.select(symbol, k), expected);
  }

  void check_count(Symbol smallest, std::uint64_t end_symbol, std::uint64_t begin, std::uint64_t end) const
  {
    std::uint64_t expected = 0;
    for (Symbol const symbol : sorted(begin, end)) expected += symbol >= smallest && symbol < end_symbol;
    expect("range_count", {smallest, end_symbol, begin, end}, m_structure.range_count(smallest, end_symbol, begin, end),
           expected);
  }

  void check_neighbours(Symbol symbol, std::uint64_t begin, std::uint64_t end) const
  {
    auto const symbols = sorted(begin, end);
    auto const next = std::ranges::lower_bound(symbols, symbol);
    auto const above = m_structure.range_next_value(symbol, begin, end);
    expect("the flag of range_next_value", {symbol, begin, end}, above.found, next != symbols.end());
    if (above.found) expect("range_next_value", {symbol, begin, end}, above.symbol, *next);
    auto const after = std::ranges::upper_bound(symbols, symbol);
    auto const below = m_structure.range_previous_value(symbol, begin, end);
    expect("the flag of range_previous_value", {symbol, begin, end}, below.found, after != symbols.begin());
    if (below.found) expect("range_previous_value", {symbol, begin, end}, below.symbol, *std::prev(after));
  }

  void check_quantile(std::uint64_t begin, std::uint64_t end, std::uint64_t k) const
  {
    auto const symbols = sorted(begin, end);
    auto const found = m_structure.range_quantile(begin, end, k);
    expect("the flag of range_quantile", {begin, end, k}, found.found, k < symbols.size());
    if (found.found) expect("range_quantile", {begin, end, k}, found.symbol, symbols[k]);
  }

  void check_distinct(std::uint64_t begin, std::uint64_t end, std::size_t capacity) const
  {
    auto const expected = counted(begin, end);
    std::vector<Symbol> symbols(capacity);
    std::vector<std::uint64_t> counts(capacity);
    expect("distinct", {begin, end}, m_structure.distinct(begin, end, symbols.data(), counts.data(), capacity),
           expected.size());
    for (std::size_t s = 0; s < std::min(capacity, expected.size()); ++s) {
      auto const found = std::ranges::find(expected, symbols[s], &Counted::value_type::first);
      expect("a symbol of distinct", {begin, end, symbols[s]}, found != expected.end(), true);
      expect("a count of distinct", {begin, end, symbols[s]}, counts[s], found->second);
      if (m_structure.leaves_are_ordered())
        expect("the place in distinct", {begin, end, symbols[s]}, static_cast<std::size_t>(found - expected.begin()),
               s);
    }
    std::vector<std::uint64_t> ranks(m_structure.alphabet().size());
    m_structure.rank_all(end, ranks.data());
    std::uint64_t sum = 0;
    for (std::size_t code = 0; code < ranks.size(); ++code) {
      Symbol const symbol = m_structure.alphabet().symbol(code);
      expect("rank_all", {end, code}, ranks[code], m_structure.rank(symbol, end));
      sum += ranks[code];
    }
    expect("the sum of rank_all", {end}, sum, std::min<std::uint64_t>(end, m_text.size()));
  }

  void check_top(std::uint64_t begin, std::uint64_t end, std::size_t k) const
  {
    auto expected = counted(begin, end);
    std::ranges::stable_sort(expected, [](auto const& a, auto const& b) { return a.second > b.second; });
    expected.resize(std::min(expected.size(), k));
    std::vector<Symbol> symbols(k);
    std::vector<std::uint64_t> counts(k);
    expect("top_k", {begin, end, k}, m_structure.top_k(begin, end, k, symbols.data(), counts.data()), expected.size());
    for (std::size_t s = 0; s < expected.size(); ++s) {
      expect("a symbol of top_k", {begin, end, s}, symbols[s], expected[s].first);
      expect("a count of top_k", {begin, end, s}, counts[s], expected[s].second);
    }
  }

  Structure const& m_structure;
  std::vector<Symbol> m_text;
};

template <class Structure>
void check_answers(Structure const& structure, Numbers& numbers)
{
  WaveletAnswers<Structure> const answers(structure);
  answers.check_positions();
  for (int query = 0; query < 12; ++query) answers.check_query(numbers);
}

}  // namespace lexikos::fuzz
