// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <lexikos/workspace.hpp>
#include <string>

namespace lexikos::detail
{

template <class Index, class MemorySpace>
struct LargestEntry
{
  Span<Index const, MemorySpace> entries;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& largest) const
  {
    largest = Kokkos::max(largest, static_cast<std::uint64_t>(entries(i)));
  }
};

/// Error (invalid_argument) where an entry of an array, which has this name, is not below n: for arrays that come from where
/// nobody can be trusted, since what follows them would read and write elsewhere. O(entries).
template <class Index, class ExecutionSpace>
void check_positions(ExecutionSpace const& space,
                     Span<Index const, typename ExecutionSpace::memory_space> const& entries, std::uint64_t n,
                     char const* name)
{
  if (entries.extent(0) == 0) return;
  std::uint64_t largest = 0;
  Kokkos::parallel_reduce(
      "lexikos::check_positions",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(space, 0, entries.extent(0)),
      LargestEntry<Index, typename ExecutionSpace::memory_space>{entries}, Kokkos::Max<std::uint64_t>(largest));
  require(largest < n, ErrorCode::invalid_argument,
          std::string(name) + " has the entry " + std::to_string(largest) + ", and there are " + std::to_string(n) +
              " positions");
}

}  // namespace lexikos::detail
