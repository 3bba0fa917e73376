// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All texts and all patterns to some length, with any number of errors; documents and constants drawn.

#include <cstddef>
#include <vector>

#include "tests/approximate_search/expect.hpp"

using namespace lexikos;

namespace
{

tests::Queries all_words(std::size_t longest, unsigned alphabet)
{
  tests::Queries words;
  for (std::size_t length = 0; length <= longest; ++length)
    texts::for_each_text(length, alphabet, [&](texts::Text const& word) { words.push_back(word); });
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
void expect_text(texts::Text const& text, tests::Queries const& patterns, texts::Random& next)
{
  tests::IndexedCase<ExecutionSpace, Index> const on({text, drawn_documents(next, text.size())}, next.below(3));
  for (unsigned errors = 0; errors <= max_search_errors; ++errors)
    for (auto const model : {ErrorModel::hamming, ErrorModel::edit})
      tests::expect_ends(on, patterns, {model, errors}, tests::drawn_scan_tuning(next));
}

/// All texts with all patterns; index widths in turn.
template <class ExecutionSpace>
void expect_all(std::size_t longest_text, std::size_t longest_pattern, unsigned alphabet)
{
  auto const patterns = all_words(longest_pattern, alphabet);
  texts::Random next(longest_text * 100 + longest_pattern * 10 + alphabet);
  std::size_t const stride = tests::stride_of_small_cases<ExecutionSpace>();
  std::size_t number = 0;
  for (std::size_t length = 0; length <= longest_text; ++length)
    texts::for_each_text(length, alphabet, [&](texts::Text const& text) {
      if (number++ % stride != 0) return;
      if (next.below(2) == 0)
        expect_text<ExecutionSpace, std::uint32_t>(text, patterns, next);
      else
        expect_text<ExecutionSpace, std::uint64_t>(text, patterns, next);
    });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("search with errors: all small texts and patterns", ExecutionSpace, small)
{
  expect_all<ExecutionSpace>(7, 5, 2);
  expect_all<ExecutionSpace>(4, 4, 3);
}
TEST_CASE_TEMPLATE_APPLY(small, tests::Spaces);

TEST_SUITE_BEGIN("long");

TEST_CASE_TEMPLATE_DEFINE("search with errors: all texts and patterns to length 9 of two letters", ExecutionSpace,
                          all_small)
{
  expect_all<ExecutionSpace>(9, 9, 2);
  expect_all<ExecutionSpace>(5, 5, 3);
}
TEST_CASE_TEMPLATE_APPLY(all_small, tests::Spaces);

TEST_SUITE_END();
