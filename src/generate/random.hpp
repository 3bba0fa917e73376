// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "generate/letters.hpp"

namespace lexikos::generate
{

struct RandomOptions
{
  std::string letters = generate::letters(26);  ///< 1 to 256 bytes; one that is given twice is twice as likely
  unsigned threads = 0;                         ///< 0: as many as the process may use
};

/// Every byte drawn uniformly and independently from the letters.
void random(std::span<std::uint8_t> text, std::uint64_t seed, RandomOptions const& options = {});

}  // namespace lexikos::generate
