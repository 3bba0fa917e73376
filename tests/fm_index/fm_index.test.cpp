// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/fm_index.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fm_index/oracle.hpp"
#include "tests/fm_index/texts_and_options.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

std::vector<texts::Named> some_texts()
{
  return {{"empty", {}},
          {"one symbol", texts::text_of("x")},
          {"abracadabra", texts::text_of("abracadabra")},
          {"one letter", texts::letter(300)},
          {"Fibonacci", texts::fibonacci(700)},
          {"period", texts::periodic(700, 13, 350)},
          {"five times", texts::repeated(240, 5, 2)},
          {"four symbols", texts::random(3'000, 4, 2)},
          {"five symbols", texts::random(1'200, 5, 2)},
          {"bytes", texts::random(1'000, 256, 3)},
          {"runs", texts::runs(1'500, 90, 5)},
          {"genome", genome(3'000, 6)},
          {"capital letters", capitals(genome(3'000, 7))}};
}

template <class ExecutionSpace, class Index>
void expect_texts(std::size_t patterns)
{
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  using Fm = FmIndex<typename ExecutionSpace::memory_space, Index>;
  std::uint64_t seed = 0;
  for (auto const& [name, text] : some_texts()) {
    FmChecks<ExecutionSpace, Index, std::uint8_t> const checks(space, text);
    auto const words = patterns_of<std::uint8_t>(text, patterns, '!', ++seed);
    auto const view = to_view<ExecutionSpace>(text);
    for (auto const& [option, options] : all_options()) {
      CAPTURE(name);
      CAPTURE(option);
      Fm const index(space, view, options);
      CHECK(index.size() == text.size());
      checks.expect_answers(index, words);
      checks.expect_answers(index, words, {.sort_patterns = true, .text_order = true});
      checks.expect_answers(index, words, {.max_positions = 2});
      if (index.keeps_text() || index.sample_rate() != 0) checks.expect_extracted(index, 40, seed);
    }
  }
}

/// All texts of two and three letters up to these lengths, with all patterns up to theirs.
template <class ExecutionSpace>
void expect_all_small(std::size_t two, std::size_t three, std::size_t patterns_of_three)
{
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  auto const words = [](unsigned alphabet, std::size_t longest) {
    std::vector<Word<std::uint8_t>> all{{}};
    for (std::size_t w = 0; all[w].size() < longest; ++w)
      for (unsigned c = 0; c < alphabet; ++c) {
        all.push_back(all[w]);
        all.back().push_back(static_cast<std::uint8_t>('a' + c));
      }
    return all;
  };
  auto const options = all_options();
  std::size_t drawn = 0;
  for (unsigned const alphabet : {2u, 3u}) {
    auto const patterns = words(alphabet, alphabet == 2 ? two : patterns_of_three);
    for (auto const& text : words(alphabet, alphabet == 2 ? two : three)) {
      auto const& option = options[drawn++ % options.size()];
      CAPTURE(option.name);
      CAPTURE(std::string(text.begin(), text.end()));
      FmChecks<ExecutionSpace, std::uint32_t, std::uint8_t> const checks(space, text);
      FmIndex<typename ExecutionSpace::memory_space, std::uint32_t> const index(space, to_view<ExecutionSpace>(text),
                                                                                option.options);
      checks.expect_answers(index, patterns);
    }
  }
}

/// Small letters are capital ones, in the text and in patterns; others match, or not.
template <class ExecutionSpace>
void expect_letters_of_dna()
{
  ExecutionSpace const space{};
  using Fm = FmIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  auto const text = genome(5'000, 11);
  auto const folded = capitals(text);
  FmChecks<ExecutionSpace, std::uint32_t, std::uint8_t> const checks(space, folded);
  auto const words = patterns_of<std::uint8_t>(text, 400, '!', 12);
  auto folded_words = words;
  for (auto& word : folded_words) word = capitals(word);
  for (bool const keep_text : {false, true}) {
    CAPTURE(keep_text);
    FmIndexOptions options{.keep_text = keep_text, .table_entries = 300, .letters = FmLetters::dna};
    Fm const index(space, to_view<ExecutionSpace>(text), options);
    CHECK(std::string_view(index.layout()) == "dense");
    CHECK(index.exception_runs() > 10);
    checks.expect_answers(index, folded_words);
    checks.expect_extracted(index, 40, 1);
    options.match_others = false;
    Fm const strict(space, to_view<ExecutionSpace>(text), options);
    checks.expect_extracted(strict, 40, 1);
    // asked with small and capital letters, once with others matching and once not
    auto const batch = batch_of<ExecutionSpace>(words);
    TestArray<std::uint32_t, ExecutionSpace> const counts("counts", words.size()),
        strict_counts("counts", words.size());
    index.count(space, batch.symbols, batch.offsets, counts);
    strict.count(space, batch.symbols, batch.offsets, strict_counts);
    space.fence();
    auto const found = to_vector(counts);
    auto const found_strictly = to_vector(strict_counts);
    for (std::size_t i = 0; i < words.size(); ++i) {
      Expected<std::uint8_t> const expected(folded, checks.suffixes(), folded_words[i]);
      bool const has_others = std::any_of(folded_words[i].begin(), folded_words[i].end(), [](std::uint8_t symbol) {
        return std::string_view("ACGT").find(static_cast<char>(symbol)) == std::string_view::npos;
      });
      CAPTURE(std::string(words[i].begin(), words[i].end()));
      REQUIRE(found[i] == expected.end - expected.begin);
      REQUIRE(found_strictly[i] == (has_others ? 0 : expected.end - expected.begin));
    }
  }
}

/// Long patterns, of which letters, other symbols of the text, and symbols that it lacks stand at any place.
template <class ExecutionSpace>
void expect_others_at_any_place()
{
  ExecutionSpace const space{};
  auto const text = capitals(genome(3'000, 9));
  FmChecks<ExecutionSpace, std::uint32_t, std::uint8_t> const checks(space, text);
  std::vector<Word<std::uint8_t>> words;
  constexpr std::size_t length = 170;
  for (std::size_t begin = 0; begin + length <= text.size(); begin += 7) {
    auto const first = text.begin() + static_cast<std::ptrdiff_t>(begin);
    words.emplace_back(first, first + length);
    if (begin % 3 != 0) continue;
    words.push_back(words.back());
    words.back()[begin % length] = '!';
  }
  for (auto const& [option, options] : all_options()) {
    CAPTURE(option);
    FmIndex<typename ExecutionSpace::memory_space, std::uint32_t> const index(space, to_view<ExecutionSpace>(text),
                                                                              options);
    checks.expect_answers(index, words);
  }
}

template <class ExecutionSpace, class Symbol, class Index>
void expect_wide_symbols()
{
  ExecutionSpace const space{};
  using Fm = FmIndex<typename ExecutionSpace::memory_space, Index, Symbol>;
  texts::Random next(3);
  std::vector<Word<Symbol>> several{{}, {7}, Word<Symbol>(200, Symbol{65'000})};
  for (unsigned const alphabet : {2u, 4u, 5u, 300u}) {
    Word<Symbol> text(1'500);
    for (auto& symbol : text)
      symbol = static_cast<Symbol>(next.below(alphabet) * (sizeof(Symbol) == 2 ? 211 : 9'999'991));
    several.push_back(text);
  }
  for (auto const& text : several) {
    FmChecks<ExecutionSpace, Index, Symbol> const checks(space, text);
    auto const words = patterns_of<Symbol>(text, 150, Symbol{12'345}, 5);
    for (auto const& [option, options] : all_options()) {
      CAPTURE(option);
      CAPTURE(text.size());
      Fm const index(space, to_view<ExecutionSpace>(text), options);
      checks.expect_answers(index, words);
      checks.expect_answers(index, words, {.sort_patterns = true});
      if (index.keeps_text() || index.sample_rate() != 0) checks.expect_extracted(index, 20, 8);
    }
  }
}

/// A kernel of a user, which extends all rows by two symbols of the text, one by one and by all at once.
template <class Fm, class Text, class Results>
struct ExtendTwice
{
  Fm index;
  Text text;
  Results intervals;
  Results by_all;
  Results by_pattern;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const one = index.extend_left(index.all_rows(), text(i + 1));
    intervals(i) = index.extend_left(one, text(i)).interval().begin;
    typename Fm::Rows all[256];
    index.extend_left_all(one, all);
    for (unsigned c = 0; c < 256; ++c)
      if (index.symbol(c) == text(i)) {
        by_all(i) = all[c].interval().begin;
        break;
      }
    Span<std::uint8_t const, typename Text::memory_space> const pattern(text.data() + i, 2);
    by_pattern(i) = index.interval(pattern).begin;
  }
};

template <class Fm, class Results>
struct AskPositions
{
  Fm index;
  Results positions;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { positions(i) = index.position(i); }
};

template <class ExecutionSpace>
void expect_device_callable(texts::Text const& text)
{
  ExecutionSpace const space{};
  using Fm = FmIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  using Text = TestArray<std::uint8_t, ExecutionSpace>;
  using Results = TestArray<std::uint64_t, ExecutionSpace>;
  Text const view = to_view<ExecutionSpace>(text);
  auto const suffixes = sorted_suffixes(text);
  Fm const index(space, view, {.table_entries = 20});
  std::size_t const n = text.size();
  Results const one_by_one("one_by_one", n - 1), at_once("at_once", n - 1), by_pattern("by_pattern", n - 1);
  Kokkos::parallel_for("ask", Kokkos::RangePolicy<ExecutionSpace>(space, 0, n - 1),
                       ExtendTwice<Fm, Text, Results>{index, view, one_by_one, at_once, by_pattern});
  Results const positions("positions", n + 3);
  Kokkos::parallel_for("ask", Kokkos::RangePolicy<ExecutionSpace>(space, 0, n + 3),
                       AskPositions<Fm, Results>{index, positions});
  space.fence();
  std::vector<std::uint64_t> expected;
  for (std::size_t i = 0; i + 1 < n; ++i)
    expected.push_back(Expected<std::uint8_t>(text, suffixes, {text[i], text[i + 1]}).begin);
  CHECK(first_difference(to_vector(one_by_one), expected) == "");
  CHECK(first_difference(to_vector(at_once), expected) == "");
  CHECK(first_difference(to_vector(by_pattern), expected) == "");
  auto places = suffixes;
  places.insert(places.end(), 3, not_found);
  CHECK(first_difference(to_vector(positions), places) == "");
}

/// From an array or a transform that is at hand.
template <class ExecutionSpace>
void expect_other_sources()
{
  ExecutionSpace const space{};
  using Fm = FmIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  for (auto const& [name, text] : some_texts()) {
    CAPTURE(name);
    FmChecks<ExecutionSpace, std::uint32_t, std::uint8_t> const checks(space, text);
    auto const array =
        to_view<ExecutionSpace>(std::vector<std::uint32_t>(checks.suffixes().begin(), checks.suffixes().end()));
    auto const view = to_view<ExecutionSpace>(text);
    TestArray<std::uint8_t, ExecutionSpace> const bwt("bwt", text.size());
    std::size_t const primary = burrows_wheeler_transform(space, view, bwt);
    auto const words = patterns_of<std::uint8_t>(text, 100, '!', 7);
    for (bool const keep_text : {false, true}) {
      FmIndexOptions const options{.sample_rate = 4, .keep_text = keep_text};
      checks.expect_answers(Fm(space, view, array, options), words);
      auto const by_transform = Fm::from_bwt(space, bwt, primary, array, options);
      checks.expect_answers(by_transform, words);
      checks.expect_extracted(by_transform, 30, 2);
    }
    auto const none = Kokkos::subview(array, std::pair(0, 0));
    checks.expect_answers(Fm::from_bwt(space, bwt, primary, none, {.sample_rate = 0}), words);
  }
}

/// Intervals that no search would find have the positions that they have in common with the suffix array.
template <class ExecutionSpace>
void expect_any_intervals()
{
  ExecutionSpace const space{};
  FmIndex<typename ExecutionSpace::memory_space, std::uint32_t> const index(
      space, to_view<ExecutionSpace>(texts::text_of("abracadabra")), {.sample_rate = 2});
  std::vector<std::uint32_t> const begins = {9, 11, 12, 5, ~0u, 0, 10}, ends = {40, 40, ~0u, 3, ~0u, 0, 11};
  auto const found = index.locate(space, to_view<ExecutionSpace>(begins), to_view<ExecutionSpace>(ends));
  CHECK(to_vector(found.offsets) == std::vector<std::uint64_t>{0, 2, 2, 2, 2, 2, 2, 3});
  CHECK(to_vector(found.positions) == std::vector<std::uint32_t>{9, 2, 2});
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("an FM-index answers as the sorted suffixes do", ExecutionSpace, fm_texts)
{
  expect_texts<ExecutionSpace, std::uint32_t>(150);
  expect_texts<ExecutionSpace, std::uint64_t>(60);
}
TEST_CASE_TEMPLATE_APPLY(fm_texts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("FM-indexes of all small texts", ExecutionSpace, fm_small)
{
  expect_all_small<ExecutionSpace>(6, 4, 3);
}
TEST_CASE_TEMPLATE_APPLY(fm_small, Spaces);

TEST_SUITE("long")
{
  TEST_CASE_TEMPLATE_DEFINE("FM-indexes of all texts to length 10", ExecutionSpace, fm_all)
  {
    expect_all_small<ExecutionSpace>(10, 7, 5);
  }
  TEST_CASE_TEMPLATE_APPLY(fm_all, Spaces);
}

TEST_CASE_TEMPLATE_DEFINE("an FM-index of letters of DNA", ExecutionSpace, fm_dna)
{
  expect_letters_of_dna<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(fm_dna, Spaces);

TEST_CASE_TEMPLATE_DEFINE("long patterns with other symbols among letters", ExecutionSpace, fm_others)
{
  expect_others_at_any_place<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(fm_others, Spaces);

TEST_CASE_TEMPLATE_DEFINE("FM-indexes of wide symbols", ExecutionSpace, fm_wide)
{
  expect_wide_symbols<ExecutionSpace, std::uint16_t, std::uint32_t>();
  expect_wide_symbols<ExecutionSpace, std::uint32_t, std::uint32_t>();
  expect_wide_symbols<ExecutionSpace, std::uint32_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(fm_wide, Spaces);

TEST_CASE_TEMPLATE_DEFINE("kernels of a user ask an FM-index", ExecutionSpace, fm_device)
{
  expect_device_callable<ExecutionSpace>(texts::random(500, 3, 9));
  expect_device_callable<ExecutionSpace>(texts::random(500, 20, 9));
  expect_device_callable<ExecutionSpace>(genome(500, 9));
}
TEST_CASE_TEMPLATE_APPLY(fm_device, Spaces);

TEST_CASE_TEMPLATE_DEFINE("FM-indexes from a suffix array and from a transform", ExecutionSpace, fm_sources)
{
  expect_other_sources<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(fm_sources, Spaces);

TEST_CASE_TEMPLATE_DEFINE("an FM-index locates any intervals", ExecutionSpace, fm_intervals)
{
  expect_any_intervals<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(fm_intervals, Spaces);

}  // namespace lexikos::tests
