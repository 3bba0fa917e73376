// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "app/commands/bwt_report.hpp"
#include "app/commands/commands.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/collections/bwt.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

struct UnbwtOptions
{
  std::string transform;
  std::string output;
  std::string primary_file;
  std::optional<std::uint64_t> primary_index;
  std::string offsets;
  std::uint8_t terminator = 0;
  DeviceOptions device;
  ReportOptions report;
};

/// The number in a file as bwt writes it.
std::uint64_t read_primary_index(std::string const& path)
{
  constexpr std::size_t longest = 32;
  Input const file(path);
  std::string_view text = as_text(file.bytes());
  std::size_t const end = text.find_last_not_of(" \r\n");
  text = text.substr(0, end == std::string_view::npos ? 0 : end + 1);
  std::uint64_t index = 0;
  if (text.size() > longest || !read_number(text, {}, index).empty())
    throw Failure(ExitCode::unreadable_input, file.name() + " does not hold a primary index");
  return index;
}

/// Failure for a number that no transform of this size has.
void require_primary_index(std::uint64_t index, Input const& transform, std::string const& file)
{
  std::uint64_t const n = transform.bytes().size();
  if (n == 0 ? index == 0 : index >= 1 && index <= n) return;
  throw Failure(ExitCode::unreadable_input, file + " holds " + std::to_string(index) + ", and the primary index of " +
                                                transform.name() + " is " +
                                                (n == 0 ? "0" : "1 to " + std::to_string(n)));
}

/// "book.bwt" comes from "book"; a file of another name gets an ending more.
std::string text_path(UnbwtOptions const& options)
{
  constexpr std::string_view ending = ".bwt";
  std::string const& input = options.transform;
  bool const has_ending = input.ends_with(ending) && input.size() > ending.size();
  if (!options.output.empty() || input == "-" || !has_ending) return output_path(options.output, input, ".text");
  return output_path({}, input, "").substr(0, input.size() - ending.size());
}

ExitCode run_on_documents(UnbwtOptions const& options)
{
  if (options.primary_index || !options.primary_file.empty())
    throw Failure(ExitCode::usage, "the transform of documents (--offsets) has no primary index");
  std::string const path = text_path(options);
  check_paths({options.transform}, {path, options.offsets});
  Output output(path);
  Output offsets(options.offsets);
  Input const transform(options.transform);
  Session const session(options.device);
  auto const outcome = invert_transform_of_documents(session, {.job = {&transform, !options.report.quiet},
                                                               .sort = {},
                                                               .offsets = {},
                                                               .terminator = options.terminator,
                                                               .output = &output,
                                                               .offsets_output = &offsets});
  output.commit();
  offsets.commit();
  Report report = bwt_report(transform, outcome, path);
  report.row("offsets in", place_of(options.offsets));
  print(report, options.report, used_by(options.offsets == "-" ? options.offsets : path));
  return ExitCode::ok;
}

ExitCode run(UnbwtOptions options)
{
  if (!options.offsets.empty()) return run_on_documents(options);
  if (options.terminator != 0) throw Failure(ExitCode::usage, "--terminator is for documents (--offsets)");
  if (options.primary_index && !options.primary_file.empty())
    throw Failure(ExitCode::usage, "--primary and --primary-index exclude each other");
  if (!options.primary_index && options.primary_file.empty()) {
    if (options.transform == "-")
      throw Failure(ExitCode::usage, "a transform from standard input needs --primary-index or --primary");
    options.primary_file = options.transform + ".primary";
    if (::access(options.transform.c_str(), F_OK) == 0 && ::access(options.primary_file.c_str(), F_OK) != 0)
      throw Failure(ExitCode::unreadable_input, "cannot read " + options.primary_file + ": " + std::strerror(errno) +
                                                    "; the transform of documents has none, but --offsets");
  }
  if (options.transform == "-" && options.primary_file == "-")
    throw Failure(ExitCode::usage, "only one of the transform and its primary index can come from standard input");
  options.output = text_path(options);
  check_paths({options.transform, options.primary_file}, {options.output});
  std::uint64_t const primary_index =
      options.primary_index ? *options.primary_index : read_primary_index(options.primary_file);
  Output output(options.output);
  Input const transform(options.transform);
  if (!options.primary_index) require_primary_index(primary_index, transform, options.primary_file);
  Session const session(options.device);
  auto const outcome = invert_transform(
      session,
      {.job = {&transform, !options.report.quiet}, .sort = {}, .primary_index = primary_index, .output = &output});
  output.commit();
  print(bwt_report(transform, outcome, options.output), options.report, used_by(options.output));
  return ExitCode::ok;
}

Option primary_index_option(std::optional<std::uint64_t>& target)
{
  return {"--primary-index", "NUMBER", "The transform's primary index", [&target](std::string_view text) {
            std::uint64_t index = 0;
            std::string wrong = read_number(text, {}, index);
            if (wrong.empty()) target = index;
            return wrong;
          }};
}

}  // namespace

Command make_unbwt()
{
  auto const options = std::make_shared<UnbwtOptions>();
  Command command{.name = "unbwt",
                  .summary = "Recover the text of a Burrows-Wheeler transform",
                  .details = std::string(bwt_format_help) +
                             "A transform or a primary index that no text has is refused with exit code 3.\n"};
  command.operands = {
      operand("FILE", options->transform, "The transform as 'lexikos bwt' writes it; - for standard input")};
  command.options = {
      primary_index_option(options->primary_index),
      text("--primary", "PATH", options->primary_file, "A file that holds it. Default: FILE.primary"),
      text("-o,--output", "PATH", options->output,
           "Where the text goes; - for standard output. Default: FILE without '.bwt', or FILE.text; standard output "
           "when the transform comes from standard input"),
      text("--offsets", "PATH", options->offsets,
           "The transform is one of documents; where they start goes to this file, as 'lexikos bwt' reads it"),
      number("--terminator", "BYTE", options->terminator, "What stands for the ends of documents. Default: 0"),
  };
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
