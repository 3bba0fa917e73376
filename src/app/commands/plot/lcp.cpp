// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <optional>

#include "app/command_line/index_width.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/plot/parts.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/suffix_array/lcp.hpp"
#include "app/report/joined.hpp"
#include "app/report/measures.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

struct PlotLcpOptions
{
  std::string text;
  TextFormat format;
  std::string suffix_array;
  std::string index = "auto";
  std::string x_scale = "log";
  std::string y_scale = "log";
  PictureOptions picture;
  SortOptions sort;
  DeviceOptions device;
  ReportOptions report;
};

Histogram::Scale scale_of(std::string const& name)
{
  return name == "log" ? Histogram::Scale::logarithmic : Histogram::Scale::linear;
}

void write_bins(Json& json, Histogram const& histogram)
{
  json.begin_array();
  for (auto const& bin : histogram.bins()) {
    if (bin.count == 0) continue;
    json.begin_object();
    json.member("from", bin.from);
    json.member("to", bin.to);
    json.member("count", bin.count);
    json.end_object();
  }
  json.end_array();
}

Report report_of(PlotLcpOptions const& options, TextFile const& file, LcpOutcome const& outcome,
                 Histogram const& histogram)
{
  Input const& text = file.input();
  Report report;
  report.add("text", text.name(), "text");
  report.add("bytes", text.bytes().size(), "bytes");
  add_format(report, file);
  report.add("mean_lcp", outcome.mean, "mean LCP", 2);
  report.add("max_lcp", outcome.maximum, "maximum LCP");
  report.add("device", outcome.device, "device");
  report.add("sort_seconds", outcome.sort_seconds,
             options.suffix_array.empty() ? "seconds to sort" : "seconds to check", 3);
  report.add("lcp_seconds", outcome.seconds, "for the LCP array", 3);
  report.add("bins", [&](Json& json) { write_bins(json, histogram); });
  add_output(report, options.picture.output);
  return report;
}

ExitCode run(PlotLcpOptions options)
{
  if (options.text == "-" && options.suffix_array == "-")
    throw Failure(ExitCode::usage, "only one of the text and the array can come from standard input");
  std::string const& path = options.picture.output = output_path(options.picture.output, options.text, ".lcp.svg");
  check_paths({options.text, options.suffix_array}, {path});
  require_known(options.sort);
  Output output(path);
  DeviceStart const start(options.device, {options.text, options.suffix_array});
  TextFile const file(options.text, options.format,
                      {.show_progress = !options.report.quiet, .threads = options.device.threads});
  Input const& text = file.input();
  std::size_t const n = text.bytes().size();
  if (!options.suffix_array.empty()) require_no_records_for_array(file, options.text);
  std::optional<Input> array;
  if (!options.suffix_array.empty()) array.emplace(options.suffix_array);
  Histogram histogram(scale_of(options.x_scale));
  Session const session(options.device);
  auto const outcome = lcp_of_text(
      session, {.job = {&text, !options.report.quiet},
                .sort = options.sort,
                .suffix_array = array ? &*array : nullptr,
                .offsets = file.offsets(),
                .index_bytes = array ? index_bytes_of(text, *array, options.index) : index_bytes_for(n, options.index),
                .histogram = &histogram});
  if (!outcome.defect.empty())
    throw Failure(ExitCode::no, array->name() + " is not the suffix array of " + text.name() + ": " + outcome.defect);
  std::string const note =
      joined({grouped(n), " entries, mean ", decimal(outcome.mean, 2), ", maximum ", grouped(outcome.maximum)});
  output.write(histogram.svg(style_of(options.picture, "LCP array of " + text.name()), note,
                             {.counts = scale_of(options.y_scale), .values = "LCP, in bytes"}));
  output.commit();
  print(report_of(options, file, outcome, histogram), options.report, used_by(path));
  return ExitCode::ok;
}

}  // namespace

Command make_plot_lcp()
{
  auto const options = std::make_shared<PlotLcpOptions>();
  Command command{.name = "lcp",
                  .summary = "The histogram of a text's LCP array",
                  .details = R"(The entries of the LCP array say what each suffix has in common with the one
before it in the suffix array. Small values have bins of their own, and large ones
share eight from a power of two to the next; a bar is as high as one value of its
bin occurs on average. --json has the bins that are not empty: those entries of at
least 'from' and less than 'to'.
)"};
  command.operands = {operand("FILE", options->text, "The text, bytes of any value; - for standard input")};
  command.options = {text_format(options->format), strands_of_sequences(options->format)};
  add_picture_options(command, options->picture, ".lcp.svg");
  add_size_options(command, options->picture, 400);
  command.options.push_back(
      choice("--x-scale", "SCALE", {"log", "linear"}, options->x_scale, "Of the values: log or linear. Default: log"));
  command.options.push_back(choice("--y-scale", "SCALE", {"log", "linear"}, options->y_scale,
                                   "Of how often they occur: log or linear. Default: log"));
  command.options.push_back(
      text("--sa", "PATH", options->suffix_array,
           "The text's suffix array as 'lexikos sa' writes it, which is checked; without it, it is built"));
  command.options.push_back(index_width(
      options->index, "Width of the entries: u32, u64, or auto, which is that of SA, or u32 up to 2^32 - 2 bytes"));
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
