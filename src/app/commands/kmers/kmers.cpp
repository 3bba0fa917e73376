// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "app/command_line/index_width.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/kmers/results.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/search/kmers.hpp"
#include "app/report/report.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t max_packed = 64;     // letters of a k-mer of DNA
constexpr std::uint64_t max_high = 65534;  // a histogram has that many bins, one for 0, and one for all above
constexpr std::uint64_t default_high = 10'000;

struct KmersOptions
{
  std::vector<std::string> texts;
  std::string output;
  std::string set;
  std::string index = "auto";
  std::size_t k = 21;
  bool dna = false;
  bool canonical = false;
  TextFormat format;
  bool list = false;
  bool histogram = false;
  std::uint64_t min_count = 1;
  std::uint64_t max_count = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t high = 0;  // not given
  SortOptions sort;
  DeviceOptions device;
  ReportOptions report;

  [[nodiscard]] std::uint64_t highest() const { return high != 0 ? high : default_high; }
};

void check(KmersOptions const& options)
{
  auto const require = [](bool condition, std::string const& message) {
    if (!condition) throw Failure(ExitCode::usage, message);
  };
  require(options.texts.size() <= 2, "k-mers of one file, or of two, not of " + std::to_string(options.texts.size()));
  require(!(options.list && options.histogram), "either a list or a histogram, not both");
  require(options.set.empty() || options.texts.size() == 2, "--set chooses among the k-mers of two files");
  require(options.set.empty() || options.list, "--set chooses among k-mers for --list; a histogram shows all");
  require(options.high == 0 || !options.list, "--high is of a histogram; a list has --max-count");
  require(options.list || options.min_count <= options.highest(),
          "--min-count is " + std::to_string(options.min_count) + ", and k-mers that occur more often than " +
              std::to_string(options.highest()) + " (--high) are counted together");
  require(!options.dna || options.k <= max_packed,
          "-k is " + std::to_string(options.k) + "; k-mers of DNA have 64 letters at most");
  require(options.texts.size() < 2 || options.texts[0] != "-" || options.texts[1] != "-",
          "only one of the texts can come from standard input");
}

void add_totals(Report& report, KmersOutcome const& outcome, bool has_two)
{
  std::string const of_first = has_two ? ", first text" : "";
  report.add("distinct", outcome.first.distinct, "distinct k-mers" + of_first);
  report.add("unique", outcome.first.unique, "that occur once" + of_first);
  report.add("all", outcome.first.all, "occurrences" + of_first);
  report.add("max_count", outcome.first.max_count, "of the most frequent" + of_first);
  if (!has_two) return;
  report.add("distinct_in_second", outcome.second.distinct, "distinct k-mers, second text");
  report.add("unique_in_second", outcome.second.unique, "that occur once, second text");
  report.add("all_in_second", outcome.second.all, "occurrences, second text");
  report.add("max_count_in_second", outcome.second.max_count, "of the most frequent, second text");
  report.add("common", outcome.common, "distinct k-mers of both");
  report.add("only_first", outcome.only_first, "of the first alone");
  report.add("only_second", outcome.only_second, "of the second alone");
}

/// What the command reads, finds and writes.
class KmersCommand
{
 public:
  explicit KmersCommand(KmersOptions const& options)
      : m_options(options),
        m_file(read(0)),
        m_second_file(options.texts.size() == 2 ? read(1) : nullptr),
        m_first(m_file->input()),
        m_second(m_second_file ? &m_second_file->input() : nullptr),
        m_out(make_output(options.output))
  {
    add_offsets();
    m_request.second = m_second;
    m_request.index_bytes = index_bytes_for(size(), options.index);
    m_request.sort = options.sort;
    m_request.k = options.k;
    m_request.is_dna = options.dna;
    m_request.canonical = options.canonical;
    m_request.min_count = options.min_count;
    m_request.max_count = options.max_count;
    m_request.set = options.set.empty() ? "common" : options.set;
    m_request.job = {&m_first, !options.report.quiet};
  }

  void run()
  {
    Session const session(m_options.device);
    KmerSpelling const spelling(m_first, m_request.second, m_request);
    std::optional<TextWriter> writer;
    if (m_out) writer.emplace(*m_out);
    std::vector<FoundKmers> kept;  // for JSON
    if (m_options.list) {
      if (writer) spelling.write_headings(*writer);
      m_request.on_kmers = [&](FoundKmers const& kmers) {
        if (writer) spelling.write(*writer, kmers);
        if (m_options.report.json) kept.push_back(kmers);
      };
    }
    else {
      m_request.bins = m_options.highest() + 2;
    }
    auto const outcome = find_kmers(session, m_request);
    HistogramLines const lines{outcome.histograms, m_options.min_count, m_options.max_count};
    if (writer && !m_options.list) write_histogram(*writer, lines);
    if (writer) writer->flush();
    if (m_out) m_out->commit();

    Report report = report_of(outcome);
    if (m_options.list)
      report.add("kmers", [&](Json& json) {
        json.begin_array();
        for (auto const& kmers : kept) spelling.write(json, kmers);
        json.end_array();
      });
    else
      report.add("histogram", [&](Json& json) { write_histogram(json, lines); });
    if (m_out) report.row(m_options.list ? "list" : "histogram", place_of(m_options.output));
    print(report, m_options.report, m_options.output == "-" ? StandardOutput::has_data : StandardOutput::is_free);
  }

