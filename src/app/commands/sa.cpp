// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/command_line/index_width.hpp"
#include "app/command_line/symbol_type.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/on_ranks.hpp"
#include "app/io/document_offsets.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/suffix_array/sort.hpp"
#include "app/report/measures.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

struct SaOptions
{
  std::string text;
  std::string output;
  std::string inverse;
  std::string offsets;
  TextFormat format;
  std::string index = "auto";
  std::string symbols = "u8";
  std::string order = "value";
  std::string entries = "plain";
  std::string scale = "symbol";
  SortOptions sort;
  bool low_memory = false;
  std::size_t device_memory = 0;
  bool check = false;
  bool steps = false;
  DeviceOptions device;
  ReportOptions report;
};

void add_steps(Report& report, SortOutcome const& outcome)
{
  report.add("steps", [steps = outcome.steps](Json& json) {
    json.begin_object();
    for (auto const& [name, seconds] : steps) json.member(name, seconds);
    json.end_object();
  });
  for (auto const& [name, seconds] : outcome.steps) report.row("  " + name, decimal(seconds, 4));
}

TokenOptions tokens_of(SaOptions const& options)
{
  return {symbol_bytes_of(options.symbols), options.order == "bytes", options.entries == "packed",
          options.scale == "byte"};
}

Report report_of(SaOptions const& options, TextFile const& file, SortOutcome const& outcome, std::size_t index_bytes)
{
  Input const& text = file.input();
  std::size_t const n = text.bytes().size();
  Report report;
  report.add("text", text.name(), "text");
  report.add("bytes", n, "bytes");
  add_format(report, file);
  if (options.symbols != "u8") report.add("symbols", options.symbols, "symbols");
  if (options.symbols == "u8" || outcome.alphabet_size != 0) report.add("alphabet", outcome.alphabet_size, "alphabet");
  report.add("algorithm", outcome.algorithm, "algorithm");
  if (!outcome.reason.empty()) report.add("reason", outcome.reason, "because");
  report.add("device", outcome.device, "device");
  report.add("index", width_name(index_bytes), "entries");
  if (options.entries == "packed") report.add("entry_bytes", outcome.entry_bytes, "bytes of an entry in the file");
  if (outcome.parts != 0) report.add("parts", outcome.parts, "parts, out of core");
  report.add("rounds", outcome.rounds);
  if (outcome.rounds > 0) report.row("rounds", outcome.rounds);
  report.add("unsorted", [unsorted = outcome.unsorted](Json& json) {
    json.begin_array();
    for (auto const count : unsorted) json.value(count);
    json.end_array();
  });
  report.add("seconds", outcome.seconds, "seconds", 3);
  add_speed(report, n, outcome.seconds);
  add_peak(report, n, outcome.peak_bytes);
  report.add("workspace_bytes", outcome.workspace_bytes);
  report.add("load_seconds", outcome.load_seconds);
  report.add("write_seconds", outcome.write_seconds);
  if (options.check) report.add("check_seconds", outcome.check_seconds);
  report.add("checked", options.check, "checked");
  add_output(report, options.output);
  if (!options.inverse.empty()) {
    report.add("isa", options.inverse);
    report.row("inverse", place_of(options.inverse));
  }
  if (options.steps) add_steps(report, outcome);
  return report;
}

ExitCode sort_on_ranks(SaOptions const& options)
{
  require_plain_on_ranks(options.text, options.format);
  refuse_on_ranks({{"--offsets", !options.offsets.empty()},
                   {"--algorithm", options.sort.algorithm != "automatic"},
                   {"--segmented-sort", options.sort.segmented_sort != "automatic"},
                   {"--low-memory", options.low_memory},
                   {"--order bytes", options.order != "value"},
                   {"--entries packed", options.entries != "plain"},
                   {"--scale byte", options.scale != "symbol"}});
  return run_and_report({.product = RanksRequest::Product::suffix_array,
                         .text = options.text,
                         .output = options.output,
                         .inverse = options.inverse,
                         .index = options.index,
                         .symbol_bytes = symbol_bytes_of(options.symbols),
                         .check = options.check,
                         .device = options.device},
                        options.report);
}

/// Bytes of the entries of an array.
std::size_t index_bytes_of(SaOptions const& options, std::size_t text_bytes)
{
  auto const tokens = tokens_of(options);
  return index_bytes_for(tokens.are_bytes && !tokens.packed ? text_bytes : text_bytes / tokens.symbol_bytes,
                         options.index);
}

/// Of the file.
std::size_t array_bytes(SaOptions const& options, std::size_t text_bytes)
{
  auto const tokens = tokens_of(options);
  return text_bytes / tokens.symbol_bytes * entry_bytes_of(tokens, text_bytes, index_bytes_of(options, text_bytes));
}

