// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Ranges that windows cover, from a bit for each position at which one starts.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/duplicates.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/read_back.hpp"
#include "duplicates/groups.hpp"

namespace lexikos::duplicates_detail
{

/// last[w] = 1 + the last position of word w that has its bit set; 0 if none has.
struct LastOfWord
{
  std::uint64_t const* bits;
  std::uint64_t* last;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    last[w] = bits[w] == 0
                  ? 0
                  : 64 * (w + 1) - static_cast<std::uint64_t>(Kokkos::Experimental::countl_zero_builtin(bits[w]));
  }
};

/// Walks over the windows that start in a word. All are equally long, so that the last one reaches farthest.
struct RangesOfWord
{
  Windows windows;
  std::uint64_t const* bits;
  std::uint64_t const* before;  // 1 + the last position with a bit before word w, 0 if there is none

  /// function(begin, previous) for each range that starts here; previous: 1 + where the last window before it starts, or 0.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void for_each_start(std::size_t w, Function const& function) const
  {
    std::uint64_t previous = before[w];
    for (std::uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
      std::uint64_t const p = 64 * w + static_cast<std::uint64_t>(Kokkos::Experimental::countr_zero_builtin(rest));
      if (starts_range(p, previous)) function(p, previous);
      previous = p + 1;
    }
  }

 private:
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool starts_range(std::uint64_t p, std::uint64_t previous) const
  {
    if (previous == 0) return true;
    std::uint64_t const reach = previous - 1 + windows.length;
    if (p != reach) return p > reach;
    return windows.text.bounds_of(p).begin == p;
  }
};

struct CountRanges
{
  RangesOfWord words;
  std::uint64_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    std::uint64_t count = 0;
    words.for_each_start(w, [&](std::uint64_t, std::uint64_t) { ++count; });
    counts[w] = count;
  }
};

struct WriteRanges
{
  RangesOfWord words;
  std::uint64_t const* first;  // range of word w
  std::uint64_t* begins;
  std::uint64_t* ends;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    std::uint64_t range = first[w];
    words.for_each_start(w, [&](std::uint64_t begin, std::uint64_t previous) {
      begins[range] = begin;
      if (range > 0) ends[range - 1] = previous - 1 + words.windows.length;
      ++range;
    });
  }
};

/// Shrinks a range of bytes to the characters of UTF-8 within it: a byte 10xxxxxx goes on with the one before it.
struct AlignToCharacters
{
  Windows windows;
  std::uint64_t* begins;
  std::uint64_t* ends;
  std::uint8_t* are_left;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const begin = begins[i];
    std::uint64_t const end = ends[i];
    auto const bounds = windows.text.bounds_of(begin);
    std::uint64_t from = begin;
    if (begin != bounds.begin)
      while (from < end && goes_on(from)) ++from;
    std::uint64_t to = end;
    if (end != bounds.end)
      while (to > from && goes_on(to)) --to;
    begins[i] = from;
    ends[i] = to;
    are_left[i] = from < to ? 1 : 0;
  }

 private:
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool goes_on(std::uint64_t p) const { return (windows.bytes[p] & 0xC0) == 0x80; }
};

struct SumOfLengths
{
  std::uint64_t const* begins;
  std::uint64_t const* ends;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const { sum += ends[i] - begins[i]; }
};

/// Ranges on the way to the result.
template <class MemorySpace>
struct RangeArrays
{
  Array<std::uint64_t, MemorySpace> begins;
  Array<std::uint64_t, MemorySpace> ends;
};

