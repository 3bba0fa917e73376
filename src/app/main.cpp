// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <lexikos/error.hpp>
#include <lexikos/version.hpp>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "app/command_line/help.hpp"
#include "app/command_line/pages.hpp"
#include "app/command_line/parse.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/failure.hpp"
#include "app/io/ending.hpp"
#include "app/io/launcher.hpp"
#include "app/io/text_writer.hpp"
#include "app/on_device/ranks/ranks.hpp"
#include "app/report/json_help.hpp"
#include "app/report/utf8.hpp"

namespace
{

using namespace lexikos::app;

/// Of several ranks that fail alike, the first one says so, and the launcher ends the others. Before they have met, one of
/// these may fail alone: it is still there after a while, and says it itself. (Open MPI takes a second to end the others.)
int fail(ExitCode code, std::string const& message)
{
  std::string name = "lexikos";
  if (launch().rank != 0) {
    if (has_joined_ranks()) return static_cast<int>(code);
    std::this_thread::sleep_for(std::chrono::seconds(3));
    name += ": rank " + std::to_string(launch().rank);
  }
  std::fprintf(stderr, "%s: %s\n", name.c_str(), printable_lines(message).c_str());
  return static_cast<int>(code);
}

// A closed standard descriptor would be given to the next file that is opened, which would then be read as the text or
// overwritten by a message. A stand-in makes its use fail instead.
void occupy_standard_descriptors()
{
  for (int const descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

/// The last part of a path, if the program is another one by that name.
std::string link_name(std::string_view path)
{
  std::string const name(path.substr(path.find_last_of('/') + 1));
  return name == "lkz" || name == "unlkz" || name == "lkzcat" ? name : std::string();
}

/// Failure for a command that would do the same on every rank, and write the same output.
void require_ranks(Command const& command)
{
  if (launch().ranks == 1 || command.name == "help") return;
  std::string const started =
      "started as one of " + std::to_string(launch().ranks) + " ranks (" + launch().variable + "), ";
  if (!runs_on_ranks()) throw Failure(ExitCode::not_supported, started + "but this build has no MPI");
  if (!command.works_on_ranks)
    throw Failure(ExitCode::usage,
                  started + "but of the commands only sa, lcp, bwt, check, index, search and dedup work on several");
}

/// The page of a command, or of what is no command.
void print_help(Command const& program, std::vector<std::string> const& topic)
{
  if (topic == std::vector<std::string>{"exit-codes"}) return print(exit_codes_help);
  if (topic == std::vector<std::string>{"json"}) {
    print(json_help_of_arrays);
    return print(json_help_of_others);
  }
  if (topic == std::vector<std::string>{"formats"}) return print(formats_help);
  if (topic == std::vector<std::string>{"man"}) return print(manual_page(program, LEXIKOS_VERSION_STRING));
  if (topic == std::vector<std::string>{"bash-completion"}) return print(bash_completion(program));
  if (topic == std::vector<std::string>{"zsh-completion"}) return print(zsh_completion(program));
  if (topic == std::vector<std::string>{"fish-completion"}) return print(fish_completion(program));
  std::vector<std::string_view> words(topic.begin(), topic.end());
  words.push_back("--help");
  auto const page = parse(program, words).path;
  if (page.size() != topic.size() + 1)
    throw Failure(ExitCode::usage, "there is no page for '" + topic.back() + "' of '" + page.back()->name + "'");
  print(help_of(page));
}

int obey(Command const& program, std::vector<std::string_view> const& words)
{
  Parsed const parsed = parse(program, words);
  switch (parsed.wish) {
    case Wish::run:
      require_ranks(*parsed.path.back());
      return static_cast<int>(parsed.path.back()->run());
    case Wish::help:
      print(help_of(parsed.path));
      break;
    case Wish::version:
      print("lexikos " LEXIKOS_VERSION_STRING "\n");
      break;
    case Wish::overview:
      std::fputs(overview_of(parsed.path).c_str(), stderr);
      return static_cast<int>(ExitCode::usage);
  }
  return static_cast<int>(ExitCode::ok);
}

int run(std::vector<std::string_view> const& words)
{
  Command program{
      .name = "lexikos",
      .summary = "Suffix arrays and text indexes on GPUs and multicore CPUs",
      .details = "JSON: see 'lexikos help json'. Compressed files, FASTA and FASTQ: 'lexikos help formats'.\n"};
  std::vector<std::string> topic;
  Command help{.name = "help", .summary = "Show the page of a command, or those on exit-codes, formats and json"};
  help.operands = {operands("TOPIC", topic,
                            "A command, exit-codes, formats, json, or what systems install: man, bash-completion, "
                            "zsh-completion, fish-completion",
                            false)};
  help.run = [&] {
    print_help(program, topic);
    return ExitCode::ok;
  };
  program.commands = {
      make_sa(),       make_check(),      make_lcp(),   make_bwt(),  make_unbwt(), make_index(),    make_search(),
      make_match(),    make_repeats(),    make_kmers(), make_plot(), make_dedup(), make_overlap(),  make_wavelet(),
      make_compress(), make_decompress(), make_test(),  make_list(), make_info(),  make_generate(), help};

  return obey(program, words);
}

/// \param link  the name by which the program is called, if that is one of its links'
int run_safely(std::string const& link, std::vector<std::string_view> const& words)
{
  auto const failed = [&](ExitCode code, std::string const& message) {
    int const own = fail(code, message);
    return link.empty() ? own : 1;
  };
  try {
    return link.empty() ? run(words) : obey(make_lkz(link), words);
  }
  catch (BrokenPipe const& failure) {
    end_by_broken_pipe();
    return failed(failure.code(), failure.what());
  }
  catch (ToldFailure const& failure) {
    return static_cast<int>(failure.code());
  }
  catch (Failure const& failure) {
    return failed(failure.code(), failure.what());
  }
  catch (lexikos::Error const& error) {
    return failed(exit_code_of(error.code()), message_of(error));
  }
  catch (std::bad_alloc const&) {
    return failed(ExitCode::out_of_memory, "the memory of the host is used up");
  }
  catch (std::exception const& error) {
    return failed(ExitCode::device_failure, error.what());
  }
}

}  // namespace

int main(int argc, char** argv)
{
  occupy_standard_descriptors();
  watch_for_the_end();
  std::string const link = argc > 0 ? link_name(argv[0]) : std::string();
  int const code = run_safely(link, {argv + std::min(argc, 1), argv + argc});
  leave_ranks();
  expect_the_end();
  return code;
}
