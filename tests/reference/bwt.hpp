// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "types.hpp"

namespace lexikos::reference
{

struct Bwt
{
  Text symbols;
  std::size_t primary_index = 0;
};

/// The definition: the symbol before each of the n + 1 sorted suffixes, but for the one that has none.
inline Bwt bwt(Text const& text, Positions const& suffix_array)
{
  Positions rows = suffix_array;
  rows.insert(rows.begin(), static_cast<std::uint32_t>(text.size()));
  Bwt result;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row] == 0)
      result.primary_index = row;
    else
      result.symbols.push_back(text[rows[row] - 1]);
  }
  return result;
}

/// The text, walked backwards one symbol at a time (Burrows and Wheeler 1994, algorithm D); empty if there is none.
inline Text inverse_bwt(Text const& symbols, std::size_t primary_index)
{
  std::size_t const n = symbols.size();
  std::vector<std::size_t> order(n);  // positions in the transform, sorted stably by symbol
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return symbols[a] < symbols[b]; });
  std::vector<std::size_t> rank(n);  // of the suffix that begins with the symbol at that place
  for (std::size_t k = 0; k < n; ++k) rank[order[k]] = k + 1;
  Text text;
  std::size_t row = 0;
  while (row != primary_index && text.size() < n) {
    std::size_t const place = row < primary_index ? row : row - 1;
    text.push_back(symbols[place]);
    row = rank[place];
  }
  if (row != primary_index || text.size() != n) return {};
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace lexikos::reference
