// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pictures of what the library's structures hold of a short text, symbol for symbol.

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <span>

#include "app/commands/plot/parts.hpp"
#include "app/io/input.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/search/rows_of_text.hpp"
#include "app/on_device/wavelet/levels.hpp"
#include "app/report/levels_plot.hpp"
#include "app/report/measures.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/rows_plot.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t longest_text = 200, longest_pattern = 24;

struct ShortTextOptions
{
  std::string text;
  std::string pattern;
  std::string symbol;
  PictureOptions picture;
  DeviceOptions device;
  ReportOptions report;
};

using Bytes = std::span<std::uint8_t const>;

struct ShortTextPicture
{
  std::string device;
  std::string svg;
};

/// Of a text, on the device; what the picture is called and what it shows beyond the text comes from the options.
using Draw = std::function<ShortTextPicture(Session const&, Input const&, ShortTextOptions const&, Report&)>;

void require_short(Input const& text)
{
  std::size_t const n = text.bytes().size();
  if (n > longest_text)
    throw Failure(ExitCode::usage, text.name() + " has " + in_message(n) + " bytes: a picture of every suffix shows " +
                                       std::to_string(longest_text) + " at most");
}

ExitCode run(ShortTextOptions options, std::string const& ending, Draw const& draw)
{
  std::string const& path = options.picture.output = output_path(options.picture.output, options.text, ending);
  check_paths({options.text}, {path});
  Output output(path);
  DeviceStart const start(options.device, {options.text});
  Input const text(options.text);
  require_short(text);
  Session const session(options.device);
  Report report;
  report.add("text", text.name(), "text");
  report.add("bytes", text.bytes().size(), "bytes");
  ShortTextPicture const drawn = draw(session, text, options, report);
  report.add("device", drawn.device, "device");
  output.write(drawn.svg);
  output.commit();
  add_output(report, path);
  print(report, options.report, used_by(path));
  return ExitCode::ok;
}

RowsOfText rows_of(Session const& session, Input const& text, std::string const& pattern = {})
{
  return rows_of_text(session, {&text, false}, pattern);
}

ShortTextPicture draw_suffixes(Session const& session, Input const& text, ShortTextOptions const& options, Report&)
{
  auto const rows = rows_of(session, text);
  PictureStyle const style = style_of(options.picture, "Suffix array and LCP array of " + text.name());
  return {rows.device, RowsPlot(text.bytes(), rows, style).suffixes()};
}

ShortTextPicture draw_transform(Session const& session, Input const& text, ShortTextOptions const& options,
                                Report& report)
{
  auto const rows = rows_of(session, text);
  report.add("primary_index", rows.primary_index, "primary index");
  PictureStyle const style = style_of(options.picture, "Burrows-Wheeler transform of " + text.name());
  return {rows.device, RowsPlot(text.bytes(), rows, style).transform()};
}

ShortTextPicture draw_search(Session const& session, Input const& text, ShortTextOptions const& options, Report& report)
{
  if (options.pattern.size() > longest_pattern)
    throw Failure(ExitCode::usage, "the pattern has " + std::to_string(options.pattern.size()) +
                                       " bytes: a picture of every step shows " + std::to_string(longest_pattern) +
                                       " at most");
  auto const rows = rows_of(session, text, options.pattern);
  auto const [begin, end] = rows.intervals.back();
  report.add("occurrences", end - begin, "occurrences");
  PictureStyle const style = style_of(options.picture, "\"" + options.pattern + "\" in an FM-index of " + text.name());
  return {rows.device, RowsPlot(text.bytes(), rows, style).search(options.pattern)};
}

/// What the user wants to follow, or the most frequent.
std::uint8_t followed_symbol(std::string const& wanted, Bytes text)
{
  if (wanted.size() > 1) throw Failure(ExitCode::usage, "--symbol takes one byte");
  if (!wanted.empty()) return static_cast<std::uint8_t>(wanted[0]);
  std::array<std::size_t, 256> counts{};
  for (auto const symbol : text) ++counts[symbol];
  return static_cast<std::uint8_t>(std::ranges::max_element(counts) - counts.begin());
}

ShortTextPicture draw_levels(Session const& session, Input const& text, ShortTextOptions const& options, Report& report)
{
  auto const levels = levels_of_text(session, {&text, false});
  report.add("symbols", levels.alphabet.size(), "distinct symbols");
  report.add("levels", levels.levels.size(), "levels");
  PictureStyle const style = style_of(options.picture, "Wavelet matrix of " + text.name());
  return {levels.device, levels_plot(text.bytes(), levels, followed_symbol(options.symbol, text.bytes()), style)};
}

Command command_of(std::shared_ptr<ShortTextOptions> const& options, std::string const& name, std::string summary,
                   std::string details, Draw const& draw)
{
  std::string const ending = "." + name + ".svg";
  Command command{.name = name, .summary = std::move(summary), .details = std::move(details)};
  command.operands = {
      operand("FILE", options->text,
              "The text, bytes of any value, at most " + std::to_string(longest_text) + "; - for standard input")};
  add_picture_options(command, options->picture, ending);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options, ending, draw] { return run(*options, ending, draw); };
  return command;
}

}  // namespace

Command make_plot_suffixes()
{
  return command_of(std::make_shared<ShortTextOptions>(), "suffixes", "The sorted suffixes of a short text", R"(Each row
is a suffix: its rank, where it starts, how many symbols it has in common with the
one above it, which are shaded, and itself. A blank is a point in the middle, and
what cannot be seen is two hexadecimal digits.
)",
                    draw_suffixes);
}

Command make_plot_transform()
{
  return command_of(std::make_shared<ShortTextOptions>(), "transform", "The Burrows-Wheeler transform of a short text",
                    R"(Beside the sorted suffixes, the empty one first, stands the symbol before each of
them, and its position: the transform. A line leads from each to the row of the
suffix that it starts; those of equal symbols do not cross, so that their order
says where they lead, and the transform alone gives the text back.
)",
                    draw_transform);
}

Command make_plot_search()
{
  auto const options = std::make_shared<ShortTextOptions>();
  auto command = command_of(options, "search", "How an FM-index finds a pattern in a short text",
                            R"(A column has the rows of the sorted suffixes that begin with an end of PATTERN, and
the symbols before them; from those that are the pattern's next symbol, which are
shaded, lines lead to the rows of the end that is one symbol longer. The last
column says where the pattern occurs.
)",
                            draw_search);
  command.operands.push_back(
      operand("PATTERN", options->pattern, "What is searched, at most " + std::to_string(longest_pattern) + " bytes"));
  return command;
}

Command make_plot_wavelet()
{
  auto const options = std::make_shared<ShortTextOptions>();
  auto command = command_of(options, "wavelet", "The wavelet matrix of a short text",
                            R"(Symbols have codes, in ascending order. The first level has the highest bit of
each, in the order of the text; those with 0 go first to the next level, and the
others after them, which has the next bit of each. Below the last level, equal
symbols lie together, in the order in which they occur.
)",
                            draw_levels);
  command.options.push_back(text("--symbol", "BYTE", options->symbol,
                                 "Whose occurrences are followed from level to level. Default: the most frequent"));
  return command;
}

}  // namespace lexikos::app
