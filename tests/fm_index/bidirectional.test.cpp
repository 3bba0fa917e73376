// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/bidirectional_index.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/fm_index/oracle.hpp"
#include "tests/progress.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

/// Extends each word from a place within it, by turns to either side, and writes down the rows of all of it.
template <class Fm, class Words, class Results>
struct ExtendBothWays
{
  Fm index;
  Words words;
  Results results;  // forward begin and end, begin of the reversed rows

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const first = words.offsets(i);
    std::uint64_t const last = words.offsets(i + 1);
    std::uint64_t begin = first + (last - first) * (i % 5) / 4;
    std::uint64_t end = begin;
    auto rows = index.all_rows();
    for (unsigned turn = 0; begin > first || end < last; ++turn) {
      bool const to_left = end == last || (begin > first && (turn + i) % 3 != 0);
      rows = to_left ? index.extend_left(rows, words.symbols(--begin)) : index.extend_right(rows, words.symbols(end++));
    }
    results(3 * i) = rows.forward.begin;
    results(3 * i + 1) = rows.forward.end;
    results(3 * i + 2) = rows.reversed_begin;
  }
};

/// The rows of all words in both directions are those that two searches in one direction find.
template <class ExecutionSpace, class Index, class Symbol>
void expect_synchronised(BidirectionalFmIndex<typename ExecutionSpace::memory_space, Index, Symbol> const& index,
                         Word<Symbol> const& text, std::vector<Word<Symbol>> const& words)
{
  ExecutionSpace const space{};
  auto const batch = batch_of<ExecutionSpace>(words);
  using Results = TestArray<std::uint64_t, ExecutionSpace>;
  using Words = Patterns<typename ExecutionSpace::memory_space, Symbol>;
  Results const results("results", 3 * words.size());
  Kokkos::parallel_for("extend", Kokkos::RangePolicy<ExecutionSpace>(space, 0, words.size()),
                       ExtendBothWays<std::decay_t<decltype(index)>, Words, Results>{index, batch, results});
  space.fence();
  auto const found = to_vector(results);
  auto const suffixes = sorted_suffixes(text);
  Word<Symbol> const backwards(text.rbegin(), text.rend());
  auto const reversed_suffixes = sorted_suffixes(backwards);
  for (std::size_t i = 0; i < words.size(); ++i) {
    CAPTURE(i);
    CAPTURE(words[i].size());
    Word<Symbol> const turned(words[i].rbegin(), words[i].rend());
    Expected<Symbol> const forward(text, suffixes, words[i]);
    Expected<Symbol> const reversed(backwards, reversed_suffixes, turned);
    bool const is_empty_word = words[i].empty();
    std::uint64_t const count = forward.end - forward.begin + (is_empty_word && !text.empty() ? 1 : 0);
    REQUIRE(found[3 * i + 1] - found[3 * i] == count);
    if (count == 0 || is_empty_word) continue;
    REQUIRE(found[3 * i] == forward.begin + 1);
    REQUIRE(found[3 * i + 2] == reversed.begin + 1);
  }
}

template <class ExecutionSpace>
void expect_texts()
{
  ExecutionSpace const space{};
  using Bidirectional = BidirectionalFmIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  auto runs = texts::random(900, 4, 4);
  for (std::size_t at = 50; at + 40 < runs.size(); at += 130) std::fill_n(runs.begin() + static_cast<long>(at), 9, 'N');
  for (auto const& text : {texts::Text{}, texts::text_of("a"), texts::text_of("abracadabra"), texts::letter(60),
                           texts::fibonacci(300), texts::random(800, 4, 1), texts::random(500, 90, 2), runs})
    for (auto const shape : {WaveletShape::balanced, WaveletShape::huffman}) {
      Bidirectional const index(space, to_view<ExecutionSpace>(text), {.shape = shape});
      expect_synchronised<ExecutionSpace, std::uint32_t, std::uint8_t>(index, text,
                                                                       patterns_of<std::uint8_t>(text, 200, '!', 5));
    }
  Word<std::uint16_t> wide(600);
  texts::Random next(5);
  for (auto& symbol : wide) symbol = static_cast<std::uint16_t>(777 * next.below(30));
  BidirectionalFmIndex<typename ExecutionSpace::memory_space, std::uint64_t, std::uint16_t> const index(
      space, to_view<ExecutionSpace>(wide));
  expect_synchronised<ExecutionSpace, std::uint64_t, std::uint16_t>(
      index, wide, patterns_of<std::uint16_t>(wide, 200, std::uint16_t{5}, 5));
}

