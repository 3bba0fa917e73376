// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/search.hpp>
#include <limits>
#include <string>

#include "backends/primitives.hpp"
#include "search/prefix_table.hpp"

namespace lexikos::search_detail
{

/// Pattern i of a batch.
struct PatternBatch
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

struct FirstWrongOffset
{
  PatternBatch patterns;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& first) const
  {
    bool const fits = patterns.offsets[i] <= patterns.offsets[i + 1] && patterns.offsets[i + 1] <= patterns.size;
    if (!fits && i < first) first = i;
  }
};

template <class ExecutionSpace>
void require_right_offsets(ExecutionSpace const& space, PatternBatch const& patterns, std::size_t count)
{
  std::uint64_t first = 0;
  Kokkos::parallel_reduce("lexikos::search::check_offsets",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(space, 0, count),
                          FirstWrongOffset{patterns}, Kokkos::Min<std::uint64_t>(first));
  detail::require(count == 0 || first >= count, ErrorCode::invalid_argument,
                  "the offsets of pattern " + std::to_string(first) + " do not ascend, or end beyond the " +
                      std::to_string(patterns.size) + " symbols of all patterns");
}

/// One pattern a thread.
template <class Index>
struct FindInterval
{
  detail::SuffixIntervals<Index> intervals;
  PatternBatch patterns;
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

/// What patterns are sorted by: the code of their first symbols, those that are not there filled up, those that the text
/// lacks taken for its smallest. It is for neighbours only, so that any would do.
template <class Index, class Key>
struct CodeOfPattern
{
  detail::SuffixIntervals<Index> intervals;
  PatternBatch patterns;
  Key* codes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const pattern = patterns(i);
    std::uint64_t code = 0;
    std::uint64_t word = 0;
    for (std::uint64_t j = 0; j < intervals.depth; ++j) {
      code *= intervals.alphabet;
      if (j >= pattern.length) continue;
      word = j % 8 == 0 ? detail::word_at(pattern.data, pattern.begin + j, pattern.size) : word >> 8;
      std::uint16_t const digit = intervals.digits[word & 0xFF];
      code += digit == detail::absent_symbol ? 0 : digit;
    }
    codes[i] = static_cast<Key>(code);
  }
};

template <class Key, class ExecutionSpace, class Index>
Span<std::uint32_t, typename ExecutionSpace::memory_space> order_by_code(
    ExecutionSpace const& space, detail::SuffixIntervals<Index> const& intervals, PatternBatch const& patterns,
    std::size_t count, int bits, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  primitives::DoubleBuffer keys{workspace.take<Key, MemorySpace>(count), workspace.take<Key, MemorySpace>(count)};
  primitives::DoubleBuffer order{workspace.take<std::uint32_t, MemorySpace>(count),
                                 workspace.take<std::uint32_t, MemorySpace>(count)};
  Kokkos::parallel_for("lexikos::search::pattern_codes",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(space, 0, count),
                       CodeOfPattern<Index, Key>{intervals, patterns, keys.current.data()});
  primitives::iota(space, order.current);
  primitives::radix_sort_pairs(space, keys, order, 0, bits, workspace);
  return order.current;
}

template <class ExecutionSpace, class MemorySpace, class Index>
void find_intervals(ExecutionSpace const& space, Arrays<MemorySpace, Index> const& arrays, PatternBatch const& patterns,
                    std::size_t count, detail::IntervalOutput<MemorySpace, Index> const& output, bool sort_patterns,
                    Workspace& workspace)
{
  require_right_offsets(space, patterns, count);
  if (count == 0) return;
  Workspace::Scope const scope(workspace);
  auto const intervals = on_device(arrays);
  Span<std::uint32_t, MemorySpace> order;
  if (sort_patterns && count <= std::numeric_limits<std::uint32_t>::max()) {
    int const bits = static_cast<int>(std::bit_width(arrays.table.extent(0) - 2));  // of the largest code
    order = bits <= 32 ? order_by_code<std::uint32_t>(space, intervals, patterns, count, bits, workspace)
                       : order_by_code<std::uint64_t>(space, intervals, patterns, count, bits, workspace);
  }
  Kokkos::parallel_for("lexikos::search::intervals",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(space, 0, count),
                       FindInterval<Index>{intervals, patterns, order.data(), output.begins.data(), output.ends.data(),
                                           output.counts.data()});
}

}  // namespace lexikos::search_detail
