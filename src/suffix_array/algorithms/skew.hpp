// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Skew, or DC3: Kaerkkaeinen and Sanders (2003), in the parallel form of Deo and Keely (2013) and of Wang, Baxter and Owens
// (2015). The triples of symbols at the positions i with i mod 3 != 0 are sorted and named by their order. Where names are
// not unique, they are the symbols of a text of two thirds of the length, whose suffixes are sorted in the same way. Memory
// shrinks with each level as the text does: a level keeps its shorter text, all else passes from level to level.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/rounds/groups.hpp"
#include "suffix_array/samples/difference_cover.hpp"
#include "suffix_array/samples/triples.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/text/alphabet.hpp"
#include "suffix_array/text/first_sort.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::suffix_array_detail
{

/// A text whose symbols are names; as `MergeKeys` takes it.
template <class Index, class MemorySpace>
struct NameText
{
  Span<Index, MemorySpace> names;
  std::size_t n = 0;
  int bits = 1;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t symbols(std::size_t position, int count) const
  {
    std::uint64_t symbols = 0;
    for (std::size_t i = position; i < position + count; ++i) symbols = symbols << bits | (i < n ? names(i) : 0);
    return symbols;
  }
};

/// suffixes(j) = the j-th suffix of the sample, the last of the text first.
template <class ExecutionSpace, class IndexView, class Unit = backends::ThisUnit>
void list_sample(ExecutionSpace const& space, DifferenceCover const& cover, IndexView const& suffixes)
{
  using Index = typename IndexView::value_type;
  SampleSuffixes const sample{cover.size()};
  Kokkos::parallel_for(
      "lexikos::suffix_array::list_sample", range(space, sample.size()),
      KOKKOS_LAMBDA(std::int64_t j) { suffixes(j) = static_cast<Index>(sample(j)); });
}

/// Numbers the sorted triples from 1, equal ones alike. Returns how many numbers there are; fences.
template <class ExecutionSpace, class HeadView, class IndexView>
std::size_t number_triples(ExecutionSpace const& space, HeadView const& heads, IndexView const& numbers,
                           Workspace& workspace)
{
  using Index = typename IndexView::value_type;
  std::size_t const m = numbers.extent(0);
  primitives::inclusive_scan(space, HeadView(heads.data(), m), numbers, primitives::Sum{}, workspace);
  Index largest = 0;
  Kokkos::deep_copy(space, Span<Index, Kokkos::HostSpace>(&largest, 1), IndexView(numbers.data() + m - 1, 1));
  space.fence("lexikos::suffix_array::names");
  return largest;
}

/// shorter(place of suffix) = its number, from 0. Overwrites `sorted` and `numbers`.
template <class ExecutionSpace, class IndexView, class Unit = backends::ThisUnit>
void write_names(ExecutionSpace const& space, DifferenceCover const& cover, IndexView const& sorted,
                 IndexView const& numbers, IndexView const& shorter, Workspace& workspace)
{
  using Index = typename IndexView::value_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::names", range(space, sorted.extent(0)), KOKKOS_LAMBDA(std::int64_t j) {
        sorted(j) = static_cast<Index>(cover.place(sorted(j)));
        numbers(j) -= 1;
      });
  primitives::scatter_blocked(space, sorted, numbers, shorter, workspace);
}

/// Names the triples of the sample by their order. Returns the number of names.
/// \param level  arrays of the level: scratch
/// \param names  [0..cover.size()) receives the shorter text; where its symbols are unique, the sample in order instead
template <class ExecutionSpace, class Text, class Index>
std::size_t name_triples(ExecutionSpace const& space, Text const& text, DifferenceCover const& cover,
                         Ranking<ExecutionSpace, Index> const& level,
                         Span<Index, typename ExecutionSpace::memory_space> const& names, Steps<ExecutionSpace>& step,
                         Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = cover.size();
  Workspace::Scope scope(workspace);
  auto const heads = workspace.take<std::uint8_t, MemorySpace>(m + 1);
  primitives::DoubleBuffer sample{Span<Index, MemorySpace>(level.suffix_array.data(), m),
                                  Span<Index, MemorySpace>(level.ranks.data(), m)};
  step("sort triples", [&] {
    list_sample(space, cover, sample.current);
    if (3 * text.bits <= 32)
      sort_triples<std::uint32_t>(space, text, sample, heads, workspace);
    else
      sort_triples<std::uint64_t>(space, text, sample, heads, workspace);
  });
  std::size_t count = 0;
  step("name triples", [&] {
    count = number_triples(space, heads, sample.other, workspace);
    if (count == m)
      Kokkos::deep_copy(space, names, sample.current);
    else
      write_names(space, cover, sample.current, sample.other, names, workspace);
  });
  return count;
}

