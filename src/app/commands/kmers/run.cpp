// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <optional>
#include <vector>

#include "app/command_line/index_width.hpp"
#include "app/commands/kmers/options.hpp"
#include "app/commands/kmers/results.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/search/kmers.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

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

}  // namespace

ExitCode run_kmers(KmersOptions options)
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

}  // namespace lexikos::app
