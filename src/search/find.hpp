// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/search.hpp>
#include <limits>
#include <string>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/wrong_offset.hpp"
#include "search/prefix_table.hpp"

namespace lexikos::search_detail
{

/// Pattern i of a batch, as plain pointers.
struct PatternReader
{
  std::uint8_t const* symbols;
  std::uint64_t size;
  std::uint64_t const* offsets;

  KOKKOS_FUNCTION detail::PatternBytes operator()(std::size_t i) const
  {
    std::uint64_t const begin = offsets[i];
    return {symbols, size, begin, offsets[i + 1] - begin};
  }
};

template <class ExecutionSpace>
void check_offsets(ExecutionSpace const& space, PatternReader const& patterns, std::size_t count)
{
  if (count == 0) return;
  std::size_t const wrong =
      detail::first_wrong_offset(space, "lexikos::search::check_offsets", patterns.offsets, count + 1, patterns.size);
  detail::require(wrong > count, ErrorCode::invalid_argument,
                  "the offsets of pattern " + std::to_string(wrong == 0 ? 0 : wrong - 1) +
                      " do not ascend, or end beyond the " + std::to_string(patterns.size) +
                      " symbols of all patterns");
}

/// One pattern per thread.
template <class Index>
struct FindInterval
{
  detail::SuffixIntervals<Index> intervals;
  PatternReader patterns;
  std::uint32_t const* order;  // null: as they stand
  Index* begins;               // null: counts only
  Index* ends;
  Index* counts;

  KOKKOS_FUNCTION void operator()(std::size_t t) const
  {
    std::size_t const i = order != nullptr ? order[t] : t;
    auto const found = intervals.interval(patterns(i));
    if (begins != nullptr) {
      begins[i] = found.begin;
      ends[i] = found.end;
    }
    else {
      counts[i] = found.count();
    }
  }
};

/// What patterns are sorted by: the code of their first symbols, of which those that are missing, or that the text lacks, count
/// as its smallest. Affects only locality; any order is correct.
template <class Index, class Key>
struct CodeOfPattern
{
  detail::SuffixIntervals<Index> intervals;
  PatternReader patterns;
  Key* codes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const pattern = patterns(i);
    std::uint64_t code = 0;
    std::uint64_t word = 0;
    for (std::uint64_t j = 0; j < intervals.depth; ++j) {
      code *= intervals.alphabet;
      if (j >= pattern.length) continue;
      word = j % 8 == 0 ? detail::load_padded_word(pattern.data, pattern.begin + j, pattern.size) : word >> 8;
      std::uint16_t const digit = intervals.digits[word & 0xFF];
      code += digit == detail::absent_symbol ? 0 : digit;
    }
    codes[i] = static_cast<Key>(code);
  }
};

template <class Key, class ExecutionSpace, class Index>
Span<std::uint32_t, typename ExecutionSpace::memory_space> order_by_code(
    ExecutionSpace const& space, detail::SuffixIntervals<Index> const& intervals, PatternReader const& patterns,
    std::size_t count, int bits, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  primitives::DoubleBuffer keys{workspace.take<Key, MemorySpace>(count), workspace.take<Key, MemorySpace>(count)};
  primitives::DoubleBuffer order{workspace.take<std::uint32_t, MemorySpace>(count),
                                 workspace.take<std::uint32_t, MemorySpace>(count)};
  Kokkos::parallel_for("lexikos::search::pattern_codes", backends::Range<ExecutionSpace>(space, 0, count),
                       CodeOfPattern<Index, Key>{intervals, patterns, keys.current.data()});
  primitives::iota(space, order.current);
  primitives::radix_sort_pairs(space, keys, order, 0, bits, workspace);
  return order.current;
}

template <class ExecutionSpace, class Index>
void find_intervals(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                    PatternSpans<typename ExecutionSpace::memory_space> const& patterns,
                    IntervalOutput<typename ExecutionSpace::memory_space, Index> const& output,
                    SearchOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  detail::require(arrays.table.extent(0) != 0, ErrorCode::invalid_argument, "the index was not built");
  std::size_t const count = pattern_count(patterns.offsets.extent(0));
  PatternReader const reader{patterns.symbols.data(), patterns.symbols.extent(0), patterns.offsets.data()};
  check_offsets(space, reader, count);
  if (count == 0) return;
  detail::Scratch const scratch(space, options.workspace);
  auto const intervals = on_device(arrays);
  Span<std::uint32_t, MemorySpace> order;
  if (options.sort_patterns && count <= std::numeric_limits<std::uint32_t>::max()) {
    int const bits = static_cast<int>(std::bit_width(arrays.table.extent(0) - 2));  // of the largest code
    order = bits <= 32 ? order_by_code<std::uint32_t>(space, intervals, reader, count, bits, *scratch)
                       : order_by_code<std::uint64_t>(space, intervals, reader, count, bits, *scratch);
  }
  Kokkos::parallel_for("lexikos::search::intervals", backends::Range<ExecutionSpace>(space, 0, count),
                       FindInterval<Index>{intervals, reader, order.data(), output.begins.data(), output.ends.data(),
                                           output.counts.data()});
}

}  // namespace lexikos::search_detail
