// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <lexikos/range_minimum.hpp>
#include <span>
#include <vector>

#include "app/on_device/session/transfer.hpp"

namespace lexikos::app
{

/// Finds the smallest entries of intervals of a suffix array, which are where their substring occurs first: k of an
/// interval by fewer than 2k range minima, however long it is. Each entry found cuts its range in two.
template <class ExecutionSpace, class Index>
class SmallestPositions
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  struct Interval
  {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  SmallestPositions(ExecutionSpace const& space, Array<Index, MemorySpace> const& suffix_array)
      : m_space(space), m_minima(space, suffix_array)
  {}

  /// For each interval, which is not empty, its smallest entries, at most k, ascending.
  [[nodiscard]] std::vector<std::vector<std::size_t>> of(std::span<Interval const> intervals, std::size_t k) const
  {
    std::vector<std::vector<std::size_t>> found(intervals.size());
    std::vector<std::vector<Range>> open(intervals.size());  // of each interval, as a heap
    std::vector<Range> asked;
    for (std::size_t i = 0; i < intervals.size(); ++i) asked.push_back({intervals[i].begin, intervals[i].end, i});
    for (std::size_t round = 0; round < k && !asked.empty(); ++round) {
      find_minima(asked);
      for (auto const& range : asked) {
        open[range.interval].push_back(range);
        std::ranges::push_heap(open[range.interval], std::ranges::greater{}, &Range::value);
      }
      asked.clear();
      for (std::size_t i = 0; i < intervals.size(); ++i) take_smallest(open[i], found[i], asked);
    }
    return found;
  }

 private:
  struct Range
  {
    std::size_t begin;
    std::size_t end;
    std::size_t interval;
    std::size_t place = 0;  // of the minimum
    std::size_t value = 0;  // the minimum
  };

  static void take_smallest(std::vector<Range>& heap, std::vector<std::size_t>& found, std::vector<Range>& asked)
  {
    if (heap.empty()) return;
    std::ranges::pop_heap(heap, std::ranges::greater{}, &Range::value);
    Range const range = heap.back();
    heap.pop_back();
    found.push_back(range.value);
    if (range.begin < range.place) asked.push_back({range.begin, range.place, range.interval});
    if (range.place + 1 < range.end) asked.push_back({range.place + 1, range.end, range.interval});
  }

  void find_minima(std::vector<Range>& ranges) const
  {
    std::size_t const count = ranges.size();
    std::vector<Index> starts, ends;
    for (auto const& range : ranges) {
      starts.push_back(static_cast<Index>(range.begin));
      ends.push_back(static_cast<Index>(range.end));
    }
    auto const on_device = [&](std::vector<Index> const& host) {
      auto const view = allocate<Index>(m_space, "lexikos::app::ranges", host.size());
      copy_to(m_space, view.data(), host.data(), host.size() * sizeof(Index));
      return view;
    };
    auto const first = on_device(starts);
    auto const last = on_device(ends);
    auto const results = allocate<Index>(m_space, "lexikos::app::minima", count);
    m_minima.positions(m_space, first, last, results);
    auto const places = to_host(m_space, results);
    m_minima.values(m_space, first, last, results);
    auto const values = to_host(m_space, results);
    for (std::size_t i = 0; i < count; ++i) {
      ranges[i].place = places[i];
      ranges[i].value = values[i];
    }
  }

  ExecutionSpace const& m_space;
  RangeMinimum<MemorySpace, Index> m_minima;
};

}  // namespace lexikos::app
