// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The difference cover {1, 2} modulo 3 of Kaerkkaeinen and Sanders (2003): any two positions, moved on by the same 0, 1 or 2,
// fall both on positions i with i mod 3 != 0. The suffixes there are the sample; once its ranks are known, two suffixes
// compare by two symbols and a rank at most. What skew and its hybrid with prefix doubling do after they have sorted it.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "suffix_array/context.hpp"
#include "suffix_array/rounds/ranking.hpp"

namespace lexikos::suffix_array_detail
{

/// The sample of a text of n symbols. Every suffix outside of it is followed by one of it, for which the sample has the empty
/// suffix too when n mod 3 = 1.
struct DifferenceCover
{
  std::size_t n = 0;

  [[nodiscard]] KOKKOS_FUNCTION bool has_empty() const { return n % 3 == 1; }
  /// Positions outside of the sample, and of its first half: those with i mod 3 = 0, and those with i mod 3 = 1.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t rest() const { return (n + 2) / 3; }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return rest() + n / 3; }

  /// The j-th position of the sample in the text.
  [[nodiscard]] KOKKOS_FUNCTION static std::size_t position(std::size_t j) { return j / 2 * 3 + 1 + j % 2; }
  /// Where a position of the sample stands in the shorter text: those of the second half follow all of the first.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t place(std::size_t position) const
  {
    return position / 3 + (position % 3 == 2 ? rest() : 0);
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t position_at(std::size_t place) const
  {
    return place < rest() ? 3 * place + 1 : 3 * (place - rest()) + 2;
  }
};

/// The sample in the order in which a stable sort by the first symbols, filled up by zeros, takes it: from the end of the
/// text to its start, with the empty suffix or without.
struct SampleSuffixes
{
  static constexpr bool lies_in_result = false;

  std::size_t count = 0;

  [[nodiscard]] std::size_t size() const { return count; }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t j) const
  {
    return DifferenceCover::position(count - 1 - j);
  }
};

/// The suffixes of the sorted sample, without the empty one.
template <class IndexView>
IndexView without_empty(DifferenceCover const& cover, IndexView const& sample)
{
  std::size_t const empty = cover.has_empty() ? 1 : 0;
  return IndexView(sample.data() + empty, sample.extent(0) - empty);
}

/// A text whose symbols are the numbers of triples, as skew's levels have it.
template <class Index, class MemorySpace>
struct NameText
{
  Span<Index, MemorySpace> names;
  std::size_t n = 0;
  int bits = 1;

  /// The first `count` of the suffix at `position` as one number, zeros past the end.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t symbols(std::size_t position, int count) const
  {
    std::uint64_t symbols = 0;
    for (std::size_t i = position; i < position + count; ++i) symbols = symbols << bits | (i < n ? names(i) : 0);
    return symbols;
  }
};

/// Sorts all suffixes, given those of the sample.
/// \param text     `n` symbols of `bits` bits: PackedText or NameText
/// \param sample   [0..cover.size()) the sample in order, the empty suffix first if there is one
/// \param ranking  `suffix_array`, [0..n), receives the result; `ranks`, [0..n), has the sample's by position
template <class ExecutionSpace, class Text, class Index>
void merge_rest(Context<ExecutionSpace> const& context, Text const& text,
                Span<Index, typename ExecutionSpace::memory_space> const& sample,
                Ranking<ExecutionSpace, Index> const& ranking);

/// Bytes of workspace that `merge_rest` takes at the peak.
template <class Index>
constexpr std::size_t merge_rest_bytes(DifferenceCover const& cover)
{
  return 4 * sizeof(Index) * cover.rest() + cover.size();
}

}  // namespace lexikos::suffix_array_detail
