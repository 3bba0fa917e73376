// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The suffix array of a text that repeats one word of p symbols, but for its last e ones: those of a line's end, say. A
// suffix runs on for r symbols like the word repeated for ever. Those with r >= p + e that begin whole words apart stand
// together, ordered by r, since whatever stands between two of them runs on as far as the shorter one; and nothing
// else does: another residue differs within p symbols, the end has but e. So the last 2p + 2e - 1 suffixes, among them one
// of each residue with such a run, tell where all the others go.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <vector>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

/// text(i) = text(i + period) as long as i + period < end; there it no longer holds, or the text is over.
struct Repetition
{
  std::size_t period = 0;  ///< the least one; 0 where there is no repetition
  std::size_t end = 0;

  /// Of how many of the last suffixes of n the order leads to that of all.
  [[nodiscard]] std::size_t tail(std::size_t n) const { return 2 * period + 2 * (n - end) - 1; }
};

/// Longer periods are not looked for, and not more symbols that end the repetition.
constexpr std::size_t max_period = 4096;

/// The least p >= 1 with word[i] = word[i + p] for all i, by the borders of Knuth, Morris and Pratt (1977). O(n).
template <class Symbol>
std::size_t least_period(std::vector<Symbol> const& word)
{
  std::vector<std::uint32_t> borders(word.size() + 1, 0);  // of each prefix, the longest that is not the prefix itself
  std::uint32_t border = 0;
  for (std::size_t i = 1; i < word.size(); ++i) {
    while (border != 0 && word[i] != word[border]) border = borders[border];
    if (word[i] == word[border]) ++border;
    borders[i + 1] = border;
  }
  return word.size() - borders[word.size()];
}

/// The word that the text repeats to within `max_period` symbols of its end, if there is one. Reads all of the text only
/// where its begin repeats a word. Fences.
template <class ExecutionSpace, class Text, class Unit = backends::ThisUnit>
Repetition repetition_of_text(ExecutionSpace const& space, Text const& text)
{
  using Symbol = typename Text::non_const_value_type;
  std::size_t const n = text.extent(0);
  std::vector<Symbol> begin(std::min(n, 2 * max_period));
  Kokkos::deep_copy(space, Span<Symbol, Kokkos::HostSpace>(begin.data(), begin.size()),
                    Span<Symbol const, typename ExecutionSpace::memory_space>(text.data(), begin.size()));
  space.fence("lexikos::suffix_array::begin_of_text");
  std::size_t const period = least_period(begin);
  if (period == 0 || period > begin.size() / 2) return {};
  std::int64_t difference = 0;  // becomes the largest integer where there is none
  Kokkos::parallel_reduce(
      "lexikos::suffix_array::end_of_repetition", range(space, n - period),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t & least) {
        if (text(i) != text(i + static_cast<std::int64_t>(period)) && i < least) least = i;
      },
      Kokkos::Min<std::int64_t>(difference));
  Repetition const found{period, std::min(n, static_cast<std::size_t>(difference) + period)};
  return n - found.end <= max_period && found.tail(n) < n ? found : Repetition{};
}

/// Where the suffixes of such a text stand.
/// \tparam Chunk  ranks of a work item
template <class Index, class MemorySpace, std::size_t Chunk>
struct PlacesByTail
{
  std::size_t n;
  std::size_t period;
  bool ends_upwards;  ///< longer runs come first
  std::size_t first;  ///< position of the first of the last suffixes; blocks are of the first p of these
  Span<Index, MemorySpace> tail_order;  ///< [0..n - first) the last suffixes in order, as distances from `first`
  Span<Index, MemorySpace> starts;      ///< [0..n - first) rank of the first suffix of each one's block
  Span<Index, MemorySpace> starts_at;   ///< [0..n - first) the same by the distance from `first`

  /// The suffixes that one of the last ones stands for: itself and, with a long run, those whole words before it.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t size_of_block(std::size_t distance) const
  {
    return distance < period ? (first + distance) / period + 1 : 1;
  }

  [[nodiscard]] std::size_t chunks() const { return (n + Chunk - 1) / Chunk; }

  /// The block that has the rank.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t block_of(std::size_t rank) const
  {
    std::size_t low = 0;
    for (std::size_t high = starts.extent(0); high - low > 1;) {
      std::size_t const middle = low + (high - low) / 2;
      (starts(middle) <= rank ? low : high) = middle;
    }
    return low;
  }

