// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace CLI
{
class App;
}

namespace lexikos::app
{

/// 1234567 as "1 234 567".
std::string grouped(std::uint64_t number);
/// With so many digits behind the point.
std::string decimal(double number, int digits);

/// What a subcommand has to tell: a table for people, or one JSON object for programs.
class Report
{
 public:
  /// A field of the JSON object.
  void add(std::string const& key, nlohmann::ordered_json value) { m_json[key] = std::move(value); }
  /// The same, and a row of the table.
  void add(std::string const& key, nlohmann::ordered_json value, std::string label, std::string shown);

  void print_table(std::FILE* file) const;
  void print_json(std::FILE* file) const;

 private:
  nlohmann::ordered_json m_json = nlohmann::ordered_json::object();
  std::vector<std::pair<std::string, std::string>> m_rows;
};

/// How the user wants to be told.
struct ReportOptions
{
  bool json = false;
  bool quiet = false;
};

void add_report_options(CLI::App& app, ReportOptions& options);

/// The table on standard error, unless quiet; the JSON object on standard output, or on standard error when the data
/// itself goes to standard output.
void print(Report const& report, ReportOptions const& options, bool standard_output_taken = false);

}  // namespace lexikos::app
