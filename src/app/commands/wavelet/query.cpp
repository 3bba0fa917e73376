// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <vector>

#include "app/commands/wavelet/parts.hpp"
#include "app/commands/wavelet/query_words.hpp"
#include "app/io/text_writer.hpp"
#include "app/report/json.hpp"

namespace lexikos::app
{

namespace
{

struct QueryOptions
{
  std::string input;
  std::vector<std::string> queries;
  DeviceOptions device;
  ReportOptions report;
};

Report report_of(QueryOptions const& options, WaveletFacts const& facts, WaveletKind kind)
{
  Report report;
  report.add("input", options.input, "file");
  add_wavelet_facts(report, facts, kind);
  report.add("load_seconds", facts.file_seconds, "seconds to load", 3);
  return report;
}

ExitCode run_info(QueryOptions const& options)
{
  SavedWavelet const saved(options.input);
  Session const session(options.device);
  std::vector<WaveletAnswer> none;
  auto const facts = query_wavelet(session, saved, {}, none);
  print(report_of(options, facts, saved.kind()), options.report, StandardOutput::is_for_report);
  return ExitCode::ok;
}

void write_answer(TextWriter& out, WaveletAnswer const& answer)
{
  if (answer.kind == WaveletAnswer::Kind::none) out << "none";
  if (answer.kind == WaveletAnswer::Kind::number) out << answer.number;
  if (answer.kind != WaveletAnswer::Kind::list) return;
  out << '[';
  for (std::size_t i = 0; i < answer.list.size(); ++i)
    out << (i == 0 ? "[" : ",[") << answer.list[i].first << ',' << answer.list[i].second << ']';
  out << ']';
}

void write_answer(Json& json, WaveletAnswer const& answer)
{
  if (answer.kind == WaveletAnswer::Kind::none) return json.null();
  if (answer.kind == WaveletAnswer::Kind::number) return json.value(answer.number);
  json.begin_array();
  for (auto const& [symbol, count] : answer.list) {
    json.begin_array();
    json.value(symbol);
    json.value(count);
    json.end_array();
  }
  json.end_array();
}

ExitCode run_query(QueryOptions const& options)
{
  std::vector<WaveletQuery> queries;
  for (auto const& word : options.queries) queries.push_back(parse_wavelet_query(word));
  SavedWavelet const saved(options.input);
  Session const session(options.device);
  std::vector<WaveletAnswer> answers;
  auto const facts = query_wavelet(session, saved, queries, answers);
  if (options.report.json) {
    Report report = report_of(options, facts, saved.kind());
    report.add("answers", [&](Json& json) {
      json.begin_array();
      for (std::size_t q = 0; q < queries.size(); ++q) {
        json.begin_object();
        json.member("query", queries[q].word);
        json.key("answer");
        write_answer(json, answers[q]);
        json.end_object();
      }
      json.end_array();
    });
    print(report, options.report, StandardOutput::is_for_report);
    return ExitCode::ok;
  }
  Output output("-");
  TextWriter out(output);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    out << queries[q].word << '\t';
    write_answer(out, answers[q]);
    out << '\n';
  }
  out.flush();
  output.commit();
  return ExitCode::ok;
}

Command made(std::shared_ptr<QueryOptions> const& options, Command command, ExitCode (*run)(QueryOptions const&))
{
  command.operands.insert(command.operands.begin(),
                          operand("FILE", options->input, "The file that 'lexikos wavelet build' wrote"));
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options, run] { return run(*options); };
  return command;
}

}  // namespace

Command make_wavelet_query()
{
  auto const options = std::make_shared<QueryOptions>();
  Command command{.name = "query", .summary = "Answer queries of a wavelet structure", .details = wavelet_queries_help};
  command.operands = {operands("QUERY", options->queries, "Queries, as described below")};
  return made(options, std::move(command), run_query);
}

Command make_wavelet_info()
{
  return made(std::make_shared<QueryOptions>(),
              {.name = "info", .summary = "Show what a file of 'lexikos wavelet build' holds"}, run_info);
}

}  // namespace lexikos::app
