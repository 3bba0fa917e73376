// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "app/exit_codes.hpp"

namespace CLI
{
class App;
}

namespace lexikos::app
{

/// One subcommand: its options, added to the program, and what to do once they are parsed. A new one is a file with its
/// `make_...`, and a line here and in main.cpp.
struct Command
{
  CLI::App* options = nullptr;
  std::function<ExitCode()> run;
};

Command make_sa(CLI::App& program);
Command make_check(CLI::App& program);
Command make_lcp(CLI::App& program);
Command make_bwt(CLI::App& program);
Command make_unbwt(CLI::App& program);
Command make_info(CLI::App& program);
Command make_index(CLI::App& program);
Command make_search(CLI::App& program);
Command make_wavelet(CLI::App& program);
Command make_generate(CLI::App& program);
Command make_repeats(CLI::App& program);

}  // namespace lexikos::app
