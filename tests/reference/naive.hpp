// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "types.hpp"

namespace lexikos::reference
{

/// The definition: positions sorted by comparing suffixes, a proper prefix first. O(n^2 log n) on repetitive texts.
template <class Symbol>
Positions naive(std::vector<Symbol> const& text)
{
  Positions sa(text.size());
  std::iota(sa.begin(), sa.end(), 0u);
  std::sort(sa.begin(), sa.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(text.begin() + a, text.end(), text.begin() + b, text.end());
  });
  return sa;
}

}  // namespace lexikos::reference
