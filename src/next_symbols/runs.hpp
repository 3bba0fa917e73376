// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Runs of suffixes of an interval that are followed by the same symbol.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/next_symbols.hpp>

#include "common/interval_parts.hpp"

namespace lexikos::next_symbols_detail
{

/// A text and its suffix array, as plain pointers.
template <class Symbol, class Index>
struct TextReader
{
  Symbol const* text;
  Index const* suffix_array;
  std::uint64_t n;

  /// 1 + the symbol of suffix r at this depth; 0 if it has none there.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t symbol(std::uint64_t r, std::uint64_t depth) const
  {
    std::uint64_t const p = suffix_array[r];
    return p < n && depth < n - p ? std::uint64_t{text[p + depth]} + 1 : 0;
  }

  /// The first suffix after r, which has this symbol, that has another one; `end` if there is none. Steps double, and then
  /// halve.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t end_of_run(std::uint64_t r, std::uint64_t end, std::uint64_t depth,
                                                                std::uint64_t wanted) const
  {
    std::uint64_t last = r;
    std::uint64_t bound = end;
    bool grows = true;
    for (std::uint64_t step = 1; bound - last > 1;) {
      grows = grows && step < bound - last;
      std::uint64_t const probe = last + (grows ? step : (bound - last) / 2);
      if (symbol(probe, depth) == wanted) {
        last = probe;
        step *= 2;
      }
      else {
        bound = probe;
        grows = false;
      }
    }
    return bound;
  }
};

/// Walks over the runs that start in a part.
template <class Symbol, class Index>
struct WalkRuns
{
  TextReader<Symbol, Index> text;
  detail::IntervalParts<Index> parts;
  std::uint64_t const* depths;  // of the intervals

  /// function(symbol, begin, end) for each run of a symbol, ascending; only the end of the last may be that of the part where
  /// the run is longer, unless `to_end` is set.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void operator()(std::size_t p, bool to_end, Function const& function) const
  {
    auto const part = parts(p);
    std::uint64_t const depth = depths[part.interval];
    std::uint64_t const end = part.end;
    std::uint64_t r = part.begin;
    std::uint64_t before = 0;
    if (r > part.whole.begin) {  // goes on with a run that started earlier
      before = text.symbol(r - 1, depth);
      r = text.end_of_run(r - 1, end, depth, before);
    }
    while (r < end) {
      std::uint64_t const symbol = text.symbol(r, depth);
      std::uint64_t run_end = text.end_of_run(r, end, depth, symbol);
      if (to_end && run_end == end && end < part.whole.end)
        run_end = text.end_of_run(end - 1, part.whole.end, depth, symbol);
      if (symbol != 0) function(static_cast<Symbol>(symbol - 1), r, run_end);
      r = run_end;
    }
  }
};

/// before[p] = runs that start in part p; 0 after the last.
template <class Symbol, class Index>
struct CountRuns
{
  WalkRuns<Symbol, Index> walk;
  std::uint64_t* before;

  KOKKOS_FUNCTION void operator()(std::size_t p) const
  {
    std::uint64_t found = 0;
    if (p < walk.parts.total) walk(p, false, [&](Symbol, std::uint64_t, std::uint64_t) { ++found; });
    before[p] = found;
  }
};

template <class Symbol, class Index>
struct WriteRuns
{
  WalkRuns<Symbol, Index> walk;
  std::uint64_t const* before;
  Symbol* symbols;
  std::uint64_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t p) const
  {
    std::uint64_t place = before[p];
    walk(p, true, [&](Symbol symbol, std::uint64_t begin, std::uint64_t end) {
      symbols[place] = symbol;
      counts[place] = end - begin;
      ++place;
    });
  }
};

}  // namespace lexikos::next_symbols_detail
