// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <lexikos/error.hpp>
#include <lexikos/version.hpp>
#include <new>
#include <string>

#include "app/command.hpp"
#include "app/exit_codes.hpp"
#include "app/signals.hpp"

namespace
{

using namespace lexikos::app;

ExitCode exit_code_of(lexikos::ErrorCode code)
{
  switch (code) {
    case lexikos::ErrorCode::invalid_argument:
      return ExitCode::usage;
    case lexikos::ErrorCode::out_of_memory:
      return ExitCode::out_of_memory;
    case lexikos::ErrorCode::corrupt_input:
    case lexikos::ErrorCode::unreadable_file:
      return ExitCode::unreadable_input;
    case lexikos::ErrorCode::unwritable_file:
      return ExitCode::unwritable_output;
    case lexikos::ErrorCode::not_supported:
      return ExitCode::not_supported;
    case lexikos::ErrorCode::device:
    case lexikos::ErrorCode::cancelled:
      break;
  }
  return ExitCode::device_failure;
}

int fail(ExitCode code, std::string const& message)
{
  std::fprintf(stderr, "lexikos: %s\n", message.c_str());
  return static_cast<int>(code);
}

// A closed standard descriptor would be given to the next file that is opened, which then were read as the text or
// overwritten by a message. A stand-in makes its use fail instead.
void occupy_standard_descriptors()
{
  for (int const descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

int run(CLI::App& program, int argc, char** argv)
{
  Command const commands[] = {make_sa(program),      make_check(program), make_lcp(program),     make_bwt(program),
                              make_unbwt(program),   make_index(program), make_search(program),  make_repeats(program),
                              make_wavelet(program), make_info(program),  make_generate(program)};
  try {
    program.parse(argc, argv);
  }
  catch (CLI::Success const& help) {
    return program.exit(help);
  }
  catch (CLI::ParseError const& error) {
    return fail(ExitCode::usage, std::string(error.what()) + "\nRun 'lexikos --help' for the use of the program.");
  }
  for (auto const& command : commands)
    if (command.options->parsed()) return static_cast<int>(command.run());
  return static_cast<int>(ExitCode::usage);
}

}  // namespace

int main(int argc, char** argv)
{
  occupy_standard_descriptors();
  install_signal_handlers();
  CLI::App program("Lexikos: suffix arrays and text indexes on GPUs and multicore CPUs.", "lexikos");
  program.set_version_flag("--version", "lexikos " LEXIKOS_VERSION_STRING);
  program.require_subcommand(1);
  program.footer(std::string(exit_codes_help));
  try {
    return run(program, argc, argv);
  }
  catch (Failure const& failure) {
    return fail(failure.code(), failure.what());
  }
  catch (lexikos::Error const& error) {
    // Where it was raised helps whoever gets the report, if it is not the user's own doing.
    ExitCode const code = exit_code_of(error.code());
    return fail(code, code == ExitCode::device_failure ? error.what() : error.message());
  }
  catch (std::bad_alloc const&) {
    return fail(ExitCode::out_of_memory, "the memory of the host is used up");
  }
  catch (std::exception const& error) {
    return fail(ExitCode::device_failure, error.what());
  }
}
