// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the library finds, beside the definitions, for one text and a batch of queries.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <lexikos/fm_index.hpp>
#include <lexikos/matching.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "matching/tuning.hpp"
#include "tests/first_difference.hpp"
#include "tests/reference/longest_repeats.hpp"
#include "tests/reference/matches.hpp"
#include "tests/reference/naive.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

using Queries = std::vector<texts::Text>;
using matching_detail::Tuning;

inline std::string shown(texts::Text const& text)
{
  std::ostringstream out;
  for (std::uint8_t const c : text)
    if (c >= 32 && c < 127)
      out << static_cast<char>(c);
    else
      out << '<' << +c << '>';
  return out.str();
}

/// What a call is asked, with the library's kinds and strands.
struct Question
{
  MatchKind kind = MatchKind::maximal;
  std::size_t min_length = 1;
  std::size_t min_occurrences = 1;
  std::size_t max_occurrences = 0;
  Strands strands = Strands::forward;
  bool only_acgt = false;

  [[nodiscard]] reference::MatchRule rule() const
  {
    return {static_cast<reference::Kind>(kind), min_length, min_occurrences, max_occurrences};
  }
};

inline std::string shown(Question const& question)
{
  std::ostringstream out;
  out << "kind " << static_cast<int>(question.kind) << ", length " << question.min_length << ", occurrences "
      << question.min_occurrences << " to " << question.max_occurrences << ", strands "
      << static_cast<int>(question.strands) << (question.only_acgt ? ", only acgt" : "");
  return out.str();
}

inline std::string shown(reference::Match const& match)
{
  std::ostringstream out;
  out << "query " << match.query << (match.reversed != 0 ? " reversed" : "") << " at " << match.query_position
      << ", text at " << match.text_position << ", length " << match.length << ", occurrences " << match.occurrences;
  return out.str();
}

template <class ExecutionSpace>
struct DeviceQueries
{
  explicit DeviceQueries(Queries const& queries)
  {
    std::vector<std::uint64_t> ends{0};
    texts::Text all;
    for (auto const& query : queries) {
      all.insert(all.end(), query.begin(), query.end());
      ends.push_back(all.size());
    }
    symbols = to_view<ExecutionSpace>(all);
    offsets = to_view<ExecutionSpace>(ends);
  }

  TestArray<std::uint8_t, ExecutionSpace> symbols;
  TestArray<std::uint64_t, ExecutionSpace> offsets;
};

/// By what matches are found, with one result.
enum class Engine
{
  suffix_index,
  fm_index,
  one_shot  ///< without an index
};

/// Those that a question is put to: the one without an index, whose matches come from an index too, answers every fourth.
inline std::vector<Engine> engines_asked()
{
  static std::size_t questions = 0;
  if (questions++ % 4 != 0) return {Engine::suffix_index, Engine::fm_index};
  return {Engine::suffix_index, Engine::fm_index, Engine::one_shot};
}

/// Options of an FM-index, drawn; letters of DNA where they change nothing, as in a text and queries of A, C, G and T alone.
inline FmIndexOptions drawn_fm_options(texts::Random& next, bool may_be_dna)
{
  FmIndexOptions options;
  options.sample_rate = std::uint32_t{1} << next.below(4);
  options.keep_text = next.below(2) == 0;
  options.table_entries = std::array<std::size_t, 4>{0, 1, 9, 100}[next.below(4)];
  options.shape = next.below(2) == 0 ? WaveletShape::balanced : WaveletShape::huffman;
  if (may_be_dna && next.below(2) == 0) options.letters = FmLetters::dna;
  options.match_others = next.below(2) == 0;
  return options;
}

