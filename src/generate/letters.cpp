// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generate/letters.hpp"

namespace lexikos::generate
{

std::string letters(unsigned size)
{
  unsigned const first = size <= 26 ? 'a' : size <= 94 ? '!' : 0;
  std::string result;
  for (unsigned i = 0; i < size; ++i) result.push_back(static_cast<char>(first + i));
  return result;
}

}  // namespace lexikos::generate
