// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "app/io/sequences.hpp"

// Sequences for tests of the program, and ways to index them.

namespace fasta_records
{

using Names = std::vector<std::string>;

struct Record
{
  std::string name;
  std::string letters;
};
using Records = std::vector<Record>;

inline std::string fasta(Records const& records)
{
  std::string text;
  for (auto const& [name, letters] : records) {
    text += ">" + name + " and more\n";
    for (std::size_t at = 0; at < letters.size(); at += 50) text += letters.substr(at, 50) + '\n';
  }
  return text;
}

inline std::string capitals(std::string text)
{
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

inline std::string some_letters(std::size_t n, unsigned letters, std::mt19937_64& random)
{
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += "ACGTacgtN"[random() % letters];
  return text;
}

inline Names with(Names first, Names const& more)
{
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

/// Options of 'lexikos index'.
inline std::vector<Names> kinds()
{
  return {{},
          {"--index", "u64", "--lcp", "--isa"},
          {"--kind", "fm"},
          {"--kind", "fm", "--dna", "--keep-text", "--sample-rate", "1"},
          {"--kind", "fm", "--index", "u64", "--sample-rate", "64"}};
}

}  // namespace fasta_records