/// An indexed text, with documents or without.
template <class ExecutionSpace, class Index>
struct IndexedCase
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Fm = FmIndex<MemorySpace, Index>;

  /// \param given_fm  options of the FM-index
  explicit IndexedCase(reference::TextWithDocuments given, std::size_t table_entries = 0, bool with_arrays = false,
                       ExecutionSpace instance = smallest_instance<ExecutionSpace>(),
                       FmIndexOptions const& given_fm = {})
      : text(std::move(given)),
        space(instance),
        symbols(to_view<ExecutionSpace>(text.text)),
        text_offsets(to_view<ExecutionSpace>(text.offsets)),
        fm_options(given_fm)
  {
    auto const sa = text.text.size() < 40 ? reference::naive(text.text) : reference::sa_is(text.text);
    auto const array = to_view<ExecutionSpace>(std::vector<Index>(sa.begin(), sa.end()));
    fm_index =
        fm_options.letters == FmLetters::all ? Fm(space, symbols, array, fm_options) : Fm(space, symbols, fm_options);
    SuffixIndexOptions const options{.table_entries = table_entries};
    if (!with_arrays) {
      index = {space, symbols, array, options};
      return;
    }
    std::vector<std::uint32_t> isa(sa.size());
    for (std::size_t r = 0; r < sa.size(); ++r) isa[sa[r]] = static_cast<std::uint32_t>(r);
    auto const lcp = reference::kasai(text.text, sa, isa);
    index = {space,
             symbols,
             array,
             to_view<ExecutionSpace>(std::vector<Index>(lcp.begin(), lcp.end())),
             to_view<ExecutionSpace>(std::vector<Index>(isa.begin(), isa.end())),
             options};
  }

  [[nodiscard]] std::string shown_index() const
  {
    return "table " + std::to_string(index.table_depth()) + "; " + fm_index.layout() + " FM-index, table " +
           std::to_string(fm_index.table_depth()) + ", rate " + std::to_string(fm_index.sample_rate()) +
           (fm_index.keeps_text() ? ", with text" : "") + (fm_options.letters == FmLetters::dna ? ", letters" : "") +
           (fm_options.match_others ? "" : ", no others");
  }

  reference::TextWithDocuments text;
  ExecutionSpace space;
  TestArray<std::uint8_t, ExecutionSpace> symbols;
  TestArray<std::uint64_t, ExecutionSpace> text_offsets;
  SuffixIndex<MemorySpace, Index> index;
  FmIndexOptions fm_options;
  Fm fm_index;
};

template <class ExecutionSpace>
auto spans_of(DeviceQueries<ExecutionSpace> const& queries)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  return matching_detail::QuerySpans<MemorySpace>{
      Span<std::uint8_t const, MemorySpace>(queries.symbols.data(), queries.symbols.extent(0)),
      Span<std::uint64_t const, MemorySpace>(queries.offsets.data(), queries.offsets.extent(0))};
}

template <class ExecutionSpace, class Index>
auto text_of(IndexedCase<ExecutionSpace, Index> const& on)
{
  return matching_detail::TextSpan<typename ExecutionSpace::memory_space>(on.symbols.data(), on.symbols.extent(0));
}

template <class ExecutionSpace, class Index>
Matches<typename ExecutionSpace::memory_space, Index> ask(IndexedCase<ExecutionSpace, Index> const& on, Engine engine,
                                                          DeviceQueries<ExecutionSpace> const& queries,
                                                          Question const& question, Tuning const& tuning,
                                                          Workspace* workspace = nullptr)
{
  MatchOptions<typename ExecutionSpace::memory_space> options;
  options.kind = question.kind;
  options.min_length = question.min_length;
  options.min_occurrences = question.min_occurrences;
  options.max_occurrences = question.max_occurrences;
  options.strands = question.strands;
  options.only_acgt = question.only_acgt;
  options.text_offsets = on.text_offsets;
  options.workspace = workspace;
  if (engine == Engine::one_shot)
    return matching_detail::find_in_text<ExecutionSpace, Index>(on.space, text_of(on), spans_of(queries), options,
                                                                tuning);
  if (engine == Engine::fm_index)
    return matching_detail::find_by_fm<ExecutionSpace, Index>(on.space, on.fm_index.arrays(), spans_of(queries),
                                                              options, tuning);
  return matching_detail::find<ExecutionSpace, Index>(on.space, matching_detail::arrays_of(on.index), spans_of(queries),
                                                      options, tuning);
}

/// Columns as rows; occurrences that were not asked for are 0.
template <class MemorySpace, class Index>
std::vector<reference::Match> rows_of(Matches<MemorySpace, Index> const& matches)
{
  auto const queries = to_vector(matches.queries), places = to_vector(matches.query_positions),
             positions = to_vector(matches.text_positions), lengths = to_vector(matches.lengths),
             occurrences = to_vector(matches.occurrences);
  auto const reversed = to_vector(matches.reversed);
  std::vector<reference::Match> rows;
  for (std::size_t i = 0; i < matches.size(); ++i)
    rows.push_back({queries[i], reversed.empty() ? 0u : reversed[i], places[i], positions[i], lengths[i],
                    occurrences.empty() ? 0u : occurrences[i]});
  return rows;
}

