// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The symbols that follow the suffixes of intervals.

#include <Kokkos_Core.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/next_symbols.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/by_frequency.hpp"
#include "common/items_of_segments.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "next_symbols/runs.hpp"
#include "next_symbols/tuning.hpp"

namespace lexikos
{

namespace next_symbols_detail
{

namespace
{

template <class Index>
struct SumOfIntervals
{
  detail::IntervalReader<Index> intervals;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const
  {
    auto const bounds = intervals(i);
    sum += bounds.end - bounds.begin;
  }
};

/// offsets[i] = runs before those of interval i.
struct OffsetsOfIntervals
{
  std::uint64_t const* first;
  std::uint64_t const* before;
  std::uint64_t* offsets;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { offsets[i] = before[first[i]]; }
};

/// sizes[i] = symbols of interval i that are kept; 0 after the last.
struct SizesOfMost
{
  std::uint64_t const* offsets;
  std::uint64_t intervals;
  std::uint64_t most;
  std::uint64_t* sizes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const all = i < intervals ? offsets[i + 1] - offsets[i] : 0;
    sizes[i] = all < most ? all : most;
  }
};

template <class Symbol>
struct CopyMost
{
  std::uint64_t const* all_offsets;
  std::uint64_t const* order;
  Symbol const* all_symbols;
  std::uint64_t const* all_counts;
  std::uint64_t const* offsets;
  Symbol* symbols;
  std::uint64_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t j) const
  {
    std::uint64_t const from = order[all_offsets[i] + (j - offsets[i])];
    symbols[j] = all_symbols[from];
    counts[j] = all_counts[from];
  }
};

template <class MemorySpace, class Symbol>
NextSymbols<MemorySpace, Symbol> allocate_offsets(MemoryResource& resource, std::size_t intervals)
{
  NextSymbols<MemorySpace, Symbol> result;
  result.offsets =
      detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::next_symbols::offsets", intervals + 1);
  return result;
}

template <class MemorySpace, class Symbol>
void allocate_symbols(MemoryResource& resource, NextSymbols<MemorySpace, Symbol>& result, std::size_t total)
{
  result.symbols = detail::allocate<Symbol, MemorySpace>(resource, "lexikos::next_symbols::symbols", total);
  result.counts = detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::next_symbols::counts", total);
}

/// The most frequent symbols of each interval.
template <class ExecutionSpace, class Symbol>
NextSymbols<typename ExecutionSpace::memory_space, Symbol> most_frequent(
    ExecutionSpace const& space, NextSymbols<typename ExecutionSpace::memory_space, Symbol> const& all,
    std::size_t most, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  std::size_t const intervals = all.offsets.extent(0) - 1;
  Span<std::uint64_t, MemorySpace> const all_offsets(all.offsets);
  Span<std::uint64_t, MemorySpace> const all_counts(all.counts);
  auto const order = detail::by_frequency(space, all_offsets, all_counts, workspace);
  auto result = allocate_offsets<MemorySpace, Symbol>(workspace.resource(), intervals);
  Span<std::uint64_t, MemorySpace> const offsets(result.offsets);
  Kokkos::parallel_for("lexikos::next_symbols::sizes", backends::Range<ExecutionSpace>(space, 0, intervals + 1),
                       SizesOfMost{all.offsets.data(), intervals, most, offsets.data()});
  primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, workspace);
  std::uint64_t const total = detail::read_back(space, offsets, intervals);
  allocate_symbols(workspace.resource(), result, total);
  detail::for_each_item(space, "lexikos::next_symbols::most_frequent", {offsets.data(), intervals, 0, total},
                        CopyMost<Symbol>{all.offsets.data(), order.data(), all.symbols.data(), all.counts.data(),
                                         offsets.data(), result.symbols.data(), result.counts.data()});
  space.fence("lexikos::next_symbols::most_frequent");
  return result;
}

}  // namespace

Tuning const& default_tuning()
{
  static constexpr Tuning tuning;
  return tuning;
}

