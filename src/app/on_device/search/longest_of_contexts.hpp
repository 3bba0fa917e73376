// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/next_symbols.hpp>
#include <lexikos/search.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "app/on_device/search/pattern_intervals.hpp"
#include "app/on_device/search/within_records.hpp"
#include "app/on_device/session/transfer.hpp"

namespace lexikos::app
{

/// The last symbols of a pattern, which is given as their bytes.
template <class Symbol>
[[nodiscard]] std::string_view last_symbols(std::string_view pattern, std::uint64_t count)
{
  return pattern.substr(pattern.size() - count * sizeof(Symbol));
}

/// Where the longest suffixes of contexts that occur in a document begin. Most are those that occur in the text; of one all of
/// whose occurrences cross the end of a document, shorter ones are tried, by steps that double from one symbol on and then
/// halve.
template <class ExecutionSpace, class Symbol, class Entry>
class LongestOfContexts
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Index = SuffixIndex<MemorySpace, Entry, Symbol>;

  LongestOfContexts(ExecutionSpace const& space, Index const& index, std::span<std::string_view const> contexts)
      : m_space(space), m_index(index), m_contexts(contexts)
  {}

  /// The suffixes.
  [[nodiscard]] std::vector<std::string_view> find(Borders<MemorySpace> const& borders) const
  {
    auto const batch = patterns_on_device<Symbol>(m_space, m_contexts);
    auto const found = longest_suffixes(m_space, m_index.text(), m_index.suffix_array(), batch);
    auto lengths = to_host(m_space, found.lengths);
    if (borders.exist()) shorten(lengths, borders);
    std::vector<std::string_view> suffixes(m_contexts.size());
    for (std::size_t i = 0; i < suffixes.size(); ++i) suffixes[i] = last_symbols<Symbol>(m_contexts[i], lengths[i]);
    return suffixes;
  }

 private:
  /// Between lengths that occur, such as 0, and lengths that do not.
  struct Bounds
  {
    std::size_t context;
    std::uint64_t low;
    std::uint64_t high;
    std::uint64_t step = 1;

    [[nodiscard]] std::uint64_t middle() const
    {
      if (low != 0) return low + (high - low) / 2;
      return high > step ? high - step : 1;
    }
    void narrow(bool occurs)
    {
      (occurs ? low : high) = middle();
      step *= 2;
    }
  };

  void shorten(std::vector<std::uint64_t>& lengths, Borders<MemorySpace> const& borders) const
  {
    std::vector<Bounds> open;
    for (std::size_t i = 0; i < lengths.size(); ++i)
      if (lengths[i] != 0) open.push_back({i, 0, lengths[i] + 1});
    while (!open.empty()) {
      auto const counts = counted(open, borders);
      for (std::size_t j = 0; j < open.size(); ++j) {
        open[j].narrow(counts[j] != 0);
        lengths[open[j].context] = open[j].low;
      }
      std::erase_if(open, [](Bounds const& bounds) { return bounds.high - bounds.low == 1; });
    }
  }

  /// How often the suffixes of the middle lengths occur.
  [[nodiscard]] std::vector<std::uint64_t> counted(std::vector<Bounds> const& open,
                                                   Borders<MemorySpace> const& borders) const
  {
    std::vector<std::string_view> suffixes;
    PatternIntervals<Entry> intervals;
    for (auto const& bounds : open) {
      suffixes.push_back(last_symbols<Symbol>(m_contexts[bounds.context], bounds.middle()));
      intervals.lengths.push_back(bounds.middle());
    }
    auto const batch = patterns_on_device<Symbol>(m_space, suffixes);
    auto const begins = allocate<Entry>(m_space, "lexikos::app::begins", open.size());
    auto const ends = allocate<Entry>(m_space, "lexikos::app::ends", open.size());
    m_index.intervals(m_space, batch.symbols, batch.offsets, begins, ends);
    intervals.begins = to_host(m_space, begins);
    intervals.ends = to_host(m_space, ends);
    return count_within(m_space, m_index, borders, std::move(intervals));
  }

  ExecutionSpace const& m_space;
  Index const& m_index;
  std::span<std::string_view const> m_contexts;
};

}  // namespace lexikos::app
