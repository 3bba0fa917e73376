// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/command_line/text_format.hpp"
#include "app/commands/bwt_report.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/on_ranks.hpp"
#include "app/io/document_offsets.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/collections/bwt.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

struct BwtOptions
{
  std::string text;
  std::string output;
  std::string primary_file;
  std::string offsets;
  TextFormat format;
  std::uint8_t terminator = 0;
  std::size_t device_memory = 0;
  SortOptions sort;
  DeviceOptions device;
  ReportOptions report;
};

bool has_name(std::string const& output)
{
  return output != "-" && output != "/dev/null";
}

/// Beside a transform that has none, 'lexikos unbwt' would take the primary index of the one that was there before.
void remove_older_primary(std::string const& output)
{
  if (!has_name(output)) return;
  std::string const path = output + ".primary";
  std::ifstream file(path);
  std::uint64_t index = 0;
  bool const is_one = static_cast<bool>(file >> index) && (file >> std::ws).eof();
  if (is_one) ::unlink(path.c_str());
}

/// Of an offsets file, or of sequences.
ExitCode run_on_documents(BwtOptions const& options, TextFile const& file, Output& output)
{
  if (options.device_memory != 0) refuse_memory_of_documents();
  if (options.sort.algorithm != "automatic")
    throw Failure(ExitCode::usage, "--algorithm is for texts that are not divided into documents");
  Input const& text = file.input();
  auto const* const records = file.records();
  auto offsets =
      records != nullptr
          ? std::vector<std::uint64_t>(records->offsets.begin(), records->offsets.end())
          : read_document_offsets({.path = options.offsets, .text_bytes = text.bytes().size(), .is_whole = true});
  Session const session(options.device);
  auto const outcome = transform_documents(session, {.job = {&text, !options.report.quiet},
                                                     .sort = options.sort,
                                                     .offsets = std::move(offsets),
                                                     .terminator = options.terminator,
                                                     .output = &output});
  output.commit();
  remove_older_primary(options.output);
  Report report = bwt_report(text, outcome, options.output);
  add_format(report, file);
  print(report, options.report, used_by(options.output));
  return ExitCode::ok;
}

ExitCode transform_on_ranks(BwtOptions const& options)
{
  require_plain_on_ranks(options.text, options.format);
  refuse_on_ranks({{"--offsets", !options.offsets.empty()},
                   {"--algorithm", options.sort.algorithm != "automatic"},
                   {"--segmented-sort", options.sort.segmented_sort != "automatic"}});
  std::string const primary = options.primary_file.empty() ? options.output + ".primary" : options.primary_file;
  return run_and_report({.product = RanksRequest::Product::transform,
                         .text = options.text,
                         .output = options.output,
                         .primary = primary,
                         .device = options.device},
                        options.report);
}

ExitCode run(BwtOptions options)
{
  options.output = output_path(options.output, options.text, ".bwt");
  if (is_on_ranks()) return transform_on_ranks(options);
  auto const refuse_primary = [&](char const* what) {
    if (!options.primary_file.empty())
      throw Failure(ExitCode::usage, std::string("the transform of ") + what + " has no primary index");
  };
  if (!options.offsets.empty()) refuse_primary("documents (--offsets)");
  bool const has_primary = options.offsets.empty() && (has_name(options.output) || !options.primary_file.empty());
  std::string const primary_file = options.primary_file.empty() ? options.output + ".primary" : options.primary_file;
  check_paths({options.text, options.offsets}, {options.output, has_primary ? primary_file : std::string()});
  require_known(options.sort);
  Output output(options.output);
  DeviceStart const start(options.device, {options.text, options.offsets});
  TextFile const file(options.text, options.format,
                      {.show_progress = !options.report.quiet, .threads = options.device.threads});
  require_bytes_of_sequences(file, 1, !options.offsets.empty());
  if (file.records() != nullptr) refuse_primary("records");
  if (!options.offsets.empty() || file.records() != nullptr) return run_on_documents(options, file, output);
  if (options.terminator != 0)
    throw Failure(ExitCode::usage, "--terminator is for documents (--offsets) and sequences");
  std::optional<Output> primary;
  if (has_primary) primary.emplace(primary_file);
  Input const& text = file.input();

  Session const session(options.device);
  auto const outcome = transform_text(session, {.job = {&text, !options.report.quiet},
                                                .sort = options.sort,
                                                .device_memory = options.device_memory,
                                                .output = &output});
  if (primary) primary->write(std::to_string(outcome.primary_index) + "\n");
  output.commit();
  if (primary) primary->commit();
  Report report = bwt_report(text, outcome, options.output);
  add_format(report, file);
  if (primary) report.row("primary index in", place_of(primary_file));
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
      text_format(options->format),
      strands_of_sequences(options->format),
      text("--offsets", "PATH", options->offsets,
           "Where the documents of the text start: 64-bit numbers of bytes, one more than documents"),
      number("--terminator", "BYTE", options->terminator,
             "What stands for the ends of documents: a byte that the text does not have. Default: 0"),
  };
  add_memory_options(command, options->device_memory);
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.works_on_ranks = true;
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
