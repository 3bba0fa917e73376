// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include "app/command_line/symbol_type.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/documents_file.hpp"
#include "app/commands/overlap/results.hpp"
#include "app/io/output_path.hpp"
#include "app/report/report.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

struct OverlapCommandOptions
{
  std::string queries;
  std::string corpus;
  std::string offsets;
  std::string corpus_offsets;
  std::string field;
  TextFormat format;
  std::string output = "-";
  std::string symbols = "u8";
  std::size_t length = 13;
  std::size_t max_documents = 0;
  std::uint64_t vocabulary = 0;
  DeviceOptions device;
  ReportOptions report;
};

void check(OverlapCommandOptions const& options)
{
  auto const require = [](bool condition, std::string const& message) {
    if (!condition) throw Failure(ExitCode::usage, message);
  };
  require(options.field.empty() || (options.offsets.empty() && options.corpus_offsets.empty()),
          "with --field, each line is a document");
  require(options.field.empty() || options.symbols == "u8", "--field is for texts; --symbols for tokens");
  require(options.field.empty() || options.format.format == "plain", "--field and --format exclude each other");
  require(options.queries != "-" || options.corpus != "-", "standard input can be read once");
}

/// Symbols of each document.
std::vector<std::uint64_t> sizes_of(DocumentsFile const& documents, unsigned symbol_bytes)
{
  auto const& offsets = documents.offsets();
  if (offsets.empty()) return {documents.bytes().bytes().size() / symbol_bytes};
  std::vector<std::uint64_t> sizes;
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d) sizes.push_back(offsets[d + 1] - offsets[d]);
  return sizes;
}

/// How a file was read, if it is no lines of JSON.
void add_format_of(Report& report, DocumentsFile const& documents, std::string const& whose)
{
  auto const* const file = documents.file();
  if (file == nullptr) return;
  report.add(whose + "_format", file->format());
  report.add(whose + "_compression", std::string(name_of(file->compression())));
  if (shown_format(*file) != "plain") report.row("format of " + whose, shown_format(*file));
}

/// What is told of all documents together.
Report report_of(OverlapCommandOptions const& options, OverlapRequest const& request, OverlapRows const& rows)
{
  auto const& corpus = request.corpus;
  std::uint64_t const bytes = corpus.bytes->bytes().size(), size = rows.size();
  Report report;
  report.add("queries", request.queries.bytes->name(), "queries");
  report.add("query_documents", rows.sizes.size(), "documents");
  report.add("query_symbols", size, "symbols");
  report.add("corpus", corpus.bytes->name(), "corpus");
  report.add("corpus_bytes", bytes, "bytes");
  if (!corpus.offsets.empty()) report.add("corpus_documents", corpus.offsets.size() - 1, "documents");
  report.add("device", rows.outcome.device, "device");
  report.add("length", options.length, "symbols of a window");
  report.add("found_documents", rows.found(), "query documents that the corpus has parts of");
  report.add("covered", rows.covered(), "symbols in these");
  report.add("share", size == 0 ? 0. : static_cast<double>(rows.covered()) / static_cast<double>(size), "share of all",
             4);
  report.add("seconds", rows.outcome.seconds, "seconds to compare", 3);
  return report;
}

ExitCode run(OverlapCommandOptions const& options)
{
  check(options);
  check_paths({options.queries, options.corpus, options.offsets, options.corpus_offsets}, {options.output});
  unsigned const symbol_bytes = symbol_bytes_of(options.symbols);
  DocumentsFormat const format{.symbols = options.symbols,
                               .field = options.field,
                               .vocabulary = options.vocabulary,
                               .show_progress = !options.report.quiet,
                               .text = options.format,
                               .threads = options.device.threads};
  DeviceStart const start(options.device, {options.queries, options.corpus});
  DocumentsFile const queries(format, options.queries, options.offsets);
  DocumentsFile const corpus(format, options.corpus, options.corpus_offsets);
  Output output(options.output);
  OverlapRequest const request{.job = {&queries.bytes(), !options.report.quiet},
                               .queries = queries.text(),
                               .corpus = corpus.text(),
                               .symbol_bytes = symbol_bytes,
                               .length = options.length,
                               .max_documents = options.max_documents};
  auto const outcome = find_overlap(Session(options.device), request);
  auto const sizes = sizes_of(queries, symbol_bytes);
  OverlapRows const rows{outcome, sizes, options.max_documents != 0};
  Report report = report_of(options, request, rows);
  add_format_of(report, queries, "queries");
  add_format_of(report, corpus, "corpus");
  TextWriter out(output);
  if (options.report.json) {
    report.add("documents", [&rows](Json& json) { rows.print_json(json); });
    report.print_json(out);
  }
  else {
    rows.print_table(out);
  }
  out.flush();
  output.commit();
  if (!options.report.json) print(report, options.report, StandardOutput::has_data);
  return ExitCode::ok;
}

constexpr char const* details =
    R"(For each document of QUERIES a line, after one of headings, or with --json an
object: its number, its symbols, how many of these lie in windows of --length
symbols that are in CORPUS, which share that is, the longest string of the
document that is there, if it is as long as a window, and in how many documents of
the corpus there are windows of it; with --max-documents also the numbers of the
first ones. Numbers count from 0.

Nothing crosses the borders of documents. The file of offsets has a little-endian
64-bit number of bytes for the start of each document, and one for the end of the
last. With --field, both files have a JSON object in each line, plain or packed by
gzip or zstd; each line is a document, the string of that field in UTF-8.

QUERIES are indexed, in memory of the device; CORPUS is read once, piece by piece,
and may be of any size. JSON lines and standard input are read into memory first.
)";

}  // namespace

Command make_overlap()
{
  auto const options = std::make_shared<OverlapCommandOptions>();
  Command command{.name = "overlap",
                  .summary = "Find which parts of some documents a large corpus has, and where",
                  .details = details};
  command.operands = {operand("QUERIES", options->queries, "Documents one after the other, as bytes or tokens"),
                      operand("CORPUS", options->corpus, "The same, of any size; - for standard input")};
  command.options = {
      text_format(options->format, "What QUERIES and CORPUS are"),
      text("--offsets", "FILE", options->offsets, "Where the documents of QUERIES lie. Default: they are one"),
      text("--corpus-offsets", "FILE", options->corpus_offsets, "Where those of CORPUS lie. Default: it is one"),
      text("--field", "NAME", options->field, "Both files are JSON lines, with texts in this field"),
      symbol_type(options->symbols),
      number("--vocabulary", "COUNT", options->vocabulary, "Refuse tokens that are not below this number",
             {.least = 1}),
      number("-k,--length", "COUNT", options->length, "Symbols of a window. Default: 13", {.least = 1}),
      number("--max-documents", "COUNT", options->max_documents,
             "List at most this many documents of the corpus for each document of QUERIES. Default: 0"),
      text("-o,--output", "PATH", options->output, "Where the result goes. Default: standard output"),
  };
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
