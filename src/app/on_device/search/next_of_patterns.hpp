// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/next_symbols.hpp>
#include <lexikos/search.hpp>
#include <limits>
#include <utility>
#include <vector>

#include "app/on_device/search/pattern_intervals.hpp"
#include "app/on_device/search/within_records.hpp"
#include "app/on_device/session/transfer.hpp"
#include "app/report/frequent_items.hpp"

namespace lexikos::app
{

/// The symbols that follow patterns most often, in the same document.
template <class ExecutionSpace, class Symbol, class Entry>
class NextOfPatterns
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Index = SuffixIndex<MemorySpace, Entry, Symbol>;

  NextOfPatterns(ExecutionSpace const& space, Index const& index, Borders<MemorySpace> const& borders)
      : m_space(space), m_index(index), m_borders(borders)
  {}

  [[nodiscard]] FrequentItems most_frequent(PatternIntervals<Entry> const& patterns, std::size_t k) const
  {
    auto all = FrequentItems::of_none();
    auto const weight = [&](std::size_t i) { return 1 + std::min(patterns.suffixes(i), values); };
    for (std::size_t first = 0, end = 0; first < patterns.size(); first = end) {
      end = patterns.end_of_batch(first, symbols_at_a_time, weight);
      if (m_borders.exist())
        append_within(all, patterns, first, end, k);
      else
        all.append(followers(patterns, first, end, k));
    }
    return all;
  }

 private:
  /// Of a symbol.
  static constexpr std::uint64_t values = std::uint64_t{std::numeric_limits<Symbol>::max()} + 1;
  /// Symbols that are sorted by how often they occur at a time, which takes some 60 bytes for each, if one pattern is not
  /// followed by more.
  static constexpr std::uint64_t symbols_at_a_time = std::uint64_t{1} << 20;

  /// Also those that start the next document.
  /// \param k  0: all, ascending
  [[nodiscard]] FrequentItems followers(PatternIntervals<Entry> const& patterns, std::size_t first, std::size_t end,
                                        std::size_t k) const
  {
    IntervalsOnDevice<ExecutionSpace, Entry> const intervals(m_space, patterns, first, end);
    auto const found =
        next_symbols(m_space, m_index.text(), m_index.suffix_array(),
                     {intervals.begins.view(), intervals.ends.view(), intervals.lengths.view()}, {.max_symbols = k});
    auto const symbols = to_host(m_space, found.symbols);
    return {to_host(m_space, found.offsets), {symbols.begin(), symbols.end()}, to_host(m_space, found.counts)};
  }

  /// As a pattern and a symbol after it are a pattern too, whose interval ends that of the pattern or precedes that of the next
  /// symbol, they are counted within documents as patterns are.
  void append_within(FrequentItems& all, PatternIntervals<Entry> const& patterns, std::size_t first, std::size_t end,
                     std::size_t k) const
  {
    auto const found = followers(patterns, first, end, 0);
    PatternIntervals<Entry> longer{std::vector<Entry>(found.items.size()), std::vector<Entry>(found.items.size()), {}};
    longer.lengths.resize(found.items.size());
    for (std::size_t i = first; i < end; ++i) {
      std::uint64_t begin = patterns.ends[i];
      for (std::size_t j = found.offsets[i - first + 1]; j-- > found.offsets[i - first];) {
        longer.ends[j] = static_cast<Entry>(begin);
        begin -= found.counts[j];
        longer.begins[j] = static_cast<Entry>(begin);
        longer.lengths[j] = patterns.lengths[i] + 1;
      }
    }
    auto const counts = count_within(m_space, m_index, m_borders, std::move(longer));
    for (std::size_t i = first; i < end; ++i) {
      std::vector<std::pair<std::uint32_t, std::uint64_t>> candidates;
      for (std::size_t j = found.offsets[i - first]; j < found.offsets[i - first + 1]; ++j)
        candidates.emplace_back(found.items[j], counts[j]);
      all.append_most_frequent(std::move(candidates), k);
    }
  }

  ExecutionSpace const& m_space;
  Index const& m_index;
  Borders<MemorySpace> const& m_borders;
};

}  // namespace lexikos::app
