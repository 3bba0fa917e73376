// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "app/command_line/help.hpp"
#include "app/command_line/pages.hpp"

namespace lexikos::app
{

namespace
{

/// A line of text as man(7) takes it: a dash is one that can be copied, and what begins like a request is none.
std::string escaped(std::string_view text)
{
  std::string line;
  for (char const letter : text) {
    if (letter == '\\')
      line += "\\e";
    else if (letter == '-')
      line += "\\-";
    else
      line += letter;
  }
  if (line.starts_with('.') || line.starts_with('\'')) line.insert(0, "\\&");
  return line;
}

std::string bold(std::string_view text)
{
  return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(std::string_view text)
{
  return "\\fI" + escaped(text) + "\\fR";
}

void append_item(std::string& page, std::string const& label, std::string_view text)
{
  page += ".TP\n" + label + '\n' + escaped(text) + '\n';
}

std::string label_of(Option const& option)
{
  std::string label;
  for (auto const& name : names_of(option)) label += (label.empty() ? "" : ", ") + bold(name);
  return option.value.empty() ? label : label + ' ' + italic(option.value);
}

/// Lines as they stand in the help: its tables and examples stay as they are.
void append_details(std::string& page, std::string_view details)
{
  if (details.empty()) return;
  page += ".PP\n.nf\n";
  while (!details.empty()) {
    std::size_t const end = std::min(details.find('\n'), details.size());
    std::string_view const line = details.substr(0, end);
    page += line.empty() ? ".sp\n" : escaped(line) + '\n';
    details.remove_prefix(std::min(end + 1, details.size()));
  }
  page += ".fi\n";
}

std::string use_of(std::vector<Command const*> const& path)
{
  Command const& command = *path.back();
  std::string use = bold(full_name(path));
  if (!command.commands.empty()) return use + ' ' + italic("COMMAND") + " ...\n";
  if (!command.options.empty()) use += " [" + italic("OPTION") + "]...";
  for (auto const& operand : command.operands) {
    std::string const name = italic(operand.name) + (operand.repeated ? "..." : "");
    use += operand.required ? " " + name : " [" + name + "]";
  }
  return use + '\n';
}

void append_command(std::string& page, std::vector<Command const*> const& path)
{
  Command const& command = *path.back();
  page += ".SS " + escaped(full_name(path)) + '\n' + escaped(command.summary) + ".\n.PP\n" + use_of(path);
  for (auto const& operand : command.operands) append_item(page, italic(operand.name), operand.help);
  for (auto const& option : command.options) append_item(page, label_of(option), option.help);
  append_details(page, command.details);
  for (auto const& each : command.commands) {
    auto deeper = path;
    deeper.push_back(&each);
    append_command(page, deeper);
  }
}

}  // namespace

std::string manual_page(Command const& program, std::string_view version)
{
  std::string title = program.name;
  std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string page = "'\\\" t\n.TH " + title + " 1 \"\" \"" + escaped(program.name) + ' ' + escaped(version) +
                     "\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n" + escaped(program.name) + " \\- " +
                     escaped(program.summary) + "\n.SH SYNOPSIS\n" + use_of({&program});
  page += ".SH DESCRIPTION\n";
  for (auto const& each : program.commands) append_item(page, bold(each.name), each.summary);
  append_details(page, program.details);
  page += ".SH OPTIONS\n";
  append_item(page, bold("-h") + ", " + bold("--help"), "Show a page, of the program or of a command.");
  append_item(page, bold("-V") + ", " + bold("--version"), "Show the version.");
  page += ".SH COMMANDS\n";
  for (auto const& each : program.commands) append_command(page, {&program, &each});
  return page;
}

}  // namespace lexikos::app
