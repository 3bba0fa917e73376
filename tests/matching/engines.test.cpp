// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What only some engines do: letters of DNA, and an index of the queries.

#include <cstddef>
#include <string>
#include <vector>

#include "tests/matching/engines.hpp"
#include "tests/matching/expect.hpp"
#include "tests/progress.hpp"

using namespace lexikos;

namespace
{

/// FM-indexes of letters of DNA: small ones are capital ones in text and queries, and others match, or match nothing.
template <class ExecutionSpace>
void expect_letters()
{
  texts::Random next(3);
  auto const drawn = [&](std::size_t n, std::string const& letters) {
    texts::Text text(n);
    for (auto& c : text) c = static_cast<std::uint8_t>(letters[next.below(letters.size())]);
    return text;
  };
  auto const folded = [](texts::Text text) {
    for (auto& c : text)
      if (std::string("acgt").find(static_cast<char>(c)) != std::string::npos) c = static_cast<std::uint8_t>(c - 32);
    return text;
  };
  for (std::size_t i = 0; i < 40; ++i) {
    CAPTURE(i);
    auto const text = drawn(1 + next.below(60), "ACGTacgtNn-");
    tests::Queries const queries{drawn(30, "ACGTacgtNn-x"), drawn(20, "acgtA")};
    tests::IndexedCase<ExecutionSpace, std::uint32_t> on({folded(text), {}});
    for (bool const match_others : {true, false}) {
      FmIndexOptions options = tests::drawn_fm_options(next, false);
      options.letters = FmLetters::dna;
      options.match_others = match_others;
      on.fm_index = {on.space, tests::to_view<ExecutionSpace>(text), options};
      auto question = tests::drawn_question(next, 8);
      if (!match_others) question.only_acgt = true;
      tests::Queries folded_queries;
      for (auto const& query : queries) folded_queries.push_back(folded(query));
      auto const expected = tests::expected_of(on.text, folded_queries, question);
      bool const asks_so = next.below(2) == 0;  // or the index knows it
      if (!match_others && !asks_so) question.only_acgt = false;
      auto const found = tests::ask(on, tests::Engine::fm_index, tests::DeviceQueries<ExecutionSpace>(queries),
                                    question, tests::drawn_tuning(next));
      CAPTURE(tests::shown(text));
      CAPTURE(tests::shown(question));
      REQUIRE(tests::difference(found, expected, queries.size(), question) == "");
      auto const [lengths, places] =
          tests::statistics_of(on, tests::Engine::fm_index, tests::DeviceQueries<ExecutionSpace>(queries), {}, nullptr);
      std::size_t g = 0;
      for (auto const& query : folded_queries) {
        auto const asked = match_others ? query : reference::strand_of(query, false, true, 0);
        for (std::size_t const length : reference::matching_statistics(reference::common_lengths(on.text, asked)))
          REQUIRE(lengths[g++] == length);
      }
    }
  }
}

/// A text that is larger than its queries, with the constants of all calls: all engines agree.
template <class ExecutionSpace, class Index>
void expect_larger_text()
{
  std::size_t const n = 80'000;
  texts::Random next(11);
  auto text = texts::copies_with_mutations(n, 9'000, 50);
  for (auto& c : text) c = static_cast<std::uint8_t>("ACGT"[c / 85 % 4]);
  tests::IndexedCase<ExecutionSpace, Index> const on({text, {5, 20'000, 20'000, 65'001, n}}, 0, false,
                                                     ExecutionSpace{});
  tests::Queries queries{{}};
  for (std::size_t i = 0; i < 6; ++i) {
    std::size_t const from = next.below(n - 4'000);
    texts::Text query(text.begin() + static_cast<std::ptrdiff_t>(from),
                      text.begin() + static_cast<std::ptrdiff_t>(from + 1 + next.below(4'000)));
    for (auto& c : query)
      if (next.below(60) == 0) c = static_cast<std::uint8_t>("ACGTNx"[next.below(6)]);
    queries.push_back(i % 2 == 0 ? query : reference::strand_of(query, true, false, 'N'));
  }
  tests::DeviceQueries<ExecutionSpace> const device(queries);
  for (auto const strands : {Strands::forward, Strands::reverse_complement, Strands::both})
    for (bool const has_documents : {false, true}) {
      CAPTURE(static_cast<int>(strands));
      CAPTURE(has_documents);
      MatchOptions<typename ExecutionSpace::memory_space> options;
      options.kind = MatchKind::maximal;
      options.min_length = 14;
      options.strands = strands;
      if (has_documents) options.text_offsets = on.text_offsets;
      auto const expected = tests::matches_in(on, on.index, device, options);
      REQUIRE(expected.size() > 100);
      tests::for_each_engine(on, [&](auto const& source) {
        auto const found = tests::matches_in(on, source, device, options);
        REQUIRE(tests::difference(tests::rows_of(found), tests::rows_of(expected)) == "");
        REQUIRE(tests::first_difference(tests::to_vector(found.offsets), tests::to_vector(expected.offsets)) == "");
        REQUIRE(found.capped_queries.extent(0) == 0);
      });
      tests::expect_progress(3, [&](Progress const& progress) {
        options.progress = progress;
        (void)tests::matches_in(on, on.symbols, device, options);
      });
    }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("matches: FM-indexes of letters of DNA", ExecutionSpace, letters)
{
  expect_letters<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(letters, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("matches in a text that is larger than the queries", ExecutionSpace, larger_text)
{
  expect_larger_text<ExecutionSpace, std::uint32_t>();
  expect_larger_text<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(larger_text, tests::Spaces);
