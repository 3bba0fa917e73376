// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "app/command_line/index_width.hpp"
#include "app/commands/match/match_writer.hpp"
#include "app/io/output_path.hpp"
#include "app/io/sequences.hpp"
#include "app/report/stopwatch.hpp"

namespace lexikos::app
{

void require_sense(MatchCommandOptions const& options)
{
  auto const refuse = [](char const* what) { throw Failure(ExitCode::usage, what); };
  if (options.maxmatch + options.mum + options.mumreference + options.smem > 1)
    refuse("--maxmatch, --mum, --mumreference and --smem exclude each other");
  if (options.both && options.reverse) refuse("--both and --reverse exclude each other");
  if (options.report.json && options.format != "mummer") refuse("--json is a format of its own");
  auto const files = std::ranges::count(options.queries, "-") + (options.reference == "-" ? 1 : 0);
  if (files > 1) refuse("standard input can be read once");
}

namespace
{

Report report_of(MatchCommandOptions const& options, MatchLines const& lines, DoneMatching const& done)
{
  MatchOutcome const& outcome = done.outcome;
  Report report;
  report.row("reference", options.reference);
  report.row("records", lines.reference.count());
  report.row("symbols", lines.reference.size());
  report.row("queries", lines.queries.count());
  report.row("symbols of queries", lines.queries.size());
  report.row("device", outcome.device);
  report.row("matches", outcome.matches);
  if (options.max_occurrences != 0) report.row("queries with places left out", outcome.capped_queries);
  report.add("", done.read_seconds, "seconds to read", 3);
  report.add("", outcome.index_seconds, "seconds to index", 3);
  report.add("", outcome.match_seconds, "seconds to match", 3);
  report.add("", outcome.write_seconds, "seconds to write", 3);
  if (!options.plot.empty()) report.row("picture", place_of(options.plot));
  return report;
}

/// The reference: sequences, or an index of some.
struct Reference
{
  explicit Reference(MatchCommandOptions const& options)
  {
    if (options.reference == "-" || !is_saved_file(options.reference)) {
      sequences.emplace(std::vector{options.reference}, LetterCase::capital, !options.report.quiet);
      return;
    }
    auto const refuse = [&](std::string const& why) {
      throw Failure(ExitCode::not_supported, "cannot match in " + options.reference + ": " + why);
    };
    index.emplace(options.reference);
    if (!index->records() || !index->records()->has_names())
      refuse("it is no index of sequences, such as 'lexikos index --fasta' builds");
    if (options.index != "auto") throw Failure(ExitCode::usage, "--index is for sequences; an index has its own width");
  }

  [[nodiscard]] Records records() const { return sequences ? sequences->records() : *index->records(); }
  [[nodiscard]] std::span<std::uint8_t const> text() const
  {
    return sequences ? sequences->symbols() : std::span<std::uint8_t const>();
  }

  std::optional<Sequences> sequences;
  std::optional<SavedIndex> index;
};

}  // namespace

ExitCode run_match(MatchCommandOptions const& options)
{
  require_sense(options);
  auto files = options.queries;
  files.push_back(options.reference);
  check_paths(files, {options.output, options.plot});
  DeviceStart const start(options.device, {options.reference});
  Stopwatch watch;
  Reference reference(options);
  if (reference.index) begin_checks(*reference.index);
  Sequences const queries(options.queries, LetterCase::capital, !options.report.quiet);
  double const read_seconds = watch.lap();
  std::size_t const longest = std::max(reference.text().size(), queries.symbols().size());
  MatchLines const lines{
      reference.records(),       queries.records(),    !options.reverse,     options.both || options.reverse,
      options.forward_positions, options.four_columns, options.query_lengths};
  Session const session(options.device);
  MatchWriter writer(options, lines);
  auto const outcome =
      match_sequences(session, {.reference = lines.reference,
                                .text = reference.text(),
                                .saved = reference.index ? &*reference.index : nullptr,
                                .queries = queries.records(),
                                .query_symbols = queries.symbols(),
                                .kind = options.kind(),
                                .min_length = options.min_length,
                                .min_occurrences = options.min_occurrences,
                                .max_occurrences = options.max_occurrences,
                                .forward = lines.forward,
                                .reverse = lines.reverse,
                                .only_acgt = options.only_acgt,
                                .index_bytes = index_bytes_for(longest, options.index),
                                .show_progress = !options.report.quiet,
                                .on_matches = [&](FoundMatches const& matches) { writer.add(matches); }});
  writer.finish({read_seconds, outcome});
  if (!options.report.json)
    print(report_of(options, lines, {read_seconds, outcome}), options.report, StandardOutput::has_data);
  return ExitCode::ok;
}

}  // namespace lexikos::app
