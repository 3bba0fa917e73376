// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/approximate_search.hpp>
#include <lexikos/matching.hpp>

#include "bindings/c/search.hpp"

namespace lexikos::c
{

namespace
{

template <class Run>
auto match_options(Run& run, lexikos_match_options const& given)
{
  MatchOptions<typename Run::memory_space> options;
  options.kind = enumerated(given.kind, MatchKind::unique_in_both, "the kind of match");
  options.strands = enumerated(given.strands, Strands::both, "the choice of strands");
  options.min_length = given.min_length;
  options.min_occurrences = given.min_occurrences;
  options.max_occurrences = given.max_occurrences;
  options.only_acgt = given.only_acgt != 0;
  options.text_offsets = run.template in_if_given<std::uint64_t>(given.text_offsets, "the array of text offsets");
  options.workspace = run.workspace();
  options.progress = run.progress();
  return options;
}

lexikos_match_options options_of(lexikos_match_options const* given)
{
  return options_or(given, lexikos_match_options(LEXIKOS_MATCH_OPTIONS_INIT));
}

template <class Memory, class Index>
void hand_out(NewResult& result, Matches<Memory, Index> const& found)
{
  result.add(LEXIKOS_POSITIONS, found.text_positions)
      .add(LEXIKOS_QUERIES, found.queries)
      .add(LEXIKOS_QUERY_POSITIONS, found.query_positions)
      .add(LEXIKOS_LENGTHS, found.lengths)
      .add(LEXIKOS_REVERSED, found.reversed)
      .add(LEXIKOS_OCCURRENCES, found.occurrences)
      .add(LEXIKOS_OFFSETS, found.offsets)
      .add(LEXIKOS_CAPPED, found.capped_queries)
      .hand_out();
}

/// Calls function(index) for an index of a text of bytes.
template <class Structure, class Function>
void of_bytes(Structure const& structure, Function const& function)
{
  if constexpr (std::is_same_v<typename IndexTraits<Structure>::Symbol, std::uint8_t>)
    function(structure);
  else
    throw Error(ErrorCode::not_supported, "matches, and occurrences with errors, are of texts of bytes");
}

template <class HandleType>
lexikos_status matches_by_index(lexikos_context* context, HandleType const* index, GivenPatterns const& queries,
                                lexikos_match_options const* given, lexikos_result** result)
{
  clear(result);
  return ask(context, index, [&](auto& run, auto const& structure) {
    require_pointer(result, "the place of the result");
    of_bytes(structure, [&](auto const& bytes) {
      NewResult made(run, result);
      auto const symbols = run.template in<std::uint8_t>(queries.symbols, "the array of symbols");
      auto const offsets = run.template in<std::uint64_t>(queries.offsets, "the array of offsets");
      hand_out(made, find_matches(run.space(), bytes, symbols, offsets, match_options(run, options_of(given))));
    });
  });
}

/// Where matching statistics go, and the documents of the text.
struct GivenStatistics
{
  lexikos_array text_offsets;
  lexikos_array lengths;
  lexikos_array positions;
};

/// \param source  a text, or an index
template <class Index, class Run, class Source>
void find_statistics(Run& run, Source const& source, GivenPatterns const& queries, GivenStatistics const& given)
{
  MatchingStatisticsOptions<typename Run::memory_space> options;
  options.text_offsets = run.template in_if_given<std::uint64_t>(given.text_offsets, "the array of text offsets");
  options.workspace = run.workspace();
  options.progress = run.progress();
  auto const symbols = run.template in<std::uint8_t>(queries.symbols, "the array of symbols");
  auto const offsets = run.template in<std::uint64_t>(queries.offsets, "the array of offsets");
  auto const lengths = run.template out<Index>(given.lengths, "the array of lengths");
  if (!is_given(given.positions)) return matching_statistics(run.space(), source, symbols, offsets, lengths, options);
  auto const positions = run.template out<Index>(given.positions, "the array of positions");
  matching_statistics(run.space(), source, symbols, offsets, lengths, positions, options);
}

template <class HandleType>
lexikos_status statistics_by_index(lexikos_context* context, HandleType const* index, GivenPatterns const& queries,
                                   GivenStatistics const& given)
{
  return ask(context, index, [&](auto& run, auto const& structure) {
    of_bytes(structure, [&](auto const& bytes) {
      using Index = typename IndexTraits<std::remove_cvref_t<decltype(bytes)>>::Index;
      find_statistics<Index>(run, bytes, queries, given);
    });
  });
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_find_matches(lexikos_context* context, lexikos_array text, lexikos_array symbols,
                                    lexikos_array offsets, lexikos_match_options const* options,
                                    lexikos_result** result)
{
  clear(result);
  return call(context, [&](auto& run) {
    require_pointer(result, "the place of the result");
    auto const given = options_of(options);
    with_index(index_type_for(given.index_type, text.size), "the result", [&](auto tag) {
      NewResult made(run, result);
      auto const searched = run.template in<std::uint8_t>(text, "the text");
      auto const asked = run.template in<std::uint8_t>(symbols, "the array of symbols");
      auto const places = run.template in<std::uint64_t>(offsets, "the array of offsets");
      hand_out(made, lexikos::find_matches<typename decltype(tag)::type>(run.space(), searched, asked, places,
                                                                         match_options(run, given)));
    });
  });
}

lexikos_status lexikos_suffix_index_find_matches(lexikos_context* context, lexikos_suffix_index const* index,
                                                 lexikos_array symbols, lexikos_array offsets,
                                                 lexikos_match_options const* options, lexikos_result** result)
{
  return matches_by_index(context, index, {symbols, offsets}, options, result);
}

lexikos_status lexikos_fm_index_find_matches(lexikos_context* context, lexikos_fm_index const* index,
                                             lexikos_array symbols, lexikos_array offsets,
                                             lexikos_match_options const* options, lexikos_result** result)
{
  return matches_by_index(context, index, {symbols, offsets}, options, result);
}

lexikos_status lexikos_matching_statistics(lexikos_context* context, lexikos_array text, lexikos_array text_offsets,
                                           lexikos_array symbols, lexikos_array offsets, lexikos_array lengths,
                                           lexikos_array positions)
{
  return call(context, [&](auto& run) {
    with_index(lengths.type, "the array of lengths", [&](auto tag) {
      auto const searched = run.template in<std::uint8_t>(text, "the text");
      find_statistics<typename decltype(tag)::type>(run, searched, {symbols, offsets},
                                                    {text_offsets, lengths, positions});
    });
  });
}

lexikos_status lexikos_suffix_index_matching_statistics(lexikos_context* context, lexikos_suffix_index const* index,
                                                        lexikos_array text_offsets, lexikos_array symbols,
                                                        lexikos_array offsets, lexikos_array lengths,
                                                        lexikos_array positions)
{
  return statistics_by_index(context, index, {symbols, offsets}, {text_offsets, lengths, positions});
}

lexikos_status lexikos_fm_index_matching_statistics(lexikos_context* context, lexikos_fm_index const* index,
                                                    lexikos_array text_offsets, lexikos_array symbols,
                                                    lexikos_array offsets, lexikos_array lengths,
                                                    lexikos_array positions)
{
  return statistics_by_index(context, index, {symbols, offsets}, {text_offsets, lengths, positions});
}

lexikos_status lexikos_approximate_search(lexikos_context* context, lexikos_suffix_index const* index,
                                          lexikos_array symbols, lexikos_array offsets,
                                          lexikos_approximate_search_options const* options, lexikos_result** result)
{
  clear(result);
  return ask(context, index, [&](auto& run, auto const& structure) {
    require_pointer(result, "the place of the result");
    auto const given = options_or(options, lexikos_approximate_search_options(LEXIKOS_APPROXIMATE_SEARCH_OPTIONS_INIT));
    lexikos::ApproximateSearchOptions<typename std::remove_cvref_t<decltype(run)>::memory_space> search;
    search.model = enumerated(given.model, lexikos::ErrorModel::edit, "the kind of errors");
    search.max_errors = given.max_errors;
    search.max_candidates = given.max_candidates;
    search.text_offsets = run.template in_if_given<std::uint64_t>(given.text_offsets, "the array of text offsets");
    search.workspace = run.workspace();
    search.progress = run.progress();
    of_bytes(structure, [&](auto const& bytes) {
      NewResult made(run, result);
      auto const patterns = run.template in<std::uint8_t>(symbols, "the array of symbols");
      auto const places = run.template in<std::uint64_t>(offsets, "the array of offsets");
      auto const found = lexikos::approximate_search(run.space(), bytes, patterns, places, search);
      made.add(LEXIKOS_ENDS, found.ends)
          .add(LEXIKOS_DISTANCES, found.distances)
          .add(LEXIKOS_OFFSETS, found.offsets)
          .add(LEXIKOS_CAPPED, found.capped_patterns)
          .hand_out();
    });
  });
}
