// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>

#include <algorithm>
#include <lexikos/lcp.hpp>
#include <memory>
#include <optional>

#include "app/command.hpp"
#include "app/index_width.hpp"
#include "app/output_path.hpp"
#include "app/report.hpp"
#include "app/sort_text.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

namespace
{

struct LcpCommandOptions
{
  std::string text;
  std::string suffix_array;
  std::string output;
  std::string index = "auto";
  std::string algorithm = "automatic";
  bool permuted = false;
  DeviceOptions device;
  ReportOptions report;
};

struct LcpRequest
{
  Input const* text = nullptr;
  Input const* suffix_array = nullptr;  // null: to be built
  std::string device;
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;
  bool permuted = false;
  bool show_progress = false;
  Output* output = nullptr;
};

struct LcpOutcome
{
  LcpStatistics statistics;
  std::string device;
  std::string algorithm;  // of the suffix array; empty when it was given
  SuffixArrayCheck check;
  std::size_t peak_bytes = 0;
  double sort_seconds = 0;
  double seconds = 0;
};

template <class Index, class ExecutionSpace>
void require_memory_for(LcpRequest const& request, std::string const& where, std::size_t workspace)
{
  std::size_t const n = request.text->bytes().size();
  constexpr bool on_host = detail::works_on_host<ExecutionSpace>;
  std::size_t const array = n * sizeof(Index);
  std::size_t const given = request.suffix_array != nullptr ? request.suffix_array->pending_bytes() : 0;
  bool const is_built = request.suffix_array == nullptr;
  require_memory(where, detail::available_memory<ExecutionSpace>(),
                 {{"the text", on_host ? request.text->pending_bytes() : n},
                  {"the suffix array", is_built || !on_host ? array : given},
                  {"its inverse", is_built ? array : 0},
                  {"the LCP array", array},
                  {"the workspace", workspace}});
  if constexpr (!on_host)
    require_host_memory(
        {{"the text and the array", request.text->pending_bytes() + given}, {"the staging block", staging_bytes}});
}

/// The array that is given, after checking it, or a new one and its inverse.
template <class Index, class ExecutionSpace>
class SuffixArrayOfText
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Kokkos::View<Index*, MemorySpace>;

  SuffixArrayOfText(ExecutionSpace const& space, Span<std::uint8_t const, MemorySpace> const& text,
                    LcpRequest const& request, Workspace& workspace, LcpOutcome& outcome)
  {
    Kokkos::Timer timer;
    if (request.suffix_array != nullptr) {
      request.suffix_array->load();
      m_given.emplace(space, "lexikos::app::suffix_array", entries_of<Index>(*request.suffix_array));
      array = m_given->view();
      Progress progress("checking the suffix array", request.show_progress);
      progress.announce();
      outcome.check = check_suffix_array(space, text, array, {.workspace = &workspace});
    }
    else {
      m_built = allocate<Indices>("lexikos::app::suffix_array", text.extent(0));
      inverse = allocate<Indices>("lexikos::app::inverse", text.extent(0));
      array = Span<Index const, MemorySpace>(m_built.data(), m_built.extent(0));
      Progress progress("sorting suffixes", request.show_progress);
      SuffixArrayStatistics statistics;
      lexikos::suffix_array(space, text, m_built, inverse,
                            {.algorithm = request.algorithm,
                             .workspace = &workspace,
                             .statistics = &statistics,
                             .progress = [&](double fraction) {
                               progress.update(fraction);
                               return true;
                             }});
      outcome.algorithm = std::string(to_string(statistics.algorithm));
      outcome.peak_bytes = text.extent(0) + 3 * m_built.extent(0) * sizeof(Index) + statistics.workspace_bytes;
    }
    outcome.sort_seconds = timer.seconds();
  }

  Span<Index const, MemorySpace> array;
  Indices inverse;

 private:
  std::optional<OnDevice<ExecutionSpace, Index>> m_given;
  Indices m_built;
};

template <class Index, class ExecutionSpace>
LcpOutcome lcp_on(ExecutionSpace const& space, LcpRequest const& request)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Kokkos::View<Index*, MemorySpace>;
  std::size_t const n = request.text->bytes().size();
  LcpOutcome outcome;
  outcome.device = described<ExecutionSpace>(request.device);
  bool const is_given = request.suffix_array != nullptr;
  if (!is_given) require_algorithm<ExecutionSpace>(request.algorithm, request.device);
  std::size_t const first = is_given ? n * sizeof(Index) + 1024
                                     : suffix_array_workspace_bytes<ExecutionSpace, Index>(n, request.algorithm, true);
  std::size_t const workspace_bytes = std::max(first, lcp_array_workspace_bytes<ExecutionSpace, Index>(n));
  require_memory_for<Index, ExecutionSpace>(request, outcome.device, workspace_bytes);
  request.output->reserve(n * sizeof(Index));
  request.text->load();
  OnDevice<ExecutionSpace, std::uint8_t> const text(space, "lexikos::app::text", request.text->bytes());
  auto const lcp = allocate<Indices>("lexikos::app::lcp", n);
  Workspace workspace;
  workspace.reserve<MemorySpace>(workspace_bytes);
  SuffixArrayOfText<Index, ExecutionSpace> const suffixes(space, text.view(), request, workspace, outcome);
  if (!outcome.check) return outcome;

  workspace.reset_peak();
  Kokkos::Timer timer;
  {
    Progress progress(request.permuted ? "permuted LCP array" : "LCP array", request.show_progress);
    progress.announce();
    LcpOptions const options{.workspace = &workspace};
    if (is_given && request.permuted)
      plcp_array(space, text.view(), suffixes.array, lcp, options);
    else if (is_given)
      lcp_array(space, text.view(), suffixes.array, lcp, options);
    else if (request.permuted)
      plcp_array(space, text.view(), suffixes.array, suffixes.inverse, lcp, options);
    else
      lcp_array(space, text.view(), suffixes.array, suffixes.inverse, lcp, options);
  }
  outcome.seconds = timer.seconds();
  outcome.statistics = lcp_statistics(space, lcp);
  outcome.peak_bytes =
      std::max(outcome.peak_bytes, n + (is_given ? 2 : 3) * n * sizeof(Index) + workspace.peak_bytes());
  write(space, lcp, *request.output);
  return outcome;
}

