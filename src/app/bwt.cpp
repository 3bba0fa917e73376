// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <lexikos/bwt.hpp>
#include <memory>
#include <optional>

#include "app/command.hpp"
#include "app/output_path.hpp"
#include "app/report.hpp"
#include "app/sort_text.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

namespace
{

constexpr char const* format_help =
    "The transform has no header: as many bytes as the text. The primary index, which the way back needs, is written "
    "in\n"
    "decimal to a file beside it, with '.primary' behind its name, and is in the report. It is the rank of the whole "
    "text\n"
    "among its n + 1 suffixes, the empty one included: 1 to n, and 0 for an empty text.\n\n";

struct BwtCommandOptions
{
  std::string input;
  std::string output;
  std::string primary_file;  // of bwt: where the primary index goes; of unbwt: where it comes from
  std::optional<std::uint64_t> primary_index;
  std::string algorithm = "automatic";
  DeviceOptions device;
  ReportOptions report;
};

struct BwtOutcome
{
  std::string device;
  std::string algorithm;
  std::size_t primary_index = 0;
  std::size_t peak_bytes = 0;
  double seconds = 0;
};

/// Of both directions: input and result of n bytes, and a workspace.
template <class ExecutionSpace>
void require_memory_for(Input const& input, std::string const& where, std::size_t workspace)
{
  std::size_t const n = input.bytes().size();
  require_memory(where, detail::available_memory<ExecutionSpace>(),
                 {{"the input", detail::works_on_host<ExecutionSpace> ? input.pending_bytes() : n},
                  {"the result", n},
                  {"the workspace", workspace}});
  if constexpr (!detail::works_on_host<ExecutionSpace>)
    require_host_memory({{"the input", input.pending_bytes()}, {"the staging block", staging_bytes}});
}

template <class ExecutionSpace>
using Bytes = Kokkos::View<std::uint8_t*, typename ExecutionSpace::memory_space>;

template <class ExecutionSpace>
BwtOutcome bwt_on(ExecutionSpace const& space, Input const& input, Output& output, BwtCommandOptions const& options,
                  std::string const& device)
{
  std::size_t const n = input.bytes().size();
  SuffixArrayAlgorithm const algorithm = suffix_array_algorithm(options.algorithm);
  BwtOutcome outcome;
  outcome.device = described<ExecutionSpace>(device);
  require_algorithm<ExecutionSpace>(algorithm, device);
  std::size_t const workspace_bytes = burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(n, algorithm);
  require_memory_for<ExecutionSpace>(input, outcome.device, workspace_bytes);
  output.reserve(n);
  input.load();
  OnDevice<ExecutionSpace, std::uint8_t> const text(space, "lexikos::app::text", input.bytes());
  auto const bwt = allocate<Bytes<ExecutionSpace>>("lexikos::app::bwt", n);
  Workspace workspace;
  workspace.reserve<typename ExecutionSpace::memory_space>(workspace_bytes);
  SuffixArrayStatistics statistics;
  Kokkos::Timer timer;
  {
    Progress progress("sorting suffixes", !options.report.quiet);
    outcome.primary_index = burrows_wheeler_transform(
        space, text.view(), bwt,
        {.algorithm = algorithm, .workspace = &workspace, .statistics = &statistics, .progress = [&](double fraction) {
           progress.update(fraction);
           return true;
         }});
  }
  outcome.seconds = timer.seconds();
  outcome.algorithm = std::string(to_string(statistics.algorithm));
  outcome.peak_bytes = 2 * n + workspace.peak_bytes();
  write(space, bwt, output);
  return outcome;
}

template <class ExecutionSpace>
BwtOutcome unbwt_on(ExecutionSpace const& space, Input const& input, Output& output, std::size_t primary_index,
                    BwtCommandOptions const& options, std::string const& device)
{
  std::size_t const n = input.bytes().size();
  BwtOutcome outcome;
  outcome.device = described<ExecutionSpace>(device);
  outcome.primary_index = primary_index;
  std::size_t const workspace_bytes = inverse_burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(n);
  require_memory_for<ExecutionSpace>(input, outcome.device, workspace_bytes);
  output.reserve(n);
  input.load();
  OnDevice<ExecutionSpace, std::uint8_t> const bwt(space, "lexikos::app::bwt", input.bytes());
  auto const text = allocate<Bytes<ExecutionSpace>>("lexikos::app::text", n);
  Workspace workspace;
  workspace.reserve<typename ExecutionSpace::memory_space>(workspace_bytes);
  Kokkos::Timer timer;
  {
    Progress progress("inverting the transform", !options.report.quiet);
    progress.announce();
    inverse_burrows_wheeler_transform(space, bwt.view(), primary_index, text, {.workspace = &workspace});
  }
  outcome.seconds = timer.seconds();
  outcome.peak_bytes = 2 * n + workspace.peak_bytes();
  write(space, text, output);
  return outcome;
}

/// The number in a file as bwt writes it.
std::size_t read_primary_index(std::string const& path)
{
  Input const file(path);
  auto const bytes = file.bytes();
  std::string const text(bytes.begin(),
                         bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bytes.size(), 32)));
  std::size_t value = 0;
  auto const end = text.data() + text.size();
  auto const parsed = std::from_chars(text.data(), end, value);
  bool const is_number = parsed.ec == std::errc() && bytes.size() <= 32 &&
                         std::all_of(parsed.ptr, end, [](char c) { return c == '\n' || c == '\r' || c == ' '; });
  if (!is_number) throw Failure(ExitCode::unreadable_input, file.name() + " holds no primary index");
  return value;
}

