// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <optional>
#include <string_view>
#include <vector>

#include "app/command_line/index_width.hpp"
#include "app/command_line/symbol_type.hpp"
#include "app/commands/on_ranks.hpp"
#include "app/commands/search/results.hpp"
#include "app/commands/search/source.hpp"
#include "app/on_device/ranks/search.hpp"

namespace lexikos::app
{

namespace
{

/// A text whose parts several ranks read, or an index of theirs, which one process reads too.
ExitCode run_on_several_ranks(SearchOptions const& options, bool is_saved)
{
  std::optional<RanksIndex> saved;
  if (is_saved) saved.emplace(options.source);
  refuse_on_ranks({{"--errors", options.errors != SearchOptions::exact},
                   {wanted_of_suffixes(options), !wanted_of_suffixes(options).empty()},
                   {"standard input", options.pattern_file == "-" || options.sequence_file == "-"},
                   {"--algorithm", options.sort.algorithm != "automatic"},
                   {"--segmented-sort", options.sort.segmented_sort != "automatic"},
                   {"an index of one process, such as " + options.source + ",",
                    !is_saved && !options.is_text && options.source != "-" && is_saved_file(options.source)}});
  if (options.is_index && !is_saved)
    throw Failure(ExitCode::unreadable_input,
                  "cannot read " + options.source + ": it is not an index of several ranks");
  if (is_saved)
    require_no_text_options(options);
  else
    require_plain_on_ranks(options.source, options.format);
  unsigned const symbol_bytes = saved ? saved->symbol_bytes() : symbol_bytes_of(options.symbols);
  Records const* const records = saved && saved->records() ? &*saved->records() : nullptr;
  require_patterns_of(options, symbol_bytes);
  require_any_patterns(options);
  AskedPatterns const asked(options, symbol_bytes, false);
  auto const& patterns = asked.shown();
  bool const has_capitals = records != nullptr && records->has_names();
  CapitalPatterns const capitals(has_capitals ? patterns.patterns : std::vector<std::string_view>());

  std::optional<SearchResults> results;  // of rank 0
  auto const outcome = search_on_ranks(
      {.source = options.source,
       .saved = saved ? &*saved : nullptr,
       .symbol_bytes = symbol_bytes,
       .patterns = has_capitals ? capitals.views() : patterns.patterns,
       .only_counts = options.only_counts,
       .limit = options.limit,
       .context = options.context,
       .show_progress = !options.report.quiet,
       .device = options.device,
       .on_counted =
           [&](SearchOutcome const& counted) {
             results.emplace(options,
                             SearchedText{.is_index = is_saved, .records = records, .symbol_bytes = symbol_bytes},
                             patterns);
             results->start(counted);
           },
       .on_matches = [&](Matches const& matches) { results->add(matches); },
       .on_end = [&](SearchOutcome const& all) { results->finish(all); }});
  return outcome.occurrences > 0 ? ExitCode::ok : ExitCode::no;
}

}  // namespace

ExitCode run_search(SearchOptions const& options)
{
  require_sense(options);
  require_known(options.sort);
  bool const is_of_ranks = !options.is_text && is_index_of_ranks(options.source);
  if (is_of_ranks || is_on_ranks()) return run_on_several_ranks(options, is_of_ranks);
  DeviceStart const start(options.device, {options.source});
  SearchSource const source(options);
  require_patterns_of(options, source.symbol_bytes);
  require_index_for(options, source.saved ? &*source.saved : nullptr, source.records() != nullptr);
  require_any_patterns(options);
  AskedPatterns const asked(options, source.symbol_bytes, !options.report.quiet);
  auto const& patterns = asked.shown();
  CapitalPatterns const capitals(source.has_capitals() ? patterns.patterns : std::vector<std::string_view>());

  Session const session(options.device);
  SearchResults results(options,
                        {.is_index = source.saved.has_value(),
                         .file = source.file.get(),
                         .records = source.records(),
                         .symbol_bytes = source.symbol_bytes},
                        patterns);
  std::size_t const index_bytes =
      source.text ? index_bytes_for(source.text->bytes().size() / source.symbol_bytes, "auto") : 0;
  auto const outcome =
      search_patterns(session, {.index = {.job = {source.text, !options.report.quiet},
                                          .symbol_bytes = source.symbol_bytes,
                                          .sort = options.sort,
                                          .index_bytes = index_bytes},
                                .saved = source.saved ? &*source.saved : nullptr,
                                .records_of_text = source.file ? source.records() : nullptr,
                                .patterns = source.has_capitals() ? capitals.views() : patterns.patterns,
                                .only_counts = !options.shows_positions(),
                                .with_errors = options.errors != SearchOptions::exact,
                                .is_edit = options.is_edit,
                                .max_errors = options.errors,
                                .longest_suffixes = options.longest_suffix,
                                .documents = options.documents,
                                .top_documents = options.top,
                                .next_symbols = options.next,
                                .limit = options.limit,
                                .context = options.context,
                                .on_counted = [&](SearchOutcome const& counted) { results.start(counted); },
                                .on_matches = [&](Matches const& matches) { results.add(matches); }});
  results.finish(outcome);
  return outcome.occurrences > 0 ? ExitCode::ok : ExitCode::no;
}

}  // namespace lexikos::app
