// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Packed words of a bit vector from flags and from positions.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"

namespace lexikos::bit_vector_detail
{

/// words(w) = the bits of the flags from 64 w on.
struct PackFlags
{
  std::uint8_t const* flags;
  std::size_t n;
  std::uint64_t* words;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    std::size_t const begin = 64 * w;
    std::size_t const end = begin + 64 < n ? begin + 64 : n;
    std::uint64_t word = 0;
    for (std::size_t i = begin; i < end; ++i) word |= static_cast<std::uint64_t>(flags[i] != 0) << (i - begin);
    words[w] = word;
  }
};

/// Sets the bit of a position; the smallest i whose position is not below the size is the result.
template <class Index>
struct PackPosition
{
  Index const* positions;
  std::size_t size;
  std::uint64_t* words;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& smallest) const
  {
    std::size_t const position = positions[i];
    if (position < size)
      Kokkos::atomic_or(words + position / 64, std::uint64_t{1} << (position % 64));
    else if (i < smallest)
      smallest = i;
  }
};

}  // namespace lexikos::bit_vector_detail

namespace lexikos::detail
{

template <class ExecutionSpace>
void pack_flags(ExecutionSpace const& space,
                Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& flags,
                Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words)
{
  Kokkos::parallel_for("lexikos::bit_vector::pack_flags", backends::Range<ExecutionSpace>(space, 0, words.extent(0)),
                       bit_vector_detail::PackFlags{flags.data(), flags.extent(0), words.data()});
}

template <class ExecutionSpace, class Index>
std::size_t pack_positions(ExecutionSpace const& space,
                           Span<Index const, typename ExecutionSpace::memory_space> const& positions, std::size_t size,
                           Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words)
{
  std::size_t const n = positions.extent(0);
  primitives::fill(space, words, 0);
  if (n == 0) return n;
  std::size_t first_wrong = n;
  Kokkos::parallel_reduce("lexikos::bit_vector::pack_positions", backends::Range<ExecutionSpace>(space, 0, n),
                          bit_vector_detail::PackPosition<Index>{positions.data(), size, words.data()},
                          Kokkos::Min<std::size_t>(first_wrong));
  return first_wrong < n ? first_wrong : n;
}

}  // namespace lexikos::detail
