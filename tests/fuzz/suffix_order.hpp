// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace lexikos::fuzz
{

/// The suffix array by its definition.
template <class Index, class Symbol>
std::vector<Index> suffix_array_of(std::vector<Symbol> const& text)
{
  std::vector<Index> sorted(text.size());
  std::iota(sorted.begin(), sorted.end(), Index{0});
  std::ranges::sort(sorted, [&](Index a, Index b) {
    return std::lexicographical_compare(text.begin() + static_cast<std::ptrdiff_t>(a), text.end(),
                                        text.begin() + static_cast<std::ptrdiff_t>(b), text.end());
  });
  return sorted;
}

template <class Index>
std::vector<Index> inverse_of(std::vector<Index> const& suffix_array)
{
  std::vector<Index> inverse(suffix_array.size());
  for (std::size_t rank = 0; rank < inverse.size(); ++rank) inverse[suffix_array[rank]] = static_cast<Index>(rank);
  return inverse;
}

/// The LCP array by its definition.
template <class Index, class Symbol>
std::vector<Index> lcp_of(std::vector<Symbol> const& text, std::vector<Index> const& suffix_array)
{
  std::vector<Index> lcp(suffix_array.size());
  for (std::size_t rank = 1; rank < lcp.size(); ++rank) {
    std::size_t const a = suffix_array[rank - 1];
    std::size_t const b = suffix_array[rank];
    std::size_t length = 0;
    while (std::max(a, b) + length < text.size() && text[a + length] == text[b + length]) ++length;
    lcp[rank] = static_cast<Index>(length);
  }
  return lcp;
}

}  // namespace lexikos::fuzz
