// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where a text repeats a word of d symbols over and over, doubling takes a round for every factor of two of the repetition's
// length. Suffixes of a group that agree in h >= d symbols and whose neighbours d further on are of the same group form
// chains; the number of links to a chain's end, the side on which it leaves the group and the rank after that end order
// them all at once. Ranking runs of one letter by their length is the case d = 1.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "suffix_array/rounds/rounds.hpp"

namespace lexikos::suffix_array_detail
{

/// Distances at which chains may be followed.
struct ChainDistances
{
  std::size_t least = 1;
  std::size_t most = 0;
  std::size_t unit = 1;  ///< all are multiples of it; 1 or a prime

  /// The smallest multiple of a distance that is allowed, as far as it is not too long.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t multiple_of(std::size_t distance) const
  {
    std::size_t multiple = distance % unit == 0 ? distance : distance * unit;
    while (multiple < least) multiple *= 2;
    return multiple;
  }
};

/// The positions of a text in the order in which chains of distance d visit them backwards: a chain's positions follow
/// each other, its last one first.
struct ChainOrder
{
  std::size_t distance = 0;  ///< 0: there are no chains
  std::size_t length = 0;    ///< positions of one residue, rounded up

  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return distance * length; }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t place(std::size_t position) const
  {
    return size() - 1 - ((position % distance) * length + position / distance);
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t position(std::size_t place) const
  {
    std::size_t const forwards = size() - 1 - place;
    return forwards / length + (forwards % length) * distance;
  }
};

/// The order for a common distance, or for a multiple of it that is allowed and lets a link count and a rank share 64 bits.
/// None when there is no such distance, or when the places do not fit the index type.
template <class Index>
[[nodiscard]] ChainOrder chain_order(std::size_t n, std::size_t distance, ChainDistances const& distances)
{
  if (distance == 0) return {};
  distance = distances.multiple_of(distance);
  auto const bits = [n](std::size_t d) { return std::bit_width(2 * (n / d + 1)) + std::bit_width(n); };
  while (bits(distance) > 63 && distance <= distances.most) distance *= 2;
  ChainOrder const order{distance, n / distance + 1};
  bool const fits = distance <= distances.most && order.size() - 1 <= std::numeric_limits<Index>::max();
  return fits ? order : ChainOrder{};
}

/// The order of the chains that the unsorted suffixes form, if most of them do: looks at a sample of them, for the distance
/// at which most neighbours of a group follow each other in the text. Fences.
template <class ExecutionSpace, class Index>
[[nodiscard]] ChainOrder find_chains(Rounds<ExecutionSpace, Index> const& rounds, ChainDistances const& distances);

/// A key of the chains in an order: links, and a rank.
/// \param n  symbols of the text
[[nodiscard]] inline int chain_key_bits(ChainOrder const& order, std::size_t n)
{
  return std::bit_width(2 * order.length - 1) + std::bit_width(n);
}

/// suffixes(j) = the j-th unsorted suffix; keys(j) = the links to the end of its chain, counted upwards for chains that
/// leave the group to a smaller rank and downwards, after those, for the others; then the key of the chain's last
/// position. Suffixes that remain equal agree in as many symbols as those of a plain round.
/// Scratch: an index a position of the text.
template <class ExecutionSpace, class Index, class Successor>
void gather_chain_keys(Rounds<ExecutionSpace, Index> const& rounds, Successor const& successor, ChainOrder const& order,
                       Span<std::uint64_t, typename ExecutionSpace::memory_space> const& keys);

}  // namespace lexikos::suffix_array_detail
