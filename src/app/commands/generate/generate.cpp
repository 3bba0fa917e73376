// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <memory>

#include "app/commands/commands.hpp"
#include "app/commands/generate/kinds.hpp"
#include "app/io/host_pages.hpp"
#include "app/io/memory.hpp"
#include "app/io/output.hpp"
#include "app/io/output_path.hpp"
#include "app/report/measures.hpp"
#include "generate/markov.hpp"

namespace lexikos::app
{

namespace
{

ExitCode run(GenerateOptions const& options)
{
  GeneratedKind const& kind = generated_kind(options.kind);
  if (options.output == "-" && ::isatty(STDOUT_FILENO) == 1)
    throw Failure(ExitCode::usage, "the text would go to the terminal: say where with --output, or redirect it");
  if (options.has_letters && (options.letters.empty() || options.letters.size() > 256))
    throw Failure(ExitCode::usage, "--letters takes 1 to 256 bytes");
  check_paths({options.from}, {options.output});
  Output output(options.output);
  require_host_memory({{"the text", options.n}});
  output.reserve(options.n);
  HostPages text;
  if (options.n != 0 && !text.resize(options.n)) throw Failure(ExitCode::out_of_memory, "no memory for the text");
  kind.make({text.data(), options.n}, options);
  output.write(text.data(), options.n);
  output.commit();
  if (!options.report.json) return ExitCode::ok;
  Report report;
  report.add("kind", options.kind);
  report.add("bytes", options.n);
  report.add("seed", options.seed);
  report.add("output", options.output);
  print(report, options.report, used_by(options.output));
  return ExitCode::ok;
}

}  // namespace

Command make_generate()
{
  auto const options = std::make_shared<GenerateOptions>();
  Command command{.name = "generate", .summary = "Generate a text: the same bytes on every machine for a seed"};
  command.details = "Kinds:\n";
  for (auto const& kind : generated_kinds())
    command.details +=
        "  " + std::string(kind.name) + std::string(12 - std::string(kind.name).size(), ' ') + kind.description + "\n";
  command.operands = {
      operand("KIND", options->kind, "What to generate; the kinds are listed below"),
      {.name = "N", .help = "Bytes; 3k is 3000, 2Gi is 2^31", .store = store_number(options->n)},
      {.name = "SEED",
       .help = "Of kinds that are random, below 2^64. Default: 0",
       .store = store_number(options->seed),
       .required = false},
  };
  constexpr unsigned max_order = generate::MarkovModel::max_order;
  auto const store_letters = [options](std::string_view text) {
    options->letters = text;
    options->has_letters = true;
    return std::string();
  };
  command.options = {
      text("-o,--output", "PATH", options->output, "Where the text goes; - for standard output, the default"),
      number("--alphabet", "N", options->alphabet, "Number of letters, 1 to 256. Default: 26", {1, 256}),
      {"--letters", "LETTERS", "The letters themselves, as in ACGT", store_letters},
      number("--mean", "N", options->mean, "Mean length of a run. Default: 16", {1}),
      number("--period", "N", options->period, "Length of the repeated word. Default: 1000", {1}),
      flag("--change", options->change, "Replace the letter in the middle by another one"),
      number("--repeats", "PERCENT", options->repeats, "How much of the DNA belongs to repeats, 0 to 99. Default: 50",
             {0, 99}),
      text("--from", "PATH", options->from, "The sample that markov learns from"),
      number("--order", "N", options->order,
             "Bytes that markov looks back, 0 to " + std::to_string(max_order) + ". Default: 3", {0, max_order}),
      number("-j,--threads", "N", options->threads, "Threads, 1 to 65536. Default: as many as the machine has",
             {1, 1 << 16}),
      flag("--json", options->report.json, "Write one JSON object; see 'lexikos help json'"),
      flag("-q,--quiet", options->report.quiet, "No effect: this command prints only errors, or JSON"),
  };
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
