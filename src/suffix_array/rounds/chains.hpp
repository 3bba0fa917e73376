// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where a text repeats a word of d symbols over and over, doubling takes a round for every factor of two of the repetition's
// length. Suffixes of a group that agree in h >= d symbols and whose neighbours d further on are of the same group form
// chains; the number of links to a chain's end, the side on which it leaves the group and the rank behind that end order
// them all at once. Ranking runs of one letter by their length is the case d = 1.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <limits>
#include <vector>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/rounds/groups.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// Distances at which chains may be followed.
struct ChainDistances
{
  std::size_t least = 1;
  std::size_t most = 0;
  std::size_t unit = 1;  ///< all are multiples of it

  /// The least multiple of a distance that is not too short.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t multiple_of(std::size_t distance) const
  {
    std::size_t multiple = distance % unit == 0 ? distance : distance * unit;  // a prime
    while (multiple < least) multiple *= 2;
    return multiple;
  }
};

/// The distance at which most neighbours of a group follow each other in the text, and go on so for some links: shorter
/// chains cost more than the round that they save. 0 when no distance up to `distances.most` is common. Looks at a sample.
/// Fences.
template <class ExecutionSpace, class Index, class Unit = backends::ThisUnit>
std::size_t common_distance(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                            UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                            ChainDistances const& distances_allowed, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  constexpr std::size_t max_samples = 4096;
  std::size_t const samples = std::min(max_samples, unsorted.size / 2);
  if (samples < 64) return 0;
  Workspace::Scope scope(workspace);
  auto const distances = workspace.take<Index, MemorySpace>(samples);
  auto const suffix_array = ranking.suffix_array;
  auto const ranks = ranking.ranks;
  std::size_t const n = ranks.extent(0);
  constexpr std::size_t min_links = 4;
  auto const slots = unsorted.slots;
  auto const heads = unsorted.heads;
  std::size_t const step = (unsorted.size - 1) / samples;
  Kokkos::parallel_for(
      "lexikos::suffix_array::sample_distances", range(space, samples), KOKKOS_LAMBDA(std::int64_t s) {
        std::size_t const j = static_cast<std::size_t>(s) * step;
        std::size_t const a = suffix_array(slots(j));
        std::size_t const b = suffix_array(slots(j + 1));
        std::size_t const first = a < b ? a : b;
        std::size_t const distance = a < b ? b - a : a - b;
        std::size_t const link = distances_allowed.multiple_of(distance);
        bool is_chain = heads(j + 1) == 0 && link <= distances_allowed.most && first + min_links * link < n;
        for (std::size_t k = 1; is_chain && k <= min_links; ++k) is_chain = ranks(first + k * link) == ranks(first);
        distances(s) = is_chain ? static_cast<Index>(distance) : 0;
      });
  std::vector<Index> found(samples);
  Kokkos::deep_copy(space, Span<Index, Kokkos::HostSpace>(found.data(), samples), distances);
  space.fence("lexikos::suffix_array::common_distance");
  std::erase(found, 0);  // most are, and sorting waits
  if (found.size() <= samples / 4) return 0;
  std::sort(found.begin(), found.end());
  std::size_t best = 0;
  std::size_t most = samples / 4;
  for (auto first = found.begin(); first != found.end();) {
    auto const last = std::upper_bound(first, found.end(), *first);
    auto const count = static_cast<std::size_t>(last - first);
    if (count > most) {
      best = *first;
      most = count;
    }
    first = last;
  }
  return best;
}

/// The positions of a text in the order in which chains of distance d visit them backwards: a chain's positions follow
/// each other, its last one first.
struct ChainOrder
{
  std::size_t distance = 1;
  std::size_t length = 0;  ///< positions of one residue, rounded up

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
/// A distance of 0 when there is none, or when the places do not fit the index type.
template <class Index>
ChainOrder chain_order(std::size_t n, std::size_t distance, ChainDistances const& distances)
{
  if (distance == 0) return {0, 0};
  distance = distances.multiple_of(distance);
  auto const bits = [n](std::size_t d) { return std::bit_width(2 * (n / d + 1)) + std::bit_width(n); };
  while (bits(distance) > 63 && distance <= distances.most) distance *= 2;
  ChainOrder const order{distance, n / distance + 1};
  bool const fits = distance <= distances.most && order.size() - 1 <= std::numeric_limits<Index>::max();
  return fits ? order : ChainOrder{0, 0};
}

/// ends(p) for the place p of a position: the place of the last position of its chain.
template <class ExecutionSpace, class RankView, class PlaceView, class Unit = backends::ThisUnit>
void find_chain_ends(ExecutionSpace const& space, ChainOrder const& order, RankView const& ranks, PlaceView const& ends,
                     Workspace& workspace)
{
  using Index = typename PlaceView::value_type;
  std::size_t const n = ranks.extent(0);
  Kokkos::parallel_for(
      "lexikos::suffix_array::chain_links", range(space, order.size()), KOKKOS_LAMBDA(std::int64_t p) {
        std::size_t const position = order.position(p);
        std::size_t const next = position + order.distance;
        bool const linked = next < n && ranks(position) == ranks(next);
        ends(p) = linked ? 0 : static_cast<Index>(p);
      });
  primitives::inclusive_scan(space, ends, ends, primitives::Maximum{}, workspace);
}

/// suffixes(j) = the j-th unsorted suffix; keys(j) = the links to the end of its chain, counted upwards for chains that
/// leave the group to a smaller rank and downwards, and behind those, for the others; then the key of the chain's last
/// position. Suffixes that remain equal agree in as many symbols as those of a plain round.
template <class ExecutionSpace, class Index, class Successor, class PlaceView, class KeyView,
          class Unit = backends::ThisUnit>
void chain_keys(ExecutionSpace const& space, ChainOrder const& order, Ranking<ExecutionSpace, Index> const& ranking,
                Successor const& behind, PlaceView const& ends,
                UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::size_t h,
                KeyView const& keys)
{
  auto const ranks = ranking.ranks;
  auto const slots = unsorted.slots;
  auto const suffixes = unsorted.suffixes;
  std::size_t const n = ranks.extent(0);
  int const rank_bits = std::bit_width(n);
  Kokkos::parallel_for(
      "lexikos::suffix_array::chain_keys", range(space, unsorted.size), KOKKOS_LAMBDA(std::int64_t j) {
        Index const suffix = ranking.suffix_array(slots(j));
        std::size_t const place = order.place(suffix);
        std::size_t const links = place - ends(place);
        std::size_t const last = suffix + links * order.distance;
        std::size_t const outside = last + order.distance;
        bool const leaves_upwards = outside < n && ranks(outside) > ranks(suffix);
        std::uint64_t const rank = behind.key(ranking, last, h);
        suffixes(j) = suffix;
        keys(j) = ((leaves_upwards ? 2 * order.length - 1 - links : links) << rank_bits) | rank;
      });
}

}  // namespace lexikos::suffix_array_detail
