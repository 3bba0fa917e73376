// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <optional>

#include "app/command_line/symbol_type.hpp"
#include "app/commands/commands.hpp"
#include "app/io/document_offsets.hpp"
#include "app/io/output_path.hpp"
#include "app/io/text_writer.hpp"
#include "app/on_device/collections/dedup.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

namespace
{

struct DedupOptions
{
  std::string text;
  std::string offsets;
  std::string against;
  std::string against_offsets;
  std::string ranges;
  std::string output;
  std::string symbols = "u8";
  std::string keep = "none";
  std::string scope = "any";
  std::string align = "symbol";
  std::size_t length = 100;
  std::size_t count = 0;
  SortOptions sort;
  DeviceOptions device;
  ReportOptions report;
};

void check(DedupOptions const& options)
{
  auto const require = [](bool condition, std::string const& message) {
    if (!condition) throw Failure(ExitCode::usage, message);
  };
  require(options.against_offsets.empty() || !options.against.empty(), "--against-offsets are those of --against");
  require(options.scope == "any" || !options.offsets.empty(), "--scope across is for documents; --offsets names them");
  require(options.keep != "first-of-document" || !options.offsets.empty(),
          "--keep first-of-document is for documents; --offsets names them");
  require(options.against.empty() || (options.keep == "none" && options.scope == "any"),
          "--keep and --scope have no meaning for parts that another file has (--against)");
  require(options.align == "symbol" || options.symbols == "u8", "--align utf8 is for bytes");
}

/// Ranges as lines of two numbers of bytes, after one that says "out".
class RangeLines
{
 public:
  RangeLines(Output& output, unsigned symbol_bytes) : m_writer(output), m_symbol_bytes(symbol_bytes)
  {
    m_writer << "out\n";
  }

  void write(std::vector<std::uint64_t> const& begins, std::vector<std::uint64_t> const& ends)
  {
    for (std::size_t i = 0; i < begins.size(); ++i)
      m_writer << begins[i] * m_symbol_bytes << ' ' << ends[i] * m_symbol_bytes << '\n';
  }
  void flush() { m_writer.flush(); }

 private:
  TextWriter m_writer;
  std::uint64_t m_symbol_bytes;
};

/// What the command reads, finds and writes.
class DedupCommand
{
 public:
  explicit DedupCommand(DedupOptions const& options)
      : m_options(options), m_symbol_bytes(symbol_bytes_of(options.symbols)), m_text(options.text)
  {
    m_request.text = collection(m_text, options.offsets);
    if (!options.against.empty()) {
      m_other.emplace(options.against);
      m_request.other = collection(*m_other, options.against_offsets);
    }
    m_request.job = {&m_text, !options.report.quiet};
    m_request.symbol_bytes = m_symbol_bytes;
    m_request.length = options.length;
    m_request.min_occurrences = options.count;
    m_request.keep = options.keep;
    m_request.across_documents = options.scope == "across";
    m_request.align_to_characters = options.align == "utf8";
    m_request.sort = options.sort;
    if (!options.ranges.empty()) m_ranges = std::make_unique<Output>(options.ranges);
    if (!options.output.empty()) m_remaining = std::make_unique<Output>(options.output);
    if (has_new_offsets()) m_offsets = std::make_unique<Output>(new_offsets_path());
  }

  void run()
  {
    Session const session(m_options.device);
    std::optional<RangeLines> lines;
    if (m_ranges) {
      lines.emplace(*m_ranges, m_symbol_bytes);
      m_request.on_ranges = [&](auto const& begins, auto const& ends) { lines->write(begins, ends); };
    }
    m_request.remaining = m_remaining.get();
    auto const outcome = find_duplicates(session, m_request);
    if (lines) lines->flush();
    if (m_offsets) write_offsets(outcome.offsets);
    for (auto const* output : {&m_ranges, &m_remaining, &m_offsets})
      if (*output) (*output)->commit();
    print(report_of(outcome), m_options.report,
          m_options.ranges == "-" || m_options.output == "-" ? StandardOutput::has_data : StandardOutput::is_free);
  }

  [[nodiscard]] static std::string offsets_beside(std::string const& output) { return output + ".size"; }

