// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Matches that kernels ask for themselves, beside the definitions, and beside batches where texts are larger.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <lexikos/kernel_matching.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/matching/engines.hpp"
#include "tests/matching/expect.hpp"
#include "tests/structured_texts.hpp"

namespace lexikos::tests
{

/// Writes down what it is told, as far as there is room; counts all.
template <class ExecutionSpace>
struct Notes
{
  TestArray<std::uint64_t, ExecutionSpace> rows;  ///< four numbers each
  TestArray<std::uint64_t, ExecutionSpace> count;
  std::uint64_t query;

  KOKKOS_FUNCTION void operator()(PairMatch const& match) const
  {
    std::uint64_t const i = Kokkos::atomic_fetch_add(&count(0), std::uint64_t{1});
    if (4 * i + 3 >= rows.extent(0)) return;
    rows(4 * i) = query;
    rows(4 * i + 1) = match.query_position;
    rows(4 * i + 2) = match.text_position;
    rows(4 * i + 3) = match.length;
  }
};

/// Places of strings.
template <class Matcher, class Notes>
struct NoteStrings
{
  Matcher const& matcher;
  Notes const& notes;

  template <class Index>
  KOKKOS_FUNCTION void operator()(StringMatch<Index> const& match) const
  {
    matcher.for_each_place(match, notes);
  }
};

/// One query a thread.
template <class ExecutionSpace, class Matcher, MatchKind kind>
struct AskForMatches
{
  Matcher matcher;
  TestArray<std::uint8_t, ExecutionSpace> symbols;
  TestArray<std::uint64_t, ExecutionSpace> offsets;
  MatchLimits limits;
  Notes<ExecutionSpace> notes;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    typename Matcher::Query const query(symbols.data() + offsets(q), offsets(q + 1) - offsets(q));
    Notes<ExecutionSpace> mine = notes;
    mine.query = q;
    if constexpr (kind == MatchKind::maximal)
      matcher.for_each_maximal(query, limits, mine);
    else if constexpr (kind == MatchKind::unique_in_text)
      matcher.for_each_unique(query, limits.min_length, mine);
    else if constexpr (kind == MatchKind::unique_in_both)
      matcher.for_each_unique_in_both(query, limits.min_length, mine);
    else
      matcher.for_each_supermaximal(query, limits, NoteStrings<Matcher, Notes<ExecutionSpace>>{matcher, mine});
  }
};

/// What occurs at each place of the queries: three numbers.
template <class ExecutionSpace, class Matcher>
struct AskForLongest
{
  Matcher matcher;
  TestArray<std::uint8_t, ExecutionSpace> symbols;
  TestArray<std::uint64_t, ExecutionSpace> offsets;
  std::size_t times;
  TestArray<std::uint64_t, ExecutionSpace> answers;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    typename Matcher::Query const query(symbols.data() + offsets(q), offsets(q + 1) - offsets(q));
    for (std::size_t i = 0; i < query.extent(0); ++i) {
      auto const found = matcher.longest(query, i, times);
      std::uint64_t* const answer = &answers(3 * (offsets(q) + i));
      answer[0] = found.length;
      answer[1] = found.text_position;
      answer[2] = matcher.interval(query, i, i + found.length).count();
    }
  }
};

template <class ExecutionSpace, class Kernel>
void run(ExecutionSpace const& space, std::size_t queries, Kernel const& kernel)
{
  Kokkos::parallel_for("lexikos::tests::kernel_matching", Kokkos::RangePolicy<ExecutionSpace>(space, 0, queries),
                       kernel);
  space.fence();
}

