// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Longer texts of all kinds, and patterns cut out of them with errors.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tests/approximate_search/expect.hpp"
#include "tests/structured_texts.hpp"

using namespace lexikos;

namespace
{

/// A part of the text with so many symbols changed, dropped or added.
texts::Text with_errors(texts::Text const& text, std::size_t length, unsigned errors, bool only_changes,
                        texts::Random& next)
{
  std::size_t const m = std::min(length, text.size());
  auto const from = static_cast<std::ptrdiff_t>(next.below(text.size() - m + 1));
  texts::Text pattern(text.begin() + from, text.begin() + from + static_cast<std::ptrdiff_t>(m));
  for (unsigned e = 0; e < errors && !pattern.empty(); ++e) {
    auto const at = pattern.begin() + static_cast<std::ptrdiff_t>(next.below(pattern.size()));
    std::uint8_t const symbol = next.below(10) == 0 ? 77 : text[next.below(text.size())];
    std::size_t const kind = only_changes ? 0 : next.below(3);
    if (kind == 0)
      *at = symbol;
    else if (kind == 1)
      pattern.erase(at);
    else
      pattern.insert(at, symbol);
  }
  return pattern;
}

tests::Queries drawn_patterns(texts::Text const& text, std::vector<std::size_t> const& lengths, bool only_changes,
                              texts::Random& next)
{
  tests::Queries patterns;
  for (std::size_t const length : lengths)
    for (unsigned errors = 0; errors <= max_search_errors + 1; ++errors)
      patterns.push_back(with_errors(text, length, errors, only_changes, next));
  return patterns;
}

std::vector<std::uint64_t> drawn_borders(texts::Random& next, std::size_t n, std::size_t longest)
{
  std::vector<std::uint64_t> offsets{next.below(3)};
  while (offsets.back() < n) offsets.push_back(std::min<std::uint64_t>(n, offsets.back() + next.below(longest)));
  return offsets;
}

template <class ExecutionSpace, class Index>
void expect_structured(std::size_t n, std::vector<std::size_t> const& lengths, std::size_t rounds)
{
  texts::Random next(n);
  for (auto const& [name, text] : texts::structured(n))
    for (std::size_t round = 0; round < rounds; ++round) {
      CAPTURE(name);
      std::vector<std::uint64_t> const borders =
          next.below(2) == 0 ? std::vector<std::uint64_t>{} : drawn_borders(next, text.size(), n / 4);
      tests::IndexedCase<ExecutionSpace, Index> const on({text, borders});
      auto question = tests::drawn_error_question(next);
      auto const patterns = drawn_patterns(text, lengths, question.model == ErrorModel::hamming, next);
      tests::expect_ends(on, patterns, question, tests::drawn_scan_tuning(next));
      tests::expect_ends(on, patterns, question);
    }
}

/// Patterns around the length of a word of bits, of some words, and near that of the text; each by its pieces and by scans.
template <class ExecutionSpace>
void expect_lengths()
{
  texts::Random next(5);
  std::size_t const n = 500;
  for (auto const& text : {texts::random(n, 4, 3), texts::copies_with_mutations(n, 30, 7), texts::periodic(n, 7, n / 2),
                           texts::letter(n), texts::fibonacci(n)})
  {
    tests::IndexedCase<ExecutionSpace, std::uint32_t> const on({text, {}});
    for (auto const model : {ErrorModel::hamming, ErrorModel::edit})
      for (unsigned const errors : {1u, 2u, 4u}) {
        auto const patterns =
            drawn_patterns(text, {9, 31, 32, 63, 64, 65, 128, 150, 300, n - 2, n}, model == ErrorModel::hamming, next);
        for (std::uint64_t const scan_cost : {0u, 1u, 1'000'000u}) {
          tests::ScanTuning tuning;
          tuning.scan_cost = scan_cost;
          tuning.min_chunk = 100;
          tuning.chunk_per_overlap = 1;
          tests::expect_ends(on, patterns, {model, errors}, tuning);
        }
      }
  }
}

/// Many short patterns at once, as reads are.
template <class ExecutionSpace>
void expect_reads()
{
  std::size_t const n = 4'000;
  texts::Random next(11);
  auto const text = texts::random(n, 4, 17);
  tests::IndexedCase<ExecutionSpace, std::uint32_t> const on({text, {}}, 0, false, ExecutionSpace{});
  tests::Queries reads;
  for (std::size_t i = 0; i < 40; ++i)
    reads.push_back(with_errors(text, 150, static_cast<unsigned>(next.below(4)), false, next));
  for (unsigned errors = 0; errors <= max_search_errors; ++errors) {
    tests::expect_ends(on, reads, {ErrorModel::edit, errors});
    tests::expect_ends(on, reads, {ErrorModel::hamming, errors});
  }
}

/// Without errors the result is that of an exact search.
template <class ExecutionSpace, class Index>
void expect_as_located()
{
  for (auto const& [name, text] : texts::structured(400)) {
    CAPTURE(name);
    texts::Random next(3);
    tests::IndexedCase<ExecutionSpace, Index> const on({text, {}});
    auto const patterns = drawn_patterns(text, {1, 2, 5, 20, 70}, true, next);
    tests::DeviceQueries<ExecutionSpace> const device(patterns);
    auto const located = on.index.locate(on.space, device.symbols, device.offsets, {.text_order = true});
    auto const offsets = tests::to_vector(located.offsets);
    auto const positions = tests::to_vector(located.positions);
    tests::Ends expected;
    for (std::size_t q = 0; q < patterns.size(); ++q)
      for (std::uint64_t i = offsets[q]; i < offsets[q + 1]; ++i)
        expected.push_back({q, positions[i] + patterns[q].size(), 0});
    for (auto const model : {ErrorModel::hamming, ErrorModel::edit})
      CHECK(tests::difference(tests::ends_of(tests::ask(on, device, {model, 0}, {})), expected) == "");
  }
}

/// With a cap: what is named met it, what is not named is whole, and what is found is true.
template <class ExecutionSpace>
void expect_capped(texts::Text const& text, ErrorModel model, unsigned errors, std::size_t cap, std::uint64_t seed)
{
  texts::Random next(seed);
  tests::IndexedCase<ExecutionSpace, std::uint32_t> const on({text, {}});
  auto const patterns =
      drawn_patterns(text, {0, 1, 3, 10, 20, 40, 41, 60, 100, 150}, model == ErrorModel::hamming, next);
  tests::ErrorQuestion const question{model, errors, cap};
  tests::ScanTuning tuning;
  tuning.scan_cost = 1'000'000;
  auto const found = tests::ask(on, tests::DeviceQueries<ExecutionSpace>(patterns), question, tuning);

  // places of all pieces
  std::vector<std::uint64_t> capped;
  for (std::size_t q = 0; q < patterns.size(); ++q) {
    std::size_t const m = patterns[q].size(), pieces = errors + 1;
    std::uint64_t candidates = 0;
    for (std::size_t j = 0; j < pieces && m >= 8 * pieces; ++j) {
      auto const begin = patterns[q].begin() + static_cast<std::ptrdiff_t>(m * j / pieces);
      texts::Text const piece(begin, patterns[q].begin() + static_cast<std::ptrdiff_t>(m * (j + 1) / pieces));
      candidates += reference::approximate_ends(on.text, piece, 0, false, 0).size();
    }
    if (candidates > cap) capped.push_back(q);
  }
  REQUIRE(tests::first_difference(tests::to_vector(found.capped_patterns), capped) == "");
  auto const is_capped = [&](std::uint64_t q) { return std::binary_search(capped.begin(), capped.end(), q); };

  tests::Ends whole, expected_whole;
  for (auto const& end : tests::expected_ends(on.text, patterns, question))
    if (!is_capped(end.pattern)) expected_whole.push_back(end);
  for (auto const& end : tests::ends_of(found)) {
    if (!is_capped(end.pattern)) {
      whole.push_back(end);
      continue;
    }
    auto const all =
        reference::approximate_ends(on.text, patterns[end.pattern], end.pattern, model == ErrorModel::edit, errors);
    bool const is_true = std::any_of(all.begin(), all.end(), [&](auto const& other) {
      return other.end == end.end && other.distance <= end.distance && end.distance <= errors;
    });
    CAPTURE(tests::shown(end));
    REQUIRE(is_true);
  }
  REQUIRE(tests::difference(whole, expected_whole) == "");
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("search with errors: structured texts", ExecutionSpace, structured)
{
  expect_structured<ExecutionSpace, std::uint32_t>(300, {0, 1, 5, 12, 33, 66, 140}, 3);
  expect_structured<ExecutionSpace, std::uint64_t>(200, {2, 4, 8, 9, 40, 130}, 2);
}
TEST_CASE_TEMPLATE_APPLY(structured, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("search with errors: patterns of all lengths, by pieces and by scans", ExecutionSpace,
                          lengths)
{
  expect_lengths<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(lengths, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("search with errors: reads", ExecutionSpace, reads)
{
  expect_reads<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(reads, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("search with no errors is a search", ExecutionSpace, located)
{
  expect_as_located<ExecutionSpace, std::uint32_t>();
  expect_as_located<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(located, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("search with errors: capped patterns are named", ExecutionSpace, capped)
{
  for (std::size_t const cap : {1u, 2u, 5u, 30u, 1'000u})
    for (unsigned const errors : {0u, 1u, 2u, 4u})
      for (auto const model : {ErrorModel::hamming, ErrorModel::edit}) {
        CAPTURE(cap);
        CAPTURE(errors);
        CAPTURE(static_cast<int>(model));
        expect_capped<ExecutionSpace>(texts::letter(300), model, errors, cap, 1);
        expect_capped<ExecutionSpace>(texts::repeated(60, 8, 23), model, errors, cap, 2);
        expect_capped<ExecutionSpace>(texts::periodic(500, 23, 250), model, errors, cap, 3);
      }
}
TEST_CASE_TEMPLATE_APPLY(capped, tests::Spaces);

TEST_SUITE_BEGIN("long");

TEST_CASE_TEMPLATE_DEFINE("search with errors: many structured texts", ExecutionSpace, many_structured)
{
  expect_structured<ExecutionSpace, std::uint32_t>(2'000, {3, 20, 33, 64, 65, 150, 300}, 20);
  expect_structured<ExecutionSpace, std::uint64_t>(700, {9, 11, 30, 60, 200}, 20);
}
TEST_CASE_TEMPLATE_APPLY(many_structured, tests::Spaces);

TEST_SUITE_END();
