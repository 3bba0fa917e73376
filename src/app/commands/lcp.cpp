// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <optional>

#include "app/command_line/index_width.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/on_ranks.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/suffix_array/lcp.hpp"
#include "app/report/measures.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

struct LcpOptions
{
  std::string text;
  std::string suffix_array;
  std::string output;
  std::string index = "auto";
  TextFormat format;
  SortOptions sort;
  bool permuted = false;
  DeviceOptions device;
  ReportOptions report;
};

Report report_of(LcpOptions const& options, TextFile const& file, LcpOutcome const& outcome, std::size_t entry)
{
  Input const& text = file.input();
  std::size_t const n = text.bytes().size();
  Report report;
  report.add("text", text.name(), "text");
  report.add("bytes", n, "bytes");
  add_format(report, file);
  report.add("mean_lcp", outcome.mean, "mean LCP", 2);
  report.add("max_lcp", outcome.maximum, "maximum LCP");
  if (!outcome.algorithm.empty()) report.add("algorithm", outcome.algorithm, "algorithm");
  report.add("device", outcome.device, "device");
  report.add("index", width_name(entry), "entries");
  report.add("sort_seconds", outcome.sort_seconds,
             options.suffix_array.empty() ? "seconds to sort" : "seconds to check", 3);
  report.add("seconds", outcome.seconds, "seconds for the LCP array", 3);
  add_speed(report, n, outcome.seconds);
  add_peak(report, n, outcome.peak_bytes);
  report.add("permuted", options.permuted);
  add_output(report, options.output);
  return report;
}

ExitCode run_on_several_ranks(LcpOptions const& options)
{
  require_plain_on_ranks(options.text, options.format);
  refuse_on_ranks({{"--permuted", options.permuted},
                   {"--algorithm", options.sort.algorithm != "automatic"},
                   {"--segmented-sort", options.sort.segmented_sort != "automatic"}});
  return run_and_report({.product = RanksRequest::Product::lcp_array,
                         .text = options.text,
                         .array = options.suffix_array,
                         .output = options.output,
                         .index = options.index,
                         .device = options.device},
                        options.report);
}

ExitCode run(LcpOptions options)
{
  if (options.text == "-" && options.suffix_array == "-")
    throw Failure(ExitCode::usage, "only one of the text and the array can come from standard input");
  options.output = output_path(options.output, options.text, options.permuted ? ".plcp" : ".lcp");
  if (!options.suffix_array.empty() && options.sort.algorithm != "automatic")
    throw Failure(ExitCode::usage, "--algorithm sorts suffixes, and --sa says that they are sorted");
  if (is_on_ranks()) return run_on_several_ranks(options);
  check_paths({options.text, options.suffix_array}, {options.output});
  require_known(options.sort);
  Output output(options.output);
  DeviceStart const start(options.device, {options.text, options.suffix_array});
  TextFile const file(options.text, options.format,
                      {.show_progress = !options.report.quiet, .threads = options.device.threads});
  Input const& text = file.input();
  if (!options.suffix_array.empty()) require_no_records_for_array(file, options.text);
  std::optional<Input> array;
  if (!options.suffix_array.empty()) array.emplace(options.suffix_array);
  std::size_t const entry =
      array ? index_bytes_of(text, *array, options.index) : index_bytes_for(text.bytes().size(), options.index);

  Session const session(options.device);
  auto const outcome = lcp_of_text(session, {.job = {&text, !options.report.quiet},
                                             .sort = options.sort,
                                             .suffix_array = array ? &*array : nullptr,
                                             .offsets = file.offsets(),
                                             .index_bytes = entry,
                                             .permuted = options.permuted,
                                             .output = &output});
  if (!outcome.defect.empty())
    throw Failure(ExitCode::no, array->name() + " is not the suffix array of " + text.name() + ": " + outcome.defect);
  output.commit();
  print(report_of(options, file, outcome, entry), options.report, used_by(options.output));
  return ExitCode::ok;
}

}  // namespace

Command make_lcp()
{
  auto const options = std::make_shared<LcpOptions>();
  Command command{.name = "lcp",
                  .summary = "Build the longest common prefix array of a text",
                  .details = R"(The array has no header: n entries, little-endian, u32 or u64. Entry i is the
length of the longest common prefix of the suffixes of ranks i - 1 and i; entry 0
is 0. The permuted array has the same numbers in the order of the suffixes'
positions. Of the records of sequences, suffixes end with their records, as those
of 'lexikos sa' do.

Under mpirun or srun, each rank works on its ranges of the files.
)"};
  command.operands = {operand("FILE", options->text, "The text, bytes of any value; - for standard input")};
  command.options = {
      text("--sa", "PATH", options->suffix_array,
           "The text's suffix array as 'lexikos sa' writes it, which is checked; without it, it is built"),
      text("-o,--output", "PATH", options->output,
           "Where the array goes; - for standard output. Default: FILE.lcp (or FILE.plcp), or standard output when the "
           "text comes from standard input"),
      text_format(options->format),
      strands_of_sequences(options->format),
      flag("--permuted", options->permuted, "The permuted array, in the order of the text"),
      index_width(options->index,
                  "Width of the entries: u32, u64, or auto, which is that of SA, or u32 up to "
                  "2^32 - 2 bytes"),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.works_on_ranks = true;
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
