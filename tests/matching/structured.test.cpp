// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Random, periodic, Fibonacci and repetitive texts, with queries that are parts of them, changed here and there.

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tests/matching/expect.hpp"
#include "tests/structured_texts.hpp"

using namespace lexikos;

namespace
{

texts::Text changed(texts::Text text, std::size_t unchanged, texts::Random& next)
{
  texts::Text const symbols = text;
  for (auto& c : text)
    if (next.below(unchanged) == 0) c = symbols[next.below(symbols.size())];
  return text;
}

texts::Text part_of(texts::Text const& text, std::size_t longest, texts::Random& next)
{
  if (text.empty()) return {};
  std::size_t const from = next.below(text.size());
  std::size_t const length = std::min(1 + next.below(longest), text.size() - from);
  auto const begin = text.begin() + static_cast<std::ptrdiff_t>(from);
  return {begin, begin + static_cast<std::ptrdiff_t>(length)};
}

/// Parts, changed parts, parts one after the other; the text itself; strangers; and empty ones.
tests::Queries queries_of(texts::Text const& text, std::size_t longest, texts::Random& next)
{
  tests::Queries queries{{}, text, {}, {}, texts::random(50, 256, next()), {7}};
  for (std::size_t i = 0; i < 4; ++i) {
    queries.push_back(part_of(text, longest, next));
    queries.push_back(changed(part_of(text, longest, next), 20, next));
    auto joined = part_of(text, longest / 2, next);
    auto const other = part_of(text, longest / 2, next);
    joined.insert(joined.end(), other.begin(), other.end());
    queries.push_back(joined);
  }
  queries.emplace_back();
  return queries;
}

std::vector<std::uint64_t> cut(std::size_t n, std::size_t longest, texts::Random& next)
{
  std::vector<std::uint64_t> offsets{0};
  while (offsets.back() + longest < n) offsets.push_back(offsets.back() + next.below(longest));
  offsets.push_back(n);
  return offsets;
}

template <class ExecutionSpace, class Index>
void expect_text(texts::Text const& text, std::size_t rounds, std::uint64_t seed, ExecutionSpace const& space = {})
{
  texts::Random next(seed);
  Workspace workspace;
  for (bool const has_documents : {false, true}) {
    tests::IndexedCase<ExecutionSpace, Index> const on(
        {text, has_documents ? cut(text.size(), text.size() / 4 + 2, next) : std::vector<std::uint64_t>{}},
        has_documents ? 40 : 0, next.below(2) == 0, space, tests::drawn_fm_options(next, false));
    auto const queries = queries_of(text, text.size(), next);
    for (std::size_t i = 0; i < rounds; ++i) {
      auto question = tests::drawn_question(next, 30);
      if (i % 2 == 1) question.strands = Strands::forward;
      auto const tuning = i % 2 == 0 ? tests::Tuning{} : tests::drawn_tuning(next, tests::symbols_of(queries));
      tests::expect_statistics(on, queries, tuning, &workspace);
      tests::expect_matches(on, queries, question, tuning, &workspace);
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("matches: structured texts", ExecutionSpace, structured)
{
  std::uint64_t seed = 0;
  for (auto const& [name, text] : texts::structured(160)) {
    CAPTURE(name);
    expect_text<ExecutionSpace, std::uint32_t>(text, 3, ++seed);
    expect_text<ExecutionSpace, std::uint64_t>(text, 2, ++seed);
  }
}
TEST_CASE_TEMPLATE_APPLY(structured, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("matches: DNA with copies and changes, in both strands", ExecutionSpace, dna)
{
  texts::Random next(5);
  std::string const bases = "ACGT";
  texts::Text text = texts::copies_with_mutations(1'500, 40, 3);
  for (auto& c : text) c = static_cast<std::uint8_t>(bases[c / 85 % 4]);
  for (std::size_t p = 300; p < 320; ++p) text[p] = 'N';
  auto const complement = [](texts::Text const& query) { return reference::strand_of(query, true, false, 'N'); };
  for (std::size_t const min_length : {4u, 8u, 11u, 20u, 40u}) {
    CAPTURE(min_length);
    auto query = changed(text, 50, next);
    std::rotate(query.begin(), query.begin() + 400, query.end());
    tests::Queries const queries{query, {}, complement(part_of(text, 400, next)), complement(changed(text, 30, next))};
    for (auto const kind :
         {MatchKind::maximal, MatchKind::supermaximal, MatchKind::unique_in_text, MatchKind::unique_in_both})
    {
      tests::Question const question{kind, min_length, 1, 0, Strands::both, min_length == 11};
      tests::expect_matches(tests::IndexedCase<ExecutionSpace, std::uint32_t>({text, {}}, 0, false, ExecutionSpace{}),
                            queries, question, {});
      tests::expect_matches(
          tests::IndexedCase<ExecutionSpace, std::uint64_t>({text, {0, 500, 1'000, 1'500}}, 0, false, ExecutionSpace{}),
          queries, question, {});
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(dna, tests::Spaces);

TEST_SUITE_BEGIN("long");

TEST_CASE_TEMPLATE_DEFINE("matches: thousands of drawn texts", ExecutionSpace, drawn)
{
  texts::Random next(77);
  for (std::size_t i = 0; i < 1'500; ++i) {
    CAPTURE(i);
    auto const all = texts::structured(16 + next.below(80));
    auto const& text = all[next.below(all.size())].text;
    // several threads mostly wait for each other here: one text of eight is theirs
    auto const space = i % 16 < 2 ? ExecutionSpace{} : tests::smallest_instance<ExecutionSpace>();
    if (i % 2 == 0)
      expect_text<ExecutionSpace, std::uint32_t>(text, 2, next(), space);
    else
      expect_text<ExecutionSpace, std::uint64_t>(text, 2, next(), space);
  }
}
TEST_CASE_TEMPLATE_APPLY(drawn, tests::Spaces);

TEST_SUITE_END();
