// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Next symbols and longest suffixes, against oracles that look at the text.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/next_symbols.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "next_symbols/tuning.hpp"
#include "tests/code_of.hpp"
#include "tests/integer_texts.hpp"
#include "tests/reference/naive.hpp"
#include "tests/spaces.hpp"
#include "tests/structured_texts.hpp"
#include "tests/texts.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

namespace
{

using Numbers = std::vector<std::uint64_t>;

/// Occurrences of strings in a text, found by looking at all its positions.
template <class Symbol>
struct TextOracle
{
  std::vector<Symbol> text;
  std::vector<std::uint32_t> suffix_array;

  explicit TextOracle(std::vector<Symbol> const& given) : text(given), suffix_array(reference::naive(given)) {}

  [[nodiscard]] bool starts_with(std::size_t position, std::vector<Symbol> const& pattern) const
  {
    return pattern.size() <= text.size() - position &&
           std::equal(pattern.begin(), pattern.end(), text.begin() + static_cast<std::ptrdiff_t>(position));
  }
  /// The ranks of the suffixes that start with a pattern; [0, 0) if there are none.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> interval(std::vector<Symbol> const& pattern) const
  {
    std::uint64_t begin = 0, end = 0;
    for (std::uint64_t r = 0; r < suffix_array.size(); ++r) {
      if (!starts_with(suffix_array[r], pattern)) continue;
      if (end == 0) begin = r;
      end = r + 1;
    }
    return {begin, end};
  }
  [[nodiscard]] std::map<Symbol, std::uint64_t> next(std::uint64_t begin, std::uint64_t end, std::uint64_t depth) const
  {
    std::map<Symbol, std::uint64_t> counts;
    for (std::uint64_t r = begin; r < std::min<std::uint64_t>(end, text.size()); ++r)
      if (depth < text.size() - suffix_array[r]) ++counts[text[suffix_array[r] + depth]];
    return counts;
  }
};

template <class ExecutionSpace, class Symbol, class Index>
class NextSymbolsExpectations
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  NextSymbolsExpectations(ExecutionSpace const& space, std::vector<Symbol> const& text)
      : m_space(space),
        m_oracle(text),
        m_text(to_view<ExecutionSpace>(text)),
        m_suffix_array(
            to_view<ExecutionSpace>(std::vector<Index>(m_oracle.suffix_array.begin(), m_oracle.suffix_array.end())))
  {}

  /// Intervals of strings of the text, and others that are out of range.
  void expect_next(texts::Random& next, std::size_t count)
  {
    std::vector<Index> begins, ends;
    Numbers depths;
    std::size_t const n = m_oracle.text.size();
    for (std::size_t i = 0; i < count; ++i) {
      auto const pattern = drawn(next, 1 + next.below(12));
      auto const [begin, end] = m_oracle.interval(pattern);
      begins.push_back(static_cast<Index>(begin));
      ends.push_back(static_cast<Index>(end));
      depths.push_back(pattern.size());
    }
    for (auto const& [begin, end] : {std::pair<std::size_t, std::size_t>{0, n}, {0, n + 3}, {n, n + 1}, {n + 2, 1}}) {
      begins.push_back(static_cast<Index>(begin));
      ends.push_back(static_cast<Index>(end));
      depths.push_back(0);
    }
    begins.push_back(0);
    ends.push_back(static_cast<Index>(n));
    depths.push_back(~std::uint64_t{0});
    for (std::size_t const part : {1u, 5u, 4096u})
      for (std::size_t const most : {0u, 1u, 3u, 1000u}) expect_next(begins, ends, depths, part, most);
  }

  void expect_longest(texts::Random& next, std::size_t count)
  {
    std::vector<Symbol> symbols;
    Numbers offsets{0};
    for (std::size_t i = 0; i < count; ++i) {
      auto context = drawn(next, 1 + next.below(40));
      if (!context.empty() && next.below(2) == 0) context[next.below(context.size())] ^= 1;
      if (next.below(8) == 0) context.clear();
      symbols.insert(symbols.end(), context.begin(), context.end());
      offsets.push_back(symbols.size());
    }
    Patterns<MemorySpace, Symbol> const contexts{to_view<ExecutionSpace>(symbols), to_view<ExecutionSpace>(offsets)};
    for (std::uint64_t const min_count : {0u, 1u, 2u, 5u, 1'000'000u}) {
      auto const found = longest_suffixes(m_space, m_text, m_suffix_array, contexts, {.min_count = min_count});
      auto const lengths = to_vector(found.lengths);
      auto const begins = to_vector(found.begins);
      auto const ends = to_vector(found.ends);
      for (std::size_t i = 0; i < count; ++i) {
        INFO("context " << i << ", " << min_count << " occurrences at least");
        std::vector<Symbol> suffix(symbols.begin() + static_cast<std::ptrdiff_t>(offsets[i]),
                                   symbols.begin() + static_cast<std::ptrdiff_t>(offsets[i + 1]));
        std::pair<std::uint64_t, std::uint64_t> interval = m_oracle.interval(suffix);
        while (!suffix.empty() && (interval.first == interval.second || interval.second - interval.first < min_count)) {
          suffix.erase(suffix.begin());
          interval = m_oracle.interval(suffix);
        }
        REQUIRE(lengths[i] == suffix.size());
        REQUIRE(begins[i] == interval.first);
        REQUIRE(ends[i] == interval.second);
      }
    }
  }

