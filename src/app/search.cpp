// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <lexikos/file.hpp>
#include <lexikos/search.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/build_index.hpp"
#include "app/command.hpp"
#include "app/index_width.hpp"
#include "app/matches.hpp"
#include "app/report.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

namespace
{

struct SearchCommandOptions
{
  std::string source;
  std::vector<std::string> patterns;
  std::string pattern_file;
  bool is_index = false;
  bool is_text = false;
  bool only_counts = false;
  std::size_t limit = 20;
  std::size_t context = 30;
  DeviceOptions device;
  ReportOptions report;
};

struct SearchOutcome
{
  std::string device;
  std::size_t bytes = 0;
  Matches matches = {};
  double index_seconds = 0;  // to build or to load it
  double search_seconds = 0;
};

/// The lines of a file; a last one without an end counts.
std::vector<std::string> lines_of(Input const& file)
{
  std::vector<std::string> lines;
  std::string_view rest(reinterpret_cast<char const*>(file.bytes().data()), file.bytes().size());
  while (!rest.empty()) {
    auto const end = std::min(rest.find('\n'), rest.size());
    lines.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

template <class ExecutionSpace, class View>
std::vector<std::uint64_t> to_host(ExecutionSpace const& space, View const& view)
{
  std::vector<typename View::non_const_value_type> values(view.extent(0));
  Kokkos::deep_copy(space, Span<typename View::non_const_value_type, Kokkos::HostSpace>(values.data(), values.size()),
                    view);
  space.fence("lexikos::app::to_host");
  return {values.begin(), values.end()};
}

template <class ExecutionSpace, class MemorySpace, class Index>
Matches find(ExecutionSpace const& space, SuffixIndex<MemorySpace, Index> const& index,
             SearchCommandOptions const& options)
{
  std::vector<std::string_view> const views(options.patterns.begin(), options.patterns.end());
  auto const batch = patterns_from_host(space, std::span<std::string_view const>(views));
  auto const begins = allocate<Kokkos::View<Index*, MemorySpace>>("lexikos::app::begins", views.size());
  auto const ends = allocate<Kokkos::View<Index*, MemorySpace>>("lexikos::app::ends", views.size());
  index.intervals(space, batch.symbols, batch.offsets, begins, ends);
  Matches matches;
  auto const first = to_host(space, begins);
  matches.counts = to_host(space, ends);
  for (std::size_t i = 0; i < first.size(); ++i) matches.counts[i] -= first[i];
  if (options.only_counts) return matches;
  auto const found = index.locate(space, begins, ends, {.text_order = true, .max_positions = options.limit});
  matches.offsets = to_host(space, found.offsets);
  matches.positions = to_host(space, found.positions);
  return matches;
}

template <class Index, class ExecutionSpace>
SearchOutcome search_text(ExecutionSpace const& space, IndexRequest const& request, SearchCommandOptions const& options)
{
  SearchOutcome outcome{.device = described<ExecutionSpace>(request.device), .bytes = request.text->bytes().size()};
  Kokkos::Timer timer;
  auto const indexed = index_text<Index>(space, request);
  outcome.index_seconds = timer.seconds();
  timer.reset();
  outcome.matches = find(space, indexed.index, options);
  outcome.search_seconds = timer.seconds();
  return outcome;
}

/// Error (corrupt_input) unless all matches lie within the text: a file with right checksums can still hold the array of
/// another text.
void require_matches_within(FileReader const& file, std::vector<std::string> const& patterns, Matches const& matches,
                            std::size_t n)
{
  for (std::size_t i = 0; i < patterns.size(); ++i)
    for (auto const position : matches.positions_of(i))
      if (position >= n || patterns[i].size() > n - position) file.corrupt("its suffix array is not that of its text");
}

template <class Index, class ExecutionSpace>
SearchOutcome search_index(ExecutionSpace const& space, std::string const& device, FileReader const& file,
                           SearchCommandOptions const& options)
{
  SearchOutcome outcome{.device = described<ExecutionSpace>(device), .bytes = file.size_of("text")};
  if constexpr (!detail::works_on_host<ExecutionSpace>)
    require_memory(outcome.device, detail::available_memory<ExecutionSpace>(), {{"the index", file.bytes()}});
  Progress progress("loading the index", !options.report.quiet);
  progress.announce();
  Kokkos::Timer timer;
  auto const index = SuffixIndex<typename ExecutionSpace::memory_space, Index>::load(space, file);
  outcome.index_seconds = timer.seconds();
  timer.reset();
  outcome.matches = find(space, index, options);
  outcome.search_seconds = timer.seconds();
  require_matches_within(file, options.patterns, outcome.matches, outcome.bytes);
  return outcome;
}

Report report_of(SearchCommandOptions const& options, bool is_index, SearchOutcome const& outcome)
{
  std::size_t const count = options.patterns.size();
  Report report;
  report.add(is_index ? "index" : "text", options.source, is_index ? "index" : "text", options.source);
  report.add("bytes", outcome.bytes, "bytes", grouped(outcome.bytes));
  report.add("device", outcome.device, "device", outcome.device);
  report.add("patterns", count, "patterns", grouped(count));
  report.add("occurrences", outcome.matches.total(), "occurrences", grouped(outcome.matches.total()));
  std::string const made = is_index ? "load_seconds" : "build_seconds";
  report.add(made, outcome.index_seconds, is_index ? "seconds to load" : "seconds to index",
             decimal(outcome.index_seconds, 3));
  report.add("search_seconds", outcome.search_seconds, "seconds to search", decimal(outcome.search_seconds, 3));
  return report;
}

void complete(SearchCommandOptions& options)
{
  auto const refuse = [](std::string const& what) { throw Failure(ExitCode::usage, what); };
  if (options.is_index && options.is_text) refuse("--index and --text exclude each other");
  if (options.source == "-" && (options.pattern_file == "-" || options.is_index))
    refuse("standard input can give one text, or one list of patterns");
  if (!options.pattern_file.empty())
    for (auto& line : lines_of(Input(options.pattern_file))) options.patterns.push_back(std::move(line));
  else if (options.patterns.empty())
    refuse("there is nothing to search for: give patterns, or a file of them with --patterns");
}

ExitCode run(SearchCommandOptions options)
{
  complete(options);
  bool const is_index =
      options.is_index || (!options.is_text && options.source != "-" && is_lexikos_file(options.source));
  std::optional<FileReader> file;
  std::optional<Input> input;
  if (is_index)
    file.emplace(options.source, suffix_index_kind);
  else
    input.emplace(options.source);

  Session const session(options.device);
  SearchOutcome const outcome = session.on_device<SearchOutcome>([&](auto const& space) {
    if (is_index)
      return suffix_index_width(*file) == 4 ? search_index<std::uint32_t>(space, session.device(), *file, options)
                                            : search_index<std::uint64_t>(space, session.device(), *file, options);
    IndexRequest const request{.text = &*input, .device = session.device(), .show_progress = !options.report.quiet};
    return index_bytes_for(input->bytes().size(), "auto") == 4 ? search_text<std::uint32_t>(space, request, options)
                                                               : search_text<std::uint64_t>(space, request, options);
  });

  MatchLayout layout{.context = options.context, .only_counts = options.only_counts};
  if (is_index) {
    auto const text = file->array<std::uint8_t>("text");
    layout.text = {text.data(), text.extent(0)};
  }
  else {
    layout.text = input->bytes();
  }
  Report report = report_of(options, is_index, outcome);
  if (options.report.json)
    report.add("results", to_json(options.patterns, outcome.matches, layout));
  else
    print_matches(stdout, options.patterns, outcome.matches, layout);
  print(report, options.report);
  return ExitCode::ok;
}

}  // namespace

Command make_search(CLI::App& program)
{
  auto options = std::make_shared<SearchCommandOptions>();
  CLI::App* const app = program.add_subcommand("search", "Find patterns in a text");
  app->add_option("FILE", options->source,
                  "A text, - for standard input; or an index of 'lexikos index', known by its first bytes")
      ->required();
  app->add_option("PATTERN", options->patterns, "What to look for, byte for byte");
  app->add_option("-p,--patterns", options->pattern_file,
                  "A file with a pattern on each line too; - for standard input")
      ->type_name("PATH");
  app->add_flag("--index", options->is_index, "FILE is an index, and an error if it does not look like one");
  app->add_flag("--text", options->is_text, "FILE is a text, whatever it looks like");
  app->add_flag("-c,--count", options->only_counts, "Only how often each pattern occurs");
  app->add_option("--limit", options->limit,
                  "Most positions shown of each pattern, of those whose suffixes come first; 0: all. Default: 20")
      ->type_name("N");
  app->add_option("--context", options->context, "Bytes shown on each side of a match. Default: 30")->type_name("N");
  add_device_options(*app, options->device);
  add_report_options(*app, options->report);
  app->footer(
      "Prints for each pattern how often it occurs and, behind it, the pattern; then a line for each position, "
      "counted\n"
      "from 0 and ascending, with the match in its context, control characters as points. Occurrences may overlap; "
      "the\n"
      "empty pattern occurs at each position. With --json all of it is one object.\n\n" +
      std::string(exit_codes_help));
  return {app, [options] { return run(*options); }};
}

}  // namespace lexikos::app
