// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Patterns that are much longer than what is unique in a text: hosts search apart for what has one row left.

#include <lexikos/fm_index.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/fm_index/oracle.hpp"
#include "tests/fm_index/texts_and_options.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

/// The text's beginning with each symbol before it, whose lone row has none; and stretches, as they are and with one symbol
/// changed.
template <class Symbol>
std::vector<Word<Symbol>> long_patterns(Word<Symbol> const& text, Word<Symbol> const& symbols, std::size_t count)
{
  auto const stretch = [&](std::size_t begin, std::size_t length) {
    auto const first = text.begin() + static_cast<std::ptrdiff_t>(begin);
    return Word<Symbol>(first, first + static_cast<std::ptrdiff_t>(length));
  };
  std::vector<Word<Symbol>> patterns;
  for (std::size_t const length : {30u, 31u, 32u, 33u, 64u, 100u})
    for (auto const symbol : symbols) {
      patterns.push_back(stretch(0, length));
      patterns.back().insert(patterns.back().begin(), symbol);
      patterns.push_back(patterns.back());
      patterns.back().insert(patterns.back().begin(), 12, symbol);
    }
  texts::Random next(5);
  while (patterns.size() < count) {
    std::size_t const length = 10 + next.below(next.below(4) == 0 ? 190 : 50);
    std::size_t const begin = next.below(8) == 0 ? 0 : next.below(text.size() - length + 1);
    patterns.push_back(stretch(begin, length));
    if (next.below(2) == 0) patterns.back()[next.below(length)] = symbols[next.below(symbols.size())];
  }
  return patterns;
}

template <class ExecutionSpace, class Index, class Symbol>
void expect_found(Word<Symbol> const& text, Word<Symbol> const& symbols)
{
  ExecutionSpace const space{};
  FmChecks<ExecutionSpace, Index, Symbol> const checks(space, text);
  auto const patterns = long_patterns(text, symbols, 500);
  for (auto const& [name, options] : all_options()) {
    CAPTURE(name);
    checks.expect_answers(
        FmIndex<typename ExecutionSpace::memory_space, Index, Symbol>(space, to_view<ExecutionSpace>(text), options),
        patterns);
  }
}

/// What blocks of digits tell about each place, beside the digits themselves.
void expect_blocks_of_digits()
{
  texts::Random next(8);
  for (int block_number = 0; block_number < 20; ++block_number) {
    std::array<unsigned, detail::QuadBlock::digits> digits{};
    for (auto& digit : digits) digit = static_cast<unsigned>(next.below(4));
    std::array<std::uint64_t, 4> before{};
    constexpr std::uint64_t number = 9'000;
    before[0] = number * digits.size();
    for (unsigned digit = 1; digit < 4; ++digit) before[0] -= before[digit] = next.below(number * digits.size() / 3);
    detail::QuadBlock block{before[1] | before[2] << 21 | before[3] << 42, 0, 0, 0};
    for (unsigned place = 0; place < digits.size(); ++place) {
      std::uint64_t const high = digits[place] >> 1, low = digits[place] & 1;
      (place < 64 ? block.high : block.rest) |= high << (place % 64);
      (place < 64 ? block.low : block.rest) |= low << (place < 64 ? place : place - 32);
    }
    for (unsigned digit = 0; digit < 4; ++digit) {
      CAPTURE(digit);
      REQUIRE(block.before(digit, number) == before[digit]);
      unsigned count = 0;
      for (unsigned place = 0; place < digits.size(); ++place) {
        CAPTURE(place);
        REQUIRE(block.digit(place) == digits[place]);
        REQUIRE(block.count(digit, place) == count);
        auto const standing = block.standing(digit, place);
        REQUIRE(standing.is_there == (digits[place] == digit));
        if (standing.is_there) REQUIRE(standing.before == count++);
      }
      REQUIRE(block.count(digit) == count);
    }
  }
}

}  // namespace

TEST_CASE("blocks of digits of two bits")
{
  expect_blocks_of_digits();
}

TEST_CASE_TEMPLATE_DEFINE("patterns that have one row left for most of their steps", ExecutionSpace, fm_lone_rows)
{
  auto const letters = texts::text_of("ACGT"), others = texts::text_of("ACGTNR!");
  expect_found<ExecutionSpace, std::uint32_t>(capitals(genome(700, 6)), others);
  auto dna = texts::random(700, 4, 9);
  for (auto& symbol : dna) symbol = letters[symbol % 4];
  expect_found<ExecutionSpace, std::uint32_t>(dna, others);
  expect_found<ExecutionSpace, std::uint64_t>(dna, letters);
  expect_found<ExecutionSpace, std::uint32_t>(texts::random(600, 200, 3), texts::text_of("ab"));
  Word<std::uint16_t> wide;
  for (auto const symbol : dna) wide.push_back(static_cast<std::uint16_t>(300 + symbol));
  expect_found<ExecutionSpace, std::uint32_t, std::uint16_t>(wide, {300 + 'A', 300 + 'C', 300 + 'G', 300 + 'T', 5});
}
TEST_CASE_TEMPLATE_APPLY(fm_lone_rows, Spaces);

}  // namespace lexikos::tests