template <class ExecutionSpace, class Matcher>
std::vector<reference::Match> told(ExecutionSpace const& space, Matcher const& matcher,
                                   DeviceQueries<ExecutionSpace> const& queries, MatchKind kind,
                                   MatchLimits const& limits, std::size_t room)
{
  using Numbers = TestArray<std::uint64_t, ExecutionSpace>;
  Notes<ExecutionSpace> const notes{Numbers("rows", 4 * room), Numbers("count", 1), 0};
  auto const ask = [&]<MatchKind of_kind>(std::integral_constant<MatchKind, of_kind>) {
    run(space, queries.offsets.extent(0) - 1,
        AskForMatches<ExecutionSpace, Matcher, of_kind>{matcher, queries.symbols, queries.offsets, limits, notes});
  };
  if (kind == MatchKind::maximal)
    ask(std::integral_constant<MatchKind, MatchKind::maximal>());
  else if (kind == MatchKind::unique_in_text)
    ask(std::integral_constant<MatchKind, MatchKind::unique_in_text>());
  else if (kind == MatchKind::unique_in_both)
    ask(std::integral_constant<MatchKind, MatchKind::unique_in_both>());
  else
    ask(std::integral_constant<MatchKind, MatchKind::supermaximal>());
  auto const rows = to_vector(notes.rows);
  std::size_t const count = std::min<std::size_t>(room, to_vector(notes.count)[0]);
  std::vector<reference::Match> found;
  for (std::size_t i = 0; i < count; ++i)
    found.push_back({rows[4 * i], 0, rows[4 * i + 1], rows[4 * i + 2], rows[4 * i + 3], 0});
  std::sort(found.begin(), found.end());
  return found;
}

template <class ExecutionSpace, class Matcher>
void expect_statistics(ExecutionSpace const& space, Matcher const& matcher, reference::TextWithDocuments const& text,
                       Queries const& queries, std::size_t times)
{
  DeviceQueries<ExecutionSpace> const device(queries);
  TestArray<std::uint64_t, ExecutionSpace> const answers("answers", 3 * device.symbols.extent(0) + 1);
  run(space, queries.size(),
      AskForLongest<ExecutionSpace, Matcher>{matcher, device.symbols, device.offsets, times, answers});
  auto const found = to_vector(answers);
  std::size_t g = 0;
  for (auto const& query : queries) {
    auto const common = reference::common_lengths(text, query);
    auto const expected = reference::matching_statistics(common, times);
    for (std::size_t i = 0; i < expected.size(); ++i, g += 3) {
      CAPTURE(i);
      REQUIRE(found[g] == expected[i]);
      std::uint64_t const p = found[g + 1];
      REQUIRE((expected[i] == 0 ? p == not_found : p < text.text.size() && common[i][p] >= expected[i]));
      if (text.offsets.empty() && expected[i] != 0)
        REQUIRE(found[g + 2] == reference::occurrences_of(common, i, expected[i]));
    }
  }
}

template <class ExecutionSpace, class Matcher>
void expect_told(ExecutionSpace const& space, Matcher const& matcher, reference::TextWithDocuments const& text,
                 Queries const& queries, texts::Random& next)
{
  expect_statistics(space, matcher, text, queries, 1 + next.below(3));
  for (auto const kind :
       {MatchKind::maximal, MatchKind::supermaximal, MatchKind::unique_in_text, MatchKind::unique_in_both})
  {
    auto question = drawn_question(next, 12);
    question.kind = kind;
    question.strands = Strands::forward;
    question.only_acgt = false;
    if (kind != MatchKind::maximal) question.max_occurrences = 0;
    if (kind == MatchKind::unique_in_text || kind == MatchKind::unique_in_both) question.min_occurrences = 1;
    auto expected = expected_of(text, queries, question).matches;
    for (auto& match : expected) match.occurrences = 0;
    std::sort(expected.begin(), expected.end());
    CAPTURE(shown(question));
    auto const found =
        told(space, matcher, DeviceQueries<ExecutionSpace>(queries), kind,
             {question.min_length, question.min_occurrences, question.max_occurrences}, expected.size() + 10);
    REQUIRE(difference(found, expected) == "");
  }
}

