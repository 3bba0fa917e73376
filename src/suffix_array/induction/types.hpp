// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The types of suffixes. A suffix is of type S where it is smaller than the one after it, else of type L; the empty suffix is
// smaller than all. A suffix of type S after one of type L is a leftmost S, or LMS.

#include <algorithm>
#include <array>
#include <cstddef>

#include "suffix_array/induction/induction.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Whether a suffix that begins with `symbol` is of type S, if the one after it begins with `next` and is of type `next_is_s`.
template <class Symbol>
[[nodiscard]] bool is_s(Symbol symbol, Symbol next, bool next_is_s)
{
  return (symbol < next) | ((symbol == next) & next_is_s);
}

/// Whether suffix i is of type S. Looks at the symbols up to the next other one.
template <class Symbol>
[[nodiscard]] bool type_at(Symbol const* text, std::size_t n, std::size_t i)
{
  std::size_t j = i + 1;
  while (j < n && text[j] == text[i]) ++j;
  return j < n && text[i] < text[j];
}

/// Calls visit(i, symbol, is_s, is_s of i - 1) for i in [begin, end), the last one first; begin > 0.
template <class Symbol, class Visit>
void for_each_type(Symbol const* text, std::size_t n, std::size_t begin, std::size_t end, Visit const& visit)
{
  if (begin >= end) return;
  Symbol symbol = text[end - 1];
  bool s = type_at(text, n, end - 1);
  for (std::size_t i = end - 1; i >= begin; --i) {
    Symbol const before = text[i - 1];
    bool const before_is_s = is_s(before, symbol, s);
    visit(i, symbol, s, before_is_s);
    symbol = before;
    s = before_is_s;
  }
}

/// Calls visit(i) for the LMS in [begin, end), the last one first; begin > 0. They go through a buffer: they are a third of all
/// positions, and a branch on each would be mispredicted.
template <class Symbol, class Visit>
void for_each_lms(Symbol const* text, std::size_t n, std::size_t begin, std::size_t end, Visit const& visit)
{
  constexpr std::size_t block = 512;
  std::array<std::size_t, block + 1> found;
  while (begin < end) {
    std::size_t const block_begin = end - std::min(block, end - begin);
    std::size_t count = 0;
    for_each_type(text, n, block_begin, end, [&](std::size_t i, Symbol, bool s, bool before_is_s) {
      found[count] = i;
      count += s & !before_is_s;
    });
    for (std::size_t k = 0; k < count; ++k) visit(found[k]);
    end = block_begin;
  }
}

}  // namespace lexikos::suffix_array_detail::induction
