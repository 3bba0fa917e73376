// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "generate/letters.hpp"

namespace lexikos::generate
{

struct RunsOptions
{
  std::string letters = generate::letters(26);  ///< 1 to 256 distinct bytes
  std::uint64_t mean = 16;                      ///< mean length of a run, at least 1
  unsigned threads = 0;                         ///< 0: as many as the process may use
};

/// Runs of one letter: lengths are geometric, and each run's letter is any but that of the run before.
void runs(std::span<std::uint8_t> text, std::uint64_t seed, RunsOptions const& options = {});

}  // namespace lexikos::generate