/// All words of two letters up to a length, in all texts of them.
template <class ExecutionSpace>
void expect_all_small(std::size_t longest)
{
  auto const space = smallest_instance<ExecutionSpace>();
  std::vector<Word<std::uint8_t>> words{{}};
  for (std::size_t w = 0; words[w].size() < longest; ++w)
    for (char const letter : {'a', 'b'}) {
      words.push_back(words[w]);
      words.back().push_back(static_cast<std::uint8_t>(letter));
    }
  for (auto const& text : words) {
    CAPTURE(std::string(text.begin(), text.end()));
    BidirectionalFmIndex<typename ExecutionSpace::memory_space, std::uint32_t> const index(
        space, to_view<ExecutionSpace>(text), {.sample_rate = 0});
    expect_synchronised<ExecutionSpace, std::uint32_t, std::uint8_t>(index, text, words);
  }
}

template <class ExecutionSpace>
void expect_saved()
{
  ExecutionSpace const space{};
  using Bidirectional = BidirectionalFmIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  ScratchFolder const folder;
  auto const text = texts::random(700, 5, 8);
  Bidirectional const index(space, to_view<ExecutionSpace>(text), {.sample_rate = 4, .keep_text = true});
  {
    FileWriter file(folder / "index", bidirectional_index_kind);
    index.save(space, file);
    file.commit();
  }
  auto const loaded = Bidirectional::load(space, FileReader(folder / "index", bidirectional_index_kind));
  CHECK(loaded.bytes() == index.bytes());
  expect_synchronised<ExecutionSpace, std::uint32_t, std::uint8_t>(loaded, text,
                                                                   patterns_of<std::uint8_t>(text, 100, '!', 5));
  FmChecks<ExecutionSpace, std::uint32_t, std::uint8_t> const checks(space, text);
  checks.expect_answers(loaded.forward(), patterns_of<std::uint8_t>(text, 50, '!', 6));
  {
    FileWriter file(folder / "two", bidirectional_index_kind);
    index.forward().save(space, file);
    Bidirectional(space, to_view<ExecutionSpace>(texts::text_of("abab"))).reversed().save(space, file, "reversed.");
    file.commit();
  }
  CHECK(code_of([&] { (void)Bidirectional::load(space, FileReader(folder / "two", bidirectional_index_kind)); }) ==
        ErrorCode::corrupt_input);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("strings grow on both sides", ExecutionSpace, bidirectional_texts)
{
  expect_texts<ExecutionSpace>();
  expect_all_small<ExecutionSpace>(5);
}
TEST_CASE_TEMPLATE_APPLY(bidirectional_texts, Spaces);

TEST_SUITE("long")
{
  TEST_CASE_TEMPLATE_DEFINE("strings grow on both sides: all to length 8", ExecutionSpace, bidirectional_all)
  {
    expect_all_small<ExecutionSpace>(8);
  }
  TEST_CASE_TEMPLATE_APPLY(bidirectional_all, Spaces);
}

TEST_CASE_TEMPLATE_DEFINE("bidirectional indexes are loaded as they were saved", ExecutionSpace, bidirectional_saved)
{
  expect_saved<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(bidirectional_saved, Spaces);

TEST_CASE_TEMPLATE_DEFINE("building a bidirectional index reports its progress", ExecutionSpace, bidirectional_progress)
{
  ExecutionSpace const space{};
  auto const text = to_view<ExecutionSpace>(texts::random(3'000, 4, 1));
  expect_progress(6, [&](Progress const& progress) {
    BidirectionalFmIndex<typename ExecutionSpace::memory_space, std::uint32_t>(space, text, {.progress = progress});
  });
}
TEST_CASE_TEMPLATE_APPLY(bidirectional_progress, Spaces);

}  // namespace lexikos::tests
