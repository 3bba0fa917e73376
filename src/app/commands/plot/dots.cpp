// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "app/command_line/index_width.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/match/match_lines.hpp"
#include "app/commands/plot/parts.hpp"
#include "app/io/output_path.hpp"
#include "app/io/text_file.hpp"
#include "app/report/measures.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::uint64_t piece_symbols = std::uint64_t{1} << 20;  // whose matches are in memory at a time

struct PlotDotsOptions
{
  std::vector<std::string> texts;
  std::string index = "auto";
  std::size_t min_length = 0;
  std::size_t max_occurrences = 50;
  TextFormat format;
  bool both = false;
  PictureOptions picture;
  DeviceOptions device;
  ReportOptions report;
};

/// A text and its records; a plain one is a record without a name.
class PlottedText
{
 public:
  PlottedText(std::string const& path, PlotDotsOptions const& options)
      : m_file(path, options.format, {.show_progress = !options.report.quiet, .threads = options.device.threads})
  {
    m_offsets[1] = symbols().size();
  }

  void load() const { m_file.input().load(); }
  [[nodiscard]] std::string const& name() const { return m_file.input().name(); }
  [[nodiscard]] Records records() const { return m_file.records() ? *m_file.records() : Records{m_offsets}; }
  [[nodiscard]] std::span<std::uint8_t const> symbols() const { return m_file.input().bytes(); }

 private:
  TextFile m_file;
  std::array<std::uint64_t, 2> m_offsets = {0, 0};
};

/// So long that two texts of the same symbols, each drawn by itself, would have some hundred matches by chance; real texts,
/// whose symbols depend on those before them, get half as much again.
std::size_t telling_length(std::span<std::uint8_t const> x, std::span<std::uint8_t const> y)
{
  constexpr double by_chance = 100, in_real_texts = 1.5;
  std::array<double, 256> of_x = {}, of_y = {};
  for (auto const symbol : x) ++of_x[symbol];
  for (auto const symbol : y) ++of_y[symbol];
  double equal = 0;
  for (std::size_t s = 0; s < 256; ++s) equal += of_x[s] * of_y[s];
  double const pairs = static_cast<double>(x.size()) * static_cast<double>(y.size());
  if (pairs <= by_chance || equal == 0) return 2;
  double const length = in_real_texts * std::log(pairs / by_chance) / -std::log(std::min(equal / pairs, 0.9));
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(length)), 2, 1000);
}

struct Drawn
{
  std::size_t min_length = 0;
  MatchOutcome outcome;
  std::string svg;
};

Drawn draw_matches(Session const& session, PlotDotsOptions const& options, PlottedText const& x, PlottedText const& y)
{
  bool const is_itself = &x == &y;
  MatchLines const lines{.reference = x.records(), .queries = y.records(), .reverse = options.both};
  Drawn drawn;
  drawn.min_length = options.min_length != 0 ? options.min_length : telling_length(x.symbols(), y.symbols());
  std::string const title = "Matches of at least " + std::to_string(drawn.min_length) +
                            " symbols; what occurs more than " + std::to_string(options.max_occurrences) +
                            " times is left out";
  DotPlot plot({x.name(), lines.reference}, {y.name(), lines.queries}, style_of(options.picture, title),
               options.both ? DotPlot::Strands::both : DotPlot::Strands::one);
  if (is_itself && !x.symbols().empty()) plot.add({0, 0, x.symbols().size(), false});
  std::size_t const longest = std::max(x.symbols().size(), y.symbols().size());
  drawn.outcome =
      match_sequences(session, {.reference = lines.reference,
                                .text = x.symbols(),
                                .queries = lines.queries,
                                .query_symbols = y.symbols(),
                                .piece_symbols = piece_symbols,
                                .kind = WantedMatches::maximal,
                                .min_length = drawn.min_length,
                                .max_occurrences = options.max_occurrences,
                                .reverse = options.both,
                                .index_bytes = index_bytes_for(longest, options.index),
                                .show_progress = !options.report.quiet,
                                .on_matches = [&](FoundMatches const& found) { draw(plot, found, lines); }});
  drawn.svg = plot.svg();
  return drawn;
}

ExitCode run(PlotDotsOptions options)
{
  if (options.texts.size() > 2) throw Failure(ExitCode::usage, "a dot plot has two texts at most");
  if (options.texts.size() == 2 && options.texts[0] == "-" && options.texts[1] == "-")
    throw Failure(ExitCode::usage, "standard input can be read once");
  std::string const& path = options.picture.output = output_path(options.picture.output, options.texts[0], ".dots.svg");
  check_paths(options.texts, {path});
  Output output(path);
  DeviceStart const start(options.device, {options.texts[0]});
  PlottedText const x(options.texts[0], options);
  std::optional<PlottedText> other;
  if (options.texts.size() == 2) other.emplace(options.texts[1], options);
  PlottedText const& y = other ? *other : x;
  Session const session(options.device);
  require_memory_to_match(session, x.symbols().size(),
                          index_bytes_for(std::max(x.symbols().size(), y.symbols().size()), options.index));
  x.load();
  if (other) y.load();
  Drawn const drawn = draw_matches(session, options, x, y);
  output.write(drawn.svg);
  output.commit();
  Report report;
  report.add("text", x.name(), "text");
  report.add("symbols", x.symbols().size(), "symbols");
  report.add("other", y.name(), "other");
  report.add("other_symbols", y.symbols().size(), "symbols of the other");
  report.add("min_length", drawn.min_length, "shortest match");
  report.add("device", drawn.outcome.device, "device");
  report.add("matches", drawn.outcome.matches, "matches");
  report.add("left_out", drawn.outcome.capped_queries != 0, "too frequent ones left out");
  report.add("index_seconds", drawn.outcome.index_seconds, "seconds to index", 3);
  report.add("match_seconds", drawn.outcome.match_seconds, "seconds to match", 3);
  add_output(report, path);
  print(report, options.report, used_by(path));
  return ExitCode::ok;
}

}  // namespace

Command make_plot_dots()
{
  auto const options = std::make_shared<PlotDotsOptions>();
  Command command{.name = "dots",
                  .summary = "The dot plot of two texts, or of one with itself",
                  .details = R"(Lines are maximal matches: the first text lies from left to right, the second one
upwards. Of those on the same pixels one is drawn, and of more than 20000 the
longest. Where a string of the least length occurs more often than
--max-occurrences in the first text, no match that starts with it is drawn.

Of sequences (--fasta, --format) the records are shown. 'lexikos match --plot'
draws what that command finds.
)"};
  command.operands = {
      operands("FILE", options->texts, "The text, bytes of any value, and the other one; - for standard input")};
  add_picture_options(command, options->picture, ".dots.svg");
  add_size_options(command, options->picture, 1000);
  command.options.push_back(number("-l,--min-length", "N", options->min_length,
                                   "Shortest match. Default: what few places would have in common by chance", {1}));
  command.options.push_back(number("--max-occurrences", "N", options->max_occurrences,
                                   "Leave out strings that occur more often, at most 1000. Default: 50", {1, 1000}));
  command.options.push_back(text_format(options->format));
  command.options.push_back(sequences_flag(options->format));
  command.options.push_back(flag("-b,--both", options->both, "Also matches of the reverse complement of DNA"));
  command.options.push_back(
      index_width(options->index, "Width of positions: u32, u64, or auto, which is u32 up to 2^32 - 2 symbols"));
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