template <class ExecutionSpace, class Symbol, class Index>
NextSymbols<typename ExecutionSpace::memory_space, Symbol> next(
    ExecutionSpace const& space, SortedText<ExecutionSpace, Symbol, Index> const& sorted,
    DeepIntervals<typename ExecutionSpace::memory_space, Index> const& intervals, NextSymbolsOptions const& options,
    Tuning const& tuning)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  detail::Scratch const scratch(space, options.workspace);
  std::size_t const n = sorted.text.extent(0);
  std::size_t const count = intervals.begins.extent(0);
  detail::IntervalReader<Index> const reader{intervals.begins.data(), intervals.ends.data(), count, n};
  std::uint64_t suffixes = 0;
  Kokkos::parallel_reduce("lexikos::next_symbols::suffixes", Range(space, 0, count), SumOfIntervals<Index>{reader},
                          suffixes);
  auto const parts = detail::make_parts<ExecutionSpace, Index>(space, "lexikos::next_symbols::parts", reader,
                                                               tuning.part_of(suffixes), *scratch);
  WalkRuns<Symbol, Index> const walk{
      {sorted.text.data(), sorted.suffix_array.data(), n}, parts, intervals.depths.data()};
  auto const before = scratch->template take<std::uint64_t, MemorySpace>(parts.total + 1);
  Kokkos::parallel_for("lexikos::next_symbols::count", Range(space, 0, parts.total + 1),
                       CountRuns<Symbol, Index>{walk, before.data()});
  primitives::exclusive_scan(space, before, before, primitives::Sum{}, *scratch);

  auto result = allocate_offsets<MemorySpace, Symbol>(scratch.resource(), count);
  allocate_symbols(scratch.resource(), result, detail::read_back(space, before, parts.total));
  Kokkos::parallel_for("lexikos::next_symbols::offsets", Range(space, 0, count + 1),
                       OffsetsOfIntervals{parts.first, before.data(), result.offsets.data()});
  Kokkos::parallel_for("lexikos::next_symbols::write", Range(space, 0, parts.total),
                       WriteRuns<Symbol, Index>{walk, before.data(), result.symbols.data(), result.counts.data()});
  space.fence("lexikos::next_symbols::write");
  if (options.max_symbols == 0) return result;
  return most_frequent(space, result, options.max_symbols, *scratch);
}

}  // namespace next_symbols_detail

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t next_symbols_workspace_bytes(std::size_t intervals, std::size_t suffixes, std::size_t symbols,
                                         NextSymbolsOptions const& options)
{
  std::size_t const parts = intervals + suffixes / next_symbols_detail::default_tuning().part_of(suffixes) + 1;
  std::size_t const numbers = (intervals + 1 + parts) * sizeof(std::uint64_t) + 2 * Workspace::alignment;
  std::size_t const sort =
      options.max_symbols != 0 ? detail::by_frequency_bytes<ExecutionSpace>(symbols, intervals) : 0;
  return numbers + sort + detail::scan_bytes<ExecutionSpace>(parts);
}

#define LEXIKOS_INSTANTIATE_NEXT(SPACE, SYMBOL, INDEX)                                               \
  template NextSymbols<SPACE::memory_space, SYMBOL> next_symbols_detail::next<SPACE, SYMBOL, INDEX>( \
      SPACE const&, next_symbols_detail::SortedText<SPACE, SYMBOL, INDEX> const&,                    \
      DeepIntervals<SPACE::memory_space, INDEX> const&, NextSymbolsOptions const&,                   \
      next_symbols_detail::Tuning const&);
#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX)           \
  LEXIKOS_INSTANTIATE_NEXT(SPACE, std::uint8_t, INDEX)  \
  LEXIKOS_INSTANTIATE_NEXT(SPACE, std::uint16_t, INDEX) \
  LEXIKOS_INSTANTIATE_NEXT(SPACE, std::uint32_t, INDEX)
#define LEXIKOS_INSTANTIATE(SPACE)                                                                \
  template std::size_t next_symbols_workspace_bytes<SPACE>(std::size_t, std::size_t, std::size_t, \
                                                           NextSymbolsOptions const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE_FOR)
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR
#undef LEXIKOS_INSTANTIATE_NEXT

}  // namespace lexikos
