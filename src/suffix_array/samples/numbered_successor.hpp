// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/detail/words.hpp>

#include "suffix_array/samples/sample_numbers.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"

namespace lexikos::suffix_array_detail
{

/// The successor (rounds/successor.hpp) of `SampleSuccessor` where rounds know samples by their numbers: what they take for
/// positions of a text, suffixes and ranks, are those of a text of one symbol a sample.
template <class MemorySpace>
struct NumberedSampleSuccessor
{
  static constexpr bool follows_chains = false;  // equal distances of numbers are none of positions

  SampleDistances<MemorySpace> distances;
  SampleNumbers<MemorySpace> numbers;
  SamplePositions<MemorySpace> positions;
  std::size_t n;  ///< symbols of the text

  template <class Ranking>
  [[nodiscard]] KOKKOS_FUNCTION auto key(Ranking const& ranking, std::size_t number, std::size_t h) const
  {
    return ranking.ranks(next(number, h)) + 1;
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t next(std::size_t number, std::size_t h) const
  {
    return numbers.number(distances.sample(window_of_successor(number, h)));
  }
  template <class Ranking>
  [[nodiscard]] KOKKOS_FUNCTION bool reaches(Ranking const&, std::size_t number, std::size_t h) const
  {
    return positions(number) + h <= n;
  }

  template <class Ranking>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_place(Ranking const&, std::size_t number, std::size_t h) const
  {
    distances.prefetch(window_of_successor(number, h));
  }
  template <class Ranking>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_rank(Ranking const& ranking, std::size_t number, std::size_t h) const
  {
    detail::prefetch(&ranking.ranks(next(number, h)));
  }

  [[nodiscard]] KOKKOS_FUNCTION std::size_t window_of_successor(std::size_t number, std::size_t h) const
  {
    return positions(number) + (h - distances.sampling.context());
  }

  [[nodiscard]] KOKKOS_FUNCTION std::size_t depth_after(std::size_t h) const { return h + gain(h); }
  /// Symbols that a round adds to depth h; none up to the context.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t gain(std::size_t h) const
  {
    std::size_t const context = distances.sampling.context();
    return h > context ? h - context : 0;
  }
};

}  // namespace lexikos::suffix_array_detail