ExitCode run(SaOptions options)
{
  options.output = output_path(options.output, options.text, ".sa");
  if (is_on_ranks()) return sort_on_ranks(options);
  auto const refuse_check = [](std::string const& what) {
    throw Failure(ExitCode::usage, "--check is for arrays of texts, and not for those of " + what);
  };
  if (options.check && !options.offsets.empty()) refuse_check("documents (--offsets)");
  check_paths({options.text, options.offsets}, {options.output, options.inverse});
  require_known(options.sort);
  Output suffix_array(options.output);
  std::optional<Output> inverse;
  if (!options.inverse.empty()) inverse.emplace(options.inverse);
  DeviceStart const start(options.device, {options.text, options.offsets});
  auto const expect = [&](std::size_t text_bytes) { suffix_array.expect(array_bytes(options, text_bytes)); };
  TextFile const file(options.text, options.format,
                      {.show_progress = !options.report.quiet, .threads = options.device.threads, .on_growth = expect});
  Input const& text = file.input();
  auto const tokens = tokens_of(options);
  std::size_t const bytes = text.bytes().size();
  require_symbols(text, tokens.symbol_bytes);
  require_bytes_of_sequences(file, tokens.symbol_bytes, !options.offsets.empty());
  std::vector<std::uint64_t> offsets = file.offsets();
  if (options.check && !offsets.empty()) refuse_check("several records");
  if (!options.offsets.empty()) offsets = read_document_offsets({options.offsets, bytes, tokens.symbol_bytes, true});
  if (!offsets.empty() && options.device_memory != 0) refuse_memory_of_documents();
  std::size_t const documents = offsets.empty() ? 0 : offsets.size() - 1;
  std::size_t const index_bytes = index_bytes_of(options, bytes);
  expect(bytes);

  Session const session(options.device);
  auto const outcome = sort_text(session, {.job = {&text, !options.report.quiet},
                                           .tokens = tokens,
                                           .sort = options.sort,
                                           .offsets = std::move(offsets),
                                           .index_bytes = index_bytes,
                                           .low_memory = options.low_memory,
                                           .device_memory = options.device_memory,
                                           .check = options.check,
                                           .time_steps = options.steps,
                                           .suffix_array = &suffix_array,
                                           .inverse = inverse ? &*inverse : nullptr});
  if (outcome.defect && !outcome.defect->empty())
    throw Failure(ExitCode::no,
                  "the array that was built is wrong, so it is not written (please report this): " + *outcome.defect);
  suffix_array.commit();
  if (inverse) inverse->commit();
  Report report = report_of(options, file, outcome, index_bytes);
  if (!options.offsets.empty()) report.add("documents", documents, "documents");
  report.add("threads", session.threads());
  print(report, options.report, used_by(options.inverse == "-" ? options.inverse : options.output));
  return ExitCode::ok;
}

constexpr char const* details = R"(The array has no header: n entries, little-endian, u32 (or u64 when the text is
longer than 2^32 - 2 bytes, or with --index u64). Entry i is the position where
the i-th smallest suffix starts; positions count from 0, and a suffix that is the
start of another comes first. An empty text gives an empty array.

Of tokens, "--symbols u16 --index u64" writes what tokengrams takes for an index,
and "--symbols u16 --order bytes --entries packed --scale byte" what infini-gram
takes for a table.

With --offsets, or of the records of sequences (--format), suffixes end with their
documents, as if an end followed each, all of them smaller than any symbol,
and those of earlier documents smaller than those of later ones; there are no
entries for ends. FILE.size in the format of deduplicate-text-datasets will do:
little-endian 64-bit numbers of bytes, where each document starts, and where the
last one ends.

Under mpirun or srun, each rank reads its range of FILE, which all see, and
writes its range of the one array: "mpirun -n 4 lexikos sa FILE". Some options are
not for several ranks, such as --offsets and --algorithm: they are refused there.

The table at the end goes to standard error. MB/s are 10^6 bytes of text a second
of the sorting itself; peak bytes count the text, the results and the workspace.
)";

}  // namespace

Command make_sa()
{
  auto const options = std::make_shared<SaOptions>();
  Command command{.name = "sa", .summary = "Build the suffix array of a text", .details = details};
  command.operands = {operand("FILE", options->text, "The text, bytes of any value; - for standard input")};
  command.options = {
      text("-o,--output", "PATH", options->output,
           "Where the array goes; - for standard output. Default: FILE.sa, or standard output when the text comes from "
           "standard input"),
      text("--isa", "PATH", options->inverse, "Write the inverse suffix array too, in the same form"),
      index_width(options->index, "Width of the entries: u32, u64, or auto, which is u32 up to 2^32 - 2 bytes"),
      text_format(options->format),
      strands_of_sequences(options->format),
      text("--offsets", "PATH", options->offsets, "Where the documents of the text start; suffixes end with them"),
      symbol_type(options->symbols),
      choice("--order", "ORDER", {"value", "bytes"}, options->order,
             "Tokens compare by value, or by their bytes as they are written, lowest first. Default: value"),
      choice("--entries", "FORM", {"plain", "packed"}, options->entries,
             "packed: entries of as few bytes as the size of the text needs. Default: plain"),
      choice("--scale", "UNIT", {"symbol", "byte"}, options->scale, "Entries count symbols, or bytes. Default: symbol"),
      flag("--low-memory", options->low_memory, "Take less memory and more time"),
      flag("--check", options->check, "Check the array before it is written"),
      flag("--steps", options->steps, "Time each step too, which takes a little time itself"),
  };
  add_memory_options(command, options->device_memory);
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.works_on_ranks = true;
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
