// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/search/results.hpp"

#include "app/report/text_facts.hpp"

namespace lexikos::app
{

SearchResults::SearchResults(SearchOptions const& options, SearchedText const& searched, ShownPatterns const& patterns)
    : m_options(options),
      m_file(searched.file),
      m_is_saved(searched.is_index),
      m_patterns(patterns),
      m_records(searched.records),
      m_symbol_bytes(searched.symbol_bytes),
      m_output("-"),
      m_out(m_output),
      m_json(m_out)
{}

void SearchResults::start(SearchOutcome const& outcome)
{
  m_layout = {.text = outcome.text,
              .symbol_bytes = m_symbol_bytes,
              .context = m_options.context,
              .only_counts = !m_options.shows_positions(),
              .ends_in_zero = m_options.ends_in_zero && !m_options.shows_positions(),
              .records = m_records};
  if (!m_options.report.json) return;
  m_json.begin_object();
  m_json.member(m_is_saved ? "index" : "text", m_options.source);
  m_json.member("bytes", outcome.text_size * m_symbol_bytes);
  if (m_file != nullptr) {
    m_json.member("format", m_file->format());
    m_json.member("compression", name_of(m_file->compression()));
  }
  if (m_symbol_bytes > 1) m_json.member("symbols", symbols_name());
  if (m_records != nullptr) m_json.member(records_name(), m_records->count());
  m_json.member("device", outcome.device);
  m_json.member("patterns", m_patterns.patterns.size());
  m_json.member("occurrences", outcome.occurrences);
  m_json.member(m_is_saved ? "load_seconds" : "build_seconds", outcome.index_seconds);
  m_json.key("results");
  m_json.begin_array();
}

void SearchResults::add(Matches const& matches)
{
  if (m_options.report.json)
    print_json(m_json, m_patterns, matches, m_layout);
  else
    print_matches(m_out, m_patterns, matches, m_layout);
}

void SearchResults::finish(SearchOutcome const& outcome)
{
  if (m_options.report.json) {
    m_json.end_array();
    m_json.member("search_seconds", outcome.search_seconds);
    m_json.end_object();
    m_out << '\n';
  }
  m_out.flush();
  m_output.commit();
  if (!m_options.report.json) print_table(outcome);
}

void SearchResults::print_table(SearchOutcome const& outcome) const
{
  Report report;
  report.row(m_is_saved ? "index" : "text", m_options.source);
  report.row("bytes", outcome.text_size * m_symbol_bytes);
  if (m_file != nullptr && shown_format(*m_file) != "plain") report.row("format", shown_format(*m_file));
  if (m_symbol_bytes > 1) report.row("symbols", symbols_name());
  if (m_records != nullptr) report.row(records_name(), m_records->count());
  report.row("device", outcome.device);
  report.row("patterns", m_patterns.patterns.size());
  report.row("occurrences", outcome.occurrences);
  report.add("", outcome.index_seconds, m_is_saved ? "seconds to load" : "seconds to index", 3);
  report.add("", outcome.search_seconds, "seconds to search", 3);
  print(report, m_options.report, StandardOutput::has_data);
}

}  // namespace lexikos::app
