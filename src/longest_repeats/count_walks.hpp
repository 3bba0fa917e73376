// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/longest_repeats.hpp>

#include "longest_repeats/left_bounded.hpp"

namespace lexikos::longest_repeats_detail
{

/// Minimum, maximum and sum of the steps of both walks over all positions.
template <class Index, class MemorySpace>
struct CountWalks
{
  struct Walk
  {
    std::uint64_t minimum;
    std::uint64_t maximum;
    std::uint64_t sum;
  };
  struct value_type
  {
    Walk raw;
    Walk compact;
  };

  Windows<Index, MemorySpace> windows;
  Span<Index const, MemorySpace> useful_before;  ///< at i: useful repeats that start in [0, i]

  KOKKOS_FUNCTION static void add(Walk& walk, Walk const& other)
  {
    walk.minimum = Kokkos::min(walk.minimum, other.minimum);
    walk.maximum = Kokkos::max(walk.maximum, other.maximum);
    walk.sum += other.sum;
  }

  KOKKOS_FUNCTION void operator()(std::size_t k, value_type& walks) const
  {
    std::size_t const first = windows.first_covering(k);
    std::uint64_t const steps = k + 1 - first;
    std::uint64_t const useful =
        first > k ? 0 : useful_before(k) - (first == 0 ? 0 : static_cast<std::uint64_t>(useful_before(first - 1)));
    add(walks.raw, {steps, steps, steps});
    add(walks.compact, {useful, useful, useful});
  }
  KOKKOS_FUNCTION void init(value_type& walks) const
  {
    walks.raw = {static_cast<std::uint64_t>(-1), 0, 0};
    walks.compact = walks.raw;
  }
  KOKKOS_FUNCTION void join(value_type& walks, value_type const& other) const
  {
    add(walks.raw, other.raw);
    add(walks.compact, other.compact);
  }
};

template <class Walk>
RepeatWalkSteps steps_of(Walk const& walk, std::size_t n)
{
  return {walk.minimum, walk.maximum, static_cast<double>(walk.sum) / static_cast<double>(n)};
}

}  // namespace lexikos::longest_repeats_detail
