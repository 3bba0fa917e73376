// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/search.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "backends/segments.hpp"
#include "common/read_back.hpp"
#include "common/sort_positions.hpp"
#include "search/tuning.hpp"

namespace lexikos::search_detail
{

/// sizes(i) = wanted positions of interval i; sizes(count) = 0.
template <class Index>
struct WantedPositions
{
  Index const* begins;
  Index const* ends;
  std::uint64_t* sizes;
  std::size_t count;
  std::uint64_t n;
  std::uint64_t most;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t all = 0;
    if (i < count) {
      std::uint64_t const begin = begins[i];
      std::uint64_t const end = ends[i] < n ? ends[i] : n;
      all = begin < end ? end - begin : 0;
    }
    sizes[i] = all < most ? all : most;
  }
};

/// positions(offsets(s) + j) = suffix_array(begins(s) + j). Intervals are of any lengths, so the positions, not the
/// intervals, are divided: a group of `lanes` threads, which write side by side, takes a tile of them.
template <class Index, int lanes>
struct FillPositions
{
  static constexpr std::size_t tile = positions_per_group;

  Index const* suffix_array;
  Index const* begins;
  std::uint64_t const* offsets;
  Index* positions;
  std::size_t count;
  std::size_t total;

  [[nodiscard]] std::size_t threads() const { return (total + tile - 1) / tile * lanes; }

  KOKKOS_FUNCTION void operator()(std::size_t thread) const
  {
    std::size_t const begin = thread / lanes * tile;
    std::size_t const end = begin + tile < total ? begin + tile : total;
    std::size_t s = 0;
    for (std::size_t i = begin + thread % lanes; i < end; i += lanes) {
      s = backends::segment_from(offsets, count, s, i);
      positions[i] = suffix_array[begins[s] + (i - offsets[s])];
    }
  }
};

template <class ExecutionSpace, class Index>
Occurrences<typename ExecutionSpace::memory_space, Index> locate(
    ExecutionSpace const& space, Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Span<Index const, typename ExecutionSpace::memory_space> const& begins,
    Span<Index const, typename ExecutionSpace::memory_space> const& ends, SearchOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  detail::Scratch const scratch(space, options.workspace);
  std::size_t const n = suffix_array.extent(0);
  std::size_t const count = begins.extent(0);
  std::uint64_t const most =
      options.max_positions != 0 ? options.max_positions : std::numeric_limits<std::uint64_t>::max();
  Occurrences<MemorySpace, Index> found;
  found.offsets =
      detail::allocate<std::uint64_t, MemorySpace>(scratch.resource(), "lexikos::search::offsets", count + 1);
  Span<std::uint64_t, MemorySpace> const offsets(found.offsets.data(), count + 1);
  Kokkos::parallel_for("lexikos::search::wanted_positions", Range(space, 0, count + 1),
                       WantedPositions<Index>{begins.data(), ends.data(), offsets.data(), count, n, most});
  primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, *scratch);
  std::uint64_t const total = detail::read_back(space, offsets, count);

  found.positions = detail::allocate<Index, MemorySpace>(scratch.resource(), "lexikos::search::positions", total);
  FillPositions<Index, threads_per_group<MemorySpace>> const fill{suffix_array.data(),    begins.data(), offsets.data(),
                                                                  found.positions.data(), count,         total};
  Kokkos::parallel_for("lexikos::search::positions", Range(space, 0, fill.threads()), fill);
  if (options.text_order && total > 1) {
    Span<Index, MemorySpace> const positions(found.positions.data(), total);
    if (total <= std::numeric_limits<std::uint32_t>::max())
      detail::sort_positions<std::uint32_t>(space, offsets, positions, n, *scratch);
    else
      detail::sort_positions<std::uint64_t>(space, offsets, positions, n, *scratch);
  }
  space.fence("lexikos::search::locate");
  return found;
}

}  // namespace lexikos::search_detail
