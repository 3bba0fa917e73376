// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <memory>
#include <optional>

#include "app/command_line/index_width.hpp"
#include "app/command_line/symbol_type.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/index/options.hpp"
#include "app/commands/on_ranks.hpp"
#include "app/io/document_offsets.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/search/index.hpp"
#include "app/report/measures.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

Report report_of(IndexOptions const& options, TextFile const& file, IndexRequest const& request,
                 IndexOutcome const& outcome)
{
  Input const& text = file.input();
  std::size_t const n = text.bytes().size();
  Report report;
  report.add("text", text.name(), "text");
  report.add("bytes", n, "bytes");
  add_format(report, file);
  if (options.symbols != "u8") report.add("symbols", options.symbols, "symbols");
  if (request.records != nullptr) {
    std::string const what = request.records->has_names() ? "record" : "document";
    if (!request.records->has_names()) report.add(what + "s", request.records->count(), what + "s");
    report.add("longest_" + what, request.records->longest(), "symbols of the longest");
  }
  report.add("alphabet", outcome.alphabet_size, "alphabet");
  report.add("device", outcome.device, "device");
  report.add("kind", options.kind, "kind");
  report.add("index", width_name(request.index_bytes), "entries");
  if (options.is_fm()) {
    report.add("sample_rate", options.transform.sample_rate, "sample rate");
    report.add("text_kept", options.transform.keep_text, "text");
    report.add("layout", outcome.layout, "layout");
    report.add("exception_runs", outcome.exception_runs, "runs of other symbols");
    report.add("index_memory", outcome.bytes, "bytes of memory");
    if (outcome.is_out_of_core) report.add("out_of_core", true, "sorted out of core");
  }
  else {
    report.add("lcp", options.lcp, "LCP array");
    report.add("isa", options.inverse, "inverse");
  }
  report.add("table_depth", outcome.table_depth, "symbols of the table's strings");
  report.add("table_entries", outcome.table_entries, "entries of the table");
  report.add("seconds", outcome.build_seconds(), "seconds", 3);
  add_speed(report, n, outcome.build_seconds());
  report.add("load_seconds", outcome.load_seconds);
  if (!options.is_fm()) report.add("sort_seconds", outcome.sort_seconds);
  if (options.lcp) report.add("lcp_seconds", outcome.lcp_seconds);
  if (!options.is_fm()) report.add("table_seconds", outcome.table_seconds);
  report.add("write_seconds", outcome.write_seconds);
  add_output(report, options.output);
  return report;
}

void require_sense(IndexOptions const& options)
{
  auto const refuse = [](char const* what) { throw Failure(ExitCode::usage, what); };
  bool const has_transform_options = options.transform.sample_rate != TransformOptions().sample_rate ||
                                     options.transform.keep_text || options.transform.huffman || options.transform.dna;
  if (options.is_fm() && (options.lcp || options.inverse)) refuse("--lcp and --isa are for --kind suffix");
  if (!options.is_fm() && has_transform_options)
    refuse("--sample-rate, --keep-text, --huffman and --dna are for --kind fm");
  if (!options.is_fm() && options.device_memory != 0) refuse("--memory is for --kind fm");
  if (options.is_fm() && options.symbols != "u8") refuse("--symbols u16 and u32 are for --kind suffix");
  if (options.format.are_sequences() && (options.symbols != "u8" || !options.offsets.empty()))
    refuse("--symbols and --offsets are not for sequences (--fasta)");
  if (!std::has_single_bit(options.transform.sample_rate) && options.transform.sample_rate != 0)
    refuse("--sample-rate takes 0 or a power of two");
}

/// An index that only counts would count what crosses from one record into the next, too.
void require_places(IndexOptions const& options, Records const& records, std::size_t n)
{
  bool const is_one = records.longest() == n;
  if (options.is_fm() && options.transform.sample_rate == 0 && !is_one)
    throw Failure(ExitCode::usage,
                  "--sample-rate 0 is for one record: what crosses from one into the next is left out by its position");
}

