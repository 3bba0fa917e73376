// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/report.hpp"

#include <unistd.h>

#include <algorithm>

#include "app/failure.hpp"
#include "app/report/numbers_shown.hpp"

namespace lexikos::app
{

void Report::add(std::string const& key, std::function<void(Json&)> write)
{
  auto const found = std::ranges::find(m_fields, key, &Field::key);
  if (found != m_fields.end())
    found->write = std::move(write);
  else
    m_fields.push_back({key, std::move(write)});
}

void Report::add(std::string const& key, std::string const& value)
{
  add(key, [value](Json& json) { json.value(value); });
}

void Report::add(std::string const& key, bool value)
{
  add(key, [value](Json& json) { json.value(value); });
}

void Report::add(std::string const& key, double value)
{
  add(key, [value](Json& json) { json.value(value); });
}

void Report::add_number(std::string const& key, std::uint64_t value)
{
  add(key, [value](Json& json) { json.value(value); });
}

void Report::add(std::string const& key, double value, std::string const& label, int digits)
{
  add(key, value);
  row(label, decimal(value, digits));
}

void Report::row(std::string const& label, std::uint64_t number)
{
  m_rows.push_back({label, std::to_string(number), grouped(number)});
}

void Report::print_table(TextWriter& out, bool is_terminal) const
{
  std::size_t width = 0;
  for (auto const& row : m_rows) width = std::max(width, row.label.size());
  for (auto const& row : m_rows)
    out << row.label << std::string(width - row.label.size() + 2, ' ')
        << (is_terminal ? printable(row.grouped) : row.plain) << '\n';
  out.flush();
}

void Report::print_json(TextWriter& out) const
{
  Json json(out);
  json.begin_object();
  for (auto const& field : m_fields) {
    json.key(field.key);
    field.write(json);
  }
  json.end_object();
  out << '\n';
  out.flush();
}

void add_report_options(Command& command, ReportOptions& options)
{
  command.options.push_back(
      flag("--json", options.json, "Write one JSON object in place of the table; see 'lexikos help json'"));
  command.options.push_back(flag("-q,--quiet", options.quiet, "No table and no progress bar"));
}

void print(Report const& report, ReportOptions const& options, StandardOutput standard_output)
{
  if (options.quiet && !options.json) return;
  bool const to_output =
      standard_output == StandardOutput::is_for_report || (options.json && standard_output == StandardOutput::is_free);
  auto const output = to_output ? std::make_unique<Output>("-") : Output::standard_error();
  TextWriter out(*output);
  if (options.json) {
    report.print_json(out);
    return output->commit();
  }
  try {
    report.print_table(out, ::isatty(to_output ? STDOUT_FILENO : STDERR_FILENO) == 1);
    output->commit();
  }
  catch (Failure const&) {
    if (to_output) throw;  // the result; but a table beside it, on standard error, is for whoever reads it
  }
}

}  // namespace lexikos::app