/// By the definitions. A byte that the text lacks stands for what matches nothing.
inline reference::FoundMatches expected_of(reference::TextWithDocuments const& text, Queries const& queries,
                                           Question const& question)
{
  std::uint8_t nothing = 0;
  while (std::find(text.text.begin(), text.text.end(), nothing) != text.text.end()) ++nothing;
  reference::FoundMatches all;
  for (std::size_t q = 0; q < queries.size(); ++q)
    for (bool const is_reversed : {false, true}) {
      if (question.strands == (is_reversed ? Strands::forward : Strands::reverse_complement)) continue;
      auto found = reference::find_matches(
          text, reference::strand_of(queries[q], is_reversed, question.only_acgt, nothing), question.rule());
      for (auto& match : found.matches) {
        match.query = q;
        match.reversed = is_reversed && question.strands == Strands::both ? 1 : 0;
        if (question.kind != MatchKind::supermaximal) match.occurrences = 0;
        all.matches.push_back(match);
      }
      if (!found.capped.empty()) all.capped.insert(q);
    }
  return all;
}

/// "" if the rows are those; or the first difference, for people.
inline std::string difference(std::vector<reference::Match> const& found, std::vector<reference::Match> const& expected)
{
  std::size_t i = 0;
  while (i < found.size() && i < expected.size() && found[i] == expected[i]) ++i;
  if (i == found.size() && i == expected.size()) return {};
  return "match " + std::to_string(i) + ": " + (i < found.size() ? shown(found[i]) : "none") + "; expected " +
         (i < expected.size() ? shown(expected[i]) : "none");
}

/// What an engine found differs so from what is expected; "" if it does not.
template <class MemorySpace, class Index>
std::string difference(Matches<MemorySpace, Index> const& matches, reference::FoundMatches const& expected,
                       std::size_t queries, Question const& question)
{
  std::string found = difference(rows_of(matches), expected.matches);
  std::vector<std::uint64_t> offsets(queries + 1, 0);
  for (auto const& match : expected.matches) ++offsets[match.query + 1];
  for (std::size_t q = 0; q < queries; ++q) offsets[q + 1] += offsets[q];
  if (found.empty()) found = first_difference(to_vector(matches.offsets), offsets);
  if (found.empty())
    found = first_difference(to_vector(matches.capped_queries),
                             std::vector<std::uint64_t>(expected.capped.begin(), expected.capped.end()));
  bool const has_columns =
      matches.reversed.extent(0) == (question.strands == Strands::both ? matches.size() : 0) &&
      matches.occurrences.extent(0) == (question.kind == MatchKind::supermaximal ? matches.size() : 0);
  return found.empty() && !has_columns ? "columns that were not asked for, or not those that were" : found;
}

