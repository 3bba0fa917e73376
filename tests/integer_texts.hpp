// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Texts of wide symbols for tests, the same on every machine.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "tests/texts.hpp"

namespace lexikos::texts
{

/// `count` distinct values, ascending, spread over the whole type: from two on, 0 and its largest are among them.
template <class Symbol>
std::vector<Symbol> sparse_values(std::size_t count, std::uint64_t seed)
{
  constexpr Symbol largest = std::numeric_limits<Symbol>::max();
  Random next(seed);
  if (count < 2) return {static_cast<Symbol>(next())};
  std::vector<Symbol> values(count, 0);
  std::uint64_t const step = largest / (count - 1);
  for (std::size_t k = 1; k + 1 < count; ++k) values[k] = static_cast<Symbol>(k * step + next.below(step));
  values.back() = largest;
  return values;
}

/// `count` values that follow each other, from `first` on.
template <class Symbol>
std::vector<Symbol> dense_values(std::size_t count, Symbol first)
{
  std::vector<Symbol> values(count);
  for (std::size_t k = 0; k < count; ++k) values[k] = static_cast<Symbol>(first + k);
  return values;
}

/// Random symbols; all values occur where n is not less than they are.
template <class Symbol>
std::vector<Symbol> random_of(std::vector<Symbol> const& values, std::size_t n, std::uint64_t seed)
{
  Random next(seed);
  std::vector<Symbol> text(n);
  for (std::size_t i = 0; i < n; ++i)
    text[i] = n >= values.size() && i < values.size() ? values[i] : values[next.below(values.size())];
  for (std::size_t i = n; i > 1; --i) std::swap(text[i - 1], text[next.below(i)]);
  return text;
}

/// A text of bytes with the byte b replaced by values[b % values.size()].
template <class Symbol>
std::vector<Symbol> replaced(Text const& bytes, std::vector<Symbol> const& values)
{
  std::vector<Symbol> text;
  text.reserve(bytes.size());
  for (std::uint8_t const b : bytes) text.push_back(values[b % values.size()]);
  return text;
}

}  // namespace lexikos::texts
