// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Ends as they are found, batch by batch, and their order in the result.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/memory.hpp>

namespace lexikos::approximate_search_detail
{

/// Columns that grow.
template <class MemorySpace, class Index>
struct FoundEnds
{
  Array<Index, MemorySpace> ends;
  Array<std::uint8_t, MemorySpace> distances;
  std::size_t size = 0;

  /// Makes sure that there is room for so many more.
  template <class ExecutionSpace>
  void make_room(ExecutionSpace const& space, MemoryResource& resource, std::size_t count)
  {
    if (size + count <= ends.extent(0)) return;
    std::size_t const capacity = std::max(size + count, 2 * ends.extent(0));
    grow(space, resource, capacity, ends);
    grow(space, resource, capacity, distances);
  }

 private:
  template <class ExecutionSpace, class T>
  void grow(ExecutionSpace const& space, MemoryResource& resource, std::size_t capacity, Array<T, MemorySpace>& array)
  {
    auto const larger = detail::allocate<T, MemorySpace>(resource, "lexikos::approximate_search::found", capacity);
    if (size != 0)
      Kokkos::deep_copy(space, Span<T, MemorySpace>(larger.data(), size),
                        Span<T const, MemorySpace>(array.data(), size));
    space.fence("lexikos::approximate_search::found");
    array = larger;
  }
};

/// Copies end i of the result, which is of pattern q, from where it was found.
template <class Index>
struct OrderEnds
{
  std::uint64_t const* starts;
  std::uint64_t const* offsets;
  Index const* found_ends;
  std::uint8_t const* found_distances;
  Index* ends;
  std::uint8_t* distances;

  KOKKOS_FUNCTION void operator()(std::size_t q, std::size_t i) const
  {
    std::uint64_t const from = starts[q] + (i - offsets[q]);
    ends[i] = found_ends[from];
    distances[i] = found_distances[from];
  }
};

}  // namespace lexikos::approximate_search_detail
