// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What an FM-index should answer, by sorting all suffixes and looking at every place; patterns in batches; and the comparison
// of an index with it.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

template <class Symbol>
using Word = std::vector<Symbol>;

/// Starts of the suffixes in their order.
template <class Symbol>
std::vector<std::uint64_t> sorted_suffixes(Word<Symbol> const& text)
{
  std::vector<std::uint64_t> starts(text.size());
  std::iota(starts.begin(), starts.end(), 0);
  auto const at = [&](std::uint64_t p) { return text.begin() + static_cast<std::ptrdiff_t>(p); };
  std::sort(starts.begin(), starts.end(), [&](std::uint64_t a, std::uint64_t b) {
    return std::lexicographical_compare(at(a), text.end(), at(b), text.end());
  });
  return starts;
}

/// Entries of the sorted suffixes that begin with the pattern; of those, where they begin.
template <class Symbol>
struct Expected
{
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  Expected(Word<Symbol> const& text, std::vector<std::uint64_t> const& suffixes, Word<Symbol> const& pattern)
  {
    auto const starts_with = [&](std::uint64_t p) {
      return pattern.size() <= text.size() - p &&
             std::equal(pattern.begin(), pattern.end(), text.begin() + static_cast<std::ptrdiff_t>(p));
    };
    auto const first = std::find_if(suffixes.begin(), suffixes.end(), starts_with);
    auto const last = std::find_if_not(first, suffixes.end(), starts_with);
    begin = static_cast<std::uint64_t>(first - suffixes.begin());
    end = static_cast<std::uint64_t>(last - suffixes.begin());
  }
};

template <class ExecutionSpace, class Symbol>
Patterns<typename ExecutionSpace::memory_space, Symbol> batch_of(std::vector<Word<Symbol>> const& words)
{
  Word<Symbol> symbols;
  std::vector<std::uint64_t> offsets{0};
  for (auto const& word : words) {
    symbols.insert(symbols.end(), word.begin(), word.end());
    offsets.push_back(symbols.size());
  }
  return {to_view<ExecutionSpace>(symbols), to_view<ExecutionSpace>(offsets)};
}

/// Stretches of the text as they are, with a changed symbol, or with one that it lacks, of all lengths; the text, and more than
/// it; and nothing.
template <class Symbol>
std::vector<Word<Symbol>> patterns_of(Word<Symbol> const& text, std::size_t count, Symbol absent, std::uint64_t seed)
{
  texts::Random next(seed);
  std::vector<Word<Symbol>> patterns{{}, text, {absent}};
  patterns.push_back(text);
  patterns.back().push_back(text.empty() ? absent : text.front());
  patterns.emplace_back();  // longer than the text several times
  for (int copy = 0; copy < 7; ++copy) patterns.back().insert(patterns.back().end(), text.begin(), text.end());
  while (patterns.size() < count && !text.empty()) {
    std::size_t const begin = next.below(text.size());
    std::size_t const length = std::min(text.size() - begin, next.below(next.below(4) == 0 ? 300 : 12));
    Word<Symbol> word(text.begin() + static_cast<std::ptrdiff_t>(begin),
                      text.begin() + static_cast<std::ptrdiff_t>(begin + length));
    std::size_t const kind = next.below(8);
    if (kind < 2 && !word.empty()) word[next.below(word.size())] = text[next.below(text.size())];
    if (kind == 2 && !word.empty()) word[next.below(word.size())] = absent;
    patterns.push_back(word);
  }
  return patterns;
}

/// Everything that an index answers about a text, beside what is expected.
template <class ExecutionSpace, class Index, class Symbol>
class FmChecks
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Fm = FmIndex<MemorySpace, Index, Symbol>;

 public:
  FmChecks(ExecutionSpace const& space, Word<Symbol> const& text)
      : m_space(space), m_text(text), m_suffixes(sorted_suffixes(text))
  {}

  [[nodiscard]] std::vector<std::uint64_t> const& suffixes() const { return m_suffixes; }

  void expect_answers(Fm const& index, std::vector<Word<Symbol>> const& patterns, SearchOptions options = {}) const
  {
    auto const batch = batch_of<ExecutionSpace>(patterns);
    TestArray<Index, ExecutionSpace> const counts("counts", patterns.size()), begins("begins", patterns.size()),
        ends("ends", patterns.size());
    index.count(m_space, batch.symbols, batch.offsets, counts, options);
    index.intervals(m_space, batch.symbols, batch.offsets, begins, ends, options);
    m_space.fence();
    auto const found_counts = to_vector(counts);
    auto const found_begins = to_vector(begins);
    auto const found_ends = to_vector(ends);
    std::vector<std::uint64_t> offsets{0};
    std::vector<std::uint64_t> positions;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      Expected<Symbol> const expected(m_text, m_suffixes, patterns[i]);
      CAPTURE(i);
      CAPTURE(patterns[i].size());
      REQUIRE(found_counts[i] == expected.end - expected.begin);
      REQUIRE(found_ends[i] - found_begins[i] == expected.end - expected.begin);
      if (expected.begin < expected.end) REQUIRE(found_begins[i] == expected.begin);
      std::uint64_t const most = options.max_positions != 0 ? options.max_positions : m_text.size();
      for (std::uint64_t e = expected.begin; e < std::min(expected.end, expected.begin + most); ++e)
        positions.push_back(m_suffixes[e]);
      if (options.text_order)
        std::sort(positions.begin() + static_cast<std::ptrdiff_t>(offsets.back()), positions.end());
      offsets.push_back(positions.size());
    }
    if (index.sample_rate() == 0) return;
    auto const found = index.locate(m_space, batch.symbols, batch.offsets, options);
    CHECK(first_difference(to_vector(found.offsets), offsets) == "");
    REQUIRE(first_difference(to_vector(found.positions), positions) == "");
    auto const again = index.locate(m_space, begins, ends, options);
    CHECK(first_difference(to_vector(again.offsets), offsets) == "");
    REQUIRE(first_difference(to_vector(again.positions), positions) == "");
  }

  void expect_extracted(Fm const& index, std::size_t count, std::uint64_t seed) const
  {
    texts::Random next(seed);
    std::vector<Index> begins{0, 0, static_cast<Index>(m_text.size()), std::numeric_limits<Index>::max(), 5};
    std::vector<Index> ends{static_cast<Index>(m_text.size()), std::numeric_limits<Index>::max(), 0, 1, 3};
    for (std::size_t i = 0; i < count; ++i) {
      begins.push_back(static_cast<Index>(next.below(m_text.size() + 2)));
      ends.push_back(static_cast<Index>(begins.back() + next.below(next.below(2) == 0 ? 8 : 200)));
    }
    std::vector<std::uint64_t> offsets{0};
    Word<Symbol> symbols;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      for (std::uint64_t p = begins[i]; p < std::min<std::uint64_t>(ends[i], m_text.size()); ++p)
        symbols.push_back(m_text[p]);
      offsets.push_back(symbols.size());
    }
    auto const found = index.extract(m_space, to_view<ExecutionSpace>(begins), to_view<ExecutionSpace>(ends));
    CHECK(first_difference(to_vector(found.offsets), offsets) == "");
    REQUIRE(first_difference(to_vector(found.symbols), symbols) == "");
  }

 private:
  ExecutionSpace m_space;
  Word<Symbol> m_text;
  std::vector<std::uint64_t> m_suffixes;
};

}  // namespace lexikos::tests