Report report_of(BwtCommandOptions const& options, Input const& input, BwtOutcome const& outcome)
{
  std::size_t const n = input.bytes().size();
  double const speed = n == 0 || outcome.seconds <= 0 ? 0 : static_cast<double>(n) / outcome.seconds / 1e6;
  double const peak = n == 0 ? 0 : static_cast<double>(outcome.peak_bytes) / static_cast<double>(n);
  Report report;
  report.add("input", input.name(), "input", input.name());
  report.add("bytes", n, "bytes", grouped(n));
  // copied into a command line as it is
  report.add("primary_index", outcome.primary_index, "primary index", std::to_string(outcome.primary_index));
  if (!outcome.algorithm.empty()) report.add("algorithm", outcome.algorithm, "algorithm", outcome.algorithm);
  report.add("device", outcome.device, "device", outcome.device);
  report.add("seconds", outcome.seconds, "seconds", decimal(outcome.seconds, 3));
  report.add("mb_per_s", speed, "MB/s", decimal(speed, 1));
  report.add("peak_bytes", outcome.peak_bytes);
  report.add("peak_bytes_per_character", peak, "peak bytes/character", decimal(peak, 2));
  report.add("output", options.output);
  return report;
}

ExitCode run_bwt(BwtCommandOptions options)
{
  options.output = output_path(options.output, options.input, ".bwt");
  bool const has_name = options.output != "-" && options.output != "/dev/null";
  if (options.primary_file.empty() && has_name) options.primary_file = options.output + ".primary";
  std::vector<std::string> outputs{options.output};
  if (!options.primary_file.empty()) outputs.push_back(options.primary_file);
  require_distinct({options.input}, outputs);
  static_cast<void>(suffix_array_algorithm(options.algorithm));
  Output output(options.output);
  std::optional<Output> primary;
  if (!options.primary_file.empty()) primary.emplace(options.primary_file);
  Input const input(options.input);

  Session const session(options.device);
  auto const outcome = session.on_device<BwtOutcome>(
      [&](auto const& space) { return bwt_on(space, input, output, options, session.device()); });
  if (primary) {
    std::string const line = std::to_string(outcome.primary_index) + "\n";
    primary->write(line.data(), line.size());
  }
  output.commit();
  if (primary) primary->commit();
  print(report_of(options, input, outcome), options.report, options.output == "-" || options.primary_file == "-");
  return ExitCode::ok;
}

