// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "tests/texts.hpp"

namespace lexikos::texts
{

/// Texts of about n symbols that are hard for what follows a suffix array: one letter, periods, Fibonacci and Thue-Morse
/// words, few and all byte values, a text twice, long copies.
inline std::vector<Named> structured(std::size_t n)
{
  Text twice = random(n / 2, 4, 3);
  twice.insert(twice.end(), twice.begin(), twice.end());
  Text late = letter(n);
  late[n / 3] = 'b';
  return {{"letter", letter(n)},
          {"zeros", letter(n, 0)},
          {"largest bytes", letter(n, 255)},
          {"one other letter", late},
          {"period 2", periodic(n, 2, n)},
          {"period 97, broken", periodic(n, 97, n / 2)},
          {"periodic parts", periodic_parts(n, 40, 5)},
          {"fibonacci", fibonacci(n)},
          {"thue-morse", thue_morse(n)},
          {"runs", runs(n, 60, 7)},
          {"binary", random(n, 2, 11)},
          {"dna", random(n, 4, 13)},
          {"bytes", random(n, 256, 17)},
          {"twice", twice},
          {"copies", copies_with_mutations(n, 300, 19)},
          {"repeated", repeated(n / 8, 8, 23)}};
}

}  // namespace lexikos::texts
