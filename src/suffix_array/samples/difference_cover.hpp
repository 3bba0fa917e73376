// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The difference cover {1, 2} modulo 3 of Kaerkkaeinen and Sanders (2003): any two positions, moved on by the same 0, 1 or 2,
// fall both on positions i with i mod 3 != 0. The suffixes there are the sample; once its ranks are known, two suffixes
// compare by two symbols and a rank at most. What skew and its hybrid with prefix doubling do after they have sorted it.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/rounds/groups.hpp"
#include "suffix_array/steps.hpp"

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
  /// Where a position of the sample stands in the shorter text: behind all of the first half those of the second.
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
/// text to its begin, with the empty suffix or without.
struct SampleSuffixes
{
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

/// What a suffix is merged by.
template <class Index>
struct MergeKey
{
  Index position;
  Index first, second;  ///< symbols
  Index next, after;    ///< ranks of the suffixes behind one and two symbols, where they are of the sample

  KOKKOS_FUNCTION operator Index() const { return position; }
};

/// Orders a suffix of the sample and one outside of it.
struct CoverLess
{
  template <class Index>
  KOKKOS_FUNCTION bool operator()(MergeKey<Index> const& a, MergeKey<Index> const& b) const
  {
    if (a.first != b.first) return a.first < b.first;
    if (a.position % 3 != 2 && b.position % 3 != 2) return a.next < b.next;
    if (a.second != b.second) return a.second < b.second;
    return a.after < b.after;
  }
};

/// The keys of suffixes, gathered when they are read: a range for `primitives::merge`.
///
/// Text: `n` symbols of `bits` bits; symbols(position, count) = the first `count` of the suffix at `position` as one number,
/// zeros past the end.
template <class Text, class IndexView>
struct MergeKeys
{
  using Index = typename IndexView::value_type;

  Text text;
  IndexView ranks;     ///< [0..n) by position, of the sample
  IndexView suffixes;  ///< sorted

  KOKKOS_FUNCTION std::size_t extent(int) const { return suffixes.extent(0); }
  KOKKOS_FUNCTION MergeKey<Index> operator()(std::size_t i) const
  {
    std::size_t const position = suffixes(i);
    return {static_cast<Index>(position), symbol(position), symbol(position + 1), rank(position + 1),
            rank(position + 2)};
  }

  [[nodiscard]] KOKKOS_FUNCTION Index symbol(std::size_t position) const
  {
    return static_cast<Index>(text.symbols(position, 1));
  }
  /// Below all others that of the empty suffix at n, and below it that of n + 1: there a suffix ended before n was met.
  [[nodiscard]] KOKKOS_FUNCTION Index rank(std::size_t position) const
  {
    return static_cast<Index>(position < text.n ? std::size_t{ranks(position)} + 2 : text.n + 1 - position);
  }
};

/// flags(j) = 1 for the suffixes of the first half, each of which has one outside of the sample in front of it.
template <class ExecutionSpace, class IndexView, class FlagView, class Unit = backends::ThisUnit>
void flag_first_half(ExecutionSpace const& space, IndexView const& sample, FlagView const& flags)
{
  Kokkos::parallel_for(
      "lexikos::suffix_array::flag_first_half", range(space, sample.extent(0)),
      KOKKOS_LAMBDA(std::int64_t j) { flags(j) = sample(j) % 3 == 1 ? 1 : 0; });
}

/// Steps from each suffix to the one in front of it; keys(j) = that one's first symbol.
template <class ExecutionSpace, class Text, class IndexView, class Unit = backends::ThisUnit>
void step_to_rest(ExecutionSpace const& space, Text const& text, IndexView const& suffixes, IndexView const& keys)
{
  using Index = typename IndexView::value_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::step_to_rest", range(space, suffixes.extent(0)), KOKKOS_LAMBDA(std::int64_t j) {
        Index const suffix = suffixes(j) - 1;
        suffixes(j) = suffix;
        keys(j) = static_cast<Index>(text.symbols(suffix, 1));
      });
}

/// Sorts the suffixes outside of the sample by (first symbol, rank of the suffix behind): the order of the sample is that of
/// the ranks, so that one stable sort by the symbol is left. The result is in rest.current, [0..cover.rest()).
/// Scratch: two keys an entry of `rest`, and a byte a suffix of the sample.
template <class ExecutionSpace, class Text, class IndexView>
void sort_rest(ExecutionSpace const& space, Text const& text, DifferenceCover const& cover, IndexView const& sample,
               primitives::DoubleBuffer<IndexView>& rest, Workspace& workspace)
{
  using Index = typename IndexView::value_type;
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  auto const flags = workspace.take<std::uint8_t, MemorySpace>(sample.extent(0));
  flag_first_half(space, sample, flags);
  primitives::pack_flagged(space, sample, flags, rest.current, workspace);
  primitives::DoubleBuffer keys{workspace.take<Index, MemorySpace>(cover.rest()),
                                workspace.take<Index, MemorySpace>(cover.rest())};
  step_to_rest(space, text, rest.current, keys.current);
  primitives::radix_sort_pairs(space, keys, rest, 0, text.bits, workspace);
}

/// Sorts all suffixes, given those of the sample.
/// \param sample   [0..cover.size()) the sample in order, the empty suffix first if there is one
/// \param ranking  `suffix_array`, [0..n), receives the result; `ranks`, [0..n), has the sample's by position
template <class ExecutionSpace, class Text, class Index>
void merge_rest(ExecutionSpace const& space, Text const& text, DifferenceCover const& cover,
                Span<Index, typename ExecutionSpace::memory_space> const& sample,
                Ranking<ExecutionSpace, Index> const& ranking, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  Workspace::Scope scope(workspace);
  primitives::DoubleBuffer rest{workspace.take<Index, typename ExecutionSpace::memory_space>(cover.rest()),
                                workspace.take<Index, typename ExecutionSpace::memory_space>(cover.rest())};
  step("sort rest", [&] { sort_rest(space, text, cover, sample, rest, workspace); });
  step("merge", [&] {
    using Keys = MergeKeys<Text, Span<Index, typename ExecutionSpace::memory_space>>;
    primitives::merge(space, Keys{text, ranking.ranks, without_empty(cover, sample)},
                      Keys{text, ranking.ranks, rest.current}, ranking.suffix_array, CoverLess{}, workspace);
  });
}

/// Bytes of workspace that `merge_rest` takes at the peak.
template <class Index>
constexpr std::size_t merge_rest_bytes(DifferenceCover const& cover)
{
  return 4 * sizeof(Index) * cover.rest() + cover.size();
}

}  // namespace lexikos::suffix_array_detail
