// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/rounds/chains.hpp"

#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>
#include <vector>

#include "backends/primitives.hpp"
#include "common/read_back.hpp"
#include "suffix_array/rounds/successor.hpp"
#include "suffix_array/samples/sample_successor.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

constexpr std::size_t max_looked_at = 4096;
constexpr std::size_t min_looked_at = 64;
/// Shorter chains cost more than the round that they save.
constexpr std::size_t min_links = 4;

/// distances(s) = distance of two neighbours of a group, if they start a chain at this distance, else 0.
template <class ExecutionSpace, class Index>
struct SampleDistance
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  ChainDistances allowed;
  std::size_t stride;
  Span<Index, typename ExecutionSpace::memory_space> distances;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    auto const& ranks = ranking.ranks;
    std::size_t const j = s * stride;
    std::size_t const a = ranking.suffix_array(unsorted.sa_positions(j));
    std::size_t const b = ranking.suffix_array(unsorted.sa_positions(j + 1));
    std::size_t const first = a < b ? a : b;
    std::size_t const distance = a < b ? b - a : a - b;
    std::size_t const link = allowed.multiple_of(distance);
    bool is_chain = unsorted.heads(j + 1) == 0 && link <= allowed.most && first + min_links * link < ranks.extent(0);
    for (std::size_t k = 1; is_chain && k <= min_links; ++k) is_chain = ranks(first + k * link) == ranks(first);
    distances(s) = is_chain ? static_cast<Index>(distance) : 0;
  }
};

/// The most frequent of the values, if more than `most` are that one, else 0.
template <class Index>
std::size_t most_frequent(std::vector<Index> values, std::size_t most)
{
  std::sort(values.begin(), values.end());
  std::size_t best = 0;
  for (auto first = values.begin(); first != values.end();) {
    auto const last = std::upper_bound(first, values.end(), *first);
    auto const count = static_cast<std::size_t>(last - first);
    if (count > most) {
      best = *first;
      most = count;
    }
    first = last;
  }
  return best;
}

template <class ExecutionSpace, class Index>
std::size_t common_distance(Rounds<ExecutionSpace, Index> const& rounds, ChainDistances const& allowed)
{
  auto const& context = rounds.context;
  std::size_t const looked_at = std::min(max_looked_at, rounds.unsorted.size / 2);
  if (looked_at < min_looked_at) return 0;
  Workspace::Scope const scope(context.workspace);
  auto const distances = context.template take<Index>(looked_at);
  std::size_t const stride = (rounds.unsorted.size - 1) / looked_at;
  Kokkos::parallel_for(
      "lexikos::suffix_array::sample_distances", backends::Range<ExecutionSpace>(context.space, 0, looked_at),
      SampleDistance<ExecutionSpace, Index>{rounds.ranking, rounds.unsorted, allowed, stride, distances});
  std::vector<Index> found = detail::read_all_back(context.space, distances);
  std::erase(found, 0);  // most are, and the host that sorts keeps the device waiting
  return found.size() <= looked_at / 4 ? 0 : most_frequent(std::move(found), looked_at / 4);
}

/// ends(p) for the place p of a position that is the last of its chain: p; else 0.
template <class RankView>
struct ChainEnd
{
  ChainOrder order;
  RankView ranks;
  RankView ends;

  KOKKOS_FUNCTION void operator()(std::size_t p) const
  {
    using Index = typename RankView::value_type;
    std::size_t const position = order.position(p);
    std::size_t const next = position + order.distance;
    bool const is_linked = next < ranks.extent(0) && ranks(position) == ranks(next);
    ends(p) = is_linked ? 0 : static_cast<Index>(p);
  }
};

template <class ExecutionSpace, class Index, class Successor>
struct ChainKey
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  Successor successor;
  ChainOrder order;
  std::size_t depth;
  int rank_bits;
  Span<Index, typename ExecutionSpace::memory_space> ends;
  Span<std::uint64_t, typename ExecutionSpace::memory_space> keys;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    auto const& ranks = ranking.ranks;
    Index const suffix = ranking.suffix_array(unsorted.sa_positions(j));
    std::size_t const place = order.place(suffix);
    std::size_t const links = place - ends(place);
    std::size_t const last = suffix + links * order.distance;
    std::size_t const outside = last + order.distance;
    bool const leaves_upwards = outside < ranks.extent(0) && ranks(outside) > ranks(suffix);
    std::uint64_t const rank = successor.key(ranking, last, depth);
    unsorted.suffixes(j) = suffix;
    keys(j) = ((leaves_upwards ? 2 * order.length - 1 - links : links) << rank_bits) | rank;
  }
};

}  // namespace

template <class ExecutionSpace, class Index>
ChainOrder find_chains(Rounds<ExecutionSpace, Index> const& rounds, ChainDistances const& distances)
{
  std::size_t const n = rounds.ranking.ranks.extent(0);
  if (rounds.unsorted.size < n / rounds.context.tuning.min_share_for_chains) return {};
  return chain_order<Index>(n, common_distance(rounds, distances), distances);
}

template <class ExecutionSpace, class Index, class Successor>
void gather_chain_keys(Rounds<ExecutionSpace, Index> const& rounds, Successor const& successor, ChainOrder const& order,
                       Span<std::uint64_t, typename ExecutionSpace::memory_space> const& keys)
{
  using Range = backends::Range<ExecutionSpace>;
  using RankView = Span<Index, typename ExecutionSpace::memory_space>;
  auto const& context = rounds.context;
  auto const& ranks = rounds.ranking.ranks;
  Workspace::Scope const scope(context.workspace);
  auto const ends = context.template take<Index>(order.size());
  Kokkos::parallel_for("lexikos::suffix_array::chain_links", Range(context.space, 0, order.size()),
                       ChainEnd<RankView>{order, ranks, ends});
  primitives::inclusive_scan(context.space, ends, ends, primitives::Maximum{}, context.workspace);
  int const rank_bits = std::bit_width(ranks.extent(0));
  Kokkos::parallel_for("lexikos::suffix_array::chain_keys", Range(context.space, 0, rounds.unsorted.size),
                       ChainKey<ExecutionSpace, Index, Successor>{rounds.ranking, rounds.unsorted, successor, order,
                                                                  rounds.depth, rank_bits, ends, keys});
}

#define LEXIKOS_INSTANTIATE_KEYS(SPACE, INDEX, SUCCESSOR)                                                         \
  template void gather_chain_keys<SPACE, INDEX>(Rounds<SPACE, INDEX> const&, SUCCESSOR const&, ChainOrder const&, \
                                                Span<std::uint64_t, SPACE::memory_space> const&);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                            \
  template ChainOrder find_chains<SPACE, INDEX>(Rounds<SPACE, INDEX> const&, ChainDistances const&); \
  LEXIKOS_INSTANTIATE_KEYS(SPACE, INDEX, SuccessorAtDepth)                                           \
  LEXIKOS_INSTANTIATE_KEYS(SPACE, INDEX, SampleSuccessor<SPACE::memory_space>)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_KEYS

}  // namespace lexikos::suffix_array_detail
