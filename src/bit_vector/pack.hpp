// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Packed words of a bit vector from flags and from positions.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>

#include "backends/kokkos/launch.hpp"
#include "backends/primitives.hpp"
#include "backends/unit.hpp"

namespace lexikos::detail
{

template <class ExecutionSpace>
void pack_flags(ExecutionSpace const& space,
                Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& flags,
                Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words)
{
  std::size_t const n = flags.extent(0);
  Kokkos::parallel_for(
      "lexikos::bit_vector::pack_flags", backends::kokkos::Range<ExecutionSpace>(space, 0, words.extent(0)),
      KOKKOS_LAMBDA(std::size_t w) {
        std::size_t const begin = 64 * w;
        std::size_t const end = begin + 64 < n ? begin + 64 : n;
        std::uint64_t word = 0;
        for (std::size_t i = begin; i < end; ++i) word |= static_cast<std::uint64_t>(flags(i) != 0) << (i - begin);
        words(w) = word;
      });
}

template <class ExecutionSpace, class Index>
std::size_t pack_positions(ExecutionSpace const& space,
                           Span<Index const, typename ExecutionSpace::memory_space> const& positions, std::size_t size,
                           Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words, Workspace&)
{
  std::size_t const n = positions.extent(0);
  primitives::fill(space, words, 0);
  std::size_t first_wrong = n;
  if (n == 0) return n;
  Kokkos::parallel_reduce(
      "lexikos::bit_vector::pack_positions", backends::kokkos::Range<ExecutionSpace>(space, 0, n),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & smallest) {
        std::size_t const position = positions(i);
        if (position < size)
          Kokkos::atomic_or(&words(position / 64), std::uint64_t{1} << (position % 64));
        else
          smallest = Kokkos::min(smallest, i);
      },
      Kokkos::Min<std::size_t>(first_wrong));
  return first_wrong < n ? first_wrong : n;
}

}  // namespace lexikos::detail
