// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/error.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lexikos::app
{

enum class ExitCode : int
{
  ok = 0,
  no = 1,
  usage = 2,
  unreadable_input = 3,
  unwritable_output = 4,
  out_of_memory = 5,
  not_supported = 6,
  device_failure = 7
};

/// The page 'lexikos help exit-codes'.
constexpr std::string_view exit_codes_help = R"(Exit codes:
  0  success
  1  the answer is no: the array is not the suffix array of the text (check, lcp
     --sa, sa --check), or no pattern occurs (search)
  2  wrong use of the command line
  3  an input cannot be read, or is damaged
  4  an output cannot be written; nothing half-written is left behind
  5  not enough memory; said before the work starts wherever the sizes tell
  6  not in this build, no such device on this machine, or not with a file of this
     kind, such as positions from an index that has none
  7  the device failed, or something unforeseen did

A reader of standard output that goes away ends the program by SIGPIPE, and
signals end it as they do by default; both leave nothing half-written behind.
)";

/// What ends the program: a sentence for people, and the code for scripts.
class Failure : public std::runtime_error
{
 public:
  Failure(ExitCode code, std::string const& message) : std::runtime_error(message), m_code(code) {}

  [[nodiscard]] ExitCode code() const noexcept { return m_code; }

 private:
  ExitCode m_code;
};

/// The reader of an output went away, which ends the program in silence.
class BrokenPipe : public Failure
{
 public:
  using Failure::Failure;
};

/// What the user was told already.
class ToldFailure : public Failure
{
 public:
  using Failure::Failure;
};

[[nodiscard]] inline ExitCode exit_code_of(ErrorCode code)
{
  switch (code) {
    case ErrorCode::invalid_argument:
      return ExitCode::usage;
    case ErrorCode::out_of_memory:
      return ExitCode::out_of_memory;
    case ErrorCode::corrupt_input:
    case ErrorCode::unreadable_file:
      return ExitCode::unreadable_input;
    case ErrorCode::unwritable_file:
      return ExitCode::unwritable_output;
    case ErrorCode::not_supported:
      return ExitCode::not_supported;
    case ErrorCode::device:
    case ErrorCode::cancelled:
      break;
  }
  return ExitCode::device_failure;
}

/// Where it was raised helps whoever gets the report, unless it is the user's own doing.
[[nodiscard]] inline std::string message_of(Error const& error)
{
  return exit_code_of(error.code()) == ExitCode::device_failure ? error.what() : error.message();
}

}  // namespace lexikos::app