/// By all engines.
template <class ExecutionSpace, class Index>
void expect_matches(IndexedCase<ExecutionSpace, Index> const& on, Queries const& queries, Question const& question,
                    Tuning const& tuning, Workspace* workspace = nullptr)
{
  auto const expected = expected_of(on.text, queries, question);
  DeviceQueries<ExecutionSpace> const device(queries);
  for (Engine const engine : engines_asked()) {
    auto const matches = ask(on, engine, device, question, tuning, workspace);
    std::string const found = difference(matches, expected, queries.size(), question);
    if (found.empty()) continue;
    // shown only where it is needed: there are millions of calls
    CAPTURE(static_cast<int>(engine));
    CAPTURE(on.shown_index());
    CAPTURE(shown(on.text.text));
    CAPTURE(on.text.offsets.size());
    CAPTURE(shown(question));
    std::string all;
    for (auto const& query : queries) all += "[" + shown(query) + "]";
    CAPTURE(all.substr(0, 2'000));
    CAPTURE(tuning.seed_length);
    REQUIRE(found == "");
  }
}

/// Lengths and positions as an engine finds them.
template <class ExecutionSpace, class Index>
std::pair<std::vector<Index>, std::vector<Index>> statistics_of(IndexedCase<ExecutionSpace, Index> const& on,
                                                                Engine engine,
                                                                DeviceQueries<ExecutionSpace> const& queries,
                                                                Tuning const& tuning, Workspace* workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const symbols = queries.symbols.extent(0);
  TestArray<Index, ExecutionSpace> const lengths("lengths", symbols), positions("positions", symbols);
  MatchingStatisticsOptions<MemorySpace> options;
  options.text_offsets = on.text_offsets;
  options.workspace = workspace;
  matching_detail::StatisticsOutput<MemorySpace, Index> const output{
      Span<Index, MemorySpace>(lengths.data(), symbols), Span<Index, MemorySpace>(positions.data(), symbols)};
  if (engine == Engine::one_shot)
    matching_detail::find_statistics_in_text<ExecutionSpace, Index>(on.space, text_of(on), spans_of(queries), output,
                                                                    options, tuning);
  else if (engine == Engine::fm_index)
    matching_detail::find_statistics_by_fm<ExecutionSpace, Index>(on.space, on.fm_index.arrays(), spans_of(queries),
                                                                  output, options, tuning);
  else
    matching_detail::find_statistics<ExecutionSpace, Index>(on.space, matching_detail::arrays_of(on.index),
                                                            spans_of(queries), output, options, tuning);
  return {to_vector(lengths), to_vector(positions)};
}

/// Lengths by the definition, and positions that have them.
template <class ExecutionSpace, class Index>
void expect_statistics(IndexedCase<ExecutionSpace, Index> const& on, Queries const& queries, Tuning const& tuning,
                       Workspace* workspace = nullptr)
{
  DeviceQueries<ExecutionSpace> const device(queries);
  std::vector<reference::CommonLengths> common;
  for (auto const& query : queries) common.push_back(reference::common_lengths(on.text, query));
  for (Engine const engine : engines_asked()) {
    auto const [found, places] = statistics_of(on, engine, device, tuning, workspace);
    std::size_t g = 0;
    for (std::size_t q = 0; q < queries.size(); ++q) {
      auto const expected = reference::matching_statistics(common[q]);
      for (std::size_t i = 0; i < expected.size(); ++i, ++g) {
        std::uint64_t const p = places[g];
        bool const has_place = expected[i] == 0 ? places[g] == std::numeric_limits<Index>::max()
                                                : p < on.text.text.size() && common[q][i][p] == expected[i];
        if (found[g] == expected[i] && has_place) continue;
        CAPTURE(static_cast<int>(engine));
        CAPTURE(on.shown_index());
        CAPTURE(shown(on.text.text));
        CAPTURE(shown(queries[q]));
        CAPTURE(i);
        CAPTURE(p);
        CAPTURE(tuning.chunk);
        CAPTURE(tuning.look_ahead);
        REQUIRE(found[g] == expected[i]);
        REQUIRE(has_place);
      }
    }
  }
}

/// Constants that make all paths short, drawn.
/// \param symbols  of the queries, of which a batch has a fiftieth or more: what many batches take is launches, a dozen each
inline Tuning drawn_tuning(texts::Random& next, std::size_t symbols = 0)
{
  Tuning tuning;
  std::uint64_t const least = symbols / 50;
  auto const one_of = [&](std::initializer_list<std::uint64_t> values) {
    return *(values.begin() + static_cast<std::ptrdiff_t>(next.below(values.size())));
  };
  tuning.seed_length = one_of({0, 1, 2, 3, 100});
  tuning.max_candidates = one_of({0, 1, 2, 32});
  tuning.rows_per_symbol = one_of({0, 0, 1, 16});
  tuning.batch_windows = std::max(least, one_of({1, 2, 5, 1'000}));
  tuning.batch_symbols = std::max(least, one_of({1, 3, 16, 1'000'000}));
  tuning.batch_candidates = std::max(5 * least, one_of({1, 3, 1'000'000}));
  tuning.batch_segments = std::max(5 * least, one_of({1, 7, 1'000'000}));
  tuning.batch_matches = std::max(5 * least, one_of({0, 1, 4, 1'000'000}));
  tuning.max_alone = one_of({0, 1, 2, 5, 1'000});
  tuning.part = one_of({1, 2, 3, 100});
  tuning.first_parts = one_of({1, 2, 16});
  tuning.max_head = one_of({1, 2, 5, 1'000});
  tuning.chunk = one_of({1, 2, 3, 5, 64});
  tuning.look_ahead = one_of({0, 1, 2, 7, 512});
  tuning.min_run = one_of({0, 2, 32});
  tuning.first_probe = one_of({0, 1, 2, 24});
  tuning.min_continued = one_of({0, 1, 3, 64});
  tuning.min_turned = one_of({0, 0, 1'000'000});
  tuning.turn_from = one_of({0, 1, 2});
  tuning.max_located = one_of({0, 1, 2, 100});
  tuning.min_compared = one_of({0, 1, 3, 32});
  tuning.fm_max_head = one_of({1, 3, 64});
  return tuning;
}

[[nodiscard]] inline std::size_t symbols_of(Queries const& queries)
{
  std::size_t symbols = 0;
  for (auto const& query : queries) symbols += query.size();
  return symbols;
}

inline Question drawn_question(texts::Random& next, std::size_t longest)
{
  Question question;
  question.kind = static_cast<MatchKind>(next.below(4));
  question.min_length = next.below(longest + 1);
  if (question.min_length == 0) question.min_length = 1;
  question.min_occurrences = next.below(3) == 0 ? 1 + next.below(3) : 1;
  question.max_occurrences = next.below(3) == 0 ? 1 + next.below(4) : 0;
  question.strands = static_cast<Strands>(next.below(3));
  question.only_acgt = next.below(4) == 0;
  return question;
}

}  // namespace lexikos::tests
