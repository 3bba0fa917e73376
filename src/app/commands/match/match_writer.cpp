// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/match/match_writer.hpp"

namespace lexikos::app
{

namespace
{

std::string title_of(std::vector<std::string> const& files)
{
  return files.size() == 1 ? files[0] : files[0] + " and " + std::to_string(files.size() - 1) + " more";
}

}  // namespace

MatchWriter::MatchWriter(MatchCommandOptions const& options, MatchLines const& lines)
    : m_options(options),
      m_lines(lines),
      m_output(options.output),
      m_out(m_output),
      m_json(m_out),
      m_plot({options.reference, lines.reference}, {title_of(options.queries), lines.queries})
{
  if (!options.plot.empty()) m_picture.emplace(options.plot);
  if (options.report.json) {
    m_json.begin_object();
    m_json.key("matches");
    m_json.begin_array();
  }
  else if (options.format == "tsv") {
    print_table_head(m_out, options.smem);
  }
}

void MatchWriter::add(FoundMatches const& matches)
{
  if (m_picture) draw(m_plot, matches, m_lines);
  if (m_options.report.json)
    print_as_json(m_json, matches, m_lines);
  else if (m_options.format == "tsv")
    print_as_table(m_out, matches, m_lines);
  else
    print_as_mummer(m_out, matches, m_lines);
}

void MatchWriter::finish(DoneMatching const& done)
{
  MatchOutcome const& outcome = done.outcome;
  if (m_options.report.json) {
    m_json.end_array();
    m_json.member("device", outcome.device);
    m_json.member("count", outcome.matches);
    m_json.member("capped_queries", outcome.capped_queries);
    m_json.member("read_seconds", done.read_seconds);
    m_json.member("index_seconds", outcome.index_seconds);
    m_json.member("match_seconds", outcome.match_seconds);
    m_json.member("write_seconds", outcome.write_seconds);
    m_json.end_object();
    m_out << '\n';
  }
  m_out.flush();
  if (m_picture) m_picture->write(m_plot.svg());
  m_output.commit();
  if (m_picture) m_picture->commit();
}

}  // namespace lexikos::app