/// sample(j) = the position of the suffix that is the j-th of the shorter text.
template <class ExecutionSpace, class IndexView, class Unit = backends::ThisUnit>
void sample_positions(ExecutionSpace const& space, DifferenceCover const& cover, IndexView const& shorter_suffix_array,
                      IndexView const& sample)
{
  using Index = typename IndexView::value_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::sample_positions", range(space, sample.extent(0)),
      KOKKOS_LAMBDA(std::int64_t j) { sample(j) = static_cast<Index>(cover.position_at(shorter_suffix_array(j))); });
}

/// Sorts the suffixes of the text of one level.
/// \param level  `suffix_array`, [0..n), receives the result; `ranks`, [0..n), is scratch
template <class ExecutionSpace, class Symbol, class Index, class Text>
void skew_level(SortRun<ExecutionSpace, Symbol, Index> const& run, Text const& text,
                Ranking<ExecutionSpace, Index> const& level, Steps<ExecutionSpace>& step)
{
  using Indices = Span<Index, typename ExecutionSpace::memory_space>;
  auto const& space = run.space;
  std::size_t const n = run.text.extent(0);
  DifferenceCover const cover{text.n};
  std::size_t const m = cover.size();
  Workspace::Scope scope(run.workspace);
  auto const sample = run.workspace.template take<Index, typename ExecutionSpace::memory_space>(m);
  std::size_t const names = name_triples(space, text, cover, level, sample, step, run.workspace);
  report_progress(run.options, n, n);
  if (names != m) {
    NameText<Index, typename ExecutionSpace::memory_space> const shorter{sample, m,
                                                                         static_cast<int>(std::bit_width(names - 1))};
    Indices const shorter_suffix_array(level.suffix_array.data(), m);
    skew_level(run, shorter, Ranking<ExecutionSpace, Index>{shorter_suffix_array, Indices(level.ranks.data(), m)},
               step);
    step("order sample", [&] { sample_positions(space, cover, shorter_suffix_array, sample); });
  }
  step("rank sample", [&] { invert(space, without_empty(cover, sample), level.ranks, run.workspace); });
  merge_rest(space, text, cover, sample, level, step, run.workspace);
  report_progress(run.options, n - text.n, n);
}

/// Bytes of workspace at the peak, at most: the packed text, the ranks unless the caller has them, the shorter texts of all
/// levels, and what one level needs, of which that of the longest keys is the most: two of eight bytes a suffix.
template <class Index>
std::size_t skew_workspace_bytes(std::size_t n, bool with_inverse)
{
  std::size_t held = 8 * max_packed_words<std::uint8_t>(n) + (with_inverse ? 0 : sizeof(Index) * n);
  std::size_t peak = held + invert_bytes<Index>(n);
  for (std::size_t length = n; length > 0;) {
    DifferenceCover const cover{length};
    std::size_t const m = cover.size();
    held += sizeof(Index) * m;
    peak = std::max(peak, held + std::max({(2 * sizeof(Index) + 1) * m, 17 * m, invert_bytes<Index>(m),
                                           merge_rest_bytes<Index>(cover)}));
    length = m < length ? m : 0;
  }
  constexpr std::size_t counters = std::size_t{8} << 20;
  return peak + n / 4 + counters;
}

template <class ExecutionSpace, class Symbol, class Index>
void skew(SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& space = run.space;
  auto const& suffix_array = run.suffix_array;
  auto& statistics = run.statistics;
  auto& workspace = run.workspace;
  std::size_t const n = run.text.extent(0);
  Workspace::Scope scope(workspace);
  Steps<ExecutionSpace> step(space, &statistics);
  PackedText<MemorySpace> packed;
  step("pack", [&] {
    Alphabet const alphabet = find_alphabet(space, run.text, workspace);
    auto const words = workspace.template take<std::uint64_t, MemorySpace>(packed_words(n, alphabet.bits));
    packed = pack_text(space, run.text, alphabet, words, workspace);
    statistics.alphabet_size = alphabet.size;
  });
  statistics.first_depth = 3;
  Ranking<ExecutionSpace, Index> const ranking{
      suffix_array, run.wants_inverse() ? run.inverse : workspace.template take<Index, MemorySpace>(n)};
  skew_level(run, packed, ranking, step);
  if (run.wants_inverse()) step("invert", [&] { invert(space, ranking.suffix_array, ranking.ranks, workspace); });
}

}  // namespace lexikos::suffix_array_detail
