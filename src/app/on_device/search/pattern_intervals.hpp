// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <lexikos/patterns.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "app/on_device/session/transfer.hpp"

namespace lexikos::app
{

/// Patterns, given as the bytes of their symbols, on the device.
template <class Symbol, class ExecutionSpace>
Patterns<typename ExecutionSpace::memory_space, Symbol> patterns_on_device(ExecutionSpace const& space,
                                                                           std::span<std::string_view const> patterns)
{
  if constexpr (sizeof(Symbol) == 1) {
    return patterns_from_host(space, patterns);
  }
  else {
    std::vector<std::uint64_t> offsets{0};
    for (auto const pattern : patterns) offsets.push_back(offsets.back() + pattern.size() / sizeof(Symbol));
    std::vector<Symbol> symbols(offsets.back());
    for (std::size_t i = 0; i < patterns.size(); ++i)
      std::memcpy(symbols.data() + offsets[i], patterns[i].data(), patterns[i].size());
    return patterns_from_host<Symbol>(space, std::span<Symbol const>(symbols), offsets);
  }
}

/// Intervals of the suffix array of some patterns, and the lengths of these, on the host.
template <class Entry>
struct PatternIntervals
{
  std::vector<Entry> begins;
  std::vector<Entry> ends;
  std::vector<std::uint64_t> lengths;

  [[nodiscard]] std::size_t size() const { return lengths.size(); }
  [[nodiscard]] std::uint64_t suffixes(std::size_t i) const { return ends[i] > begins[i] ? ends[i] - begins[i] : 0; }
  void add(std::uint64_t begin, std::uint64_t end, std::uint64_t length)
  {
    begins.push_back(static_cast<Entry>(begin));
    ends.push_back(static_cast<Entry>(end));
    lengths.push_back(length);
  }
  /// The end of those from `first` on that are dealt with together: as many as have no more than `limit` of what
  /// `weight_of(i)` says, or one.
  template <class WeightOf>
  [[nodiscard]] std::size_t end_of_batch(std::size_t first, std::uint64_t limit, WeightOf const& weight_of) const
  {
    std::uint64_t sum = weight_of(first);
    std::size_t end = first + 1;
    while (end < size() && sum + weight_of(end) <= limit) sum += weight_of(end++);
    return end;
  }
};

/// Those of patterns [first, end), on the device.
template <class ExecutionSpace, class Entry>
struct IntervalsOnDevice
{
  IntervalsOnDevice(ExecutionSpace const& space, PatternIntervals<Entry> const& all, std::size_t first, std::size_t end)
      : begins(space, "lexikos::app::begins", std::span(all.begins).subspan(first, end - first)),
        ends(space, "lexikos::app::ends", std::span(all.ends).subspan(first, end - first)),
        lengths(space, "lexikos::app::lengths", std::span(all.lengths).subspan(first, end - first))
  {}

  OnDevice<ExecutionSpace, Entry> begins;
  OnDevice<ExecutionSpace, Entry> ends;
  OnDevice<ExecutionSpace, std::uint64_t> lengths;
};

}  // namespace lexikos::app