 private:
  [[nodiscard]] bool has_new_offsets() const
  {
    return m_remaining && !m_options.offsets.empty() && m_options.output != "-";
  }
  [[nodiscard]] std::string new_offsets_path() const { return offsets_beside(m_options.output); }

  [[nodiscard]] SymbolText collection(Input const& input, std::string const& offsets) const
  {
    require_symbols(input, m_symbol_bytes);
    SymbolText text{&input};
    if (!offsets.empty()) text.offsets = read_document_offsets({offsets, input.bytes().size(), m_symbol_bytes});
    return text;
  }

  void write_offsets(std::vector<std::uint64_t> offsets)
  {
    for (auto& offset : offsets) offset *= m_symbol_bytes;
    m_offsets->write(offsets.data(), offsets.size() * sizeof(std::uint64_t));
  }

  [[nodiscard]] Report report_of(DedupOutcome const& outcome) const
  {
    std::uint64_t const bytes = m_text.bytes().size();
    std::uint64_t const removed = outcome.symbols * m_symbol_bytes;
    Report report;
    report.add("text", m_text.name(), "text");
    report.add("bytes", bytes, "bytes");
    if (!m_request.text.offsets.empty()) report.add("documents", m_request.text.offsets.size() - 1, "documents");
    if (m_other) report.add("against", m_other->name(), "against");
    report.add("device", outcome.device, "device");
    report.add("length", m_options.length, "symbols of a window");
    report.add("ranges", outcome.ranges, "ranges");
    report.add("removed_bytes", removed, "bytes in them");
    report.add("removed_share", bytes == 0 ? 0. : static_cast<double>(removed) / static_cast<double>(bytes),
               "share of all", 4);
    report.add("find_seconds", outcome.find_seconds, "seconds to find", 3);
    report.add("write_seconds", outcome.remove_seconds, "to write", 3);
    if (m_ranges) report.row("ranges", place_of(m_options.ranges));
    if (m_remaining) report.row("what remains", place_of(m_options.output));
    if (m_offsets) report.row("its offsets", place_of(new_offsets_path()));
    return report;
  }

  DedupOptions const& m_options;
  unsigned m_symbol_bytes;
  Input m_text;
  std::optional<Input> m_other;
  DedupRequest m_request;
  std::unique_ptr<Output> m_ranges;
  std::unique_ptr<Output> m_remaining;
  std::unique_ptr<Output> m_offsets;
};

ExitCode run(DedupOptions options)
{
  check(options);
  if (options.ranges.empty() && options.output.empty())
    options.ranges = output_path("", options.text, ".remove.byterange");
  std::vector<std::string> outputs{options.ranges, options.output};
  if (!options.output.empty() && options.output != "-" && !options.offsets.empty())
    outputs.push_back(DedupCommand::offsets_beside(options.output));
  check_paths({options.text, options.offsets, options.against, options.against_offsets}, outputs);
  require_known(options.sort);
  DedupCommand(options).run();
  return ExitCode::ok;
}

constexpr char const* details = R"(Windows of --length symbols that occur twice or more are duplicates. Ranges are
what they cover; those that touch are one. With --offsets, windows and ranges do
not cross the borders of documents. The file of offsets has a little-endian 64-bit
number of bytes for the start of each document, and one for the end of the last.

Ranges are written as lines of two numbers, where a range starts and where it
ends, in bytes from the start of the file, after a line that says "out". With
--output, the file without them is written too, and beside it, if there are
documents, their offsets in it: OUTPUT.size.

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
      text("--offsets", "FILE", options->offsets, "Where the documents lie. Default: FILE is one"),
      symbol_type(options->symbols),
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
             "utf8: ranges shrink to whole characters. Default: symbol"),
      text("--against", "FILE", options->against, "Find what this file has too, instead of what FILE repeats"),
      text("--against-offsets", "FILE", options->against_offsets, "Where its documents lie"),
      text("--ranges", "PATH", options->ranges,
           "Where the ranges go. Default: FILE.remove.byterange, or nowhere with --output"),
      text("-o,--output", "PATH", options->output, "Write FILE without the ranges"),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