 private:
  /// A part of the text.
  std::vector<Symbol> drawn(texts::Random& next, std::size_t length) const
  {
    auto const& text = m_oracle.text;
    std::size_t const begin = next.below(text.size() + 1);
    std::size_t const end = std::min(text.size(), begin + length);
    return {text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end)};
  }

  void expect_next(std::vector<Index> const& begins, std::vector<Index> const& ends, Numbers const& depths,
                   std::size_t part, std::size_t most)
  {
    auto const of_begins = to_view<ExecutionSpace>(begins), of_ends = to_view<ExecutionSpace>(ends);
    auto const of_depths = to_view<ExecutionSpace>(depths);
    auto const found = next_symbols_detail::next<ExecutionSpace, Symbol, Index>(
        m_space, {m_text, m_suffix_array}, {of_begins, of_ends, of_depths}, {.max_symbols = most},
        {.suffixes_of_part = part, .max_parts = most == 0 ? std::uint64_t{1} << 22 : most});
    auto const offsets = to_vector(found.offsets);
    auto const symbols = to_vector(found.symbols);
    auto const counts = to_vector(found.counts);
    REQUIRE(offsets.size() == begins.size() + 1);
    REQUIRE(counts.size() == symbols.size());
    REQUIRE(offsets[0] == 0);
    for (std::size_t i = 0; i < begins.size(); ++i) {
      INFO("[" << begins[i] << ", " << ends[i] << ") depth " << depths[i] << ", at most " << most << ", parts of "
               << part);
      auto const all = m_oracle.next(begins[i], ends[i], depths[i]);
      std::vector<std::pair<Symbol, std::uint64_t>> expected(all.begin(), all.end());
      if (most != 0) {
        std::ranges::stable_sort(expected, [](auto const& a, auto const& b) { return a.second > b.second; });
        if (expected.size() > most) expected.resize(most);
      }
      REQUIRE(offsets[i + 1] == offsets[i] + expected.size());
      REQUIRE(offsets[i + 1] <= symbols.size());
      for (std::size_t j = 0; j < expected.size(); ++j) {
        CAPTURE(j);
        REQUIRE(+symbols[offsets[i] + j] == +expected[j].first);
        REQUIRE(counts[offsets[i] + j] == expected[j].second);
      }
    }
    REQUIRE(offsets.back() == symbols.size());
  }

  ExecutionSpace m_space;
  TextOracle<Symbol> m_oracle;
  TestArray<Symbol, ExecutionSpace> m_text;
  TestArray<Index, ExecutionSpace> m_suffix_array;
};

template <class ExecutionSpace>
void expect_all_small()
{
  auto const space = smallest_instance<ExecutionSpace>();
  texts::Random next(1);
  std::size_t number = 0;
  for (std::size_t length = 0; length <= 6; ++length)
    texts::for_each_text(length, 2, [&](texts::Text const& text) {
      if (number++ % stride_of_small_cases<ExecutionSpace>() != 0) return;
      CAPTURE(doctest::toString(text));
      NextSymbolsExpectations<ExecutionSpace, std::uint8_t, std::uint32_t> expectations(space, text);
      expectations.expect_next(next, 6);
      expectations.expect_longest(next, 6);
    });
}

template <class ExecutionSpace, class Symbol, class Index>
void expect_structured()
{
  ExecutionSpace const space{};
  texts::Random next(2);
  auto const values = texts::sparse_values<Symbol>(200, 5);
  for (auto const& [name, text] : texts::structured(700)) {
    CAPTURE(name);
    NextSymbolsExpectations<ExecutionSpace, Symbol, Index> expectations(space, texts::replaced(text, values));
    expectations.expect_next(next, 20);
    expectations.expect_longest(next, 20);
  }
}

