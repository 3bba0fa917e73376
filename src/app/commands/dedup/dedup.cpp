// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <optional>

#include "app/command_line/symbol_type.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/dedup/options.hpp"
#include "app/commands/dedup/results.hpp"
#include "app/commands/documents_file.hpp"
#include "app/io/output_path.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

Report report_of(DedupOptions const& options, DocumentsFile const& documents, DedupRequest const& request,
                 DedupOutcome const& outcome)
{
  std::uint64_t const bytes = request.text.bytes->bytes().size();
  std::uint64_t const removed = outcome.symbols * request.symbol_bytes;
  Report report;
  report.add("text", request.text.bytes->name(), "text");
  report.add("bytes", bytes, "bytes");
  if (documents.file() != nullptr) add_format(report, *documents.file());
  if (!documents.offsets().empty()) report.add("documents", documents.offsets().size() - 1, "documents");
  if (request.other) report.add("against", request.other->bytes->name(), "against");
  report.add("device", outcome.device, "device");
  report.add("engine", outcome.engine, "found by");
  report.add("length", options.length, "symbols of a window");
  report.add("ranges", outcome.ranges, "ranges");
  report.add("removed_bytes", removed, "bytes in them");
  report.add("removed_share", bytes == 0 ? 0. : static_cast<double>(removed) / static_cast<double>(bytes),
             "share of all", 4);
  if (!options.cache.empty()) {
    report.add("windows", outcome.windows, "windows that are equal to others");
    report.add("groups", outcome.groups, "groups of them");
  }
  report.add("find_seconds", outcome.find_seconds, "seconds to find", 3);
  report.add("write_seconds", outcome.remove_seconds, "to write", 3);
  return report;
}

ExitCode run(DedupOptions options)
{
  check(options);
  if (options.ranges.empty() && options.output.empty())
    options.ranges = output_path("", options.text, ".remove.byterange");
  require_known(options.sort);
  std::vector<std::string> const inputs{options.text, options.offsets, options.against, options.against_offsets};
  check_paths(inputs, DedupResults::paths(options, {}, false));
  DocumentsFormat const format{.symbols = options.symbols,
                               .field = options.field,
                               .vocabulary = options.vocabulary,
                               .show_progress = !options.report.quiet,
                               .text = options.format,
                               .threads = options.device.threads,
                               .separator = options.separator};
  DocumentsFile const documents(format, options.text, options.offsets);
  std::optional<DocumentsFile> other;
  if (!options.against.empty()) other.emplace(format, options.against, options.against_offsets);
  check_paths(inputs,
              DedupResults::paths(options, documents.bytes().bytes().size(), DedupResults::has_sequences(documents)));
  DedupResults results(options, documents);

  DedupRequest request{.job = {&documents.bytes(), !options.report.quiet},
                       .text = documents.text(),
                       .symbol_bytes = symbol_bytes_of(options.symbols),
                       .length = options.length,
                       .min_occurrences = options.count,
                       .keep = options.keep,
                       .across_documents = options.scope == "across",
                       .align_to_characters = options.align.empty() ? !options.field.empty() : options.align == "utf8",
                       .engine = options.engine,
                       .max_bytes = options.memory,
                       .sort = options.sort};
  if (other) request.other = other->text();
  results.add_to(request);
  auto const outcome = find_duplicates(Session(options.device), request);
  results.finish(outcome);
  Report report = report_of(options, documents, request, outcome);
  results.add_to(report);
  bool const uses_output = options.ranges == "-" || options.output == "-" || options.plot == "-";
  print(report, options.report, uses_output ? StandardOutput::has_data : StandardOutput::is_free);
  return ExitCode::ok;
}

constexpr char const* details = R"(Windows of --length symbols that occur twice or more are duplicates. Ranges are
what they cover; those that touch are one. With --offsets, windows and ranges do
not cross the borders of documents. The file of offsets has a little-endian 64-bit
number of bytes for the start of each document, and one for the end of the last.