  KOKKOS_FUNCTION void write_suffixes(std::size_t chunk, Span<Index, MemorySpace> const& suffix_array) const
  {
    std::size_t rank = chunk * Chunk;
    std::size_t const end = rank + Chunk < n ? rank + Chunk : n;
    for (std::size_t block = block_of(rank); rank < end; ++block) {
      std::size_t const size = size_of_block(tail_order(block));
      std::size_t const next = starts(block) + size;
      std::size_t const words = ends_upwards ? next - 1 - rank : rank - starts(block);
      std::size_t const step = ends_upwards ? period : std::size_t{0} - period;
      std::size_t suffix = first + tail_order(block) - words * period;
      for (std::size_t const last = next < end ? next : end; rank < last; ++rank, suffix += step)
        suffix_array(rank) = static_cast<Index>(suffix);
    }
  }

  [[nodiscard]] KOKKOS_FUNCTION Index rank_of(std::size_t position) const
  {
    auto const last_of_blocks = static_cast<Index>(first + period - 1);
    if (position > last_of_blocks) return starts_at(position - first);
    // divides by as few bits as it can
    Index const words = (last_of_blocks - static_cast<Index>(position)) / static_cast<Index>(period);
    std::size_t const distance = position + words * period - first;
    Index const before = ends_upwards ? static_cast<Index>(size_of_block(distance) - 1 - words) : words;
    return starts_at(distance) + before;
  }
};

/// Whether the symbol that ends the repetition is larger than the one in its place before. Fences.
template <class ExecutionSpace, class Text>
bool ends_upwards(ExecutionSpace const& space, Text const& text, Repetition const& repetition)
{
  using Symbol = typename Text::non_const_value_type;
  if (repetition.end == text.extent(0)) return false;
  std::vector<Symbol> symbols(repetition.period + 1);
  Kokkos::deep_copy(space, Span<Symbol, Kokkos::HostSpace>(symbols.data(), symbols.size()),
                    Span<Symbol const, typename ExecutionSpace::memory_space>(
                        text.data() + repetition.end - repetition.period, symbols.size()));
  space.fence("lexikos::suffix_array::end_of_repetition");
  return symbols.back() > symbols.front();
}

/// Suffix array and inverse, from the order of the tail.
template <class ExecutionSpace, class Symbol, class Index, class Places, class Unit = backends::ThisUnit>
void place_by_tail(SortRun<ExecutionSpace, Symbol, Index> const& run, Places const& places, Steps<ExecutionSpace>& step)
{
  auto const& space = run.space;
  step("place by tail", [&] {
    Kokkos::parallel_for(
        "lexikos::suffix_array::sizes_of_blocks", range(space, places.starts.extent(0)), KOKKOS_LAMBDA(std::int64_t s) {
          places.starts(s) = static_cast<Index>(places.size_of_block(places.tail_order(s)));
        });
    primitives::exclusive_scan(space, places.starts, places.starts, primitives::Sum{}, run.workspace);
    primitives::scatter(space, places.tail_order, places.starts, places.starts_at);
    auto const suffix_array = run.suffix_array;
    Kokkos::parallel_for(
        "lexikos::suffix_array::place_by_tail", range(space, places.chunks()),
        KOKKOS_LAMBDA(std::int64_t chunk) { places.write_suffixes(chunk, suffix_array); });
  });
  if (!run.wants_inverse()) return;
  step("invert", [&] {
    auto const inverse = run.inverse;
    Kokkos::parallel_for(
        "lexikos::suffix_array::rank_by_tail", range(space, places.n),
        KOKKOS_LAMBDA(std::int64_t i) { inverse(i) = places.rank_of(i); });
  });
}

/// O(n) work beside the sort of the tail.
/// \param sort  sorts any text: called with a run of the last suffixes alone
template <class ExecutionSpace, class Symbol, class Index, class Sort>
void sort_repetition(SortRun<ExecutionSpace, Symbol, Index> const& run, Repetition const& repetition, Sort const& sort)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(run.workspace);
  Steps<ExecutionSpace> step(run.space, &run.statistics);
  std::size_t const n = run.text.extent(0);
  std::size_t const tail = repetition.tail(n);
  auto const take = [&] { return run.workspace.template take<Index, MemorySpace>(tail); };
  PlacesByTail<Index, MemorySpace, detail::works_on_host<ExecutionSpace> ? 4096 : 1> const places{
      n, repetition.period, ends_upwards(run.space, run.text, repetition), n - tail, take(), take(), take()};
  report_progress(run.options, n, n);
  step("sort tail", [&] {
    SuffixArrayOptions const options;  // its progress would not be that of the text
    SuffixArrayStatistics statistics;
    Span<Symbol const, MemorySpace> const text(run.text.data() + places.first, tail);
    sort(SortRun<ExecutionSpace, Symbol, Index>{
        run.space, text, places.tail_order, {}, options, statistics, run.workspace});
    run.statistics.algorithm = statistics.algorithm;
    run.statistics.alphabet_size = statistics.alphabet_size;
    run.statistics.first_depth = statistics.first_depth;
  });
  place_by_tail(run, places, step);
  end_round(run.options, run.statistics, 0, n);
}

}  // namespace lexikos::suffix_array_detail
