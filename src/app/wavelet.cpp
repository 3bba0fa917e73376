// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <lexikos/file.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "app/device.hpp"
#include "app/input.hpp"
#include "app/memory.hpp"
#include "app/output_path.hpp"
#include "app/progress.hpp"
#include "app/report.hpp"
#include "app/signals.hpp"
#include "app/wavelet_query.hpp"
#include "common/counting_resource.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

namespace
{

constexpr char const* wavelet_kind = "wavelet";
std::vector<std::string> const structures = {"quad", "binary", "tree", "huffman"};
std::vector<std::string> const widths = {"u8", "u16", "u32"};

struct WaveletAppOptions
{
  std::string input;
  std::string output;
  std::string structure = "quad";
  std::string symbol = "u8";
  std::size_t budget = 0;
  std::vector<std::string> queries;
  DeviceOptions device;
  ReportOptions report;
};

/// What all three commands tell of a structure.
struct StructureFacts
{
  std::string device;
  std::uint64_t symbols = 0;
  std::uint64_t alphabet = 0;
  std::size_t bytes = 0;
  std::size_t peak_bytes = 0;
  double build_seconds = 0;
  double io_seconds = 0;
  std::vector<nlohmann::ordered_json> answers;
};

template <class Structure>
struct StructureTag
{
  using type = Structure;
};

/// Calls function(tag) for the structure of that kind and symbols.
template <class ExecutionSpace, class Symbol, class Function>
void with_structure(std::uint64_t kind, Function const& function)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if (kind == 0) function(StructureTag<WaveletMatrix<MemorySpace, Symbol>>{});
  if (kind == 1) function(StructureTag<WaveletMatrix<MemorySpace, Symbol, WaveletLevels::binary>>{});
  if (kind >= 2) function(StructureTag<WaveletTree<MemorySpace, Symbol>>{});
}

template <class ExecutionSpace, class Function>
void with_structure(std::uint64_t kind, std::uint64_t symbol_bytes, Function const& function)
{
  if (symbol_bytes == 1) with_structure<ExecutionSpace, std::uint8_t>(kind, function);
  if (symbol_bytes == 2) with_structure<ExecutionSpace, std::uint16_t>(kind, function);
  if (symbol_bytes == 4) with_structure<ExecutionSpace, std::uint32_t>(kind, function);
}

template <class Structure>
void tell(StructureFacts& facts, Structure const& structure)
{
  facts.symbols = structure.size();
  facts.alphabet = structure.alphabet().size();
  facts.bytes = structure.bytes();
}

/// Throws before anything is allocated when the memory does not suffice for the text and what building takes beside the
/// structure. How large that is depends on the text's alphabet: running out of memory for it is told when it happens.
template <class ExecutionSpace, class Symbol>
void require_memory_to_build(WaveletAppOptions const& options, Input const& text, std::string const& where)
{
  std::size_t const n = text.bytes().size() / sizeof(Symbol);
  std::size_t const codes = n;  // a byte each at least; twice that for more than one level
  std::size_t const whole = detail::works_on_host<ExecutionSpace> ? codes : codes + text.bytes().size();
  std::size_t const scratch = options.budget == 0 ? whole : std::min(options.budget, whole);
  require_memory(where, detail::available_memory<ExecutionSpace>(),
                 {{"the text", detail::works_on_host<ExecutionSpace> ? text.pending_bytes() : 0},
                  {"what building takes", scratch}});
  if constexpr (!detail::works_on_host<ExecutionSpace>) require_host_memory({{"the text", text.pending_bytes()}});
}

template <class Structure, class ExecutionSpace, class Text>
Structure built(ExecutionSpace const& space, WaveletAppOptions const& options, Text const& text, std::uint64_t kind)
{
  Progress progress("writing levels", !options.report.quiet);
  return Structure(space, text,
                   {.shape = kind == 3 ? WaveletShape::huffman : WaveletShape::balanced,
                    .memory_budget = options.budget,
                    .progress = [&](double fraction) {
                      progress.update(fraction);
                      return true;
                    }});
}

