// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <git_commit.hpp>
#include <lexikos/version.hpp>
#include <memory>

#include "app/command_line/index_width.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/optional_parts.hpp"
#include "app/on_device/search/saved_index.hpp"
#include "app/on_device/session/session.hpp"
#include "app/report/joined.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

namespace
{

struct InfoOptions
{
  std::string file;
  DeviceOptions device;
  ReportOptions report;
};

void add_optional_parts(Report& report)
{
  for (auto const& [name, is_there] : optional_parts) report.add(name, is_there, name);
}

void write_names(Json& json, char const* key, std::vector<std::string> const& names)
{
  json.key(key);
  json.begin_array();
  for (auto const& name : names) json.value(name);
  json.end_array();
}

void write_device(Json& json, DeviceFacts const& device)
{
  json.begin_object();
  json.member("name", device.name);
  json.member("default", device.is_default);
  json.member("processor", device.processor);
  json.member("count", device.count);
  json.member("threads", device.threads);
  json.member("free_bytes", device.free_bytes);
  json.member("total_bytes", device.total_bytes);
  write_names(json, "algorithms", device.algorithms);
  write_names(json, "segmented_sorts", device.segmented_sorts);
  json.end_object();
}

void add_devices(Report& report, std::vector<DeviceFacts> const& devices)
{
  report.add("devices", [devices](Json& json) {
    json.begin_array();
    for (auto const& device : devices) write_device(json, device);
    json.end_array();
  });
  for (auto const& device : devices) {
    report.row("device", device.description + (device.is_default ? ", the default" : ""));
    report.row("  concurrency", device.threads);
    report.row("  bytes free", device.free_bytes);
    report.row("  bytes in all", device.total_bytes);
    report.row("  algorithms", listed(device.algorithms));
    report.row("  segmented sorts", listed(device.segmented_sorts));
  }
}

/// What a file says of itself, without a look at its large arrays.
ExitCode describe_file(std::string const& path, ReportOptions const& options)
{
  SavedFacts const facts = saved_facts(path);
  Report report;
  report.add("file", path, "file");
  report.add("kind", facts.kind, "kind");
  report.add("file_bytes", facts.bytes, "bytes");
  if (facts.width != 0) report.add("index", width_name(facts.width), "entries");
  if (facts.symbols) report.add("symbols", *facts.symbols, "symbols of the text");
  if (facts.symbol_bytes > 1) report.add("symbol_bytes", facts.symbol_bytes, "bytes of a symbol");
  if (facts.records) {
    std::string const what = facts.are_documents ? "document" : "record";
    report.add(what + "s", *facts.records, what + "s");
    report.add("longest_" + what, facts.longest, "symbols of the longest");
  }
  print(report, options, StandardOutput::is_for_report);
  return ExitCode::ok;
}

ExitCode run(InfoOptions const& options)
{
  if (!options.file.empty()) return describe_file(options.file, options.report);
  Session const session(options.device);
  Report report;
  report.add("version", LEXIKOS_VERSION_STRING, "lexikos");
  report.add("commit", LEXIKOS_GIT_COMMIT, "commit");
  report.add("kokkos", kokkos_version(), "kokkos");
  add_optional_parts(report);
  add_devices(report, device_facts(session));
  std::string const configuration = kokkos_configuration(session);
  report.add("kokkos_configuration", configuration);
  print(report, options.report, StandardOutput::is_for_report);
  if (!options.report.json && !options.report.quiet) print("\nKokkos' configuration\n" + configuration);
  return ExitCode::ok;
}

}  // namespace

Command make_info()
{
  auto const options = std::make_shared<InfoOptions>();
  Command command{.name = "info", .summary = "Show what this build and this machine have, or what a file is"};
  command.operands = {operand("FILE", options->file,
                              "A file that 'lexikos index' or 'lexikos wavelet build' wrote: its kind and sizes")};
  command.operands.front().required = false;
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
