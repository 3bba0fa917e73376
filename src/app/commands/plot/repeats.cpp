// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>

#include "app/command_line/index_width.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/plot/parts.hpp"
#include "app/io/output_path.hpp"
#include "app/report/joined.hpp"
#include "app/report/measures.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/repeat_map.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t max_positions = 50;  // of a repeat

struct PlotRepeatsOptions
{
  std::string text;
  TextFormat format;
  std::string index = "auto";
  std::size_t top = 1000;
  std::size_t min_length = 1;
  std::size_t min_occurrences = 2;
  PictureOptions picture;
  SortOptions sort;
  DeviceOptions device;
  ReportOptions report;
};

Report report_of(PlotRepeatsOptions const& options, TextFile const& file, RepeatsOutcome const& outcome,
                 RepeatMap const& map)
{
  Input const& text = file.input();
  Report report;
  report.add("text", text.name(), "text");
  report.add("bytes", text.bytes().size(), "bytes");
  add_format(report, file);
  report.add("device", outcome.device, "device");
  report.add("longest", outcome.longest, "longest repeat");
  report.add("covered", outcome.covered, "positions covered");
  report.add("maximal_repeats", outcome.maximal, "maximal repeats");
  report.add("shown", outcome.top.size(), "of which are shown");
  report.add("arcs", map.arcs().size(), "arcs");
  report.add("seconds", outcome.sort_seconds + outcome.lcp_seconds + outcome.repeats_seconds + outcome.maximal_seconds,
             "seconds", 3);
  add_output(report, options.picture.output);
  return report;
}

std::string note_of(RepeatsOutcome const& outcome)
{
  if (outcome.top.empty()) return "no repeats";
  return joined({"The longest ", grouped(outcome.top.size()), " of ", grouped(outcome.maximal), " maximal repeats, of ",
                 grouped(outcome.top.back().length), " to ", grouped(outcome.top.front().length), " bytes"});
}

ExitCode run(PlotRepeatsOptions options)
{
  std::string const& path = options.picture.output = output_path(options.picture.output, options.text, ".repeats.svg");
  check_paths({options.text}, {path});
  require_known(options.sort);
  Output output(path);
  DeviceStart const start(options.device, {options.text});
  TextFile const file(options.text, options.format,
                      {.show_progress = !options.report.quiet, .threads = options.device.threads});
  Input const& text = file.input();
  std::size_t const n = text.bytes().size();
  LengthPlot lengths(n);
  Session const session(options.device);
  auto const outcome = find_repeats(session, {.job = {&text, !options.report.quiet},
                                              .offsets = file.offsets(),
                                              .index_bytes = index_bytes_for(n, options.index),
                                              .sort = options.sort,
                                              .top = options.top,
                                              .min_length = std::max<std::size_t>(options.min_length, 1),
                                              .min_occurrences = options.min_occurrences,
                                              .max_positions = max_positions,
                                              .plot = &lengths});
  PictureStyle const style = style_of(options.picture, "Repeats of " + text.name());
  RepeatMap const map(n, outcome.top, style.width);
  output.write(map.svg(style, note_of(outcome), lengths));
  output.commit();
  print(report_of(options, file, outcome, map), options.report, used_by(path));
  return ExitCode::ok;
}

}  // namespace

Command make_plot_repeats()
{
  auto const options = std::make_shared<PlotRepeatsOptions>();
  Command command{.name = "repeats",
                  .summary = "Where the repeats of a text lie",
                  .details = R"(Arcs lead from each place of a repeat to its next one, of the first 50 places;
they are as wide as the repeat is long, and their colour says how often it occurs.
Of arcs on the same pixels one is drawn, that of the longest repeat, and of more
than 4000 those of the longest repeats. Below is the length of the longest repeat
at each position, as 'lexikos repeats --svg' draws it: the largest of what a pixel
holds is light, the mean is dark.

--min-occurrences 10 shows what a text has most often. Of sequences (--format), no
repeat crosses from one record into the next; they lie one after the other.
)"};
  command.operands = {operand("FILE", options->text, "The text, bytes of any value; - for standard input")};
  command.options = {text_format(options->format), strands_of_sequences(options->format)};
  add_picture_options(command, options->picture, ".repeats.svg");
  add_size_options(command, options->picture, 500);
  command.options.push_back(number("--top", "COUNT", options->top,
                                   "How many maximal repeats to draw, the longest, at most 100000. Default: 1000",
                                   {0, 100'000}));
  command.options.push_back(
      number("--min-length", "BYTES", options->min_length, "Only repeats of at least this length. Default: 1"));
  command.options.push_back(number("--min-occurrences", "COUNT", options->min_occurrences,
                                   "Only repeats that occur at this many places or more. Default: 2"));
  command.options.push_back(
      index_width(options->index, "Width of the entries: u32, u64, or auto, which is u32 up to 2^32 - 2 bytes"));
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