ExitCode run(IndexOptions options)
{
  require_sense(options);
  options.output = output_file(options.output, options.text, ".index", "an index");
  if (is_on_ranks()) return index_on_ranks(options);
  check_paths({options.text, options.offsets}, {options.output});
  if (options.by != "auto" || options.longest_pattern != IndexOptions::usual_longest)
    throw Failure(ExitCode::usage, "--by and --longest-pattern are for several ranks: mpirun lexikos index");
  require_known(options.sort);
  IndexKind const kind = options.is_fm() ? IndexKind::fm : IndexKind::suffix;
  SavedFile file = index_file(options.output, kind);
  DeviceStart const start(options.device, {options.text, options.offsets});
  TextFile const read(options.text, options.format,
                      {.show_progress = !options.report.quiet, .threads = options.device.threads});
  std::optional<Records> records;
  if (read.records() != nullptr) records = *read.records();
  Input const& text = read.input();
  unsigned const symbol_bytes = symbol_bytes_of(options.symbols);
  require_bytes_of_sequences(read, symbol_bytes, !options.offsets.empty());
  require_symbols(text, symbol_bytes);
  std::size_t const n = text.bytes().size() / symbol_bytes;
  std::vector<std::uint64_t> offsets;
  if (!options.offsets.empty()) {
    offsets = read_document_offsets({options.offsets, text.bytes().size(), symbol_bytes});
    records = Records{offsets};
  }
  if (records) require_places(options, *records, n);
  IndexRequest const request{.job = {&text, !options.report.quiet},
                             .symbol_bytes = symbol_bytes,
                             .sort = options.sort,
                             .index_bytes = index_bytes_for(n, options.index),
                             .with_lcp = options.lcp,
                             .with_inverse = options.inverse,
                             .kind = kind,
                             .transform = options.transform,
                             .device_memory = options.device_memory,
                             .records = records ? &*records : nullptr};

  Session const session(options.device);
  auto const outcome = index_text(session, request, file);
  print(report_of(options, read, request, outcome), options.report, StandardOutput::is_free);
  return ExitCode::ok;
}

}  // namespace

Command make_index()
{
  auto const options = std::make_shared<IndexOptions>();
  Command command{.name = "index",
                  .summary = "Build an index of a text, for 'lexikos search'",
                  .details = R"(An index of kind suffix holds the text, its suffix array, a table of the intervals
of all short prefixes, and the arrays that options add: 5 to 7 bytes a character
(u32), and 4 more for each array added. One of kind fm holds the Burrows-Wheeler
transform, a table, and every 8th position: for DNA 0.9 to 1.3 bytes a character,
0.4 to 0.6 with --sample-rate 0, and twice to four times that for bytes; searches
take longer. Sizes and checksums are in the file, so that a damaged one is
refused. It is there complete or not at all.

With --fasta or --format, FILE is sequences (see 'lexikos help formats'). They are
indexed one after the other, small letters as capital ones, and the index has
their names: 'lexikos search' tells a record and a position in it, and finds
nothing that crosses from one into the next; 'lexikos match' takes either kind as
its reference.

With --symbols, FILE is tokens, of which 'lexikos search' finds lists. With
--offsets it is documents, one after the other: the file of offsets has a
little-endian 64-bit number of bytes for the start of each, and one for the end of
the last. 'lexikos search' tells the number of a document and the position in it.

Under mpirun or srun the index is a folder. By range, each rank has a range of
the suffix array, and the whole text, packed. By text, each has an index of its
part of the text, which is faster to build and is a fraction of the memory, and
every pattern is asked on all ranks: so are documents, sequences and --kind fm.
Plain texts are read in parts; sequences, compressed or not, by every rank. Other
texts that are compressed are refused there.
A part ends with a document; without documents it has what follows it, too, for
patterns of up to --longest-pattern symbols.
)"};
  command.operands = {operand("FILE", options->text, "The text, bytes of any value; - for standard input")};
  command.options = {
      text("-o,--output", "PATH", options->output, "Where the index goes. Default: FILE.index"),
      choice("--kind", "KIND", {"suffix", "fm"}, options->kind,
             "suffix: fast; fm: a fraction of the memory. Default: suffix"),
      number("--sample-rate", "N", options->transform.sample_rate,
             "With --kind fm: every N-th position is kept, a power of two, or 0 for an index that only counts. "
             "Default: 8"),
      flag("--keep-text", options->transform.keep_text,
           "With --kind fm: keep the text too, in two bits a letter of DNA: long patterns are found faster"),
      flag("--huffman", options->transform.huffman,
           "With --kind fm: shorter codes for frequent symbols, where there are more than four"),
      flag("--dna", options->transform.dna, "With --kind fm: a, c, g and t are A, C, G and T, also in patterns"),
      text_format(options->format),
      sequences_flag(options->format),
      symbol_type(options->symbols),
      text("--offsets", "PATH", options->offsets, "Where the documents lie. Default: FILE is one"),
      flag("--lcp", options->lcp, "Keep the LCP array too"),
      flag("--isa", options->inverse, "Keep the inverse suffix array too"),
      number("--memory", "BYTES", options->device_memory,
             "With --kind fm: limit of the device's memory that is taken until the transform is there. If text, suffix "
             "array "
             "and scratch do not fit at once, suffixes are sorted in parts. Default: what is free"),
      number("--device-memory", "BYTES", options->device_memory, "The same as --memory"),
      choice("--by", "WHAT", {"auto", "range", "text"}, options->by,
             "On several ranks: what they divide. Default: the range of the suffix array; the text for documents, "
             "sequences and --kind fm"),
      number("--longest-pattern", "N", options->longest_pattern,
             "By text, without documents: symbols of the longest pattern that will be searched for. Default: 65536",
             {1}),
      index_width(options->index, "Width of the entries: u32, u64, or auto, which is u32 up to 2^32 - 2 bytes"),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.works_on_ranks = true;
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
