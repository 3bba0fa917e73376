// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>
#include <optional>

#include "app/command_line/index_width.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/match/match_lines.hpp"
#include "app/io/output_path.hpp"
#include "app/io/sequences.hpp"
#include "app/report/report.hpp"
#include "app/report/stopwatch.hpp"

namespace lexikos::app
{

namespace
{

struct MatchCommandOptions
{
  std::string reference;
  std::vector<std::string> queries;
  std::string output = "-";
  std::string plot;
  std::string format = "mummer";
  std::string index = "auto";
  bool maxmatch = false;
  bool mum = false;
  bool mumreference = false;
  bool smem = false;
  bool both = false;
  bool reverse = false;
  bool only_acgt = false;
  bool four_columns = false;
  bool query_lengths = false;
  bool forward_positions = false;
  std::size_t min_length = 20;
  std::size_t min_occurrences = 1;
  std::size_t max_occurrences = 0;
  DeviceOptions device;
  ReportOptions report;

  [[nodiscard]] WantedMatches kind() const
  {
    if (maxmatch) return WantedMatches::maximal;
    if (mum) return WantedMatches::unique_in_both;
    return smem ? WantedMatches::supermaximal : WantedMatches::unique_in_text;
  }
};

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

/// What the command has done.
struct Done
{
  double read_seconds;
  MatchOutcome const& outcome;
};

/// Writes and draws matches as they are found.
class MatchWriter
{
 public:
  MatchWriter(MatchCommandOptions const& options, MatchLines const& lines)
      : m_options(options),
        m_lines(lines),
        m_output(options.output),
        m_out(m_output),
        m_json(m_out),
        m_plot({options.reference, lines.reference}, {title_of(options.queries), lines.queries})
  {
    if (!options.plot.empty()) m_picture.emplace(options.plot);
    if (options.report.json) {
      m_json.begin_object();
      m_json.key("matches");
      m_json.begin_array();
    }
    else if (options.format == "tsv") {
      print_table_head(m_out, options.smem);
    }
  }

  void add(FoundMatches const& matches)
  {
    if (m_picture) draw(m_plot, matches, m_lines);
    if (m_options.report.json)
      print_as_json(m_json, matches, m_lines);
    else if (m_options.format == "tsv")
      print_as_table(m_out, matches, m_lines);
    else
      print_as_mummer(m_out, matches, m_lines);
  }

  void finish(Done const& done)
  {
    MatchOutcome const& outcome = done.outcome;
    if (m_options.report.json) {
      m_json.end_array();
      m_json.member("device", outcome.device);
      m_json.member("count", outcome.matches);
      m_json.member("capped_queries", outcome.capped_queries);
      m_json.member("read_seconds", done.read_seconds);
      m_json.member("index_seconds", outcome.index_seconds);
      m_json.member("match_seconds", outcome.match_seconds);
      m_json.member("write_seconds", outcome.write_seconds);
      m_json.end_object();
      m_out << '\n';
    }
    m_out.flush();
    if (m_picture) m_picture->write(m_plot.svg());
    m_output.commit();
    if (m_picture) m_picture->commit();
  }

 private:
  static std::string title_of(std::vector<std::string> const& files)
  {
    return files.size() == 1 ? files[0] : files[0] + " and " + std::to_string(files.size() - 1) + " more";
  }

  MatchCommandOptions const& m_options;
  MatchLines const& m_lines;
  Output m_output;
  TextWriter m_out;
  Json m_json;
  std::optional<Output> m_picture;
  DotPlot m_plot;
};

Report report_of(MatchCommandOptions const& options, MatchLines const& lines, Done const& done)
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

ExitCode run(MatchCommandOptions const& options)
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

constexpr char const* details =
    R"(Sequences are FASTA or FASTQ, also compressed by gzip; REFERENCE may also be an
index that 'lexikos index --fasta' wrote. Small and capital letters are the same.
No match crosses the end of a record. Lines are those of mummer: for
each query and strand its name, then the position in the reference, the position
in the query, and the length, positions counted from 1; a name of the record
comes first if the reference has several. Matches are sorted by their position in
the query. --format tsv and --json count from 0.

Options of mummer are known by their letters and words, also after one dash
(-maxmatch, -mum, -l, -b, -r, -n, -F, -L, -c).

Positions in the reverse complement of a query are those of the reverse
complement, unless --forward-positions is given.

--plot draws the reference from left to right and the queries upwards, their
records with grey borders. Matches of reverse complements fall from left to right.
Of matches on the same pixels one is drawn, and of very many the longest.
)";

}  // namespace

Command make_match()
{
  auto const options = std::make_shared<MatchCommandOptions>();
  Command command{.name = "match", .summary = "Find exact matches of sequences in a reference", .details = details};
  command.operands = {operand("REFERENCE", options->reference,
                              "The sequences to find matches in, or an index of them; - for standard input"),
                      operands("QUERY", options->queries, "Files of the sequences to find matches of")};
  command.options = {
      number("-l,--min-length", "N", options->min_length, "Shortest match. Default: 20", {1}),
      flag("--mumreference", options->mumreference,
           "Maximal matches that occur once in the reference. This is the default"),
      flag("--maxmatch", options->maxmatch, "All maximal matches (MEM)"),
      flag("--mum", options->mum, "Maximal matches that occur once in the reference and once in their query (MUM)"),
      flag("--smem", options->smem, "Matches that lie in no longer match of the query (SMEM), at all their places"),
      flag("-b,--both", options->both, "Queries and their reverse complements"),
      flag("-r,--reverse", options->reverse, "Only the reverse complements"),
      flag("-n,--only-acgt", options->only_acgt, "Letters other than A, C, G and T match nothing"),
      flag("-F,--four-columns", options->four_columns, "Names of the reference's records even if there is only one"),
      flag("-L,--query-lengths", options->query_lengths, "Lengths of queries beside their names"),
      flag("-c,--forward-positions", options->forward_positions,
           "Positions of reverse complements in the query itself, where their first letter is"),
      number("--min-occurrences", "N", options->min_occurrences,
             "Only strings that occur at least N times in the reference. Default: 1", {1}),
      number("--max-occurrences", "N", options->max_occurrences,
             "Leave out strings that occur more than N times, and report how many queries that affects. 0: keep all. "
             "Default: 0"),
      choice("--format", "FORMAT", {"mummer", "tsv"}, options->format, "mummer or tsv. Default: mummer"),
      text("-o,--output", "PATH", options->output, "Where the matches go. Default: standard output"),
      text("--plot", "PATH", options->plot, "Draw the matches as a dot plot, in SVG"),
      index_width(options->index, "Width of positions: u32, u64, or auto, which is u32 up to 2^32 - 2 symbols"),
  };
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