/// "book.bwt" comes from "book"; what has another ending gets one more.
std::string text_path(BwtCommandOptions const& options)
{
  constexpr std::string_view ending = ".bwt";
  if (!options.output.empty() || options.input == "-") return output_path(options.output, options.input, "");
  std::string const& input = options.input;
  return input.ends_with(ending) && input.size() > ending.size() ? input.substr(0, input.size() - ending.size())
                                                                 : input + ".text";
}

ExitCode run_unbwt(BwtCommandOptions options)
{
  if (!options.primary_index && options.primary_file.empty()) {
    if (options.input == "-")
      throw Failure(ExitCode::usage, "a transform from standard input needs --primary-index or --primary");
    options.primary_file = options.input + ".primary";
  }
  if (options.input == "-" && options.primary_file == "-")
    throw Failure(ExitCode::usage, "only one of the transform and its primary index can come from standard input");
  options.output = text_path(options);
  require_distinct({options.input, options.primary_file}, {options.output});
  std::size_t const primary_index =
      options.primary_index ? *options.primary_index : read_primary_index(options.primary_file);
  Output output(options.output);
  Input const input(options.input);
  Session const session(options.device);
  auto const outcome = session.on_device<BwtOutcome>(
      [&](auto const& space) { return unbwt_on(space, input, output, primary_index, options, session.device()); });
  output.commit();
  print(report_of(options, input, outcome), options.report, options.output == "-");
  return ExitCode::ok;
}

}  // namespace

Command make_bwt(CLI::App& program)
{
  auto options = std::make_shared<BwtCommandOptions>();
  CLI::App* const app = program.add_subcommand("bwt", "Make the Burrows-Wheeler transform of a text");
  app->add_option("FILE", options->input, "The text, bytes of any value; - for standard input")->required();
  app->add_option(
         "-o,--output", options->output,
         "Where the transform goes; - for standard output. Default: FILE.bwt, or standard output when the text "
         "comes from standard input")
      ->type_name("PATH");
  app->add_option(
         "--primary", options->primary_file,
         "Where the primary index goes. Default: OUTPUT.primary, and only the report when the transform goes to "
         "standard output")
      ->type_name("PATH");
  app->add_option("--algorithm", options->algorithm, "To build the suffix array with, as in 'lexikos sa'")
      ->type_name("NAME");
  add_device_options(*app, options->device);
  add_report_options(*app, options->report);
  app->footer(format_help + std::string(exit_codes_help));
  return {app, [options] { return run_bwt(*options); }};
}

Command make_unbwt(CLI::App& program)
{
  auto options = std::make_shared<BwtCommandOptions>();
  CLI::App* const app = program.add_subcommand("unbwt", "Make the text of a Burrows-Wheeler transform");
  app->add_option("FILE", options->input, "The transform as 'lexikos bwt' writes it; - for standard input")->required();
  auto* const number = app->add_option("--primary-index", options->primary_index, "The transform's primary index");
  number->type_name("NUMBER");
  app->add_option("--primary", options->primary_file, "A file that holds it. Default: FILE.primary")
      ->type_name("PATH")
      ->excludes(number);
  app->add_option("-o,--output", options->output,
                  "Where the text goes; - for standard output. Default: FILE without '.bwt', or FILE.text; standard "
                  "output when the transform comes from standard input")
      ->type_name("PATH");
  add_device_options(*app, options->device);
  add_report_options(*app, options->report);
  app->footer(format_help +
              std::string("A transform or a primary index that no text has is refused with exit code 3.\n\n") +
              std::string(exit_codes_help));
  return {app, [options] { return run_unbwt(*options); }};
}

}  // namespace lexikos::app
