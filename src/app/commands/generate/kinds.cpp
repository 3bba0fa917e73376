// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/generate/kinds.hpp"

#include "app/failure.hpp"
#include "app/io/input.hpp"
#include "generate/dna.hpp"
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

void generate_markov(Text text, GenerateOptions const& options)
{
  if (options.from.empty()) throw Failure(ExitCode::usage, "generate markov needs a sample: --from FILE");
  Input const sample(options.from);
  if (sample.bytes().empty())
    throw Failure(ExitCode::usage, "generate markov: the sample " + sample.name() + " is empty");
  generate::MarkovModel(sample.bytes(), options.order).generate(text, options.seed, options.threads);
}

constexpr GeneratedKind kinds[] = {
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
    {"runs", "runs of one letter (--mean, --alphabet, --letters)",
     [](Text text, GenerateOptions const& o) {
       generate::runs(text, o.seed, {.letters = o.all_letters(), .mean = o.mean, .threads = o.threads});
     }},
    {"periodic", "a random word, repeated (--period, --change, --alphabet, --letters)",
     [](Text text, GenerateOptions const& o) {
       generate::periodic(text, o.seed,
                          {.letters = o.all_letters(), .period = o.period, .change = o.change, .threads = o.threads});
     }},
    {"dna", "A, C, G and T, with mutated copies and tandem repeats (--repeats)",
     [](Text text, GenerateOptions const& o) {
       generate::dna(text, o.seed, {.repeats = o.repeats, .threads = o.threads});
     }},
    {"markov", "text like that of a file (--from, --order)", generate_markov},
};

}  // namespace

std::span<GeneratedKind const> generated_kinds()
{
  return kinds;
}

GeneratedKind const& generated_kind(std::string const& name)
{
  for (auto const& kind : kinds)
    if (kind.name == name) return kind;
  throw Failure(ExitCode::usage, "there is no kind of text named " + name + "; see 'lexikos generate --help'");
}

}  // namespace lexikos::app
