// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Any words as the program's command line: they are read, or refused as a wrong use, and help can be had of what was read.
// No command runs.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/help.hpp"
#include "app/command_line/parse.hpp"
#include "app/commands/commands.hpp"
#include "tests/fuzz/fuzzer.hpp"

namespace
{

using namespace lexikos;

/// The words of the options, operands and commands that a command knows.
void add_words(app::Command const& command, std::vector<std::string>& words)
{
  words.push_back(command.name);
  for (auto const& option : command.options)
    for (auto const& name : app::names_of(option)) words.push_back(name);
  for (auto const& below : command.commands) add_words(below, words);
}

app::Command program()
{
  app::Command made{.name = "lexikos", .summary = "Suffix arrays and text indexes"};
  made.commands = {app::make_sa(),      app::make_check(),    app::make_lcp(),        app::make_bwt(),
                   app::make_unbwt(),   app::make_index(),    app::make_search(),     app::make_repeats(),
                   app::make_wavelet(), app::make_compress(), app::make_decompress(), app::make_test(),
                   app::make_list(),    app::make_info(),     app::make_generate()};
  return made;
}

/// Words that are known, or spelt by the input, joined or not.
std::vector<std::string> take_words(FuzzedDataProvider& input, std::vector<std::string> const& known)
{
  std::vector<std::string> words;
  while (input.remaining_bytes() > 0 && words.size() < 12) {
    auto const choice = input.ConsumeIntegral<std::uint8_t>();
    std::string word;
    if (choice < 192) word = known[choice % known.size()];
    if (choice >= 160) word += input.ConsumeRandomLengthString(20);
    std::erase(word, '\0');  // which no word of a command line has
    words.push_back(word);
  }
  return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  static app::Command const commands = program();
  static std::vector<std::string> const known = [] {
    std::vector<std::string> words{"-", "--", "-h",  "--help", "-V",     "--version",
                                   "0", "17", "4Gi", "cuda",   "openmp", "="};
    add_words(commands, words);
    return words;
  }();
  FuzzedDataProvider input(data, size);
  auto const words = take_words(input, known);
  std::vector<std::string_view> const views(words.begin(), words.end());
  try {
    auto const parsed = app::parse(commands, views);
    if (parsed.path.empty() || parsed.path.front() != &commands) fuzz::fail("the path does not start with the program");
    if (parsed.wish == app::Wish::run && !parsed.path.back()->run) fuzz::fail("what does not run is to run");
    if (parsed.wish == app::Wish::help && app::help_of(parsed.path).empty()) fuzz::fail("there is no help");
    if (parsed.wish == app::Wish::overview && app::overview_of(parsed.path).empty()) fuzz::fail("there is no overview");
  }
  catch (app::Failure const& failure) {
    if (failure.code() != app::ExitCode::usage)
      fuzz::fail(std::string("refused for another reason: ") + failure.what());
    if (std::string_view(failure.what()).find("--help' for its use.") == std::string_view::npos)
      fuzz::fail(std::string("refused without a hint: ") + failure.what());
  }
  return 0;
}