using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Text, class Indices>
concept HasNext = requires(Space space, Text text, Indices indices,
                           DeepIntervals<Space::memory_space, detail::ValueOf<Indices>> intervals)
{
  next_symbols(space, text, indices, intervals);
};
static_assert(HasNext<View<std::uint16_t const*>, View<std::uint32_t*>>);
static_assert(!HasNext<View<std::int16_t*>, View<std::uint32_t*>>, "symbols are unsigned");
static_assert(!HasNext<View<std::uint64_t*>, View<std::uint32_t*>>, "symbols are of 8, 16 or 32 bits");

template <class ExecutionSpace>
void expect_interface()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  std::size_t const n = 20'000;
  auto const host_text = texts::random(n, 50, 3);
  auto const text = to_view<ExecutionSpace>(host_text);
  auto const suffix_array = to_view<ExecutionSpace>(reference::naive(host_text));
  auto const shorter = to_view<ExecutionSpace>(std::vector<std::uint32_t>(n - 1));
  auto const begins = to_view<ExecutionSpace>(std::vector<std::uint32_t>(40, 0));
  auto const ends = to_view<ExecutionSpace>(std::vector<std::uint32_t>(40, n));
  auto const depths = to_view<ExecutionSpace>(Numbers(40, 0)), fewer = to_view<ExecutionSpace>(Numbers(39, 0));
  DeepIntervals<MemorySpace, std::uint32_t> const intervals{begins, ends, depths};
  DeepIntervals<MemorySpace, std::uint32_t> const wrong_depths{begins, ends, fewer};
  Patterns<MemorySpace, std::uint8_t> const contexts{text, to_view<ExecutionSpace>(Numbers{0, 5, n})};
  auto const wrong = std::optional(ErrorCode::invalid_argument);
  CHECK(code_of([&] { (void)next_symbols(space, text, shorter, intervals); }) == wrong);
  CHECK(code_of([&] { (void)next_symbols(space, text, suffix_array, wrong_depths); }) == wrong);
  CHECK(code_of([&] { (void)longest_suffixes(space, text, shorter, contexts); }) == wrong);
  for (auto const& offsets : {Numbers{}, Numbers{0, 3, 2}, Numbers{0, n + 1}})
    CHECK(code_of([&] {
            (void)longest_suffixes(space, text, suffix_array, {contexts.symbols, to_view<ExecutionSpace>(offsets)});
          }) == wrong);
  auto const bound = [&](NextSymbolsOptions const& options) {
    return next_symbols_workspace_bytes<ExecutionSpace>(40, 40 * n, 40 * 50, options);
  };
  expect_bounds(
      space, {{"all", bound({}),
               [&](Workspace* workspace) {
                 (void)next_symbols(space, text, suffix_array, intervals, {.workspace = workspace});
               }},
              {"most frequent", bound({.max_symbols = 3}),
               [&](Workspace* workspace) {
                 (void)next_symbols(space, text, suffix_array, intervals, {.max_symbols = 3, .workspace = workspace});
               }},
              {"longest suffixes", longest_suffixes_workspace_bytes<ExecutionSpace>(2), [&](Workspace* workspace) {
                 (void)longest_suffixes(space, text, suffix_array, contexts, {.workspace = workspace});
               }}});
  // the whole text is its own longest suffix, and what follows it is nothing
  auto const found = longest_suffixes(space, text, suffix_array, contexts);
  CHECK(to_vector(found.lengths) == Numbers{5, n - 5});
  auto const next = next_symbols(space, text, suffix_array, depths_of(found));
  CHECK(to_vector(next.offsets) == Numbers{0, 1, 1});
  CHECK(to_vector(next.symbols) == std::vector<std::uint8_t>{host_text[5]});
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("next symbols and longest suffixes in all small texts", ExecutionSpace, small)
{
  expect_all_small<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small, Spaces);

TEST_CASE_TEMPLATE_DEFINE("next symbols and longest suffixes in structured texts", ExecutionSpace, structured)
{
  expect_structured<ExecutionSpace, std::uint8_t, std::uint32_t>();
  expect_structured<ExecutionSpace, std::uint16_t, std::uint32_t>();
  expect_structured<ExecutionSpace, std::uint32_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(structured, Spaces);

TEST_CASE_TEMPLATE_DEFINE("next symbols and longest suffixes: errors and memory", ExecutionSpace, interface)
{
  expect_interface<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(interface, Spaces);

}  // namespace lexikos::tests
