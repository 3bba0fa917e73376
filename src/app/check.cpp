// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <lexikos/check.hpp>
#include <memory>

#include "app/command.hpp"
#include "app/device.hpp"
#include "app/index_width.hpp"
#include "app/input.hpp"
#include "app/report.hpp"
#include "app/transfer.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

namespace
{

struct CheckOptions
{
  std::string text;
  std::string array;
  std::string index = "auto";
  bool sequential = false;
  DeviceOptions device;
  ReportOptions report;
};

struct Verdict
{
  SuffixArrayCheck check;
  std::string device;
  double seconds = 0;
};

template <class Index, class ExecutionSpace>
Verdict check_on(ExecutionSpace const& space, std::string const& device, Input const& text, Input const& array)
{
  std::size_t const n = text.bytes().size();
  Verdict verdict;
  verdict.device = described<ExecutionSpace>(device);
  std::size_t const pending = text.pending_bytes() + array.pending_bytes();
  MemoryNeed const workspace{"the workspace", n * sizeof(Index)};
  if constexpr (detail::works_on_host<ExecutionSpace>)
    require_host_memory({{"the text and the array", pending}, workspace});
  else {
    require_host_memory({{"the text and the array", pending}, {"the staging block", staging_bytes}});
    require_memory(verdict.device, detail::available_memory<ExecutionSpace>(),
                   {{"the text", n}, {"the array", n * sizeof(Index)}, workspace});
  }
  text.load();
  array.load();
  OnDevice<ExecutionSpace, std::uint8_t> const text_view(space, "lexikos::app::text", text.bytes());
  OnDevice<ExecutionSpace, Index> const array_view(space, "lexikos::app::suffix_array", entries_of<Index>(array));
  Kokkos::Timer timer;
  verdict.check = check_suffix_array(space, text_view.view(), array_view.view());
  verdict.seconds = timer.seconds();
  return verdict;
}

template <class Index>
Verdict check_sequentially(Input const& text, Input const& array)
{
  auto const indices = entries_of<Index>(array);
  Span<std::uint8_t const, Kokkos::HostSpace> const text_view(text.bytes().data(), text.bytes().size());
  Span<Index const, Kokkos::HostSpace> const array_view(indices.data(), indices.size());
  Kokkos::Timer timer;
  Verdict verdict;
  verdict.check = check_suffix_array_sequentially(text_view, array_view);
  verdict.device = "host, sequentially";
  verdict.seconds = timer.seconds();
  return verdict;
}

ExitCode run(CheckOptions const& options)
{
  if (options.text == "-" && options.array == "-")
    throw Failure(ExitCode::usage, "only one of the text and the array can come from standard input");
  Input const text(options.text);
  Input const array(options.array);
  std::size_t const entry = index_bytes_of(text, array, options.index);
  Session const session(options.device);
  auto const verdict = [&] {
    if (options.sequential)
      return entry == 4 ? check_sequentially<std::uint32_t>(text, array)
                        : check_sequentially<std::uint64_t>(text, array);
    return session.on_device<Verdict>([&](auto const& space) {
      return entry == 4 ? check_on<std::uint32_t>(space, session.device(), text, array)
                        : check_on<std::uint64_t>(space, session.device(), text, array);
    });
  }();

  bool const right = static_cast<bool>(verdict.check);
  std::string const sentence = right ? "it is the suffix array of the text" : to_string(verdict.check);
  std::size_t const n = text.bytes().size();
  Report report;
  report.add("text", text.name(), "text", text.name());
  report.add("array", array.name(), "array", array.name());
  report.add("bytes", n, "bytes", grouped(n));
  report.add("index", "u" + std::to_string(8 * entry), "entries", "u" + std::to_string(8 * entry));
  report.add("device", verdict.device, "device", verdict.device);
  report.add("seconds", verdict.seconds, "seconds", decimal(verdict.seconds, 3));
  report.add("right", right, "verdict", sentence);
  if (!right) {
    report.add("reason", sentence);
    report.add("first_offending_index", verdict.check.index);
  }
  if (right || options.report.json) print(report, options.report);
  if (right) return ExitCode::ok;
  throw Failure(ExitCode::check_failed, array.name() + " is not the suffix array of " + text.name() + ": " + sentence);
}

}  // namespace

Command make_check(CLI::App& program)
{
  auto options = std::make_shared<CheckOptions>();
  CLI::App* const app = program.add_subcommand("check", "Tell whether a file is the suffix array of a text");
  app->add_option("FILE", options->text, "The text; - for standard input")->required();
  app->add_option("SA", options->array, "The array as 'lexikos sa' writes it; - for standard input")->required();
  app->add_option("--index", options->index, "Width of the entries: u32, u64, or auto, which looks at the array's size")
      ->check(CLI::IsMember({"auto", "u32", "u64"}))
      ->type_name("WIDTH");
  app->add_flag("--sequential", options->sequential, "On one thread of the host, with hardly any memory");
  add_device_options(*app, options->device);
  add_report_options(*app, options->report);
  app->footer("The verdict is exact, and names the first offending index. Exit code 0: it is; 1: it is not.\n\n" +
              std::string(exit_codes_help));
  return {app, [options] { return run(*options); }};
}

}  // namespace lexikos::app
