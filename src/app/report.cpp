// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/exit_codes.hpp"

namespace lexikos::app
{

std::string grouped(std::uint64_t number)
{
  std::string digits = std::to_string(number);
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, 1, ' ');
  return digits;
}

std::string decimal(double number, int digits)
{
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, number);
  return buffer;
}

void Report::add(std::string const& key, nlohmann::ordered_json value, std::string label, std::string shown)
{
  add(key, std::move(value));
  m_rows.emplace_back(std::move(label), std::move(shown));
}

void Report::print_table(std::FILE* file) const
{
  std::size_t width = 0;
  for (auto const& row : m_rows) width = std::max(width, row.first.size());
  for (auto const& [label, shown] : m_rows)
    std::fprintf(file, "%-*s  %s\n", static_cast<int>(width), label.c_str(), shown.c_str());
}

void Report::print_json(std::FILE* file) const
{
  // file names need not be UTF-8, but JSON is
  std::string const text = m_json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::fprintf(file, "%s\n", text.c_str());
  if (std::fflush(file) != 0) throw Failure(ExitCode::unwritable_output, "cannot write the JSON object");
}

void add_report_options(CLI::App& app, ReportOptions& options)
{
  app.add_flag("--json", options.json,
               "Instead of the table, one JSON object on standard output (on standard error if the data goes there)");
  app.add_flag("--quiet", options.quiet, "No table and no progress bar");
}

void print(Report const& report, ReportOptions const& options, bool standard_output_taken)
{
  if (options.json)
    report.print_json(standard_output_taken ? stderr : stdout);
  else if (!options.quiet)
    report.print_table(stderr);
}

}  // namespace lexikos::app
