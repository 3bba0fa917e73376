// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// In a round, the suffixes of a group are sorted by the rank of a suffix further on, their successor. Where it lies is what
// the algorithms differ in; a successor policy knows:
//   key(ranking, position, h)  1 + the rank of the successor of `position`, 0 if that is the empty suffix
//   next(position, h)          the position of the successor, the text's length for the empty one
//   reaches(ranking, position, h)  whether the suffix at `position` has h symbols
//   depth_after(h)             symbols in which suffixes of a group agree once they were sorted by these keys
//   chain_distances(h)         smallest and largest distance at which chains may be followed (chains.hpp)
//   follows_chains             whether they may be followed at all
//   prefetch_place, prefetch_rank  with the arguments of `key`: prefetch what tells where the rank lies, then the rank
// Call them only for positions of unsorted suffixes in groups that agree in h symbols: others may have no successor.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/detail/words.hpp>

#include "suffix_array/rounds/chains.hpp"

namespace lexikos::suffix_array_detail
{

/// The suffix h symbols further on: sorted by its rank, the suffixes of a group agree in 2h symbols.
struct SuccessorAtDepth
{
  static constexpr bool follows_chains = true;

  std::size_t unit = 1;  ///< depths are multiples of it, and so are the distances of chains

  /// A suffix in a group has h symbols at least, so its successor starts at the end of the text at most.
  template <class Ranking>
  [[nodiscard]] KOKKOS_FUNCTION auto key(Ranking const& ranking, std::size_t position, std::size_t h) const
  {
    using Index = typename decltype(ranking.ranks)::value_type;
    std::size_t const successor = next(position, h);
    return successor < ranking.ranks.extent(0) ? ranking.ranks(successor) + 1 : Index{0};
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t next(std::size_t position, std::size_t h) const { return position + h; }
  template <class Ranking>
  [[nodiscard]] KOKKOS_FUNCTION bool reaches(Ranking const& ranking, std::size_t position, std::size_t h) const
  {
    return position + h <= ranking.ranks.extent(0);
  }

  template <class Ranking>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_place(Ranking const&, std::size_t, std::size_t) const
  {}
  template <class Ranking>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_rank(Ranking const& ranking, std::size_t position, std::size_t h) const
  {
    if (position + h < ranking.ranks.extent(0)) detail::prefetch(&ranking.ranks(position + h));
  }

  [[nodiscard]] KOKKOS_FUNCTION std::size_t depth_after(std::size_t h) const { return 2 * h; }
  [[nodiscard]] ChainDistances chain_distances(std::size_t h) const { return {1, h, unit}; }
};

}  // namespace lexikos::suffix_array_detail
