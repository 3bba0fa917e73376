// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Thousands of small texts against the definition.

#include <string_view>

#include "tests/longest_repeats/expect.hpp"

using namespace lexikos;

namespace
{

/// A word of distinct symbols and then all its windows of one length: as many useful repeats as can be cover a position.
texts::Text all_windows(std::size_t symbols, std::size_t window)
{
  texts::Text text;
  for (std::size_t c = 0; c < symbols; ++c) text.push_back(static_cast<std::uint8_t>(c));
  for (std::size_t first = 0; first + window <= symbols; ++first) {
    text.push_back(255);
    for (std::size_t c = 0; c < window; ++c) text.push_back(static_cast<std::uint8_t>(first + c));
  }
  return text;
}

/// Every word of n letters.
void add_all_words(std::vector<texts::Text>& all, std::size_t n, texts::Text const& letters)
{
  std::size_t words = 1;
  for (std::size_t i = 0; i < n; ++i) words *= letters.size();
  for (std::size_t word = 0; word < words; ++word) {
    texts::Text text;
    for (std::size_t digits = word; text.size() < n; digits /= letters.size())
      text.push_back(letters[digits % letters.size()]);
    all.push_back(text);
  }
}

/// Texts of up to 200 symbols: every short one over small alphabets, and those in which repeats are many, long or none.
std::vector<texts::Text> small_texts()
{
  std::vector<texts::Text> all{{}};
  auto const add = [&](texts::Text const& text) { all.push_back(text); };
  for (std::size_t n = 1; n <= 10; ++n) add_all_words(all, n, {0, 255});
  for (std::size_t n = 1; n <= 6; ++n) add_all_words(all, n, {0, 'a', 255});
  for (std::uint64_t seed = 0; all.size() < 4'400; ++seed) {
    texts::Random next(seed);
    std::size_t const n = 1 + next.below(100);
    constexpr unsigned alphabets[] = {2, 3, 4, 20, 256};
    add(texts::random(n, alphabets[seed % 5], seed));
    add(texts::runs(n, 1 + next.below(40), seed));
  }
  for (std::size_t n = 1; n <= 100; ++n) {
    add(texts::letter(n, static_cast<std::uint8_t>(n % 2 == 0 ? 0 : 255)));
    add(texts::fibonacci(n));
    add(texts::thue_morse(n));
    for (std::size_t const period : {2, 3, 7, 33}) add(texts::periodic(n, period, n * 2 / 3));
  }
  for (std::size_t window = 1; window <= 12; ++window) add(all_windows(12, window));
  add(texts::de_bruijn(2, 7));
  add(texts::de_bruijn(4, 3));
  add(texts::text_of("mississippi"));
  add(texts::text_of("abcabcddbca"));
  return all;
}

template <class ExecutionSpace>
void expect_small_texts()
{
  auto const space = tests::smallest_instance<ExecutionSpace>();
  auto const all = small_texts();
  CHECK(all.size() >= 5'000);
  Workspace workspace;
  for (std::size_t t = 0; t < all.size(); ++t) {
    std::string const text(all[t].begin(), all[t].end());
    CAPTURE(text);
    auto const expected = tests::naive_repeats(all[t]);
    if (t % 4 != 3)
      tests::expect_repeats<std::uint32_t>(space, all[t], expected, workspace);
    else
      tests::expect_repeats<std::uint64_t>(space, all[t], expected, workspace);
  }
}

/// Enough symbols for blocks of blocks.
template <class ExecutionSpace>
void expect_longer_texts()
{
  ExecutionSpace const space{};
  Workspace workspace;
  for (auto const& text : {texts::random(1'100, 4, 1), texts::copies_with_mutations(2'500, 60, 2),
                           texts::periodic_parts(2'000, 70, 3), texts::letter(1'025), texts::fibonacci(1'500),
                           texts::random(33, 256, 4), all_windows(120, 8), texts::periodic(1'300, 1'000, 1'299)})
  {
    CAPTURE(text.size());
    auto const expected = tests::naive_repeats(text);
    tests::expect_repeats<std::uint32_t>(space, text, expected, workspace);
    tests::expect_repeats<std::uint64_t>(space, text, expected, workspace);
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("longest repeats of five thousand texts", ExecutionSpace, small)
{
  expect_small_texts<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("longest repeats of texts with many blocks", ExecutionSpace, longer)
{
  expect_longer_texts<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(longer, tests::Spaces);

TEST_CASE("what the paper shows: mississippi, and the string of its first definition")
{
  auto const expected = tests::naive_repeats(texts::text_of("mississippi"));
  CHECK(expected.length == std::vector<std::size_t>{0, 4, 4, 4, 4, 4, 4, 4, 1, 1, 1});
  CHECK(expected.starts[4] == std::vector<std::size_t>{1, 4});
  auto const definition = tests::naive_repeats(texts::text_of("abcabcddbca"));
  CHECK(definition.starts[1] == std::vector<std::size_t>{0, 1});
  CHECK(definition.length[1] == 3);
}
