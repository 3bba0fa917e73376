// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/search.hpp>

#include "common/items_of_segments.hpp"
#include "common/sort_positions.hpp"
#include "common/wanted_positions.hpp"

namespace lexikos::search_detail
{

/// positions(offsets(s) + j) = suffix_array(begins(s) + j)
template <class Index>
struct CopyPosition
{
  Index const* suffix_array;
  Index const* begins;
  std::uint64_t const* offsets;
  Index* positions;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::size_t i) const
  {
    positions[i] = suffix_array[begins[s] + (i - offsets[s])];
  }
};

template <class ExecutionSpace, class Index>
Occurrences<typename ExecutionSpace::memory_space, Index> locate(
    ExecutionSpace const& space, Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Span<Index const, typename ExecutionSpace::memory_space> const& begins,
    Span<Index const, typename ExecutionSpace::memory_space> const& ends, SearchOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  detail::Scratch const scratch(space, options.workspace);
  std::size_t const n = suffix_array.extent(0);
  std::size_t const count = begins.extent(0);
  Occurrences<MemorySpace, Index> found;
  found.offsets =
      detail::allocate<std::uint64_t, MemorySpace>(scratch.resource(), "lexikos::search::offsets", count + 1);
  Span<std::uint64_t, MemorySpace> const offsets(found.offsets.data(), count + 1);
  std::uint64_t const total = detail::offsets_of_wanted<ExecutionSpace, Index>(
      space, "lexikos::search::wanted_positions",
      {begins.data(), ends.data(), nullptr, count, n, detail::limit_of_positions(options.max_positions)}, offsets,
      *scratch);

  found.positions = detail::allocate<Index, MemorySpace>(scratch.resource(), "lexikos::search::positions", total);
  detail::for_each_item(
      space, "lexikos::search::positions", {offsets.data(), count, 0, total},
      CopyPosition<Index>{suffix_array.data(), begins.data(), offsets.data(), found.positions.data()});
  if (options.text_order)
    detail::sort_positions(space, offsets, Span<Index, MemorySpace>(found.positions.data(), total), n, *scratch);
  space.fence("lexikos::search::locate");
  return found;
}

}  // namespace lexikos::search_detail
