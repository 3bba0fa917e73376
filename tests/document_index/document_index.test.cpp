// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The documents of intervals, against an oracle that looks at every suffix.

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "expect.hpp"
#include "tests/spaces.hpp"
#include "tests/structured_texts.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

using Tuning = document_index_detail::Tuning;

/// The library's values, and extreme ones.
std::vector<Tuning> tunings()
{
  Tuning const narrow{.layer_bits = 1,
                      .scanned_suffixes = 0,
                      .suffixes_of_part = 1,
                      .checked_suffixes_of_part = 1,
                      .sorted_suffixes = 0};
  Tuning const small{.layer_bits = 3,
                     .scanned_suffixes = 5,
                     .suffixes_of_part = 7,
                     .checked_suffixes_of_part = 3,
                     .sorted_suffixes = 20};
  return {Tuning{}, narrow, small};
}

std::vector<DocumentIndexOptions> all_parts()
{
  std::vector<DocumentIndexOptions> options(3);
  options[0] = {.list = true, .count = true, .top = true};
  options[1] = {.list = false, .count = true, .top = false};
  options[2] = {.list = true, .count = false, .top = false};
  return options;
}

template <class ExecutionSpace, class Index>
void expect_documents(ExecutionSpace const& space, std::vector<std::uint8_t> const& text, Numbers const& offsets,
                      IntervalQuestions asked, std::uint64_t seed, std::size_t tuning)
{
  INFO("text of " << text.size() << " symbols in " << offsets.size() << " - 1 documents from " << offsets[0]);
  texts::Random next(seed);
  DocumentIndexExpectations<ExecutionSpace, Index> expectations(space, text, offsets);
  CAPTURE(tuning);
  for (auto const& options : all_parts()) {
    INFO("lists " << options.list << ", counts " << options.count << ", top " << options.top);
    expectations.build(options, tunings()[tuning]);
    asked.lengths.clear();
    expectations.expect(asked);
    draw_lengths(next, 6, asked);
    expectations.expect(asked);
  }
}

/// All texts of few symbols, with documents that are drawn, and all intervals.
template <class ExecutionSpace>
void expect_all_small()
{
  auto const space = smallest_instance<ExecutionSpace>();
  texts::Random next(1);
  std::size_t number = 0;
  for (std::size_t length = 0; length <= 6; ++length)
    texts::for_each_text(length, 2, [&](texts::Text const& text) {
      if (number++ % stride_of_small_cases<ExecutionSpace>() != 0) return;
      IntervalQuestions asked;
      for (std::uint64_t begin = 0; begin <= length + 1; ++begin)
        for (std::uint64_t end = 0; end <= length + 1; ++end) asked.add(begin, end);
      expect_documents<ExecutionSpace, std::uint32_t>(space, text, drawn_documents(next, length, 2), asked, next(),
                                                      next.below(3));
    });
}

template <class ExecutionSpace, class Index>
void expect_random()
{
  auto const space = smallest_instance<ExecutionSpace>();
  texts::Random next(2);
  for (std::size_t round = 0; round < 60; ++round) {
    if (round % stride_of_small_cases<ExecutionSpace>() != 0) continue;
    CAPTURE(round);
    std::size_t const n = 1 + next.below(120);
    auto const text = texts::random(n, 1 + static_cast<unsigned>(next.below(4)), next());
    auto const offsets = drawn_documents(next, n, 1 + next.below(12));
    expect_documents<ExecutionSpace, Index>(space, text, offsets, drawn_intervals(next, n, 20), next(), next.below(3));
  }
}

template <class ExecutionSpace, class Index>
void expect_structured()
{
  ExecutionSpace const space{};
  texts::Random next(3);
  for (auto const& [name, text] : texts::structured(2500)) {
    CAPTURE(name);
    std::size_t const mean_length = next.below(3) == 0 ? 600 : 10;
    auto const offsets = drawn_documents(next, text.size(), mean_length);
    expect_documents<ExecutionSpace, Index>(space, text, offsets, drawn_intervals(next, text.size(), 12), next(),
                                            next.below(3));
  }
}

/// More superblocks of the range minima than one step passes; documents that occur at the ends of the suffix array alone.
template <class ExecutionSpace>
void expect_sparse()
{
  ExecutionSpace const space{};
  texts::Random next(4);
  std::size_t const n = 9000;
  texts::Text text(n, 'b');
  for (std::size_t p = 0; p < n; ++p) text[p] = static_cast<std::uint8_t>('b' + p % 7);
  for (std::size_t p = 0; p < 40; ++p) text[n - 1 - p] = p % 2 == 0 ? 'z' : 'a';
  Numbers offsets{0, n - 60};
  for (std::size_t p = n - 40; p < n; p += 3) offsets.push_back(p);
  offsets.push_back(n);
  expect_documents<ExecutionSpace, std::uint32_t>(space, text, offsets, drawn_intervals(next, n, 12), 1, 0);
  expect_documents<ExecutionSpace, std::uint32_t>(space, text, offsets, drawn_intervals(next, n, 12), 1, 1);
}

/// More suffixes than a part, a scanned and a sorted interval have, with the library's tuning.
template <class ExecutionSpace, class Index>
void expect_large()
{
  ExecutionSpace const space{};
  texts::Random next(5);
  std::size_t const n = 70'000;  // two layers
  auto const text = texts::random(n, 3, 6);
  for (std::size_t const mean_length : {30u, 3'000u}) {
    CAPTURE(mean_length);
    auto const offsets = drawn_documents(next, n, mean_length);
    expect_documents<ExecutionSpace, Index>(space, text, offsets, drawn_intervals(next, n, 12), next(), 0);
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("documents of all intervals of all small texts", ExecutionSpace, small)
{
  expect_all_small<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small, Spaces);

TEST_CASE_TEMPLATE_DEFINE("documents of intervals of random texts", ExecutionSpace, random)
{
  expect_random<ExecutionSpace, std::uint32_t>();
  expect_random<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(random, Spaces);

TEST_CASE_TEMPLATE_DEFINE("documents of intervals of structured texts", ExecutionSpace, structured)
{
  expect_structured<ExecutionSpace, std::uint32_t>();
  expect_structured<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(structured, Spaces);

TEST_CASE_TEMPLATE_DEFINE("documents that are far from each other in the suffix array", ExecutionSpace, sparse)
{
  expect_sparse<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(sparse, Spaces);

TEST_CASE_TEMPLATE_DEFINE("documents of long intervals", ExecutionSpace, large)
{
  expect_large<ExecutionSpace, std::uint32_t>();
  expect_large<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(large, Spaces);

}  // namespace lexikos::tests