Report report_of(LcpCommandOptions const& options, Input const& text, LcpOutcome const& outcome, std::size_t entry)
{
  std::size_t const n = text.bytes().size();
  double const speed = n == 0 || outcome.seconds <= 0 ? 0 : static_cast<double>(n) / outcome.seconds / 1e6;
  double const peak = n == 0 ? 0 : static_cast<double>(outcome.peak_bytes) / static_cast<double>(n);
  std::string const width = "u" + std::to_string(8 * entry);
  Report report;
  report.add("text", text.name(), "text", text.name());
  report.add("bytes", n, "bytes", grouped(n));
  report.add("mean_lcp", outcome.statistics.mean, "mean LCP", decimal(outcome.statistics.mean, 2));
  report.add("max_lcp", outcome.statistics.maximum, "maximum LCP", grouped(outcome.statistics.maximum));
  if (!outcome.algorithm.empty()) report.add("algorithm", outcome.algorithm, "algorithm", outcome.algorithm);
  report.add("device", outcome.device, "device", outcome.device);
  report.add("index", width, "entries", width);
  report.add("sort_seconds", outcome.sort_seconds,
             options.suffix_array.empty() ? "sorting seconds" : "checking seconds", decimal(outcome.sort_seconds, 3));
  report.add("seconds", outcome.seconds, "LCP seconds", decimal(outcome.seconds, 3));
  report.add("mb_per_s", speed, "MB/s", decimal(speed, 1));
  report.add("peak_bytes", outcome.peak_bytes);
  report.add("peak_bytes_per_character", peak, "peak bytes/character", decimal(peak, 2));
  report.add("permuted", options.permuted);
  report.add("output", options.output);
  return report;
}

ExitCode run(LcpCommandOptions options)
{
  if (options.text == "-" && options.suffix_array == "-")
    throw Failure(ExitCode::usage, "only one of the text and the array can come from standard input");
  options.output = output_path(options.output, options.text, options.permuted ? ".plcp" : ".lcp");
  require_distinct({options.text, options.suffix_array}, {options.output});
  SuffixArrayAlgorithm const algorithm = suffix_array_algorithm(options.algorithm);
  Output output(options.output);
  Input const text(options.text);
  std::optional<Input> array;
  if (!options.suffix_array.empty()) array.emplace(options.suffix_array);
  std::size_t const entry =
      array ? index_bytes_of(text, *array, options.index) : index_bytes_for(text.bytes().size(), options.index);

  Session const session(options.device);
  LcpRequest const request{.text = &text,
                           .suffix_array = array ? &*array : nullptr,
                           .device = session.device(),
                           .algorithm = algorithm,
                           .permuted = options.permuted,
                           .show_progress = !options.report.quiet,
                           .output = &output};
  auto const outcome = session.on_device<LcpOutcome>([&](auto const& space) {
    return entry == 4 ? lcp_on<std::uint32_t>(space, request) : lcp_on<std::uint64_t>(space, request);
  });
  if (!outcome.check)
    throw Failure(ExitCode::check_failed,
                  array->name() + " is not the suffix array of " + text.name() + ": " + to_string(outcome.check));
  output.commit();
  print(report_of(options, text, outcome, entry), options.report, options.output == "-");
  return ExitCode::ok;
}

}  // namespace

Command make_lcp(CLI::App& program)
{
  auto options = std::make_shared<LcpCommandOptions>();
  CLI::App* const app = program.add_subcommand("lcp", "Build the longest common prefix array of a text");
  app->add_option("FILE", options->text, "The text, bytes of any value; - for standard input")->required();
  app->add_option("--sa", options->suffix_array,
                  "The text's suffix array as 'lexikos sa' writes it, which is checked; without it, it is built")
      ->type_name("PATH");
  app->add_option("-o,--output", options->output,
                  "Where the array goes; - for standard output. Default: FILE.lcp (or FILE.plcp), or standard output "
                  "when the text "
                  "comes from standard input")
      ->type_name("PATH");
  app->add_flag("--permuted", options->permuted, "The permuted array, in the order of the text");
  app->add_option("--index", options->index,
                  "Width of the entries: u32, u64, or auto, which is that of SA, or u32 up to 2^32 - 2 bytes")
      ->check(CLI::IsMember({"auto", "u32", "u64"}))
      ->type_name("WIDTH");
  app->add_option("--algorithm", options->algorithm, "To build the suffix array with, as in 'lexikos sa'")
      ->type_name("NAME");
  add_device_options(*app, options->device);
  add_report_options(*app, options->report);
  app->footer(
      "The array has no header: n entries, little-endian, u32 or u64. Entry i is the number of symbols with which the\n"
      "suffixes of rank i - 1 and i both begin; entry 0 is 0. The permuted array has the same numbers in the order of "
      "the\n"
      "suffixes' positions.\n\n" +
      std::string(exit_codes_help));
  return {app, [options] { return run(*options); }};
}

}  // namespace lexikos::app