template <class MemorySpace>
RangeArrays<MemorySpace> allocate_ranges(MemoryResource& resource, std::size_t count)
{
  return {detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::duplicates::begins", count),
          detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::duplicates::ends", count)};
}

/// The union of the windows that have their bit set.
template <class ExecutionSpace>
RangeArrays<typename ExecutionSpace::memory_space> covered_ranges(
    ExecutionSpace const& space, Windows const& windows,
    Span<std::uint64_t, typename ExecutionSpace::memory_space> const& bits, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  Workspace::Scope const scope(workspace);
  std::size_t const words = bits.extent(0);
  auto const last = workspace.take<std::uint64_t, MemorySpace>(words + 1);
  auto const counts = workspace.take<std::uint64_t, MemorySpace>(words + 1);
  primitives::fill(space, last, std::uint64_t{0});
  primitives::fill(space, counts, std::uint64_t{0});
  Kokkos::parallel_for("lexikos::duplicates::last_of_word", Range(space, 0, words),
                       LastOfWord{bits.data(), last.data()});
  primitives::exclusive_scan(space, last, last, primitives::Maximum{}, workspace);
  RangesOfWord const of_word{windows, bits.data(), last.data()};
  Kokkos::parallel_for("lexikos::duplicates::count_ranges", Range(space, 0, words),
                       CountRanges{of_word, counts.data()});
  primitives::exclusive_scan(space, counts, counts, primitives::Sum{}, workspace);
  std::uint64_t const count = detail::read_back(space, counts, words);
  std::uint64_t const last_window = detail::read_back(space, last, words);
  auto const ranges = allocate_ranges<MemorySpace>(workspace.resource(), count);
  if (count == 0) return ranges;
  Kokkos::parallel_for("lexikos::duplicates::write_ranges", Range(space, 0, words),
                       WriteRanges{of_word, counts.data(), ranges.begins.data(), ranges.ends.data()});
  primitives::fill(space, backends::subspan(ranges.ends, count - 1, count), last_window - 1 + windows.length);
  space.fence("lexikos::duplicates::write_ranges");
  return ranges;
}

/// The ranges shrunk to characters, without those in which there is none.
template <class ExecutionSpace>
RangeArrays<typename ExecutionSpace::memory_space> aligned_ranges(
    ExecutionSpace const& space, Windows const& windows,
    RangeArrays<typename ExecutionSpace::memory_space> const& ranges, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  std::size_t const count = ranges.begins.extent(0);
  auto const are_left = workspace.take<std::uint8_t, MemorySpace>(count);
  Kokkos::parallel_for("lexikos::duplicates::align", backends::Range<ExecutionSpace>(space, 0, count),
                       AlignToCharacters{windows, ranges.begins.data(), ranges.ends.data(), are_left.data()});
  std::uint64_t left = 0;
  Kokkos::parallel_reduce("lexikos::duplicates::count_aligned", backends::Range<ExecutionSpace>(space, 0, count),
                          SumOfFlags{are_left.data()}, left);
  space.fence("lexikos::duplicates::count_aligned");
  if (left == count) return ranges;
  auto const aligned = allocate_ranges<MemorySpace>(workspace.resource(), left);
  if (left != 0) {
    primitives::pack_flagged(space, ranges.begins, are_left, aligned.begins, workspace);
    primitives::pack_flagged(space, ranges.ends, are_left, aligned.ends, workspace);
  }
  space.fence("lexikos::duplicates::align");
  return aligned;
}

/// The result of a search: the ranges of windows that have their bit set.
template <class ExecutionSpace>
TextRanges<typename ExecutionSpace::memory_space> ranges_of_bits(
    ExecutionSpace const& space, Windows const& windows,
    Span<std::uint64_t, typename ExecutionSpace::memory_space> const& bits, RangeAlignment align, Workspace& workspace)
{
  auto found = covered_ranges(space, windows, bits, workspace);
  if (align == RangeAlignment::utf8) found = aligned_ranges(space, windows, found, workspace);
  TextRanges<typename ExecutionSpace::memory_space> result{found.begins, found.ends, 0};
  Kokkos::parallel_reduce("lexikos::duplicates::symbols", backends::Range<ExecutionSpace>(space, 0, result.size()),
                          SumOfLengths{found.begins.data(), found.ends.data()}, result.symbols);
  space.fence("lexikos::duplicates::symbols");
  return result;
}

}  // namespace lexikos::duplicates_detail
