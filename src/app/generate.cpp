// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "app/command.hpp"
#include "app/input.hpp"
#include "app/memory.hpp"
#include "app/output.hpp"
#include "generate/dna.hpp"
#include "generate/letters.hpp"
#include "generate/markov.hpp"
#include "generate/periodic.hpp"
#include "generate/random.hpp"
#include "generate/runs.hpp"
#include "generate/words.hpp"

namespace lexikos::app
{

namespace
{

using Text = std::span<std::uint8_t>;

struct GenerateOptions
{
  std::string kind;
  std::size_t n = 0;
  std::uint64_t seed = 0;
  std::string output = "-";
  unsigned alphabet = 26;
  std::optional<std::string> letters;
  std::uint64_t mean = 16;
  std::size_t period = 1000;
  bool change = false;
  unsigned repeats = 50;
  std::string from;
  unsigned order = 3;
  unsigned threads = 0;

  [[nodiscard]] std::string all_letters() const { return letters.value_or(generate::letters(alphabet)); }
};

void generate_markov(Text text, GenerateOptions const& options)
{
  if (options.from.empty()) throw Failure(ExitCode::usage, "generate markov needs a sample: --from FILE");
  Input const sample(options.from);
  if (sample.bytes().empty())
    throw Failure(ExitCode::usage, "generate markov: the sample " + sample.name() + " is empty");
  generate::MarkovModel(sample.bytes(), options.order).generate(text, options.seed, options.threads);
}

struct Kind
{
  char const* name;
  char const* description;
  void (*make)(Text, GenerateOptions const&);
};

constexpr Kind kinds[] = {
    {"random", "letters drawn uniformly (--alphabet, --letters)",
     [](Text text, GenerateOptions const& o) {
       generate::random(text, o.seed, {.letters = o.all_letters(), .threads = o.threads});
     }},
    {"letter", "one letter, the first of --letters, repeated",
     [](Text text, GenerateOptions const& o) {
       generate::letter(text, static_cast<std::uint8_t>(o.all_letters().front()), o.threads);
     }},
    {"fibonacci", "the Fibonacci word abaababa...",
     [](Text text, GenerateOptions const&) { generate::fibonacci(text); }},
    {"thue-morse", "the Thue-Morse word abbabaab...",
     [](Text text, GenerateOptions const& o) { generate::thue_morse(text, o.threads); }},
    {"runs", "runs of one letter, of geometric length (--mean, --alphabet, --letters)",
     [](Text text, GenerateOptions const& o) {
       generate::runs(text, o.seed, {.letters = o.all_letters(), .mean = o.mean, .threads = o.threads});
     }},
    {"periodic", "a random word, repeated (--period, --change, --alphabet, --letters)",
     [](Text text, GenerateOptions const& o) {
       generate::periodic(text, o.seed,
                          {.letters = o.all_letters(), .period = o.period, .change = o.change, .threads = o.threads});
     }},
    {"dna", "A, C, G, T rich in repeats: mutated copies, reverse complements, tandem repeats (--repeats)",
     [](Text text, GenerateOptions const& o) {
       generate::dna(text, o.seed, {.repeats = o.repeats, .threads = o.threads});
     }},
    {"markov", "what a file's words of --order bytes are followed by (--from)", generate_markov},
};

// "3k" to "3000". CLI11 has such a transformation, which takes a negative number for a huge one.
std::string to_bytes(std::string& text)
{
  constexpr std::string_view prefixes = "KMGTP";
  std::uint64_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view const unit(end, text.data() + text.size());
  auto const prefix = unit.empty() ? std::string_view::npos : prefixes.find(static_cast<char>(unit.front() & ~0x20));
  std::uint64_t const base = unit.size() == 2 && unit.back() == 'i' ? 1024 : 1000;
  bool const known = unit.empty() || (prefix != std::string_view::npos && unit.size() == (base == 1024 ? 2 : 1));
  if (error != std::errc() || !known) return text + " is no number of bytes, such as 3000, 3k or 2Gi";
  for (std::size_t i = 0; !unit.empty() && i <= prefix; ++i) {
    if (number > std::numeric_limits<std::uint64_t>::max() / base) return text + " bytes are beyond 64 bits";
    number *= base;
  }
  text = std::to_string(number);
  return {};
}

Kind const& kind_of(std::string const& name)
{
  for (auto const& kind : kinds)
    if (kind.name == name) return kind;
  throw Failure(ExitCode::usage, "there is no kind of text named " + name + "; see 'lexikos generate --help'");
}

ExitCode run(GenerateOptions const& options)
{
  Kind const& kind = kind_of(options.kind);
  if (options.output == "-" && ::isatty(STDOUT_FILENO) == 1)
    throw Failure(ExitCode::usage, "the text would go to the terminal: say where with --output, or redirect it");
  if (options.letters && (options.letters->empty() || options.letters->size() > 256))
    throw Failure(ExitCode::usage, "--letters takes 1 to 256 bytes");
  if (options.mean == 0) throw Failure(ExitCode::usage, "--mean is at least 1");
  if (options.period == 0) throw Failure(ExitCode::usage, "--period is at least 1");
  Output output(options.output);
  require_host_memory({{"the text", options.n}});
  output.reserve(options.n);
  auto const text = std::make_unique_for_overwrite<std::uint8_t[]>(options.n);
  kind.make({text.get(), options.n}, options);
  output.write(text.get(), options.n);
  output.commit();
  return ExitCode::ok;
}

}  // namespace

Command make_generate(CLI::App& program)
{
  auto options = std::make_shared<GenerateOptions>();
  CLI::App* const app = program.add_subcommand("generate", "Make a text: the same bytes on every machine for a seed");
  app->add_option("KIND", options->kind, "What to make; the kinds stand below")->required();
  app->add_option("N", options->n, "Bytes; 3k is 3000, 2Gi is 2^31")
      ->required()
      ->transform(CLI::Validator(to_bytes, "BYTES"));
  app->add_option("SEED", options->seed, "Of kinds that are random")->capture_default_str();
  app->add_option("-o,--output", options->output, "Where the text goes; - for standard output, the default")
      ->type_name("PATH");
  app->add_option("--alphabet", options->alphabet, "Number of letters, 1 to 256")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app->add_option("--letters", options->letters, "The letters themselves, as in ACGT");
  app->add_option("--mean", options->mean, "Mean length of a run")->capture_default_str();
  app->add_option("--period", options->period, "Length of the repeated word")->capture_default_str();
  app->add_flag("--change", options->change, "Make the letter in the middle another one");
  app->add_option("--repeats", options->repeats, "Percent of the DNA that repeats make")
      ->check(CLI::Range(0, 99))
      ->capture_default_str();
  app->add_option("--from", options->from, "The sample that markov learns from")->type_name("PATH");
  app->add_option("--order", options->order, "Bytes that markov looks back")
      ->check(CLI::Range(0U, generate::MarkovModel::max_order))
      ->capture_default_str();
  app->add_option("--threads", options->threads, "Threads; default: all")->check(CLI::Range(1, 1 << 16));
  std::string list = "Kinds:\n";
  for (auto const& kind : kinds)
    list +=
        "  " + std::string(kind.name) + std::string(12 - std::string(kind.name).size(), ' ') + kind.description + "\n";
  app->footer(list + "\n" + std::string(exit_codes_help));
  return {app, [options] { return run(*options); }};
}

}  // namespace lexikos::app
