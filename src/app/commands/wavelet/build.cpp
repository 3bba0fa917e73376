// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>
#include <vector>

#include "app/command_line/text_format.hpp"
#include "app/commands/wavelet/parts.hpp"
#include "app/io/output_path.hpp"
#include "app/report/measures.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

std::vector<std::string> const widths = {"u8", "u16", "u32"};

struct WaveletOptions
{
  std::string text;
  std::string output;
  std::string structure = "quad";
  std::string symbol = "u8";
  TextFormat format;
  std::uint64_t budget = 0;
  DeviceOptions device;
  ReportOptions report;
};

WaveletKind kind_of(WaveletOptions const& options)
{
  auto const place = [](auto const& list, auto const& word) { return std::ranges::find(list, word) - list.begin(); };
  return {static_cast<WaveletStructure>(place(wavelet_structures, options.structure)),
          std::uint64_t{1} << place(widths, options.symbol)};
}

ExitCode run(WaveletOptions options)
{
  options.output = output_file(options.output, options.text, ".wavelet", "a wavelet structure");
  check_paths({options.text}, {options.output});
  WaveletKind const kind = kind_of(options);
  SavedFile file = wavelet_file(options.output);
  DeviceStart const start(options.device, {options.text});
  TextFile const read(options.text, options.format,
                      {.show_progress = !options.report.quiet, .threads = options.device.threads});
  require_bytes_of_sequences(read, static_cast<unsigned>(kind.symbol_bytes), false);
  Input const& text = read.input();
  std::size_t const n = text.bytes().size();
  if (n % kind.symbol_bytes != 0)
    throw Failure(ExitCode::unreadable_input, text.name() + " has " + in_message(n) +
                                                  " bytes, which is not a whole number of symbols of " +
                                                  std::to_string(kind.symbol_bytes) + " bytes");
  Session const session(options.device);
  auto const facts =
      build_wavelet(session, {.job = {&text, !options.report.quiet}, .kind = kind, .budget = options.budget}, file);
  Report report;
  report.add("text", text.name(), "text");
  add_format(report, read);
  add_wavelet_facts(report, facts, kind);
  report.add("seconds", facts.build_seconds, "seconds", 3);
  add_speed(report, n, facts.build_seconds);
  report.add("peak_bytes", facts.peak_bytes, "peak bytes");
  report.add("write_seconds", facts.file_seconds);
  add_output(report, options.output);
  print(report, options.report, StandardOutput::is_free);
  return ExitCode::ok;
}

}  // namespace

Command make_wavelet_build()
{
  auto const options = std::make_shared<WaveletOptions>();
  Command command{.name = "build", .summary = "Build a wavelet matrix or tree of a text"};
  command.operands = {operand("FILE", options->text, "The text; - for standard input")};
  command.options = {
      text("-o,--output", "PATH", options->output, "Where it goes. Default: FILE.wavelet"),
      text_format(options->format),
      strands_of_sequences(options->format),
      choice("--structure", "KIND", {wavelet_structures.begin(), wavelet_structures.end()}, options->structure,
             "quad or binary (matrices), tree or huffman (trees). Default: quad"),
      choice("--symbol", "TYPE", widths, options->symbol,
             "What the text consists of, little-endian: u8, u16 or u32. Default: u8"),
      number("--budget", "BYTES", options->budget,
             "Limit of the memory where it is built, besides the structure: the text is read in chunks, of some "
             "thousand symbols at least. Default: the whole text at once",
             {1}),
  };
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
