// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <lexikos/check.hpp>
#include <ostream>
#include <vector>

#include "tests/texts.hpp"

namespace lexikos
{

inline std::ostream& operator<<(std::ostream& out, SuffixArrayCheck const& check)
{
  return out << to_string(check);
}

}  // namespace lexikos

namespace lexikos::tests
{

/// What the checkers promise, from the words of check.hpp, in quadratic time.
template <class Index>
SuffixArrayCheck brute_force(texts::Text const& text, std::vector<Index> const& sa)
{
  std::size_t const n = text.size();
  for (std::size_t i = 0; i < n; ++i)
    if (sa[i] >= n) return {SuffixArrayDefect::out_of_range, i};
  thread_local std::vector<std::size_t> rank;  // kept: the exhaustive tests call this millions of times
  rank.assign(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (sa[j] == sa[i]) return {SuffixArrayDefect::repeated, i};
    rank[sa[i]] = i + 1;
  }
  for (std::size_t i = 1; i < n; ++i) {
    Index const a = sa[i - 1];
    Index const b = sa[i];
    if (text[a] > text[b]) return {SuffixArrayDefect::first_symbol, i};
    if (text[a] == text[b] && rank[a + 1] > rank[b + 1]) return {SuffixArrayDefect::order, i};
  }
  return {};
}

/// All arrays of n values below `bound`, one after the other.
template <class Index>
std::vector<Index> all_arrays(std::size_t n, std::size_t bound)
{
  std::size_t count = 1;
  for (std::size_t i = 0; i < n; ++i) count *= bound;
  std::vector<Index> arrays;
  arrays.reserve(count * n);
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t digits = k;
    for (std::size_t i = 0; i < n; ++i, digits /= bound) arrays.push_back(static_cast<Index>(digits % bound));
  }
  return arrays;
}

}  // namespace lexikos::tests
