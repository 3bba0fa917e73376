// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

#include "types.hpp"

namespace lexikos::reference
{

/// The LCP array by Kasai, Lee, Arimura, Arikawa and Park 2001: the suffixes in text order, of which each shares at most one
/// symbol fewer with its neighbour than the one before did. O(n).
template <class Symbol>
Positions kasai(std::vector<Symbol> const& text, Positions const& suffix_array)
{
  std::size_t const n = text.size();
  Positions const rank = inverse_of(suffix_array);
  Positions lcp(n, 0);
  std::size_t common = 0;
  for (std::size_t p = 0; p < n; ++p) {
    if (rank[p] == 0) {
      common = 0;
      continue;
    }
    std::size_t const neighbour = suffix_array[rank[p] - 1];
    while (p + common < n && neighbour + common < n && text[p + common] == text[neighbour + common]) ++common;
    lcp[rank[p]] = static_cast<std::uint32_t>(common);
    if (common > 0) --common;
  }
  return lcp;
}

}  // namespace lexikos::reference
