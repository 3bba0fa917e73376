// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "app/command.hpp"
#include "app/index_width.hpp"
#include "app/output_path.hpp"
#include "app/report.hpp"
#include "app/sort_text.hpp"

namespace lexikos::app
{

namespace
{

struct SaOptions
{
  std::string text;
  std::string output;
  std::string inverse;
  std::string index = "auto";
  std::string algorithm = "automatic";
  bool low_memory = false;
  bool check = false;
  bool steps = false;
  DeviceOptions device;
  ReportOptions report;
};

unsigned alphabet_size(std::span<std::uint8_t const> text)
{
  std::array<bool, 256> seen{};
  for (std::uint8_t const symbol : text) seen[symbol] = true;
  return static_cast<unsigned>(std::ranges::count(seen, true));
}

Report report_of(SaOptions const& options, Input const& text, SortOutcome const& outcome, std::size_t index_bytes)
{
  SuffixArrayStatistics const& statistics = outcome.statistics;
  std::size_t const n = text.bytes().size();
  unsigned const alphabet = statistics.alphabet_size != 0 ? statistics.alphabet_size : alphabet_size(text.bytes());
  double const speed = n == 0 || statistics.seconds <= 0 ? 0 : static_cast<double>(n) / statistics.seconds / 1e6;
  double const peak = n == 0 ? 0 : static_cast<double>(outcome.peak_bytes) / static_cast<double>(n);
  std::string const algorithm(to_string(statistics.algorithm));
  std::string const entry = "u" + std::to_string(8 * index_bytes);

  Report report;
  report.add("text", text.name(), "text", text.name());
  report.add("bytes", n, "bytes", grouped(n));
  report.add("alphabet", alphabet, "alphabet", std::to_string(alphabet));
  report.add("algorithm", algorithm, "algorithm", algorithm);
  if (!statistics.reason.empty()) report.add("reason", statistics.reason, "because", statistics.reason);
  report.add("device", outcome.device, "device", outcome.device);
  report.add("threads", Kokkos::num_threads());
  report.add("index", entry, "entries", entry);
  report.add("rounds", statistics.rounds(), "rounds", std::to_string(statistics.rounds()));
  report.add("unsorted", statistics.unsorted);
  report.add("seconds", statistics.seconds, "seconds", decimal(statistics.seconds, 3));
  report.add("mb_per_s", speed, "MB/s", decimal(speed, 1));
  report.add("peak_bytes", outcome.peak_bytes);
  report.add("peak_bytes_per_character", peak, "peak bytes/character", decimal(peak, 2));
  report.add("workspace_bytes", statistics.workspace_bytes);
  report.add("load_seconds", outcome.load_seconds);
  report.add("write_seconds", outcome.write_seconds);
  if (outcome.check) report.add("check_seconds", outcome.check_seconds);
  bool const checked = outcome.check.has_value();
  report.add("checked", checked, "checked", checked ? "yes" : "no");
  report.add("output", options.output);
  if (!options.inverse.empty()) report.add("isa", options.inverse);
  if (!options.steps) return report;
  auto steps = nlohmann::ordered_json::object();
  for (auto const& step : statistics.steps) {
    steps[step.name] = step.seconds;
    report.add("steps", steps, "  " + step.name, decimal(step.seconds, 4));
  }
  return report;
}

ExitCode run(SaOptions options)
{
  options.output = output_path(options.output, options.text, ".sa");
  std::vector<std::string> outputs{options.output};
  if (!options.inverse.empty()) outputs.push_back(options.inverse);
  require_distinct({options.text}, outputs);
  SuffixArrayAlgorithm const algorithm = suffix_array_algorithm(options.algorithm);
  Output suffix_array(options.output);
  std::optional<Output> inverse;
  if (!options.inverse.empty()) inverse.emplace(options.inverse);
  Input const text(options.text);
  std::size_t const index_bytes = index_bytes_for(text.bytes().size(), options.index);

  Session const session(options.device);
  SortRequest const request{.text = &text,
                            .device = session.device(),
                            .algorithm = algorithm,
                            .low_memory = options.low_memory,
                            .check = options.check,
                            .time_steps = options.steps,
                            .show_progress = !options.report.quiet,
                            .suffix_array = &suffix_array,
                            .inverse = inverse ? &*inverse : nullptr};
  auto const outcome = session.on_device<SortOutcome>([&](auto const& space) {
    return index_bytes == 4 ? sort_text<std::uint32_t>(space, request) : sort_text<std::uint64_t>(space, request);
  });
  if (outcome.check && !*outcome.check)
    throw Failure(
        ExitCode::check_failed,
        "the array that was built is wrong, so it is not written (please report this): " + to_string(*outcome.check));
  suffix_array.commit();
  if (inverse) inverse->commit();
  print(report_of(options, text, outcome, index_bytes), options.report,
        options.output == "-" || options.inverse == "-");
  return ExitCode::ok;
}

}  // namespace

Command make_sa(CLI::App& program)
{
  auto options = std::make_shared<SaOptions>();
  CLI::App* const app = program.add_subcommand("sa", "Build the suffix array of a text");
  app->add_option("FILE", options->text, "The text, bytes of any value; - for standard input")->required();
  app->add_option(
         "-o,--output", options->output,
         "Where the array goes; - for standard output. Default: FILE.sa, or standard output when the text comes "
         "from standard input")
      ->type_name("PATH");
  app->add_option("--isa", options->inverse, "Write the inverse suffix array too, in the same form")->type_name("PATH");
  app->add_option("--index", options->index,
                  "Width of the entries: u32, u64, or auto, which is u32 up to 2^32 - 2 bytes")
      ->check(CLI::IsMember({"auto", "u32", "u64"}))
      ->type_name("WIDTH");
  app->add_option("--algorithm", options->algorithm, "automatic, or one of those that 'lexikos info' lists")
      ->type_name("NAME");
  app->add_flag("--low-memory", options->low_memory, "Take less memory and more time");
  app->add_flag("--check", options->check, "Check the array before it is written");
  app->add_flag("--steps", options->steps, "Time each step too, which takes a little time itself");
  add_device_options(*app, options->device);
  add_report_options(*app, options->report);
  app->footer(
      "The array has no header: n entries, little-endian, u32 (or u64 when the text is longer than 2^32 - 2 bytes, or\n"
      "with --index u64). Entry i is the position where the i-th smallest suffix begins; positions count from 0, and "
      "a\n"
      "suffix that begins another comes first. An empty text gives an empty array.\n"
      "The table at the end goes to standard error. MB/s are 10^6 bytes of text a second of the sorting itself; peak "
      "bytes\n"
      "count the text, the results and the workspace.\n\n" +
      std::string(exit_codes_help));
  return {app, [options] { return run(*options); }};
}

}  // namespace lexikos::app
