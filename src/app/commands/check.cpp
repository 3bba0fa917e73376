// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include "app/command_line/index_width.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/on_ranks.hpp"
#include "app/on_device/suffix_array/check.hpp"
#include "app/report/joined.hpp"
#include "app/report/report.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

struct CheckOptions
{
  std::string text;
  std::string array;
  std::string index = "auto";
  TextFormat format;
  bool sequential = false;
  DeviceOptions device;
  ReportOptions report;
};

ExitCode run(CheckOptions const& options)
{
  if (options.text == "-" && options.array == "-")
    throw Failure(ExitCode::usage, "only one of the text and the array can come from standard input");
  if (is_on_ranks()) {
    require_plain_on_ranks(options.text, options.format);
    refuse_on_ranks({{"--sequential", options.sequential}});
    return run_and_report({.product = RanksRequest::Product::verdict,
                           .text = options.text,
                           .array = options.array,
                           .index = options.index,
                           .device = options.device},
                          options.report);
  }
  DeviceStart const start(options.device, {options.text, options.array});
  TextFile const file(options.text, options.format,
                      {.show_progress = !options.report.quiet, .threads = options.device.threads});
  if (!file.offsets().empty())
    throw Failure(ExitCode::usage, "arrays of texts are checked, and not those of several records, as " + options.text +
                                       " has (--format)");
  Input const& text = file.input();
  Input const array(options.array);
  std::size_t const entry = index_bytes_of(text, array, options.index);
  Session const session(options.device);
  Verdict const verdict = check_array(
      session,
      {.job = {&text, !options.report.quiet}, .array = &array, .index_bytes = entry, .sequential = options.sequential});

  bool const right = verdict.defect.empty();
  Report report;
  report.add("text", text.name(), "text");
  report.add("array", array.name(), "array");
  report.add("bytes", text.bytes().size(), "bytes");
  add_format(report, file);
  report.add("index", width_name(entry), "entries");
  report.add("device", verdict.device, "device");
  report.add("seconds", verdict.seconds, "seconds", 3);
  report.add("right", right);
  report.row("verdict", right ? "it is the suffix array of the text" : joined({"wrong: ", verdict.defect}));
  if (!right) {
    report.add("reason", verdict.defect);
    report.add("first_offending_index", verdict.index);
  }
  print(report, options.report, StandardOutput::is_for_report);
  if (right) return ExitCode::ok;
  throw Failure(ExitCode::no, array.name() + " is not the suffix array of " + text.name() + ": " + verdict.defect);
}

}  // namespace

Command make_check()
{
  auto const options = std::make_shared<CheckOptions>();
  Command command{.name = "check",
                  .summary = "Find out whether a file is the suffix array of a text",
                  .details = R"(The verdict is exact, and names the first offending index. It goes to standard
output. Exit code 0: it is the suffix array; 1: it is not.
)"};
  command.operands = {
      operand("FILE", options->text, "The text; - for standard input"),
      operand("SA", options->array, "The array as 'lexikos sa' writes it; - for standard input"),
  };
  command.options = {
      text_format(options->format),
      strands_of_sequences(options->format),
      index_width(options->index, "Width of the entries: u32, u64, or auto, which looks at the array's size"),
      flag("--sequential", options->sequential, "On one thread of the host, with hardly any memory"),
  };
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.works_on_ranks = true;
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
