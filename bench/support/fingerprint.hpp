// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A result is checked once, exactly; other results of the same text, wherever they lie, are compared with it by 64 bits,
// so that no second copy of it has to be kept.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/unit.hpp"
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

template <class ExecutionSpace, class View, class Unit = backends::ThisUnit>
std::uint64_t fingerprint(ExecutionSpace const& space, View const& view)
{
  std::uint64_t result = 0;
  Kokkos::parallel_reduce(
      "lexikos::bench::fingerprint",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(space, 0, view.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i, std::uint64_t & sum) {
        sum += fingerprint_of(static_cast<std::size_t>(i), view(i));
      },
      result);
  return result;
}

/// Rank of suffix 0 among the n + 1 suffixes, the empty one included.
template <class ExecutionSpace, class IndexView, class Unit = backends::ThisUnit>
std::size_t primary_index(ExecutionSpace const& space, IndexView const& suffix_array)
{
  std::size_t result = 0;
  Kokkos::parallel_reduce(
      "lexikos::bench::primary_index",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(space, 0, suffix_array.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i, std::size_t & largest) {
        if (suffix_array(i) == 0) largest = static_cast<std::size_t>(i) + 1;
      },
      Kokkos::Max<std::size_t>(result));
  return result;
}

/// Of the suffix array of a text, and of the BWT that follows from it: the symbols before the n + 1 sorted suffixes, but
/// for the one that has none.
template <class ExecutionSpace, class TextView, class IndexView, class Unit = backends::ThisUnit>
Fingerprints fingerprints(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array)
{
  Fingerprints result{fingerprint(space, suffix_array), 0, primary_index(space, suffix_array)};
  std::size_t const n = text.extent(0);
  std::size_t const primary = result.primary_index;
  Kokkos::parallel_reduce(
      "lexikos::bench::bwt_fingerprint",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(space, 0, n + (n != 0)),
      KOKKOS_LAMBDA(std::int64_t i, std::uint64_t & sum) {
        auto const row = static_cast<std::size_t>(i);  // 0 is the empty suffix
        if (row == primary) return;
        std::size_t const suffix = row == 0 ? n : suffix_array(row - 1);
        sum += fingerprint_of(row < primary ? row : row - 1, text(suffix - 1));
      },
      result.bwt);
  return result;
}

}  // namespace lexikos::bench