/// \param matcher_of  the matcher of an `IndexedCase`, and of the documents' offsets if they are given
template <class ExecutionSpace, class Index, class MatcherOf>
void expect_text(texts::Text const& text, texts::Random& next, MatcherOf const& matcher_of)
{
  Queries queries{{}, text, {7}};
  for (std::size_t i = 0; i < 3 && !text.empty(); ++i) {
    std::size_t const from = next.below(text.size());
    std::size_t const length = next.below(std::min<std::size_t>(40, text.size() - from) + 1);
    texts::Text part(text.begin() + static_cast<std::ptrdiff_t>(from),
                     text.begin() + static_cast<std::ptrdiff_t>(from + length));
    for (auto& c : part)
      if (next.below(15) == 0) c = text[next.below(text.size())];
    queries.push_back(part);
    queries.back().insert(queries.back().end(), part.begin(), part.end());
  }
  std::vector<std::uint64_t> documents;
  if (next.below(2) == 0)
    for (documents = {0}; documents.back() < text.size();)
      documents.push_back(std::min<std::uint64_t>(text.size(), documents.back() + next.below(40)));
  FmIndexOptions options = drawn_fm_options(next, false);
  options.keep_text = true;
  IndexedCase<ExecutionSpace, Index> const on({text, documents}, std::array<std::size_t, 3>{0, 1, 40}[next.below(3)],
                                              false, smallest_instance<ExecutionSpace>(), options);
  CAPTURE(on.shown_index());
  CAPTURE(shown(text));
  CAPTURE(documents.size());
  Span<std::uint64_t const, typename ExecutionSpace::memory_space> const offsets(on.text_offsets.data(),
                                                                                 on.text_offsets.extent(0));
  expect_told(on.space, matcher_of(on, offsets), on.text, queries, next);
}

/// Texts of many structures. `Wide`: the index of some of them.
template <class ExecutionSpace, class Wide, class MatcherOf>
void expect_texts(MatcherOf const& matcher_of)
{
  texts::Random next(9);
  expect_text<ExecutionSpace, std::uint32_t>({}, next, matcher_of);
  expect_text<ExecutionSpace, Wide>({'a'}, next, matcher_of);
  for (std::size_t const n : {16u, 90u, 150u})
    for (auto const& [name, text] : texts::structured(n)) {
      CAPTURE(name);
      if (next.below(stride_of_small_cases<ExecutionSpace>()) != 0) continue;
      expect_text<ExecutionSpace, std::uint32_t>(text, next, matcher_of);
      if (n == 90) expect_text<ExecutionSpace, Wide>(text, next, matcher_of);
    }
}

/// The matches of a larger text, as batches have them.
template <class ExecutionSpace, class MatcherOf>
void expect_as_batches(MatcherOf const& matcher_of)
{
  std::size_t const n = 20'000;
  auto text = texts::random(n, 4, 50);
  for (auto& c : text) c = static_cast<std::uint8_t>("ACGT"[c % 4]);
  std::copy_n(text.begin(), n / 4, text.begin() + n / 2);
  FmIndexOptions const options{.keep_text = true};
  IndexedCase<ExecutionSpace, std::uint32_t> const on({text, {}}, 0, false, ExecutionSpace{}, options);
  texts::Random next(3);
  Queries queries;
  for (std::size_t i = 0; i < 40; ++i) {
    std::size_t const from = next.below(n - 300);
    queries.emplace_back(text.begin() + static_cast<std::ptrdiff_t>(from),
                         text.begin() + static_cast<std::ptrdiff_t>(from + 300));
    for (auto& c : queries.back())
      if (next.below(50) == 0) c = static_cast<std::uint8_t>("ACGTN"[next.below(5)]);
  }
  DeviceQueries<ExecutionSpace> const device(queries);
  for (auto const kind :
       {MatchKind::maximal, MatchKind::supermaximal, MatchKind::unique_in_text, MatchKind::unique_in_both})
  {
    CAPTURE(static_cast<int>(kind));
    auto expected = rows_of(find_matches(on.space, on.index, device.symbols, device.offsets, {.kind = kind}));
    for (auto& match : expected) match.occurrences = 0;
    std::sort(expected.begin(), expected.end());
    REQUIRE(expected.size() > 40);
    auto const found = told(on.space, matcher_of(on), device, kind, {}, expected.size() + 10);
    REQUIRE(difference(found, expected) == "");
  }
}

}  // namespace lexikos::tests
