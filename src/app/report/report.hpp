// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/command_line/command.hpp"
#include "app/report/json.hpp"

namespace lexikos::app
{

/// What a command has to tell: a table for people, or one JSON object for programs.
class Report
{
 public:
  /// Fields of the JSON object. Those of one key have one value: the last.
  void add(std::string const& key, std::string const& value);
  void add(std::string const& key, char const* value) { add(key, std::string(value)); }
  void add(std::string const& key, bool value);
  void add(std::string const& key, double value);
  void add(std::string const& key, std::unsigned_integral auto value) { add_number(key, value); }
  /// A field whose value a function writes.
  void add(std::string const& key, std::function<void(Json&)> write);

  /// Rows of the table; numbers are grouped on a terminal.
  void row(std::string const& label, std::string const& shown) { m_rows.push_back({label, shown, shown}); }
  void row(std::string const& label, std::uint64_t number);

  /// The same as a field and as a row.
  template <class Value>
  void add(std::string const& key, Value const& value, std::string const& label)
  {
    add(key, value);
    if constexpr (std::is_same_v<Value, bool>)
      row(label, std::string(value ? "yes" : "no"));
    else
      row(label, value);
  }
  /// The same with as many digits after the point.
  void add(std::string const& key, double value, std::string const& label, int digits);

  void print_table(TextWriter& out, bool is_terminal) const;
  void print_json(TextWriter& out) const;

 private:
  struct Field
  {
    std::string key;
    std::function<void(Json&)> write;
  };
  struct Row
  {
    std::string label;
    std::string plain;
    std::string grouped;
  };

  void add_number(std::string const& key, std::uint64_t value);

  std::vector<Field> m_fields;
  std::vector<Row> m_rows;
};

/// How the user wants to be told.
struct ReportOptions
{
  bool json = false;
  bool quiet = false;
};

void add_report_options(Command& command, ReportOptions& options);

/// What else goes to standard output.
enum class StandardOutput
{
  is_free,       ///< nothing: the table goes to standard error, the JSON object to standard output
  has_data,      ///< the result of the command: both go to standard error
  is_for_report  ///< nothing, and the report is the result: both go to standard output
};

/// Prints the table, unless quiet, or the JSON object.
void print(Report const& report, ReportOptions const& options, StandardOutput standard_output);

}  // namespace lexikos::app
