// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include "app/command_line/index_width.hpp"
#include "app/commands/commands.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/search/index.hpp"
#include "app/report/measures.hpp"

namespace lexikos::app
{

namespace
{

struct IndexOptions
{
  std::string text;
  std::string output;
  std::string index = "auto";
  SortOptions sort;
  bool lcp = false;
  bool inverse = false;
  DeviceOptions device;
  ReportOptions report;
};

Report report_of(IndexOptions const& options, Input const& text, IndexOutcome const& outcome, std::size_t index_bytes)
{
  std::size_t const n = text.bytes().size();
  Report report;
  report.add("text", text.name(), "text");
  report.add("bytes", n, "bytes");
  report.add("alphabet", outcome.alphabet_size, "alphabet");
  report.add("device", outcome.device, "device");
  report.add("index", width_name(index_bytes), "entries");
  report.add("lcp", options.lcp, "LCP array");
  report.add("isa", options.inverse, "inverse");
  report.add("table_depth", outcome.table_depth, "symbols of the table's prefixes");
  report.add("table_entries", outcome.table_entries, "entries of the table");
  report.add("seconds", outcome.build_seconds(), "seconds", 3);
  add_speed(report, n, outcome.build_seconds());
  report.add("load_seconds", outcome.load_seconds);
  report.add("sort_seconds", outcome.sort_seconds);
  if (options.lcp) report.add("lcp_seconds", outcome.lcp_seconds);
  report.add("table_seconds", outcome.table_seconds);
  report.add("write_seconds", outcome.write_seconds);
  add_output(report, options.output);
  return report;
}

ExitCode run(IndexOptions options)
{
  options.output = output_file(options.output, options.text, ".index", "an index");
  check_paths({options.text}, {options.output});
  require_known(options.sort);
  SavedFile file = index_file(options.output);
  Input const text(options.text);
  std::size_t const index_bytes = index_bytes_for(text.bytes().size(), options.index);

  Session const session(options.device);
  auto const outcome = index_text(session,
                                  {.job = {&text, !options.report.quiet},
                                   .sort = options.sort,
                                   .index_bytes = index_bytes,
                                   .with_lcp = options.lcp,
                                   .with_inverse = options.inverse},
                                  file);
  print(report_of(options, text, outcome, index_bytes), options.report, StandardOutput::is_free);
  return ExitCode::ok;
}

}  // namespace

Command make_index()
{
  auto const options = std::make_shared<IndexOptions>();
  Command command{.name = "index",
                  .summary = "Build an index of a text, for 'lexikos search'",
                  .details = R"(The file holds the text, its suffix array, a table of the intervals of all short
prefixes, and the arrays that options add: 5 to 7 bytes a character (u32), and 4
more for each array added. Sizes and checksums are in it, so that a damaged file
is refused. It is there complete or not at all.
)"};
  command.operands = {operand("FILE", options->text, "The text, bytes of any value; - for standard input")};
  command.options = {
      text("-o,--output", "PATH", options->output, "Where the index goes. Default: FILE.index"),
      flag("--lcp", options->lcp, "Keep the LCP array too"),
      flag("--isa", options->inverse, "Keep the inverse suffix array too"),
      index_width(options->index, "Width of the entries: u32, u64, or auto, which is u32 up to 2^32 - 2 bytes"),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
