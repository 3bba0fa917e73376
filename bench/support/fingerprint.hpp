// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A result is checked once, exactly; other results of the same text, wherever they lie, are compared with it by 64 bits,
// so that no second copy of it has to be kept.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "generate/random_bits.hpp"

namespace lexikos::bench
{

/// Of the index of one text.
struct Fingerprints
{
  std::uint64_t suffix_array = 0;
  std::uint64_t bwt = 0;
  std::size_t primary_index = 0;  ///< rank of the whole text among the n + 1 suffixes, the empty one included
};

/// What an entry adds to a fingerprint, which is a sum, so that any order of summation gives the same.
KOKKOS_INLINE_FUNCTION std::uint64_t fingerprint_of(std::size_t place, std::uint64_t value)
{
  return generate::mix(value ^ generate::mix(place));
}

template <class View>
struct AddFingerprint
{
  View view;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const { sum += fingerprint_of(i, view(i)); }
};

template <class ExecutionSpace, class View>
std::uint64_t fingerprint(ExecutionSpace const& space, View const& view)
{
  std::uint64_t result = 0;
  Kokkos::parallel_reduce("lexikos::bench::fingerprint", backends::Range<ExecutionSpace>(space, 0, view.extent(0)),
                          AddFingerprint<View>{view}, result);
  return result;
}

template <class IndexView>
struct FindWholeText
{
  IndexView suffix_array;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& largest) const
  {
    if (suffix_array(i) == 0) largest = i + 1;
  }
};

/// Rank of suffix 0 among the n + 1 suffixes, the empty one included.
template <class ExecutionSpace, class IndexView>
std::size_t primary_index(ExecutionSpace const& space, IndexView const& suffix_array)
{
  std::size_t result = 0;
  Kokkos::parallel_reduce("lexikos::bench::primary_index",
                          backends::Range<ExecutionSpace>(space, 0, suffix_array.extent(0)),
                          FindWholeText<IndexView>{suffix_array}, Kokkos::Max<std::size_t>(result));
  return result;
}

/// Of the row-th suffix, 0 being the empty one.
template <class TextView, class IndexView>
struct AddSymbolBefore
{
  TextView text;
  IndexView suffix_array;
  std::size_t primary;

  KOKKOS_FUNCTION void operator()(std::size_t row, std::uint64_t& sum) const
  {
    if (row == primary) return;
    std::size_t const suffix = row == 0 ? text.extent(0) : suffix_array(row - 1);
    sum += fingerprint_of(row < primary ? row : row - 1, text(suffix - 1));
  }
};

/// Of the suffix array of a text, and of the BWT that follows from it: the symbols that precede the n + 1 sorted suffixes,
/// without the one that has none.
template <class ExecutionSpace, class TextView, class IndexView>
Fingerprints fingerprints(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array)
{
  Fingerprints result{fingerprint(space, suffix_array), 0, primary_index(space, suffix_array)};
  std::size_t const n = text.extent(0);
  Kokkos::parallel_reduce("lexikos::bench::bwt_fingerprint",
                          backends::Range<ExecutionSpace>(space, 0, n == 0 ? 0 : n + 1),
                          AddSymbolBefore<TextView, IndexView>{text, suffix_array, result.primary_index}, result.bwt);
  return result;
}

}  // namespace lexikos::bench
