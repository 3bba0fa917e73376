// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <lexikos/check.hpp>
#include <vector>

namespace lexikos::tests
{

/// What the checkers promise, from the words of check.hpp.
template <class Symbol, class Index>
SuffixArrayCheck first_defect(std::vector<Symbol> const& text, std::vector<Index> const& sa)
{
  std::size_t const n = text.size();
  for (std::size_t i = 0; i < n; ++i)
    if (sa[i] >= n) return {SuffixArrayDefect::out_of_range, i};
  thread_local std::vector<std::size_t> rank;  // kept: the exhaustive tests call this millions of times
  rank.assign(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    if (rank[sa[i]] != 0) return {SuffixArrayDefect::repeated, i};
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

}  // namespace lexikos::tests
