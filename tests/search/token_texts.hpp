// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Texts of tokens, patterns to look for in them, and where these occur, by looking at every place.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/integer_texts.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

template <class Symbol>
using Tokens = std::vector<Symbol>;

template <class Symbol>
struct NamedTokens
{
  std::string name;
  Tokens<Symbol> text;
};

/// Vocabularies of few and many tokens, dense and sparse; texts that are random, periodic and repetitive.
template <class Symbol>
std::vector<NamedTokens<Symbol>> some_token_texts()
{
  constexpr Symbol largest = std::numeric_limits<Symbol>::max();
  using texts::random_of, texts::dense_values, texts::sparse_values, texts::replaced;
  std::vector<NamedTokens<Symbol>> all = {
      {"empty", {}},
      {"one token", {7}},
      {"two tokens", {9, largest}},
      {"three tokens", {largest, 0, largest}},
      {"one value", Tokens<Symbol>(200, largest)},
      {"two neighbours", random_of(dense_values<Symbol>(2, 500), 600, 1)},
      {"two far apart", random_of(sparse_values<Symbol>(2, 2), 600, 2)},
      {"255 dense", random_of(dense_values<Symbol>(255, 1'000), 2'000, 3)},
      {"255 sparse", random_of(sparse_values<Symbol>(255, 4), 2'000, 4)},
      {"1 000 sparse", random_of(sparse_values<Symbol>(1'000, 5), 1'500, 5)},
      {"all distinct", random_of(sparse_values<Symbol>(900, 6), 900, 6)},
      {"dense and a separator", random_of(dense_values<Symbol>(30, 0), 1'500, 7)},
      {"Fibonacci", replaced(texts::fibonacci(700), sparse_values<Symbol>(2, 8))},
      {"Thue-Morse", replaced(texts::thue_morse(512), dense_values<Symbol>(2, 300))},
      {"periodic", replaced(texts::periodic(700, 13, 350), sparse_values<Symbol>(40, 9))},
      {"copies", replaced(texts::copies_with_mutations(2'000, 60, 10), dense_values<Symbol>(256, 5'000))}};
  for (auto& [name, text] : all)
    if (name == "dense and a separator")
      for (std::size_t i = 0; i < text.size(); i += 50) text[i] = largest;
  return all;
}

/// Pieces of the text as they are, with a token changed, to one that occurs or to any, and longer ones.
template <class Symbol>
std::vector<Tokens<Symbol>> some_token_patterns(Tokens<Symbol> const& text, std::size_t count, std::uint64_t seed)
{
  texts::Random next(seed);
  constexpr Symbol largest = std::numeric_limits<Symbol>::max();
  auto longer = text, before = text;
  longer.push_back(1);
  before.insert(before.begin(), 1);
  std::vector<Tokens<Symbol>> all = {{}, text, longer, before, {0}, {largest}, {static_cast<Symbol>(largest - 1)}, {1}};
  for (std::size_t length = 1; length <= std::min<std::size_t>(text.size(), 9); ++length) {
    Tokens<Symbol> suffix(text.end() - static_cast<std::ptrdiff_t>(length), text.end());
    all.push_back(suffix);
    suffix.push_back(*std::ranges::min_element(text));
    all.push_back(suffix);
    suffix.back() = text.front();
    all.push_back(suffix);
  }
  while (all.size() < count) {
    std::size_t const begin = text.empty() ? 0 : next.below(text.size());
    std::size_t const length = std::min(text.size() - begin, next.below(next.below(8) == 0 ? 90 : 7));
    auto const from = text.begin() + static_cast<std::ptrdiff_t>(begin);
    Tokens<Symbol> pattern(from, from + static_cast<std::ptrdiff_t>(length));
    if (!pattern.empty() && next.below(3) == 0) {
      auto& changed = pattern[next.below(pattern.size())];
      std::size_t const how = next.below(4);
      if (how == 0) changed = static_cast<Symbol>(next());
      if (how == 1) changed = static_cast<Symbol>(changed + 1);
      if (how == 2) changed = static_cast<Symbol>(changed - 1);
      if (how == 3) changed = text[next.below(text.size())];
    }
    all.push_back(std::move(pattern));
  }
  return all;
}

template <class Symbol>
std::vector<std::uint64_t> places_of(Tokens<Symbol> const& text, Tokens<Symbol> const& pattern)
{
  std::vector<std::uint64_t> places;
  for (std::size_t at = 0; at < text.size() && pattern.size() <= text.size() - at; ++at)
    if (std::equal(pattern.begin(), pattern.end(), text.begin() + static_cast<std::ptrdiff_t>(at)))
      places.push_back(at);
  return places;
}

/// Patterns one after the other, on the host.
template <class Symbol>
struct JoinedTokens
{
  explicit JoinedTokens(std::vector<Tokens<Symbol>> const& patterns)
  {
    for (auto const& pattern : patterns) {
      symbols.insert(symbols.end(), pattern.begin(), pattern.end());
      offsets.push_back(symbols.size());
    }
  }

  template <class ExecutionSpace>
  [[nodiscard]] Patterns<typename ExecutionSpace::memory_space, Symbol> on(ExecutionSpace const& space) const
  {
    return patterns_from_host<Symbol>(space, std::span<Symbol const>(symbols), offsets);
  }

  Tokens<Symbol> symbols;
  std::vector<std::uint64_t> offsets = {0};
};

/// A text of tokens, its suffix array, and its index.
template <class ExecutionSpace, class Index, class Symbol>
struct IndexedTokens
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  IndexedTokens(ExecutionSpace const& instance, Tokens<Symbol> const& tokens, SuffixIndexOptions const& options = {})
      : text(to_view<ExecutionSpace>(tokens)), array("suffix array", tokens.size())
  {
    suffix_array(instance, text, array);
    index = SuffixIndex<MemorySpace, Index, Symbol>(instance, text, array, options);
  }

  TestArray<Symbol, ExecutionSpace> text;
  TestArray<Index, ExecutionSpace> array;
  SuffixIndex<MemorySpace, Index, Symbol> index;
};

}  // namespace lexikos::tests
