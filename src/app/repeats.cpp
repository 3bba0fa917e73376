// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "app/find_repeats.hpp"
#include "app/index_width.hpp"
#include "app/output_path.hpp"
#include "app/report.hpp"

namespace lexikos::app
{

namespace
{

struct RepeatsOptions
{
  std::string text;
  std::string output;
  std::string positions;
  std::string format = "auto";
  std::string svg;
  std::string index = "auto";
  std::string algorithm = "automatic";
  std::size_t top = 10;
  std::size_t minimum_length = 1;
  std::size_t minimum_occurrences = 2;
  DeviceOptions device;
  ReportOptions report;
};

bool wants_tsv(RepeatsOptions const& options)
{
  return options.format == "tsv" || (options.format == "auto" && options.positions.ends_with(".tsv"));
}

/// The beginning of a substring, in printable letters.
std::string shown(std::span<std::uint8_t const> text, std::size_t begin, std::size_t length)
{
  constexpr std::size_t most = 60;
  constexpr char digits[] = "0123456789abcdef";
  std::string result;
  for (std::uint8_t const c : text.subspan(begin, std::min(length, most))) {
    if (c == '\\')
      result += "\\\\";
    else if (c >= 0x20 && c < 0x7f)
      result += static_cast<char>(c);
    else
      result += {'\\', 'x', digits[c / 16], digits[c % 16]};
  }
  return length > most ? result + "..." : result;
}

std::string list_of(RepeatsOutcome const& outcome, Input const& text)
{
  std::string list = "length\toccurrences\tfirst\tsubstring\n";
  for (auto const& repeat : outcome.top)
    list += std::to_string(repeat.length) + '\t' + std::to_string(repeat.occurrences) + '\t' +
            std::to_string(repeat.positions.front()) + '\t' +
            shown(text.bytes(), repeat.positions.front(), repeat.length) + '\n';
  return list;
}

Report report_of(RepeatsOptions const& options, Input const& text, RepeatsOutcome const& outcome)
{
  std::size_t const n = text.bytes().size();
  auto repeats = nlohmann::ordered_json::array();
  for (auto const& repeat : outcome.top)
    repeats.push_back({{"length", repeat.length},
                       {"occurrences", repeat.occurrences},
                       {"positions", repeat.positions},
                       {"substring", shown(text.bytes(), repeat.positions.front(), repeat.length)}});
  Report report;
  report.add("text", text.name(), "text", text.name());
  report.add("bytes", n, "bytes", grouped(n));
  report.add("device", outcome.device, "device", outcome.device);
  report.add("longest", outcome.longest, "longest repeat", grouped(outcome.longest));
  report.add("mean_length", outcome.mean_length, "mean of the longest at each position",
             decimal(outcome.mean_length, 2));
  report.add("mean_lcp", outcome.lcp.mean, "mean LCP", decimal(outcome.lcp.mean, 2));
  report.add("covered", outcome.covered, "positions covered", grouped(outcome.covered));
  report.add("minimum_length", options.minimum_length);
  report.add("minimum_occurrences", options.minimum_occurrences);
  report.add("maximal_repeats", outcome.maximal, "maximal repeats", grouped(outcome.maximal));
  report.add("repeats", repeats);
  report.add("sort_seconds", outcome.sort_seconds, "seconds to sort", decimal(outcome.sort_seconds, 3));
  report.add("lcp_seconds", outcome.lcp_seconds, "for the LCP array", decimal(outcome.lcp_seconds, 3));
  report.add("repeats_seconds", outcome.repeats_seconds, "for longest repeats", decimal(outcome.repeats_seconds, 3));
  report.add("maximal_seconds", outcome.maximal_seconds, "for maximal repeats", decimal(outcome.maximal_seconds, 3));
  return report;
}

ExitCode run(RepeatsOptions options)
{
  bool const list_wanted = !options.output.empty() || !options.report.json;
  if (options.output.empty() && list_wanted) options.output = "-";
  require_distinct({options.text}, {options.output, options.positions, options.svg});
  options.minimum_length = std::max<std::size_t>(options.minimum_length, 1);
  auto const algorithm = longest_repeats_algorithm(options.algorithm);
  std::optional<Output> list, positions, svg;
  if (list_wanted) list.emplace(options.output);
  if (!options.positions.empty()) positions.emplace(options.positions);
  if (!options.svg.empty()) svg.emplace(options.svg);
  Input const text(options.text);
  std::size_t const n = text.bytes().size();
  std::size_t const index_bytes = index_bytes_for(n, options.index);
  LengthPlot plot(n);

  Session const session(options.device);
  RepeatsRequest const request{.text = &text,
                               .device = session.device(),
                               .algorithm = algorithm,
                               .top = options.top,
                               .minimum_length = options.minimum_length,
                               .minimum_occurrences = options.minimum_occurrences,
                               .show_progress = !options.report.quiet,
                               .positions = positions ? &*positions : nullptr,
                               .tsv = wants_tsv(options),
                               .plot = svg ? &plot : nullptr};
  auto const outcome = session.on_device<RepeatsOutcome>([&](auto const& space) {
    return index_bytes == 4 ? find_repeats<std::uint32_t>(space, request) : find_repeats<std::uint64_t>(space, request);
  });
  auto const put = [](Output& output, std::string const& content) { output.write(content.data(), content.size()); };
  if (list) put(*list, list_of(outcome, text));
  if (svg) put(*svg, plot.svg(text.name()));
  for (auto* const output : {&list, &positions, &svg})
    if (*output) (*output)->commit();
  print(report_of(options, text, outcome), options.report,
        options.output == "-" || options.positions == "-" || options.svg == "-");
  return ExitCode::ok;
}

}  // namespace

Command make_repeats(CLI::App& program)
{
  auto options = std::make_shared<RepeatsOptions>();
  CLI::App* const app = program.add_subcommand("repeats", "Find the repeats of a text");
  app->add_option("FILE", options->text, "The text, bytes of any value; - for standard input")->required();
  app->add_option("-o,--output", options->output,
                  "Where the list of repeats goes. Default: standard output, or nowhere with --json, which has it too")
      ->type_name("PATH");
  app->add_option("--top", options->top, "How many repeats to list, the longest first")
      ->capture_default_str()
      ->type_name("COUNT");
  app->add_option("--min-length", options->minimum_length, "Only repeats of so many bytes or more")
      ->capture_default_str()
      ->type_name("BYTES");
  app->add_option("--min-occurrences", options->minimum_occurrences, "Only repeats that stand at so many places")
      ->capture_default_str()
      ->type_name("COUNT");
  app->add_option("--positions", options->positions, "Write the longest repeat that covers each position")
      ->type_name("PATH");
  app->add_option("--format", options->format,
                  "Of --positions: binary, tsv, or auto, which is tsv where PATH ends in .tsv")
      ->check(CLI::IsMember({"auto", "binary", "tsv"}))
      ->type_name("FORMAT");
  app->add_option("--svg", options->svg, "Draw the length of the longest repeat along the text")->type_name("PATH");
  app->add_option("--index", options->index,
                  "Width of the entries: u32, u64, or auto, which is u32 up to 2^32 - 2 bytes")
      ->check(CLI::IsMember({"auto", "u32", "u64"}))
      ->type_name("WIDTH");
  app->add_option("--algorithm", options->algorithm,
                  "For the longest repeat of each position: automatic, bounded, raw or compact")
      ->type_name("NAME");
  add_device_options(*app, options->device);
  add_report_options(*app, options->report);
  app->footer(
      "A repeat is a substring that stands at two places or more; those listed cannot be extended to either side "
      "without\n"
      "losing a place. The list has a line for each: length, places, the first place, and its first 60 bytes, of "
      "which\n"
      "those that do not print are shown as \\xHH. Positions count from 0.\n"
      "The binary form of --positions has no header: for n bytes of text n starts, then n lengths, little-endian, u32 "
      "or\n"
      "u64. A position that no repeat covers has itself as start, and length 0; of several longest repeats the first "
      "is "
      "given.\n\n" +
      std::string(exit_codes_help));
  return {app, [options] { return run(*options); }};
}

}  // namespace lexikos::app
