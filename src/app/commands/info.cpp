// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <git_commit.hpp>
#include <lexikos/version.hpp>
#include <memory>

#include "app/command_line/index_width.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/library_versions.hpp"
#include "app/commands/optional_parts.hpp"
#include "app/io/input.hpp"
#include "app/on_device/compress/compress.hpp"
#include "app/on_device/ranks/saved.hpp"
#include "app/on_device/search/saved_index.hpp"
#include "app/on_device/session/session.hpp"
#include "app/report/joined.hpp"
#include "app/report/report.hpp"
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

namespace
{

struct InfoOptions
{
  std::string file;
  TextFormat format{.format = "auto"};
  DeviceOptions device;
  ReportOptions report;
};

void add_optional_parts(Report& report)
{
  auto const versions = library_versions();
  for (auto const& [name, is_there] : optional_parts) {
    report.add(name, is_there);
    auto const version = std::ranges::find(versions, std::string_view(name), &LibraryVersion::name);
    bool const is_known = version != versions.end();
    if (is_known) report.add(std::string(name) + "_version", version->version);
    report.row(name, is_known ? version->version : std::string(is_there ? "yes" : "no"));
  }
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

void add_records(Report& report, std::uint64_t count, std::uint64_t longest, bool have_names)
{
  std::string const what = have_names ? "record" : "document";
  report.add(what + "s", count, what + "s");
  report.add("longest_" + what, longest, "symbols of the longest");
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
  if (facts.records) add_records(report, *facts.records, facts.longest, !facts.are_documents);
  print(report, options, StandardOutput::is_for_report);
  return ExitCode::ok;
}

/// The same of a folder that several ranks wrote.
ExitCode describe_folder(std::string const& path, ReportOptions const& options)
{
  RanksIndex const index(path);
  std::uint64_t parts = 0;
  std::uint64_t const bytes = index.bytes(parts);
  Report report;
  report.add("file", path, "folder");
  report.add("kind", index.kind(), "kind");
  if (index.is_by_text()) report.add("kind_of_parts", index.is_fm() ? "fm" : "suffix", "kind of the parts");
  report.add("parts", parts, "parts");
  report.add("file_bytes", bytes, "bytes");
  report.add("index", width_name(index.entry_bytes()), "entries");
  report.add("symbols", index.symbols(), "symbols of the text");
  if (index.symbol_bytes() > 1) report.add("symbol_bytes", index.symbol_bytes(), "bytes of a symbol");
  if (index.is_by_text()) {
    report.add("longest_pattern", index.longest_pattern());
    report.row("longest pattern", index.longest_pattern() == 0 ? "any" : std::to_string(index.longest_pattern()));
  }
  if (auto const& records = index.records())
    add_records(report, records->count(), records->longest(), records->has_names());
  print(report, options, StandardOutput::is_for_report);
  return ExitCode::ok;
}

ExitCode describe_compressed(Input const& file, ReportOptions const& options)
{
  CompressedFacts const facts = compressed_facts(file.bytes());
  Report report;
  report.add("file", file.name(), "file");
  report.add("kind", "compressed", "kind");
  report.add("file_bytes", file.bytes().size(), "bytes");
  report.add("text_bytes", facts.text_bytes, "bytes of the text");
  report.add("frames", facts.frames, "frames");
  report.add("blocks", facts.blocks, "blocks");
  report.add("largest_block", facts.largest_block, "bytes of the largest");
  print(report, options, StandardOutput::is_for_report);
  return ExitCode::ok;
}

/// What a text holds, all of which is read.
ExitCode describe_text(InfoOptions const& options)
{
  auto const begin = std::chrono::steady_clock::now();
  TextFile const text(options.file, options.format,
                      {.show_progress = !options.report.quiet, .threads = options.device.threads});
  text.input().load();
  std::chrono::duration<double> const seconds = std::chrono::steady_clock::now() - begin;
  std::uint64_t const symbols = text.input().bytes().size();
  Report report;
  report.add("file", text.input().name(), "file");
  report.add("kind", text.records() != nullptr ? "sequences" : "text", "kind");
  if (text.file_bytes() != 0) report.add("file_bytes", text.file_bytes(), "bytes");
  add_format(report, text);
  report.add("symbols", symbols, "symbols");
  if (auto const* const records = text.records())
    report.add("longest_record", records->longest(), "symbols of the longest");
  report.add("read_seconds", seconds.count(), "seconds to read", 3);
  print(report, options.report, StandardOutput::is_for_report);
  return ExitCode::ok;
}

ExitCode run(InfoOptions const& options)
{
  if (!options.file.empty() && options.file != "-" && is_index_of_ranks(options.file))
    return describe_folder(options.file, options.report);
  if (!options.file.empty() && options.file != "-" && is_saved_file(options.file))
    return describe_file(options.file, options.report);
  std::error_code ignored;
  if (options.format.format == "auto" && std::filesystem::is_regular_file(options.file, ignored)) {
    Input const file(options.file);
    if (is_compressed(file.bytes())) return describe_compressed(file, options.report);
  }
  if (!options.file.empty()) return describe_text(options);
  Session const session(options.device, Session::Sees::all);
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
                              "A file that 'lexikos index' or 'lexikos wavelet build' wrote, or a folder of several "
                              "ranks, or one that 'lexikos compress' wrote: its kind and sizes; or a "
                              "text, which is read: its format, symbols and records. - for standard input")};
  command.operands.front().required = false;
  command.options = {
      choice("--format", "FORMAT", {"auto", "plain", "bytes", "fasta", "fastq"}, options->format.format,
             "What a text is: see 'lexikos help formats'. Default: auto"),
  };
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
