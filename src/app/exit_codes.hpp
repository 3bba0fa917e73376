// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace lexikos::app
{

enum class ExitCode : int
{
  ok = 0,
  check_failed = 1,
  usage = 2,
  unreadable_input = 3,
  unwritable_output = 4,
  out_of_memory = 5,
  not_supported = 6,
  device_failure = 7
};

constexpr std::string_view exit_codes_help =
    "Exit codes:\n"
    "  0  success\n"
    "  1  the array is not the suffix array of the text: truncated, of another text, or damaged\n"
    "  2  wrong use of the command line\n"
    "  3  an input cannot be read\n"
    "  4  an output cannot be written; nothing half-written is left behind\n"
    "  5  not enough memory, said before the work begins wherever the sizes tell\n"
    "  6  not in this build, or no such device on this machine\n"
    "  7  the device failed, or something unforeseen did\n";

/// What ends the program: a sentence for people, and the code for scripts.
class Failure : public std::runtime_error
{
 public:
  Failure(ExitCode code, std::string const& message) : std::runtime_error(message), m_code(code) {}

  [[nodiscard]] ExitCode code() const noexcept { return m_code; }

 private:
  ExitCode m_code;
};

}  // namespace lexikos::app