template <class Structure, class ExecutionSpace>
void build(ExecutionSpace const& space, WaveletAppOptions const& options, Input const& text, std::uint64_t kind,
           FileWriter& file, StructureFacts& facts)
{
  using Symbol = typename Structure::SymbolType;
  auto const bytes = text.bytes();
  if (bytes.size() % sizeof(Symbol) != 0)
    throw Failure(ExitCode::usage, text.name() + " has " + grouped(bytes.size()) +
                                       " bytes, no whole number of symbols of " + std::to_string(sizeof(Symbol)));
  require_memory_to_build<ExecutionSpace, Symbol>(options, text, facts.device);
  text.load();
  Span<Symbol const, Kokkos::HostSpace> const symbols(reinterpret_cast<Symbol const*>(bytes.data()),
                                                      bytes.size() / sizeof(Symbol));
  detail::CountingResource counted;
  detail::DefaultResource const is_default(counted);
  Kokkos::Timer timer;
  auto const structure = built<Structure>(space, options, symbols, kind);
  facts.peak_bytes = counted.peak_bytes(memory_kind<typename ExecutionSpace::memory_space>());
  facts.build_seconds = timer.seconds();
  timer.reset();
  file.add_integer("structure", kind);
  file.add_integer("symbol_bytes", sizeof(Symbol));
  structure.save(space, file);
  file.commit();
  facts.io_seconds = timer.seconds();
  tell(facts, structure);
}

std::string name_of_structure(std::uint64_t kind)
{
  return structures[kind];
}

void add_facts(Report& report, StructureFacts const& facts, std::uint64_t kind, std::uint64_t symbol_bytes)
{
  double const each =
      facts.symbols == 0 ? 0 : 8 * static_cast<double>(facts.bytes) / static_cast<double>(facts.symbols);
  report.add("structure", name_of_structure(kind), "structure", name_of_structure(kind));
  report.add("symbol", "u" + std::to_string(8 * symbol_bytes), "symbols of", "u" + std::to_string(8 * symbol_bytes));
  report.add("symbols", facts.symbols, "symbols", grouped(facts.symbols));
  report.add("alphabet", facts.alphabet, "alphabet", grouped(facts.alphabet));
  report.add("device", facts.device, "device", facts.device);
  report.add("bytes", facts.bytes, "bytes of memory", grouped(facts.bytes));
  report.add("bits_per_symbol", each, "bits a symbol", decimal(each, 2));
}

ExitCode run_build(WaveletAppOptions options)
{
  if (options.output.empty() && options.input == "-")
    throw Failure(ExitCode::usage, "a text from standard input has no name for its output: say where with --output");
  if (options.output.empty()) options.output = options.input + ".wavelet";
  if (options.output == "-") throw Failure(ExitCode::usage, "the structure goes to a file, not to standard output");
  require_distinct({options.input}, {options.output});
  auto const kind = static_cast<std::uint64_t>(std::ranges::find(structures, options.structure) - structures.begin());
  std::uint64_t const symbol_bytes = std::uint64_t{1} << (std::ranges::find(widths, options.symbol) - widths.begin());
  FileWriter file(options.output, wavelet_kind);
  RemovedOnSignal const guard(file.temporary_path());
  Input const text(options.input);
  Session const session(options.device);
  auto const facts = session.on_device<StructureFacts>([&](auto const& space) {
    using ExecutionSpace = std::remove_cvref_t<decltype(space)>;
    StructureFacts found;
    found.device = described<ExecutionSpace>(session.device());
    with_structure<ExecutionSpace>(kind, symbol_bytes, [&](auto tag) {
      build<typename decltype(tag)::type>(space, options, text, kind, file, found);
    });
    return found;
  });
  double const speed =
      facts.build_seconds <= 0 ? 0 : static_cast<double>(text.bytes().size()) / facts.build_seconds / 1e6;
  Report report;
  report.add("text", text.name(), "text", text.name());
  add_facts(report, facts, kind, symbol_bytes);
  report.add("seconds", facts.build_seconds, "seconds", decimal(facts.build_seconds, 3));
  report.add("mb_per_s", speed, "MB/s", decimal(speed, 1));
  report.add("peak_bytes", facts.peak_bytes, "peak bytes", grouped(facts.peak_bytes));
  report.add("write_seconds", facts.io_seconds);
  report.add("output", options.output, "output", options.output);
  print(report, options.report);
  return ExitCode::ok;
}

