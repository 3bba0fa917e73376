// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/algorithms/repetition.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <vector>

#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/suffix_array/expect.hpp"
#include "tests/suffix_array/test_context.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;
using texts::Text;

/// n symbols of a word over and over.
Text repetition(Text const& word, std::size_t n)
{
  Text text(n);
  for (std::size_t i = 0; i < n; ++i) text[i] = word[i % word.size()];
  return text;
}

std::size_t naive_period(Text const& text)
{
  for (std::size_t p = 1; p < text.size(); ++p)
    if (std::equal(text.begin() + static_cast<std::ptrdiff_t>(p), text.end(), text.begin())) return p;
  return text.size();
}

TEST_CASE("the least period of a word")
{
  for (unsigned seed = 0; seed < 500; ++seed) {
    auto const word = texts::random(1 + seed % 7, 1 + seed % 3, seed);
    auto const text = repetition(word, 1 + seed % 40);
    CHECK(smallest_period(text) == naive_period(text));
  }
  CHECK(smallest_period(Text{}) == 0);
}

template <class ExecutionSpace>
Repetition found_in(Text const& text)
{
  return repetition_of_text(ExecutionSpace(), as_text(to_view<ExecutionSpace>(text)));
}

TEST_CASE_TEMPLATE_DEFINE("the repetition that a text is, but for its end", ExecutionSpace, repetition_found)
{
  for (std::size_t const p : {std::size_t{1}, std::size_t{2}, std::size_t{97}, max_period}) {
    CAPTURE(p);
    Text word(p, 'a');
    word.back() = 'b';
    for (std::size_t const n : {2 * p, 5 * p + p / 2, 20 * max_period}) {
      auto const found = found_in<ExecutionSpace>(repetition(word, n));
      CHECK(found.period == p);
      CHECK(found.end == n);
    }
    if (p > 1) CHECK(found_in<ExecutionSpace>(repetition(word, 2 * p - 1)).period == 0);
    std::size_t const n = 20 * max_period;
    for (std::size_t const change : {std::size_t{0}, 3 * p + 1, n - max_period - 1, n - max_period, n - 1}) {
      CAPTURE(change);
      auto text = repetition(word, n);
      text[change] = 'c';
      auto const found = found_in<ExecutionSpace>(text);
      CHECK(found.period == (change < n - max_period ? 0 : p));
      CHECK(found.end == (change < n - max_period ? 0 : change));
    }
  }
  Text long_word(max_period + 1, 'a');
  long_word.back() = 'b';
  CHECK(found_in<ExecutionSpace>(repetition(long_word, 10 * max_period)).period == 0);
  CHECK(found_in<ExecutionSpace>(Text{7}).period == 0);
}
TEST_CASE_TEMPLATE_APPLY(repetition_found, Spaces);

/// \param p  the period that the text is to be found to have
template <class Index, class ExecutionSpace, class Symbol>
void expect_by_tail(Expected<ExecutionSpace, Symbol> const& expected, std::size_t p)
{
  Workspace workspace;
  SuffixArrayStatistics statistics;
  SuffixArrayOptions const options{.workspace = &workspace, .statistics = &statistics};
  expect_with_inverse<Index>(ExecutionSpace(), expected, options);
  CHECK(statistics.reason.starts_with("a text of period " + std::to_string(p) + ": "));
  CHECK(statistics.algorithm == SuffixArrayAlgorithm::repetition);
  CHECK(statistics.workspace_bytes <=
        suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(expected.suffix_array.size()));
}

TEST_CASE_TEMPLATE_DEFINE("repetitions, by automatic", ExecutionSpace, by_tail)
{
  for (std::size_t const p : {1u, 2u, 3u, 4u, 7u, 31u, 64u, 257u, 1000u, 4096u})
    for (unsigned const alphabet : {1u, 2u, 4u, 256u}) {
      auto const word = texts::random(p, alphabet, static_cast<unsigned>(p) + alphabet);
      auto const least = naive_period(repetition(word, 2 * p));
      for (std::size_t const n : {2 * p, 2 * p + 1, 3 * p - 1, 17 * p + p / 3, std::size_t{20'000}}) {
        if (n < 2 * p) continue;
        CAPTURE(p);
        CAPTURE(alphabet);
        CAPTURE(n);
        Expected<ExecutionSpace, std::uint8_t> const expected(repetition(word, n));
        expect_by_tail<std::uint32_t>(expected, least);
        if (n < 100) expect_by_tail<std::uint64_t>(expected, least);
      }
    }
}
TEST_CASE_TEMPLATE_APPLY(by_tail, Spaces);

/// Ends of every kind: smaller and larger than the word goes on, the word again after a change, parts of it.
TEST_CASE_TEMPLATE_DEFINE("repetitions that end in something else, by automatic", ExecutionSpace, by_tail_with_end)
{
  std::size_t const n = 20'000;
  for (std::size_t const p : {1u, 2u, 3u, 5u, 64u, 1000u})
    for (unsigned const alphabet : {2u, 4u}) {
      auto word = texts::random(p, alphabet, static_cast<unsigned>(p) + alphabet);
      for (auto& symbol : word) symbol = static_cast<std::uint8_t>(symbol % 100 + 100);
      auto const least = naive_period(repetition(word, 2 * p));
      for (std::size_t const e : {1u, 2u, 10u, 65u, 1500u})
        for (int const change : {-1, 1, 0}) {
          CAPTURE(p);
          CAPTURE(alphabet);
          CAPTURE(e);
          CAPTURE(change);
          auto text = repetition(word, n);
          for (std::size_t i = n - e; i < n; ++i) {
            if (change == 0) text[i] = word[(i * i + 1) % p];
            if (change != 0 && (i == n - e || i % 700 == 0)) text[i] = static_cast<std::uint8_t>(text[i] + change);
          }
          Expected<ExecutionSpace, std::uint8_t> const expected(text);
          expect_by_tail<std::uint32_t>(expected, least);
          if (e == 10) expect_by_tail<std::uint64_t>(expected, least);
        }
    }
  // integers
  std::vector<std::uint32_t> wide(n);
  for (std::size_t i = 0; i < n; ++i) wide[i] = static_cast<std::uint32_t>(i % 300 * 1'000'003);
  wide.back() = 17;
  expect_by_tail<std::uint32_t>(Expected<ExecutionSpace, std::uint32_t>(wide), 300);
}
TEST_CASE_TEMPLATE_APPLY(by_tail_with_end, Spaces);

}  // namespace lexikos::tests
