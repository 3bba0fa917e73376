// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/output_path.hpp"

#include <unistd.h>

#include <filesystem>

#include "app/exit_codes.hpp"

namespace lexikos::app
{

namespace
{

bool same_file(std::string const& a, std::string const& b)
{
  std::error_code error;
  if (a.empty() || b.empty()) return false;
  return a == b || std::filesystem::equivalent(a, b, error) ||
         std::filesystem::weakly_canonical(a, error) == std::filesystem::weakly_canonical(b, error);
}

}  // namespace

std::string output_path(std::string const& wanted, std::string const& input, std::string const& ending)
{
  if (!wanted.empty()) return wanted;
  if (input != "-") return input + ending;
  if (::isatty(STDOUT_FILENO) == 1)
    throw Failure(ExitCode::usage, "the result would go to the terminal: say where with --output, or redirect it");
  return "-";
}

void require_distinct(std::vector<std::string> const& inputs, std::vector<std::string> const& outputs)
{
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i] == "/dev/null") continue;
    for (std::size_t j = 0; j < i; ++j)
      if (same_file(outputs[i], outputs[j]))
        throw Failure(ExitCode::usage, "two results cannot go to the same place: " + outputs[i]);
    for (auto const& input : inputs)
      if (outputs[i] != "-" && input != "-" && same_file(outputs[i], input))
        throw Failure(ExitCode::usage, "the output would replace the text " + input);
  }
}

}  // namespace lexikos::app
