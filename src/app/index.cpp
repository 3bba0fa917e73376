// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <lexikos/file.hpp>
#include <memory>
#include <string>

#include "app/build_index.hpp"
#include "app/command.hpp"
#include "app/index_width.hpp"
#include "app/output_path.hpp"
#include "app/report.hpp"
#include "app/signals.hpp"

namespace lexikos::app
{

namespace
{

struct IndexOptions
{
  std::string text;
  std::string output;
  std::string index = "auto";
  std::string algorithm = "automatic";
  bool lcp = false;
  bool inverse = false;
  DeviceOptions device;
  ReportOptions report;
};

struct IndexOutcome
{
  std::string device;
  IndexTimes times;
  unsigned table_depth = 0;
  std::size_t table_entries = 0;
  unsigned alphabet_size = 0;
  double write_seconds = 0;
};

template <class Index, class ExecutionSpace>
IndexOutcome build_and_write(ExecutionSpace const& space, IndexRequest const& request, FileWriter& file)
{
  auto const indexed = index_text<Index>(space, request);
  IndexOutcome outcome{.device = described<ExecutionSpace>(request.device),
                       .times = indexed.times,
                       .table_depth = indexed.index.table_depth(),
                       .table_entries = indexed.index.table_entries(),
                       .alphabet_size = indexed.index.alphabet_size()};
  Kokkos::Timer timer;
  indexed.index.save(space, file);
  file.commit();
  outcome.write_seconds = timer.seconds();
  return outcome;
}

Report report_of(IndexOptions const& options, Input const& text, IndexOutcome const& outcome, std::size_t index_bytes)
{
  std::size_t const n = text.bytes().size();
  double const seconds = outcome.times.build_seconds();
  double const speed = n == 0 || seconds <= 0 ? 0 : static_cast<double>(n) / seconds / 1e6;
  std::string const entry = "u" + std::to_string(8 * index_bytes);
  Report report;
  report.add("text", text.name(), "text", text.name());
  report.add("bytes", n, "bytes", grouped(n));
  report.add("alphabet", outcome.alphabet_size, "alphabet", std::to_string(outcome.alphabet_size));
  report.add("device", outcome.device, "device", outcome.device);
  report.add("index", entry, "entries", entry);
  report.add("lcp", options.lcp, "LCP array", options.lcp ? "yes" : "no");
  report.add("isa", options.inverse, "inverse", options.inverse ? "yes" : "no");
  report.add("table_depth", outcome.table_depth, "table of prefixes",
             std::to_string(outcome.table_depth) + " symbols, " + grouped(outcome.table_entries) + " entries");
  report.add("table_entries", outcome.table_entries);
  report.add("seconds", seconds, "seconds", decimal(seconds, 3));
  report.add("mb_per_s", speed, "MB/s", decimal(speed, 1));
  report.add("load_seconds", outcome.times.load_seconds);
  report.add("sort_seconds", outcome.times.sort_seconds);
  if (options.lcp) report.add("lcp_seconds", outcome.times.lcp_seconds);
  report.add("table_seconds", outcome.times.table_seconds);
  report.add("write_seconds", outcome.write_seconds);
  report.add("output", options.output, "output", options.output);
  return report;
}

ExitCode run(IndexOptions options)
{
  if (options.output.empty() && options.text == "-")
    throw Failure(ExitCode::usage, "a text from standard input has no name for its index: say where with --output");
  if (options.output.empty()) options.output = options.text + ".index";
  if (options.output == "-") throw Failure(ExitCode::usage, "an index goes to a file, not to standard output");
  require_distinct({options.text}, {options.output});
  SuffixArrayAlgorithm const algorithm = suffix_array_algorithm(options.algorithm);
  FileWriter file(options.output, suffix_index_kind);
  RemovedOnSignal const guard(file.temporary_path());
  Input const text(options.text);
  std::size_t const index_bytes = index_bytes_for(text.bytes().size(), options.index);

  Session const session(options.device);
  IndexRequest const request{.text = &text,
                             .device = session.device(),
                             .algorithm = algorithm,
                             .with_lcp = options.lcp,
                             .with_inverse = options.inverse,
                             .show_progress = !options.report.quiet};
  auto const outcome = session.on_device<IndexOutcome>([&](auto const& space) {
    return index_bytes == 4 ? build_and_write<std::uint32_t>(space, request, file)
                            : build_and_write<std::uint64_t>(space, request, file);
  });
  print(report_of(options, text, outcome, index_bytes), options.report);
  return ExitCode::ok;
}

}  // namespace

Command make_index(CLI::App& program)
{
  auto options = std::make_shared<IndexOptions>();
  CLI::App* const app = program.add_subcommand("index", "Build an index of a text, for 'lexikos search'");
  app->add_option("FILE", options->text, "The text, bytes of any value; - for standard input")->required();
  app->add_option("-o,--output", options->output, "Where the index goes. Default: FILE.index")->type_name("PATH");
  app->add_flag("--lcp", options->lcp, "Keep the LCP array too");
  app->add_flag("--isa", options->inverse, "Keep the inverse suffix array too");
  app->add_option("--index", options->index,
                  "Width of the entries: u32, u64, or auto, which is u32 up to 2^32 - 2 bytes")
      ->check(CLI::IsMember({"auto", "u32", "u64"}))
      ->type_name("WIDTH");
  app->add_option("--algorithm", options->algorithm,
                  "Of the sort; automatic, or one of those that 'lexikos info' lists")
      ->type_name("NAME");
  add_device_options(*app, options->device);
  add_report_options(*app, options->report);
  app->footer(
      "The file holds the text, its suffix array, a table of the intervals of all short prefixes, and what else is "
      "asked\n"
      "for: 5 to 7 bytes a character (u32), and 4 more for each array more. Sizes and checksums are in it, so that a\n"
      "damaged file is refused. It is there complete or not at all.\n\n" +
      std::string(exit_codes_help));
  return {app, [options] { return run(*options); }};
}

}  // namespace lexikos::app
