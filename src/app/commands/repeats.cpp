// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>

#include "app/command_line/index_width.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/search/repeats.hpp"
#include "app/report/repeats_list.hpp"
#include "app/report/report.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

struct RepeatsOptions
{
  std::string text;
  std::string output;
  std::string positions;
  TextFormat format;
  std::string positions_format = "auto";
  std::string svg;
  std::string index = "auto";
  std::string algorithm = "automatic";
  std::size_t top = 10;
  std::size_t min_length = 1;
  std::size_t min_occurrences = 2;
  SortOptions sort;
  DeviceOptions device;
  ReportOptions report;
};

Report report_of(RepeatsOptions const& options, TextFile const& file, RepeatsOutcome const& outcome)
{
  Input const& text = file.input();
  Report report;
  report.add("text", text.name(), "text");
  report.add("bytes", text.bytes().size(), "bytes");
  add_format(report, file);
  report.add("device", outcome.device, "device");
  report.add("longest", outcome.longest, "longest repeat");
  report.add("mean_length", outcome.mean_length, "mean of the longest at each position", 2);
  report.add("mean_lcp", outcome.mean_lcp, "mean LCP", 2);
  report.add("covered", outcome.covered, "positions covered");
  report.add("min_length", options.min_length);
  report.add("min_occurrences", options.min_occurrences);
  report.add("maximal_repeats", outcome.maximal, "maximal repeats");
  report.add("repeats", [&](Json& json) { write_list(json, outcome.top, text, file.records()); });
  report.add("sort_seconds", outcome.sort_seconds, "seconds to sort", 3);
  report.add("lcp_seconds", outcome.lcp_seconds, "for the LCP array", 3);
  report.add("repeats_seconds", outcome.repeats_seconds, "for longest repeats", 3);
  report.add("maximal_seconds", outcome.maximal_seconds, "for maximal repeats", 3);
  if (!options.output.empty()) report.row("list", place_of(options.output));
  if (!options.positions.empty()) report.row("longest at each position", place_of(options.positions));
  if (!options.svg.empty()) report.row("picture", place_of(options.svg));
  return report;
}

std::unique_ptr<Output> output_to(std::string const& path)
{
  return path.empty() ? nullptr : std::make_unique<Output>(path);
}

ExitCode run(RepeatsOptions options)
{
  if (options.output.empty() && !options.report.json) options.output = std::string("-");
  if (options.positions_format != "auto" && options.positions.empty())
    throw Failure(ExitCode::usage, "--positions-format is for --positions");
  check_paths({options.text}, {options.output, options.positions, options.svg});
  require_known_repeats_algorithm(options.algorithm);
  require_known(options.sort);
  options.min_length = std::max<std::size_t>(options.min_length, 1);
  auto list = output_to(options.output);
  auto positions = output_to(options.positions);
  auto svg = output_to(options.svg);
  DeviceStart const start(options.device, {options.text});
  TextFile const file(options.text, options.format,
                      {.show_progress = !options.report.quiet, .threads = options.device.threads});
  Input const& text = file.input();
  std::size_t const n = text.bytes().size();
  LengthPlot plot(n);

  Session const session(options.device);
  auto const outcome =
      find_repeats(session, {.job = {&text, !options.report.quiet},
                             .offsets = file.offsets(),
                             .index_bytes = index_bytes_for(n, options.index),
                             .sort = options.sort,
                             .algorithm = options.algorithm,
                             .top = options.top,
                             .min_length = options.min_length,
                             .min_occurrences = options.min_occurrences,
                             .positions = positions.get(),
                             .tsv = options.positions_format == "tsv" ||
                                    (options.positions_format == "auto" && options.positions.ends_with(".tsv")),
                             .plot = svg ? &plot : nullptr});
  if (list) write_list(*list, outcome.top, text, file.records());
  if (svg) svg->write(plot.svg(text.name()));
  for (auto* const output : {list.get(), positions.get(), svg.get()})
    if (output != nullptr) output->commit();
  bool const has_data = options.output == "-" || options.positions == "-" || options.svg == "-";
  print(report_of(options, file, outcome), options.report,
        has_data ? StandardOutput::has_data : StandardOutput::is_free);
  return ExitCode::ok;
}

constexpr char const* details = R"(A repeat is a substring that occurs at two places or more; those listed cannot be
extended to either side without losing a place. The list has a line for each,
after one of headings: length, places, the first place, and its first 60 bytes, of
which those that do not print are shown as \xHH. Positions count from 0.

Of sequences (--format), no repeat crosses from one record into the next, and the
first place is two columns, the name of a record and the position in it; with
--strands both three, the strand in between, + or -. A position on the strand - is
that of the repeat's first letter there, counted from the start of the record's
reverse complement, and every repeat is listed as it reads on either strand.
--positions counts through all records, one after the other.

The binary form of --positions has no header: for n bytes of text n starts, then n
lengths, little-endian, u32 or u64. A position that no repeat covers has itself as
start, and length 0; of several longest repeats the first is given.
)";

}  // namespace

Command make_repeats()
{
  auto const options = std::make_shared<RepeatsOptions>();
  Command command{.name = "repeats", .summary = "Find the repeats of a text", .details = details};
  command.operands = {operand("FILE", options->text, "The text, bytes of any value; - for standard input")};
  command.options = {
      text_format(options->format),
      strands_of_sequences(options->format),
      text("-o,--output", "PATH", options->output,
           "Where the list of repeats goes. Default: standard output, or nowhere with --json, which has it too"),
      number("--top", "COUNT", options->top, "How many repeats to list, the longest first. Default: 10"),
      number("--min-length", "BYTES", options->min_length, "Only repeats of at least this length. Default: 1"),
      number("--min-occurrences", "COUNT", options->min_occurrences,
             "Only repeats that occur at this many places or more. Default: 2"),
      text("--positions", "PATH", options->positions, "Write the longest repeat that covers each position"),
      choice("--positions-format", "FORMAT", {"auto", "binary", "tsv"}, options->positions_format,
             "Of --positions: binary, tsv, or auto, which is tsv where PATH ends in .tsv"),
      text("--svg", "PATH", options->svg, "Draw the length of the longest repeat along the text"),
      index_width(options->index, "Width of the entries: u32, u64, or auto, which is u32 up to 2^32 - 2 bytes"),
      text("--algorithm", "NAME", options->algorithm,
           "For the longest repeat at each position: automatic, bounded, raw or compact"),
  };
  add_sort_options(command, options->sort, "--sort-algorithm");
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
