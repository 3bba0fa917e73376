// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <optional>

#include "app/command_line/symbol_type.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/dedup/options.hpp"
#include "app/commands/dedup/results.hpp"
#include "app/commands/documents_file.hpp"
#include "app/commands/on_ranks.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/ranks/dedup.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

void add_work(Report& report, FingerprintWork const& work)
{
  report.add("passes", work.passes, "passes over the text");
  report.add("slices", work.slices);
  report.add("candidates", work.candidates);
  report.add("pass_seconds", work.pass_seconds);
  report.add("group_seconds", work.group_seconds);
}

Report report_of(DedupOptions const& options, DocumentsFile const& documents, DedupRequest const& request,
                 DedupOutcome const& outcome, double read_seconds)
{
  std::uint64_t const bytes = request.text.bytes->bytes().size();
  std::uint64_t const removed = outcome.symbols * request.symbol_bytes;
  Report report;
  report.add("text", request.text.bytes->name(), "text");
  report.add("bytes", bytes, "bytes");
  if (documents.file() != nullptr) add_format(report, *documents.file());
  if (!documents.offsets().empty()) report.add("documents", documents.offsets().size() - 1, "documents");
  if (request.other) report.add("against", request.other->bytes->name(), "against");
  if (outcome.ranks > 1) {
    report.add("ranks", outcome.ranks, "ranks");
    report.add("transport", outcome.transport, "transport");
  }
  report.add("device", outcome.device, "device");
  report.add("engine", outcome.engine, "found by");
  if (outcome.fingerprints) add_work(report, *outcome.fingerprints);
  report.add("length", options.length, "symbols of a window");
  report.add("ranges", outcome.ranges, "ranges");
  report.add("removed_bytes", removed, "bytes in them");
  report.add("removed_share", bytes == 0 ? 0. : static_cast<double>(removed) / static_cast<double>(bytes),
             "share of all", 4);
  if (!options.cache.empty()) {
    report.add("windows", outcome.windows, "windows that are equal to others");
    report.add("groups", outcome.groups, "groups of them");
  }
  report.add("read_seconds", read_seconds, "seconds to read", 3);
  report.add("find_seconds", outcome.find_seconds, "to find", 3);
  report.add("write_seconds", outcome.remove_seconds, "to write", 3);
  return report;
}

/// What is read, what is asked, and where the results go.
class DedupRun
{
 public:
  /// \param writes_results  whether this process does, of those that find them together
  DedupRun(DedupOptions const& options, bool writes_results) : m_options(options)
  {
    std::vector<std::string> const inputs{options.text, options.offsets, options.against, options.against_offsets};
    check_paths(inputs, DedupResults::paths(options, {}, false));
    DocumentsFormat const format{.symbols = options.symbols,
                                 .field = options.field,
                                 .vocabulary = options.vocabulary,
                                 .show_progress = !options.report.quiet && writes_results,
                                 .text = options.format,
                                 .threads = options.device.threads,
                                 .separator = options.separator};
    m_documents.emplace(format, options.text, options.offsets);
    if (!options.against.empty()) m_other.emplace(format, options.against, options.against_offsets);
    check_paths(inputs, DedupResults::paths(options, m_documents->bytes().bytes().size(),
                                            DedupResults::has_sequences(*m_documents)));
    if (writes_results) m_results.emplace(options, *m_documents);
  }

  [[nodiscard]] DedupRequest request()
  {
    bool const align_by_default = !m_options.field.empty();
    DedupRequest request{.job = {&m_documents->bytes(), !m_options.report.quiet && m_results},
                         .text = m_documents->text(),
                         .symbol_bytes = symbol_bytes_of(m_options.symbols),
                         .length = m_options.length,
                         .min_occurrences = m_options.count,
                         .keep = m_options.keep,
                         .across_documents = m_options.scope == "across",
                         .align_to_characters = m_options.align.empty() ? align_by_default : m_options.align == "utf8",
                         .engine = m_options.engine,
                         .max_bytes = m_options.memory,
                         .sort = m_options.sort};
    if (m_other) request.other = m_other->text();
    if (m_results) m_results->add_to(request);
    return request;
  }

  void finish(DedupRequest const& request, DedupOutcome const& outcome)
  {
    m_results->finish(outcome);
    Report report = report_of(m_options, *m_documents, request, outcome, read_seconds());
    m_results->add_to(report);
    bool const uses_output = m_options.ranges == "-" || m_options.output == "-" || m_options.plot == "-";
    print(report, m_options.report, uses_output ? StandardOutput::has_data : StandardOutput::is_free);
  }

 private:
  [[nodiscard]] double read_seconds() const
  {
    return m_documents->read_seconds() + (m_other ? m_other->read_seconds() : 0);
  }

  DedupOptions const& m_options;
  std::optional<DocumentsFile> m_documents;
  std::optional<DocumentsFile> m_other;
  std::optional<DedupResults> m_results;
};

/// What has to be the same on all ranks.
std::string words_of(DedupOptions const& options)
{
  std::string words;
  for (auto const* word : {&options.text, &options.offsets, &options.field, &options.format.format, &options.against,
                           &options.against_offsets, &options.ranges, &options.output, &options.plot, &options.symbols,
                           &options.keep, &options.scope, &options.align})
    words += *word + '\n';
  for (std::uint64_t const number :
       {std::uint64_t{options.length}, std::uint64_t{options.count}, options.separator, options.vocabulary})
    words += std::to_string(number) + '\n';
  return words;
}

ExitCode run_on_all_ranks(DedupOptions const& options)
{
  refuse_on_ranks({{"--engine suffix-array", options.engine == "suffix-array"},
                   {"--cache", !options.cache.empty()},
                   {"--algorithm", options.sort.algorithm != "automatic"},
                   {"--segmented-sort", options.sort.segmented_sort != "automatic"},
                   {"standard input", options.text == "-" || options.offsets == "-" || options.against == "-"}});
  std::optional<DedupRun> run;
  DedupRequest request;
  find_duplicates_on_ranks({.words = words_of(options),
                            .device = options.device,
                            .prepare =
                                [&](bool is_first) {
                                  run.emplace(options, is_first);
                                  return request = run->request();
                                },
                            .finish = [&](DedupOutcome const& outcome) { run->finish(request, outcome); }});
  return ExitCode::ok;
}

ExitCode run(DedupOptions options)
{
  check(options);
  if (options.ranges.empty() && options.output.empty())
    options.ranges = output_path("", options.text, ".remove.byterange");
  require_known(options.sort);
  if (is_on_ranks()) return run_on_all_ranks(options);
  DeviceStart const start(options.device, {options.text, options.offsets, options.against, options.against_offsets});
  DedupRun run(options, true);
  auto const request = run.request();
  run.finish(request, find_duplicates(Session(options.device), request));
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

Under a launcher of several ranks, such as mpirun, each reads FILE, and goes
through a share of the fingerprints, on a GPU of its own where there are several.

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
             "By fingerprints: limit of the device's memory, as in 8G. Default: as much as is of use", {.least = 1}),
      text("--ranges", "PATH", options->ranges,
           "Where the ranges go. Default: FILE.remove.byterange, or nowhere with --output"),
      text("-o,--output", "PATH", options->output, "Write FILE without the ranges"),
      text("--cache", "DIR", options->cache, "Write the windows that are equal, too"),
      text("--plot", "PATH", options->plot, "Draw where the ranges lie, in SVG"),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.works_on_ranks = true;
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
