// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual page and the completions that the program writes.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/process.hpp"

namespace
{

using process::contains;
using process::lexikos;

std::string page(std::string const& topic)
{
  auto const result = lexikos({"help", topic});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return result.out;
}

/// The commands that the help lists.
std::vector<std::string> commands()
{
  std::vector<std::string> names;
  std::istringstream lines(lexikos({"help"}).out);
  bool is_list = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) is_list = false;
    if (is_list && line.starts_with("  ") && line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line == "Commands:") is_list = true;
  }
  return names;
}

/// The long options that the help of a command lists.
std::set<std::string> options_of(std::string const& command)
{
  std::set<std::string> names;
  std::istringstream lines(lexikos({"help", command}).out);
  for (std::string line; std::getline(lines, line);) {
    std::size_t const place = line.find("--");
    if (place == 2 || place == 6) names.insert(line.substr(place, line.find_first_of(" ", place) - place));
  }
  return names;
}

std::string without_escapes(std::string text)
{
  for (std::size_t place = 0; (place = text.find("\\-", place)) != std::string::npos;) text.erase(place, 1);
  return text;
}

/// What a shell's own program says of a script; nothing where the machine does not have it.
int checked_by(std::string const& shell, std::string const& script, process::Folder const& folder)
{
  std::string const path = folder / "script";
  std::ofstream(path) << script;
  if (std::system(("command -v " + shell + " > /dev/null").c_str()) != 0) return 0;
  return std::system((shell + " -n '" + path + "'").c_str());
}

/// What bash completes these words to.
std::string completed(process::Folder const& folder, std::string const& words)
{
  std::string const out = folder / "out";
  std::string const line = "bash -c 'source \"" + (folder / "script") + "\"; compopt() { echo files; }; COMP_WORDS=(" +
                           words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lexikos; echo \"${COMPREPLY[@]}\"' > '" +
                           out + "'";
  CHECK(std::system(line.c_str()) == 0);
  std::ifstream file(out);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("the manual page and each completion have every command and its options")
{
  auto const manual = without_escapes(page("man"));
  auto const bash = page("bash-completion");
  auto const zsh = page("zsh-completion");
  auto const fish = page("fish-completion");
  auto const names = commands();
  REQUIRE(names.size() > 10);
  for (auto const& name : names) {
    CAPTURE(name);
    CHECK(contains(manual, ".SS lexikos " + name + "\n"));
    CHECK(contains(bash, "' " + name + "') place='" + name + "' ;;"));
    CHECK(contains(zsh, "_lexikos_" + name + "()"));
    CHECK(contains(fish, " -a " + name + " -d "));
    for (auto const& option : options_of(name)) {
      CAPTURE(option);
      CHECK(contains(manual, option));
      CHECK(contains(bash, option));
      CHECK(contains(zsh, option));
      CHECK(contains(fish, " -l " + option.substr(2) + " "));
    }
  }
  CHECK(options_of("sa").size() > 5);
}

TEST_CASE("shells and man take them")
{
  process::Folder const folder;
  CHECK(checked_by("zsh", page("zsh-completion"), folder) == 0);
  CHECK(checked_by("fish", page("fish-completion"), folder) == 0);
  CHECK(checked_by("bash", page("bash-completion"), folder) == 0);
  std::string const manual = folder / "lexikos.1";
  std::ofstream(manual) << page("man");
  if (std::system("command -v groff > /dev/null") == 0) {
    std::string const messages = folder / "messages";
    CHECK(std::system(("groff -man -Tascii -ww '" + manual + "' > /dev/null 2> '" + messages + "'").c_str()) == 0);
    CHECK(std::filesystem::file_size(messages) == 0);
  }
}

TEST_CASE("bash completes commands, options, their words, and files")
{
  if (std::system("command -v bash > /dev/null") != 0) return;
  process::Folder const folder;
  std::ofstream(folder / "script") << page("bash-completion");
  CHECK(completed(folder, "lexikos un") == "unbwt\n");
  CHECK(completed(folder, "lexikos plot lcp --x-sc") == "--x-scale\n");
  CHECK(completed(folder, "lexikos wavelet b") == "build\n");
  CHECK(completed(folder, "lexikos wavelet build --struct") == "--structure\n");
  CHECK(completed(folder, "lexikos sa --index u") == "u32 u64\n");
  CHECK(completed(folder, "lexikos sa --index = u6") == "u64\n");
  CHECK(completed(folder, "lexikos sa --output x") == "files\n\n");
  CHECK(completed(folder, "lexikos sa --threads 1") == "\n");
  CHECK(completed(folder, "lexikos sa so") == "files\n\n");
}