Ranges are written as lines of two numbers, where a range starts and where it
ends, in bytes from the start of the file, after a line that says "out". With
--output, the file without them is written too, and beside it, if there are
documents, their offsets in it: OUTPUT.size. Of sequences (--format), which are
documents, positions are those of their symbols, one after the other, and symbols
alone are written again.

With --field, FILE has a JSON object in each line, plain or compressed by gzip or
zstd. Each line is a document, the string of that field in UTF-8. Positions are
those in the strings, one after the other; ranges shrink to whole characters.
--output writes the lines again, uncompressed: those that lose something without
it, all others and all other fields as they are. Lines that lose all stay, with an
empty string.

--cache writes all windows that are equal to others, group by group, whichever are
kept: where they start, in bytes, to DIR/dups_FILE_0-N, and how many a group has
to DIR/sizes_FILE_0-N, N being the bytes of the text: little-endian numbers of as
few bytes as N needs. This sorts the text a second time.

--plot draws which share of the text the ranges are, along the text, how long they
are, and how much documents lose.

The engines differ in memory. The suffix array takes up to 28 bytes a symbol.
Fingerprints of windows take what there is: with less, FILE is read more often, in
pieces, so that it may be larger than the device.

Removing ranges makes new neighbours, so that a second run may find more of them.
)";

}  // namespace

Command make_dedup()
{
  auto const options = std::make_shared<DedupOptions>();
  Command command{.name = "dedup",
                  .summary = "Find, or remove, what a text or a collection of documents repeats",
                  .details = details};
  command.operands = {operand("FILE", options->text, "Documents one after the other, as bytes or tokens")};
  command.options = {
      text_format(options->format),
      text("--offsets", "FILE", options->offsets, "Where the documents lie. Default: FILE is one"),
      number(
          "--separator-bytes", "COUNT", options->separator,
          "Bytes at the start of each document that are not its text, but separate it from the one before. Default: 0"),
      text(
          "--field", "NAME", options->field,
          "FILE, and that of --against, are JSON lines, plain or compressed by gzip or zstd, with texts in this field"),
      symbol_type(options->symbols),
      number("--vocabulary", "COUNT", options->vocabulary, "Refuse tokens that are not below this number",
             {.least = 1}),
      number("-k,--length", "COUNT", options->length, "Symbols of a window. Default: 100", {.least = 1}),
      number("--count", "COUNT", options->count,
             "Windows that are equal, at least; with --scope across, documents that have them. Default: 2; of "
             "--against, windows there, 1",
             {.least = 1}),
      choice("--keep", "WHICH", {"none", "first", "first-of-document"}, options->keep,
             "Of equal windows, keep none, the first, or the first of each document. Default: none"),
      choice("--scope", "SCOPE", {"any", "across"}, options->scope,
             "Whether windows of one document count, or only those of different ones. Default: any"),
      choice("--align", "UNIT", {"symbol", "utf8"}, options->align,
             "utf8: ranges shrink to whole characters. Default: symbol; with --field, utf8"),
      text("--against", "FILE", options->against, "Find what this file has too, instead of what FILE repeats"),
      text("--against-offsets", "FILE", options->against_offsets, "Where its documents lie"),
      choice("--engine", "ENGINE", {"auto", "suffix-array", "fingerprints"}, options->engine,
             "The results are the same. Default: auto, the suffix array where it fits"),
      number("--memory", "BYTES", options->memory,
             "By fingerprints: most of the device's memory, as in 8G. Default: as much as serves", {.least = 1}),
      text("--ranges", "PATH", options->ranges,
           "Where the ranges go. Default: FILE.remove.byterange, or nowhere with --output"),
      text("-o,--output", "PATH", options->output, "Write FILE without the ranges"),
      text("--cache", "DIR", options->cache, "Write the windows that are equal, too"),
      text("--plot", "PATH", options->plot, "Draw where the ranges lie, in SVG"),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
