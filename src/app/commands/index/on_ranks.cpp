// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/on_ranks.hpp"

#include "app/command_line/index_width.hpp"
#include "app/command_line/symbol_type.hpp"
#include "app/commands/index/options.hpp"
#include "app/on_device/ranks/index_by_text.hpp"
#include "app/report/measures.hpp"

namespace lexikos::app
{

namespace
{

Report report_of(IndexOptions const& options, TextIndexOutcome const& outcome)
{
  Report report;
  report.add("text", options.text, "text");
  report.add("bytes", outcome.run.bytes, "bytes");
  report.add("format", outcome.format);
  if (options.symbols != "u8") report.add("symbols", options.symbols, "symbols");
  if (outcome.records != 0) {
    std::string const what = outcome.have_names ? "record" : "document";
    report.add(what + "s", outcome.records, what + "s");
    report.add("longest_" + what, outcome.longest, "symbols of the longest");
  }
  report.add("ranks", outcome.run.ranks, "ranks");
  report.add("transport", outcome.run.transport, "transport");
  report.add("device", outcome.run.device, "device");
  report.add("threads", outcome.run.threads);
  report.add("kind", options.kind, "kind");
  report.add("by", std::string("text"), "by");
  report.add("index", width_name(outcome.run.index_bytes), "entries");
  report.add("largest_part", outcome.largest, "symbols of the largest part");
  report.add("longest_pattern", outcome.longest_pattern);
  report.row("longest pattern", outcome.longest_pattern == 0 ? "any" : std::to_string(outcome.longest_pattern));
  if (options.is_fm()) {
    report.add("sample_rate", options.transform.sample_rate, "sample rate");
    report.add("text_kept", options.transform.keep_text, "text");
    report.add("index_memory", outcome.memory, "bytes of memory of all ranks");
  }
  report.add("workspace_bytes", outcome.run.workspace_bytes, "bytes of workspace of a rank");
  report.add("seconds", outcome.run.seconds, "seconds", 3);
  add_speed(report, outcome.run.bytes, outcome.run.seconds);
  report.add("load_seconds", outcome.run.load_seconds);
  report.add("write_seconds", outcome.run.write_seconds);
  add_output(report, options.output);
  return report;
}

ExitCode index_parts(IndexOptions const& options)
{
  if (options.format.both_strands()) throw Failure(ExitCode::usage, "--strands both is not for several ranks");
  if (options.format.format == "plain") require_plain_on_ranks(options.text, options.format);
  auto const outcome = index_by_text({.text = options.text,
                                      .output = options.output,
                                      .offsets = options.offsets,
                                      .format = options.format,
                                      .symbol_bytes = symbol_bytes_of(options.symbols),
                                      .index = options.index,
                                      .kind = options.is_fm() ? IndexKind::fm : IndexKind::suffix,
                                      .transform = options.transform,
                                      .longest_pattern = options.longest_pattern,
                                      .show_progress = !options.report.quiet,
                                      .device = options.device});
  if (outcome.run.rank == 0) print(report_of(options, outcome), options.report, StandardOutput::is_free);
  return ExitCode::ok;
}

}  // namespace

ExitCode index_on_ranks(IndexOptions const& options)
{
  refuse_on_ranks({{"--lcp", options.lcp},
                   {"--isa", options.inverse},
                   {"--memory", options.device_memory != 0},
                   {"--algorithm", options.sort.algorithm != "automatic"},
                   {"--segmented-sort", options.sort.segmented_sort != "automatic"}});
  bool const is_divided =
      options.is_fm() || !options.offsets.empty() || options.format.may_be_sequences();  // which only parts have
  if (options.by == "text" || (options.by == "auto" && is_divided)) return index_parts(options);
  if (is_divided) throw Failure(ExitCode::usage, "--kind fm, --offsets and sequences are for --by text");
  if (options.longest_pattern != IndexOptions::usual_longest)
    throw Failure(ExitCode::usage, "--longest-pattern is for --by text");
  require_plain_on_ranks(options.text, options.format);
  return run_and_report({.product = RanksRequest::Product::index,
                         .text = options.text,
                         .output = options.output,
                         .index = options.index,
                         .symbol_bytes = symbol_bytes_of(options.symbols),
                         .device = options.device},
                        options.report);
}

}  // namespace lexikos::app