/// Loads the structure and asks it all queries.
ExitCode run_query(WaveletAppOptions const& options)
{
  std::vector<WaveletQuery> queries;
  for (auto const& word : options.queries) queries.push_back(parse_wavelet_query(word));
  FileReader const file(options.input, wavelet_kind);
  std::uint64_t const kind = file.integer("structure", structures.size() - 1);
  std::uint64_t const symbol_bytes = file.integer("symbol_bytes", 4);
  if (symbol_bytes != 1 && symbol_bytes != 2 && symbol_bytes != 4) file.corrupt("symbol_bytes is none of 1, 2 and 4");
  Session const session(options.device);
  auto const facts = session.on_device<StructureFacts>([&](auto const& space) {
    using ExecutionSpace = std::remove_cvref_t<decltype(space)>;
    StructureFacts found;
    found.device = described<ExecutionSpace>(session.device());
    with_structure<ExecutionSpace>(kind, symbol_bytes, [&](auto tag) {
      Kokkos::Timer timer;
      auto const structure = decltype(tag)::type::load(space, file);
      found.io_seconds = timer.seconds();
      tell(found, structure);
      for (auto const& query : queries) found.answers.push_back(answer_wavelet_query(space, structure, query));
    });
    return found;
  });
  Report report;
  report.add("input", options.input, "file", options.input);
  add_facts(report, facts, kind, symbol_bytes);
  report.add("load_seconds", facts.io_seconds, "seconds to load", decimal(facts.io_seconds, 3));
  if (queries.empty()) {
    print(report, options.report);
    return ExitCode::ok;
  }
  auto answers = nlohmann::ordered_json::array();
  for (std::size_t q = 0; q < queries.size(); ++q)
    answers.push_back({{"query", queries[q].word}, {"answer", facts.answers[q]}});
  report.add("answers", answers);
  if (options.report.json)
    report.print_json(stdout);
  else
    for (std::size_t q = 0; q < queries.size(); ++q)
      std::printf("%s\t%s\n", queries[q].word.c_str(),
                  facts.answers[q].is_null() ? "none" : facts.answers[q].dump().c_str());
  return ExitCode::ok;
}

CLI::App* add_build(CLI::App& app, WaveletAppOptions& options)
{
  CLI::App* const build = app.add_subcommand("build", "Build a wavelet matrix or tree of a text");
  build->add_option("FILE", options.input, "The text; - for standard input")->required();
  build->add_option("-o,--output", options.output, "Where it goes. Default: FILE.wavelet")->type_name("PATH");
  build->add_option("--structure", options.structure, "quad or binary (matrices), tree or huffman (trees)")
      ->check(CLI::IsMember(structures))
      ->type_name("KIND");
  build->add_option("--symbol", options.symbol, "What the text consists of, little-endian: u8, u16 or u32")
      ->check(CLI::IsMember(widths))
      ->type_name("TYPE");
  build
      ->add_option("--budget", options.budget,
                   "Bytes of the device that building may take beside the structure; the text is then read in chunks")
      ->type_name("BYTES");
  return build;
}

}  // namespace

Command make_wavelet(CLI::App& program)
{
  auto options = std::make_shared<WaveletAppOptions>();
  CLI::App* const app = program.add_subcommand("wavelet", "Rank, select and range queries on a text");
  app->require_subcommand(1);
  CLI::App* const build = add_build(*app, *options);
  CLI::App* const query = app->add_subcommand("query", "Ask a wavelet structure");
  CLI::App* const info = app->add_subcommand("info", "Tell what a file of 'lexikos wavelet build' holds");
  for (CLI::App* const reader : {query, info})
    reader->add_option("FILE", options->input, "The file that 'lexikos wavelet build' wrote")->required();
  query->add_option("QUERY", options->queries, "Queries, as below")->required();
  for (CLI::App* const each : {build, query, info}) {
    add_device_options(*each, options->device);
    add_report_options(*each, options->report);
  }
  query->footer(
      "Positions count from 0, ranges are [begin, end), symbols are numbers or characters that are no digits.\n"
      "  access:I               the symbol at position I\n"
      "  rank:C:I               occurrences of C before position I\n"
      "  select:C:K             position of the K-th C, K from 1\n"
      "  count:A:B:I:J          symbols from A, below B, in [I, J)\n"
      "  quantile:I:J:K         the K-th smallest symbol of [I, J), K from 0\n"
      "  next:C:I:J             the smallest symbol of [I, J) that is not below C\n"
      "  previous:C:I:J         the largest symbol of [I, J) that is not above C\n"
      "  distinct:I:J           the symbols of [I, J) and how often each occurs\n"
      "  top:I:J:K              the K most frequent symbols of [I, J)\n"
      "Answers go to standard output, a line a query; 'none' where there is none.\n\n" +
      std::string(exit_codes_help));
  for (CLI::App* const each : {build, info}) each->footer(std::string(exit_codes_help));
  return {app, [options, build] { return build->parsed() ? run_build(*options) : run_query(*options); }};
}

}  // namespace lexikos::app
