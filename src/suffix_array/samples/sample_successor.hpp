// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/detail/words.hpp>

#include "suffix_array/rounds/chains.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"

namespace lexikos::suffix_array_detail
{

/// The successor (rounds/successor.hpp) that is a sample: that of the window h - context symbols further on, which lies within
/// the h symbols that the group agrees in.
template <class MemorySpace>
struct SampleSuccessor
{
  static constexpr bool follows_chains = true;

  SampleDistances<MemorySpace> distances;
  bool may_follow_chains = true;

  template <class Ranking>
  [[nodiscard]] KOKKOS_FUNCTION auto key(Ranking const& ranking, std::size_t position, std::size_t h) const
  {
    return ranking.ranks(next(position, h)) + 1;
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t next(std::size_t position, std::size_t h) const
  {
    return distances.sample(window_of_successor(position, h));
  }
  template <class Ranking>
  [[nodiscard]] KOKKOS_FUNCTION bool reaches(Ranking const& ranking, std::size_t position, std::size_t h) const
  {
    return position + h <= ranking.ranks.extent(0);
  }

  template <class Ranking>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_place(Ranking const&, std::size_t position, std::size_t h) const
  {
    distances.prefetch(window_of_successor(position, h));
  }
  template <class Ranking>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_rank(Ranking const& ranking, std::size_t position, std::size_t h) const
  {
    detail::prefetch(&ranking.ranks(next(position, h)));
  }

  [[nodiscard]] KOKKOS_FUNCTION std::size_t window_of_successor(std::size_t position, std::size_t h) const
  {
    return position + (h - distances.sampling.context());
  }

  [[nodiscard]] KOKKOS_FUNCTION std::size_t depth_after(std::size_t h) const { return h + gain(h); }
  /// Symbols that a round adds to depth h; none up to the context.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t gain(std::size_t h) const
  {
    std::size_t const context = distances.sampling.context();
    return h > context ? h - context : 0;
  }

  /// From a window on, whether a position is sampled depends on symbols that the whole group has, if these reach that far.
  [[nodiscard]] ChainDistances chain_distances(std::size_t h) const
  {
    return {static_cast<std::size_t>(distances.sampling.window), may_follow_chains ? gain(h) : 0};
  }
};

}  // namespace lexikos::suffix_array_detail
