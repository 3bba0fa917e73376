// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All texts and all queries to some length, with options, documents and constants drawn.

#include <array>
#include <cstddef>
#include <vector>

#include "tests/matching/expect.hpp"

using namespace lexikos;

namespace
{

constexpr std::array<std::uint8_t, 3> letters{'A', 'T', 'C'};  // of which two are complements

tests::Queries all_words(std::size_t longest, unsigned alphabet)
{
  tests::Queries words;
  for (std::size_t length = 0; length <= longest; ++length)
    texts::for_each_text(
        length, alphabet, [&](texts::Text const& word) { words.push_back(word); }, letters);
  return words;
}

/// One document, several, and empty ones; all of the text or a part of it, or none.
std::vector<std::uint64_t> drawn_documents(texts::Random& next, std::size_t n)
{
  if (next.below(2) == 0) return {};
  std::vector<std::uint64_t> offsets{next.below(3) == 0 ? next.below(n + 1) : 0};
  for (std::size_t p = offsets[0]; p < n; ++p)
    while (next.below(4) == 0) offsets.push_back(p);
  if (next.below(3) != 0) offsets.push_back(n);
  return offsets;
}

template <class ExecutionSpace, class Index>
void expect_text(texts::Text const& text, tests::Queries const& queries, std::size_t longest, std::size_t questions,
                 texts::Random& next)
{
  bool const with_arrays = next.below(2) == 0;
  std::size_t const entries = std::array<std::size_t, 4>{0, 1, 9, 100}[next.below(4)];
  tests::IndexedCase<ExecutionSpace, Index> const on({text, drawn_documents(next, text.size())}, entries, with_arrays,
                                                     tests::smallest_instance<ExecutionSpace>(),
                                                     tests::drawn_fm_options(next, true));
  std::size_t const symbols = tests::symbols_of(queries);
  tests::Queries some;  // few enough for batches of one symbol
  for (std::size_t i = 0; i < 5; ++i) some.push_back(queries[next.below(queries.size())]);
  for (std::size_t i = 0; i < questions; ++i) {
    tests::expect_statistics(on, queries, tests::drawn_tuning(next, symbols));
    tests::expect_matches(on, queries, tests::drawn_question(next, longest), tests::drawn_tuning(next, symbols));
    tests::expect_matches(on, some, tests::drawn_question(next, longest), tests::drawn_tuning(next));
  }
}

/// All texts with all queries; index widths in turn.
template <class ExecutionSpace>
void expect_all(std::size_t longest_text, std::size_t longest_query, unsigned alphabet, std::size_t questions)
{
  auto const queries = all_words(longest_query, alphabet);
  texts::Random next(longest_text * 100 + longest_query * 10 + alphabet);
  std::size_t const stride = tests::stride_of_small_cases<ExecutionSpace>();
  std::size_t number = 0;
  for (std::size_t length = 0; length <= longest_text; ++length)
    texts::for_each_text(
        length, alphabet,
        [&](texts::Text const& text) {
          if (number++ % stride != 0) return;
          if (next.below(2) == 0)
            expect_text<ExecutionSpace, std::uint32_t>(text, queries, longest_query, questions, next);
          else
            expect_text<ExecutionSpace, std::uint64_t>(text, queries, longest_query, questions, next);
        },
        letters);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("matches: all small texts and queries", ExecutionSpace, small)
{
  expect_all<ExecutionSpace>(6, 6, 2, 4);
  expect_all<ExecutionSpace>(8, 8, 2, 1);
  expect_all<ExecutionSpace>(4, 4, 3, 4);
}
TEST_CASE_TEMPLATE_APPLY(small, tests::Spaces);

TEST_SUITE_BEGIN("long");

TEST_CASE_TEMPLATE_DEFINE("matches: all texts and queries to length 10 of two letters, and to 7 and 5 of three",
                          ExecutionSpace, all_small)
{
  expect_all<ExecutionSpace>(10, 10, 2, 1);
  expect_all<ExecutionSpace>(7, 5, 3, 1);
}
TEST_CASE_TEMPLATE_APPLY(all_small, tests::Spaces);

TEST_SUITE_END();
