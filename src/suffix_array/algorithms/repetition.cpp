// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/algorithms/repetition.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>
#include <string>

#include "backends/primitives.hpp"
#include "common/read_back.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

template <class Text>
using SymbolOf = typename Text::non_const_value_type;

/// Symbols [begin, end) of the text, on the host.
template <class ExecutionSpace, class Text>
std::vector<SymbolOf<Text>> read_symbols(ExecutionSpace const& space, Text const& text, std::size_t begin,
                                         std::size_t end)
{
  return detail::read_all_back(space, Text(text.data() + begin, end - begin));
}

/// The smallest i at which text(i) differs from text(i + period).
template <class Text>
struct FirstDifference
{
  Text text;
  std::size_t period;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& smallest) const
  {
    if (text(i) != text(i + period) && i < smallest) smallest = i;
  }
};

/// Where the text stops repeating its first `period` symbols. Fences.
template <class ExecutionSpace, class Text>
std::size_t end_of_repetition(ExecutionSpace const& space, Text const& text, std::size_t period)
{
  std::size_t const n = text.extent(0);
  std::size_t difference = n;  // becomes the largest integer where there is none
  Kokkos::parallel_reduce("lexikos::suffix_array::end_of_repetition",
                          backends::Range<ExecutionSpace>(space, 0, n - period), FirstDifference<Text>{text, period},
                          Kokkos::Min<std::size_t>(difference));
  return difference < n - period ? difference + period : n;
}

/// Where the suffixes of such a text stand.
/// \tparam chunk_size  ranks of a work item
template <class Index, class MemorySpace, std::size_t chunk_size>
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

  [[nodiscard]] std::size_t chunks() const { return (n + chunk_size - 1) / chunk_size; }

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
    std::size_t rank = chunk * chunk_size;
    std::size_t const end = rank + chunk_size < n ? rank + chunk_size : n;
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
template <class ExecutionSpace>
bool ends_upwards(ExecutionSpace const& space, SymbolText<typename ExecutionSpace::memory_space> const& text,
                  Repetition const& repetition)
{
  if (repetition.end == text.size()) return false;
  return text.visit([&](auto const& symbols) {
    auto const word = read_symbols(space, symbols, repetition.end - repetition.period, repetition.end + 1);
    return word.back() > word.front();
  });
}

template <class Places>
struct SizesOfBlocks
{
  Places places;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    using Index = typename decltype(Places::starts)::value_type;
    places.starts(s) = static_cast<Index>(places.size_of_block(places.tail_order(s)));
  }
};

template <class Places, class Indices>
struct WriteSuffixes
{
  Places places;
  Indices suffix_array;

  KOKKOS_FUNCTION void operator()(std::size_t chunk) const { places.write_suffixes(chunk, suffix_array); }
};

template <class Places, class Indices>
struct WriteRanks
{
  Places places;
  Indices inverse;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { inverse(i) = places.rank_of(i); }
};

/// Suffix array and inverse, from the order of the tail.
template <class ExecutionSpace, class Index, class Places>
void place_by_tail(SortRun<ExecutionSpace, Index> const& run, Places const& places)
{
  using Range = backends::Range<ExecutionSpace>;
  using Indices = Span<Index, typename ExecutionSpace::memory_space>;
  auto const& context = run.context;
  auto const& space = context.space;
  context.step("place by tail", [&] {
    Kokkos::parallel_for("lexikos::suffix_array::sizes_of_blocks", Range(space, 0, places.starts.extent(0)),
                         SizesOfBlocks<Places>{places});
    primitives::exclusive_scan(space, places.starts, places.starts, primitives::Sum{}, context.workspace);
    primitives::scatter(space, places.tail_order, places.starts, places.starts_at);
    Kokkos::parallel_for("lexikos::suffix_array::place_by_tail", Range(space, 0, places.chunks()),
                         WriteSuffixes<Places, Indices>{places, run.suffix_array});
  });
  if (!run.wants_inverse()) return;
  context.step("invert", [&] {
    Kokkos::parallel_for("lexikos::suffix_array::rank_by_tail", Range(space, 0, places.n),
                         WriteRanks<Places, Indices>{places, run.inverse});
  });
}

/// Sorts the last suffixes, by what is fastest for them. Returns by what.
template <class ExecutionSpace, class Index>
SuffixArrayAlgorithm sort_tail(SortRun<ExecutionSpace, Index> const& run,
                               Span<Index, typename ExecutionSpace::memory_space> const& tail_order)
{
  SuffixArrayOptions const options;
  SuffixArrayStatistics statistics;
  std::size_t const tail = tail_order.extent(0);
  Report const report(statistics, {}, tail);  // its progress would not be that of the text
  auto const context = run.context.with(report);
  SortRun<ExecutionSpace, Index> tail_run{context, options, run.text.suffix(run.size() - tail), tail_order, {}};
  sort_suffixes(tail_run);
  run.statistics().alphabet_size = statistics.alphabet_size;
  run.statistics().first_depth = statistics.first_depth;
  return statistics.algorithm;
}

}  // namespace

template <class ExecutionSpace>
Repetition repetition_of_text(ExecutionSpace const& space,
                              SymbolText<typename ExecutionSpace::memory_space> const& text)
{
  std::size_t const n = text.size();
  Repetition const found = text.visit([&](auto const& symbols) -> Repetition {
    auto const start = read_symbols(space, symbols, 0, std::min(n, 2 * max_period));
    std::size_t const period = smallest_period(start);
    if (period == 0 || period > start.size() / 2) return {};
    return {period, end_of_repetition(space, symbols, period)};
  });
  return found && n - found.end <= max_period && found.tail(n) < n ? found : Repetition{};
}

template <class ExecutionSpace, class Index>
void sort_repetition(SortRun<ExecutionSpace, Index>& run, Repetition const& repetition)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& context = run.context;
  Workspace::Scope const scope(context.workspace);
  std::size_t const n = run.size();
  std::size_t const tail = repetition.tail(n);
  auto const take = [&] { return context.template take<Index>(tail); };
  PlacesByTail<Index, MemorySpace, detail::works_on_host<ExecutionSpace> ? 4096 : 1> const places{
      n, repetition.period, ends_upwards(context.space, run.text, repetition), n - tail, take(), take(), take()};
  context.report.progress(n);
  SuffixArrayAlgorithm algorithm{};
  context.step("sort tail", [&] { algorithm = sort_tail(run, places.tail_order); });
  run.statistics().reason = "a text of period " + std::to_string(repetition.period) + ": its last " +
                            std::to_string(tail) + " suffixes, sorted by " + std::string(to_string(algorithm)) +
                            ", lead to all";
  place_by_tail(run, places);
  context.report.end_round(0);
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX) template void sort_repetition(SortRun<SPACE, INDEX>&, Repetition const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#define LEXIKOS_INSTANTIATE_SPACE(SPACE) \
  template Repetition repetition_of_text(SPACE const&, SymbolText<SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_SPACE)
#undef LEXIKOS_INSTANTIATE_SPACE
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
