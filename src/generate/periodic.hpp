// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "generate/letters.hpp"

namespace lexikos::generate
{

struct PeriodicOptions
{
  std::string letters = generate::letters(26);  ///< 1 to 256 distinct bytes
  std::size_t period = 1000;                    ///< at least 1
  bool change = false;                          ///< replaces the letter at n / 2 by another
  unsigned threads = 0;                         ///< 0: as many as the process may use
};

/// A random word, repeated.
void periodic(std::span<std::uint8_t> text, std::uint64_t seed, PeriodicOptions const& options = {});

}  // namespace lexikos::generate
