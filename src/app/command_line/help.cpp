// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/command_line/help.hpp"

#include <algorithm>
#include <utility>

namespace lexikos::app
{

namespace
{

constexpr std::size_t columns = 80;
constexpr std::size_t widest_label = 28;  // a longer one has a line of its own

/// Appends a text to a line that has `used` columns, broken into lines that start at column `indent`.
void append_wrapped(std::string& page, std::string_view text, std::size_t used, std::size_t indent)
{
  bool is_first = true;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find(' '), text.size());
    bool const fits = used + !is_first + end <= columns;
    if (!is_first && !fits) {
      page += '\n' + std::string(indent, ' ');
      used = indent;
    }
    else if (!is_first) {
      page += ' ';
      ++used;
    }
    page += text.substr(0, end);
    used += end;
    text.remove_prefix(std::min(end + 1, text.size()));
    is_first = false;
  }
  page += '\n';
}

using Row = std::pair<std::string, std::string>;

void append_rows(std::string& page, std::vector<Row> const& rows)
{
  std::size_t width = 0;
  for (auto const& [label, text] : rows)
    if (label.size() <= widest_label) width = std::max(width, label.size());
  std::size_t const indent = width + 4;
  for (auto const& [label, text] : rows) {
    page += "  " + label;
    bool const is_wide = label.size() > width;
    page += is_wide ? '\n' + std::string(indent, ' ') : std::string(indent - 2 - label.size(), ' ');
    append_wrapped(page, text, indent, indent);
  }
}

std::string label_of(Option const& option)
{
  auto const names = names_of(option);
  std::string label = names.front().size() == 2 ? "" : "    ";
  for (std::size_t i = 0; i < names.size(); ++i) label += (i == 0 ? "" : ", ") + names[i];
  return option.value.empty() ? label : label + ' ' + option.value;
}

void append_commands(std::string& page, Command const& command)
{
  std::vector<Row> rows;
  for (auto const& each : command.commands) rows.emplace_back(each.name, each.summary);
  page += "\nCommands:\n";
  append_rows(page, rows);
}

std::string use_of(std::vector<Command const*> const& path)
{
  Command const& command = *path.back();
  std::string use = "Usage: " + full_name(path);
  if (!command.commands.empty()) return use + " COMMAND ...\n";
  if (!command.options.empty()) use += " [OPTION]...";
  for (auto const& operand : command.operands) {
    std::string const name = operand.name + (operand.repeated ? "..." : "");
    use += operand.required ? " " + name : " [" + name + "]";
  }
  return use + '\n';
}

}  // namespace

std::vector<std::string> names_of(Option const& option)
{
  std::size_t const comma = option.names.find(',');
  if (comma == std::string::npos) return {option.names};
  return {option.names.substr(0, comma), option.names.substr(comma + 1)};
}

std::string full_name(std::vector<Command const*> const& path)
{
  std::string name;
  for (auto const* const command : path) name += (name.empty() ? "" : " ") + command->name;
  return name;
}

std::string help_of(std::vector<Command const*> const& path)
{
  Command const& command = *path.back();
  std::string page = command.summary + ".\n\n" + use_of(path);
  std::vector<Row> rows;
  for (auto const& operand : command.operands) rows.emplace_back(operand.name, operand.help);
  if (!rows.empty()) page += '\n';
  append_rows(page, rows);
  if (!command.commands.empty()) append_commands(page, command);
  rows.clear();
  for (auto const& option : command.options) rows.emplace_back(label_of(option), option.help);
  rows.emplace_back("-h, --help", "Show this page");
  if (path.size() == 1) rows.emplace_back("-V, --version", "Show the version");
  page += "\nOptions:\n";
  append_rows(page, rows);
  if (!command.details.empty()) page += '\n' + command.details;
  bool const has_exit_codes = command.details.find("Exit codes") != std::string::npos;
  return has_exit_codes ? page : page + "\nExit codes: see 'lexikos help exit-codes'.\n";
}

std::string overview_of(std::vector<Command const*> const& path)
{
  std::string page = use_of(path);
  append_commands(page, *path.back());
  return page + "\nRun '" + full_name(path) + " COMMAND --help' for the use of one.\n";
}

}  // namespace lexikos::app
