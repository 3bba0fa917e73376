// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <optional>

#include "app/commands/bwt_report.hpp"
#include "app/commands/commands.hpp"
#include "app/io/output_path.hpp"

namespace lexikos::app
{

namespace
{

struct BwtOptions
{
  std::string text;
  std::string output;
  std::string primary_file;
  SortOptions sort;
  DeviceOptions device;
  ReportOptions report;
};

ExitCode run(BwtOptions options)
{
  options.output = output_path(options.output, options.text, ".bwt");
  bool const has_name = options.output != "-" && options.output != "/dev/null";
  if (options.primary_file.empty() && has_name) options.primary_file = options.output + ".primary";
  check_paths({options.text}, {options.output, options.primary_file});
  require_known(options.sort);
  Output output(options.output);
  std::optional<Output> primary;
  if (!options.primary_file.empty()) primary.emplace(options.primary_file);
  Input const text(options.text);

  Session const session(options.device);
  auto const outcome = transform_text(
      session, {.job = {&text, !options.report.quiet}, .sort = options.sort, .primary_index = 0, .output = &output});
  if (primary) primary->write(std::to_string(outcome.primary_index) + "\n");
  output.commit();
  if (primary) primary->commit();
  Report report = bwt_report(text, outcome, options.output);
  if (primary) report.row("primary index in", place_of(options.primary_file));
  print(report, options.report, used_by(options.primary_file == "-" ? options.primary_file : options.output));
  return ExitCode::ok;
}

}  // namespace

Command make_bwt()
{
  auto const options = std::make_shared<BwtOptions>();
  Command command{
      .name = "bwt", .summary = "Compute the Burrows-Wheeler transform of a text", .details = bwt_format_help};
  command.operands = {operand("FILE", options->text, "The text, bytes of any value; - for standard input")};
  command.options = {
      text("-o,--output", "PATH", options->output,
           "Where the transform goes; - for standard output. Default: FILE.bwt, or standard output when the text comes "
           "from standard input"),
      text("--primary", "PATH", options->primary_file,
           "Where the primary index goes. Default: OUTPUT.primary, and only the report when the transform goes to "
           "standard output"),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
