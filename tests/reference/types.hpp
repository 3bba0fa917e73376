// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lexikos::reference
{

using Text = std::vector<std::uint8_t>;
using Symbols = std::vector<std::uint32_t>;    ///< a text over an integer alphabet
using Positions = std::vector<std::uint32_t>;  ///< suffix arrays, inverse suffix arrays, lists of suffixes

/// The text with every symbol one higher and a 0, the sentinel, after it.
inline Symbols with_sentinel(Text const& text)
{
  Symbols symbols;
  symbols.reserve(text.size() + 1);
  for (std::uint8_t const c : text) symbols.push_back(c + 1u);
  symbols.push_back(0);
  return symbols;
}

/// The text with its distinct symbols numbered from 1 in their order and a 0, the sentinel, after it.
template <class Symbol>
Symbols numbered_with_sentinel(std::vector<Symbol> const& text)
{
  std::vector<Symbol> distinct = text;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  Symbols symbols;
  symbols.reserve(text.size() + 1);
  for (Symbol const c : text) {
    auto const number = std::lower_bound(distinct.begin(), distinct.end(), c) - distinct.begin();
    symbols.push_back(static_cast<std::uint32_t>(number + 1));
  }
  symbols.push_back(0);
  return symbols;
}

/// A suffix array of a text with sentinel without its first entry, which is that of the sentinel.
inline Positions without_sentinel(Positions const& suffix_array)
{
  return {suffix_array.begin() + 1, suffix_array.end()};
}

inline Positions inverse_of(Positions const& permutation)
{
  Positions inverse(permutation.size());
  for (std::size_t i = 0; i < permutation.size(); ++i) inverse[permutation[i]] = static_cast<std::uint32_t>(i);
  return inverse;
}

}  // namespace lexikos::reference