 private:
  [[nodiscard]] std::unique_ptr<TextFile> read(std::size_t i) const
  {
    TextFile::Options const how{
        .letters = LetterCase::kept, .show_progress = !m_options.report.quiet, .threads = m_options.device.threads};
    return std::make_unique<TextFile>(m_options.texts[i], m_options.format, how);
  }

  /// Of the records of both files; one that has none is one.
  void add_offsets()
  {
    bool const has_records = m_file->records() != nullptr || (m_second_file && m_second_file->records() != nullptr);
    if (!has_records) return;
    auto& offsets = m_request.offsets;
    offsets.push_back(0);
    for (auto const* const file : {m_file.get(), m_second_file.get()}) {
      if (file == nullptr) continue;
      std::uint64_t const before = offsets.back();
      if (auto const* const records = file->records())
        for (std::size_t i = 1; i < records->offsets.size(); ++i) offsets.push_back(before + records->offsets[i]);
      else
        offsets.push_back(before + file->input().bytes().size());
    }
  }

  static std::unique_ptr<Output> make_output(std::string const& path)
  {
    return path.empty() ? nullptr : std::make_unique<Output>(path);
  }

  [[nodiscard]] std::size_t size() const
  {
    return m_first.bytes().size() + (m_second != nullptr ? m_second->bytes().size() : 0);
  }

  [[nodiscard]] Report report_of(KmersOutcome const& outcome) const
  {
    Report report;
    report.add("text", m_first.name(), "text");
    report.add("bytes", m_first.bytes().size(), "bytes");
    add_format(report, *m_file);
    if (!m_request.offsets.empty()) report.add("records", m_request.offsets.size() - 1);
    if (m_second != nullptr) {
      report.add("second_text", m_second->name(), "second text");
      report.add("bytes_of_second", m_second->bytes().size(), "bytes");
      if (shown_format(*m_second_file) != "plain") report.row("format", shown_format(*m_second_file));
    }
    report.add("device", outcome.device, "device");
    report.add("k", m_options.k, "k");
    report.add("dna", m_options.dna);
    report.add("canonical", m_options.canonical, "canonical");
    add_totals(report, outcome, m_second != nullptr);
    report.add("sort_seconds", outcome.sort_seconds, "seconds to sort", 3);
    report.add("lcp_seconds", outcome.lcp_seconds, "for the LCP array", 3);
    report.add("kmers_seconds", outcome.kmers_seconds, "for k-mers", 3);
    return report;
  }

  KmersOptions const& m_options;
  std::unique_ptr<TextFile> m_file;
  std::unique_ptr<TextFile> m_second_file;  // null: there is none
  Input const& m_first;
  Input const* m_second;
  std::unique_ptr<Output> m_out;
  KmersRequest m_request;
};

ExitCode run(KmersOptions options)
{
  options.dna = options.dna || options.canonical;
  check(options);
  if (options.output.empty() && !options.report.json) options.output = std::string("-");
  check_paths(options.texts, {options.output});
  require_known(options.sort);
  DeviceStart const start(options.device, {options.texts.front()});
  KmersCommand(options).run();
  return ExitCode::ok;
}

constexpr char const* details = R"(A histogram has a line for each number of occurrences that some k-mer has: that
number, a tab, and how many distinct k-mers occur so often. Of two files it has
five columns, after a line of headings: the number, and k-mers with as many
occurrences that only the first file has, that both have (in the first, and in the
second), and that only the second has.

A list has a line for each k-mer, in lexicographic order, after one of headings:
the k-mer, its occurrences, of two files those in the second too, and a position,
which counts from 0 and through both files. Bytes that do not print are shown as
\xHH; k-mers of DNA are shown in upper case.

Files are texts of bytes, unless --fasta or --format says that they are sequences:
headers and ends of lines are symbols like others, except with --dna, where a
k-mer that holds one does not count. No k-mer crosses from one record or file into
the next.
)";

}  // namespace

Command make_kmers()
{
  auto const options = std::make_shared<KmersOptions>();
  Command command{
      .name = "kmers", .summary = "Count the k-mers of a text, or compare those of two", .details = details};
  command.operands = {operands("FILE", options->texts, "One text or two, bytes of any value; - for standard input")};
  command.options = {
      number("-k,--length", "COUNT", options->k, "Symbols of a k-mer; of DNA at most 64. Default: 21", {.least = 1}),
      text_format(options->format),
      sequences_flag(options->format),
      flag("--dna", options->dna, "Only k-mers of A, C, G and T, of either case, which is the same letter"),
      flag("--canonical", options->canonical, "A k-mer of DNA and its reverse complement are one; with it, --dna"),
      flag("--histogram", options->histogram, "How many k-mers occur how often. This is the default"),
      flag("--list", options->list, "The k-mers, each with its occurrences and a position"),
      choice("--set", "SET", {"common", "first", "second", "all"}, options->set,
             "Of two files, list k-mers that both have, that only the first or only the second has, or all. Default: "
             "common"),
      number("--min-count", "COUNT", options->min_count,
             "Only k-mers that occur this often or more, of two files together in a list, in either in a histogram. "
             "Default: 1"),
      number("--max-count", "COUNT", options->max_count, "Only k-mers that occur this often or less"),
      number("--high", "COUNT", options->high,
             "The histogram's largest number; k-mers that occur more often are counted together, in the line after "
             "it, which --max-count leaves out. Default: 10000, at most 65534",
             {.least = 1, .most = max_high}),
      text("-o,--output", "PATH", options->output,
           "Where the list or histogram goes. Default: standard output, or nowhere with --json, which has it too"),
      index_width(options->index, "Width of the entries: u32, u64, or auto, which is u32 up to 2^32 - 2 bytes"),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
