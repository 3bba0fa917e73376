// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/on_ranks.hpp"

#include "app/command_line/index_width.hpp"
#include "app/io/output_path.hpp"
#include "app/report/measures.hpp"
#include "app/report/numbers_shown.hpp"

namespace lexikos::app
{

namespace
{

using Product = RanksRequest::Product;

void add_steps(Report& report, RanksOutcome const& outcome)
{
  report.add("steps", [steps = outcome.steps](Json& json) {
    json.begin_object();
    for (auto const& step : steps) json.member(step.name, step.seconds);
    json.end_object();
  });
  report.add("bytes_sent", [steps = outcome.steps](Json& json) {
    json.begin_object();
    for (auto const& step : steps) json.member(step.name, step.bytes_sent);
    json.end_object();
  });
}

void add_sort(Report& report, RanksOutcome const& outcome)
{
  report.add("alphabet", outcome.alphabet_size, "alphabet");
  report.add("sampled", outcome.sampled);
  std::size_t const rounds = outcome.unsorted.empty() ? 0 : outcome.unsorted.size() - 1;
  report.add("rounds", rounds);
  if (rounds > 0) report.row("rounds", rounds);
  report.add("unsorted", [unsorted = outcome.unsorted](Json& json) {
    json.begin_array();
    for (auto const count : unsorted) json.value(count);
    json.end_array();
  });
  report.add("sort_seconds", outcome.sort_seconds, "seconds to sort", 3);
  add_speed(report, outcome.bytes, outcome.sort_seconds);
  std::uint64_t sent = 0;
  for (auto const& step : outcome.steps) sent += step.bytes_sent;
  report.row("bytes that left their rank", sent);
  report.add("imbalance", outcome.imbalance, "largest share of a rank, over the mean", 3);
  report.add("workspace_bytes", outcome.workspace_bytes, "bytes of workspace of a rank");
  add_steps(report, outcome);
}

Report report_of(RanksRequest const& request, RanksOutcome const& outcome)
{
  Report report;
  report.add(request.product == Product::transform ? "input" : "text", request.text, "text");
  report.add("bytes", outcome.bytes, "bytes");
  report.add("ranks", outcome.ranks, "ranks");
  report.add("transport", outcome.transport, "transport");
  report.add("device", outcome.device, "device");
  report.add("threads", outcome.threads);
  if (request.product == Product::transform) {
    report.add("primary_index", outcome.primary_index);
    report.row("primary index", std::to_string(outcome.primary_index));
  }
  else {
    report.add("index", width_name(outcome.index_bytes), "entries");
  }
  if (request.array.empty()) add_sort(report, outcome);
  report.add("load_seconds", outcome.load_seconds);
  report.add("write_seconds", outcome.write_seconds);
  if (request.product == Product::lcp_array) {
    report.add("mean_lcp", outcome.mean_lcp, "mean LCP", 2);
    report.add("max_lcp", outcome.max_lcp, "maximum LCP");
    report.add("seconds", outcome.seconds, "seconds for the LCP array", 3);
  }
  if (request.product == Product::index) report.add("seconds", outcome.seconds, "seconds to index", 3);
  if (request.product == Product::suffix_array) report.add("checked", request.check, "checked");
  if (request.product != Product::verdict) add_output(report, request.output);
  if (!request.inverse.empty()) report.add("isa", request.inverse, "inverse");
  return report;
}

void add_verdict(Report& report, RanksRequest const& request, RanksOutcome const& outcome)
{
  bool const right = outcome.defect.empty();
  report.add("array", request.array, "array");
  report.add("seconds", outcome.seconds, "seconds", 3);
  report.add("right", right);
  report.row("verdict", right ? "it is the suffix array of the text" : "wrong: " + outcome.defect);
  if (right) return;
  report.add("reason", outcome.defect);
  report.add("first_offending_index", outcome.first_offending_index);
}

}  // namespace

void refuse_on_ranks(std::vector<std::pair<std::string, bool>> const& given)
{
  for (auto const& [name, is_given] : given)
    if (is_given) throw Failure(ExitCode::usage, name + " is not for several ranks");
}

void require_plain_on_ranks(std::string const& path, TextFormat const& format)
{
  if (format.format != "plain" && format.format != "bytes")
    throw Failure(ExitCode::usage, "--format " + format.format + " is not for several ranks");
  if (format.both_strands()) throw Failure(ExitCode::usage, "--strands both is not for several ranks");
  if (format.format == "bytes" || path == "-") return;
  auto const compression = compression_of(FileBlocks(path).peek(compression_head));
  if (compression != Compression::none)
    throw Failure(ExitCode::not_supported, "cannot read " + path + ": several ranks do not decompress, and it is " +
                                               std::string(name_of(compression)) +
                                               " (--format bytes takes it as it is)");
}

ExitCode run_and_report(RanksRequest request, ReportOptions const& options)
{
  request.show_progress = !options.quiet;
  RanksOutcome const outcome = run_on_ranks(request);
  bool const is_verdict = request.product == Product::verdict;
  if (!outcome.defect.empty() && !is_verdict)
    throw Failure(ExitCode::no,
                  request.array.empty()
                      ? "the array that was built is wrong, so it is not written (please "
                        "report this): " +
                            outcome.defect
                      : request.array + " is not the suffix array of " + request.text + ": " + outcome.defect);
  if (outcome.rank == 0) {
    Report report = report_of(request, outcome);
    if (is_verdict) add_verdict(report, request, outcome);
    print(report, options, is_verdict ? StandardOutput::is_for_report : StandardOutput::is_free);
  }
  if (outcome.defect.empty()) return ExitCode::ok;
  throw Failure(ExitCode::no, request.array + " is not the suffix array of " + request.text + ": " + outcome.defect);
}

}  // namespace lexikos::app
