// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/rounds/doubling.hpp"

#include <Kokkos_Core.hpp>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/launch.hpp"
#include "suffix_array/rounds/chains.hpp"
#include "suffix_array/rounds/comparison_round.hpp"
#include "suffix_array/rounds/refine.hpp"
#include "suffix_array/rounds/short_list.hpp"
#include "suffix_array/samples/numbered_successor.hpp"
#include "suffix_array/samples/run_successor.hpp"
#include "suffix_array/samples/sample_successor.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

template <class ExecutionSpace, class Index, class Successor>
struct GatherKey
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  Successor successor;
  std::size_t depth;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    prefetch_later_keys(j);
    Index const suffix = ranking.suffix_array(unsorted.sa_positions(j));
    unsorted.suffixes(j) = suffix;
    unsorted.keys(j) = successor.key(ranking, suffix, depth);
  }

  /// Prefetches what the keys of later iterations will read (hosts only).
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_later_keys(std::size_t j) const
  {
    constexpr std::size_t ahead = prefetch_distance;
    if (j + 2 * ahead >= unsorted.size) return;
    successor.prefetch_place(ranking, ranking.suffix_array(unsorted.sa_positions(j + 2 * ahead)), depth);
    successor.prefetch_rank(ranking, ranking.suffix_array(unsorted.sa_positions(j + ahead)), depth);
  }
};

/// The ranks of `count` suffixes as one key, each the successor of the one before. One that is shorter than the depth is in
/// no group: what follows its rank tells nothing more, and is 0.
template <class ExecutionSpace, class Index, class Successor>
struct GatherKeyOfRanks
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  Successor successor;
  std::size_t depth;
  int count;
  int rank_bits;
  Span<std::uint64_t, typename ExecutionSpace::memory_space> keys;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    Index const suffix = ranking.suffix_array(unsorted.sa_positions(j));
    unsorted.suffixes(j) = suffix;
    std::size_t position = suffix;
    std::uint64_t key = 0;
    for (int k = 0; k < count; ++k) {
      key <<= rank_bits;
      if (!successor.reaches(ranking, position, depth)) continue;
      key |= successor.key(ranking, position, depth);
      position = successor.next(position, depth);
    }
    keys(j) = key;
  }
};

template <class ExecutionSpace, class Index, class Successor>
void refine_by_chains(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor, ChainOrder const& order)
{
  auto const& context = rounds.context;
  Workspace::Scope const scope(context.workspace);
  auto const keys = context.template take<std::uint64_t>(rounds.unsorted.size);
  context.step("chain keys", [&] { gather_chain_keys(rounds, successor, order, keys); });
  refine_groups(rounds, keys, chain_key_bits(order, rounds.ranking.ranks.extent(0)));
}

template <class ExecutionSpace, class Index, class Successor>
void refine_by_rank(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor)
{
  rounds.context.step("gather keys", [&] { gather_keys(rounds, successor, rounds.ranking.ranks); });
  refine_groups(rounds, first_of(rounds.unsorted.keys, rounds.unsorted.size), rounds.rank_bits());
}

template <class ExecutionSpace, class Index, class Successor>
void refine_by_ranks(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor, int count)
{
  auto const& context = rounds.context;
  std::size_t const m = rounds.unsorted.size;
  int const rank_bits = rounds.rank_bits();
  Workspace::Scope const scope(context.workspace);
  auto const keys = context.template take<std::uint64_t>(m);
  context.step("gather keys", [&] {
    Kokkos::parallel_for("lexikos::suffix_array::gather_keys_of_ranks",
                         backends::Range<ExecutionSpace>(context.space, 0, m),
                         GatherKeyOfRanks<ExecutionSpace, Index, Successor>{rounds.ranking, rounds.unsorted, successor,
                                                                            rounds.depth, count, rank_bits, keys});
  });
  if constexpr (passes_runs<Successor>)
    refine_groups(rounds, keys, successor.key_bits());
  else
    refine_groups(rounds, keys, count * rank_bits);
}

/// Which round comes next, of those that finish a sort.
///
/// A round of comparisons is taken where the list is short and its groups are. Where it leaves large groups, plain rounds
/// follow until half of what was left has found its place.
template <class ExecutionSpace, class Index>
class NextRound
{
 public:
  explicit NextRound(Tuning const& tuning) : m_tuning(tuning), m_max_list(tuning.max_list_to_compare) {}

  [[nodiscard]] bool is_of_comparisons(Rounds<ExecutionSpace, Index> const& rounds) const
  {
    auto const& unsorted = rounds.unsorted;
    bool const has_short_groups = unsorted.size <= max_small_group / 2 * unsorted.groups();
    return !m_left_large_groups && unsorted.size <= m_max_list && has_short_groups;
  }

  [[nodiscard]] KeyWidth key_width(Rounds<ExecutionSpace, Index> const& rounds) const
  {
    bool const pays = rounds.unsorted.size <= m_tuning.max_list_for_wide_keys;
    return pays ? KeyWidth{.ranks = m_tuning.ranks_of_wide_key} : KeyWidth{};
  }

  void compared(std::size_t depth_before, Rounds<ExecutionSpace, Index> const& rounds)
  {
    m_left_large_groups = rounds.depth == depth_before;
  }

  /// To be called before the round, whose list is what comparisons left.
  void doubles(Rounds<ExecutionSpace, Index> const& rounds)
  {
    if (m_left_large_groups) m_max_list = rounds.unsorted.size / 2;
    m_left_large_groups = false;
  }

 private:
  Tuning const& m_tuning;
  std::size_t m_max_list;
  bool m_left_large_groups = false;
};

}  // namespace

template <class ExecutionSpace, class Index, class Successor>
void gather_keys(Rounds<ExecutionSpace, Index> const& rounds, Successor const& successor,
                 Span<Index, typename ExecutionSpace::memory_space> const& ranks)
{
  Kokkos::parallel_for("lexikos::suffix_array::gather_keys",
                       backends::Range<ExecutionSpace>(rounds.context.space, 0, rounds.unsorted.size),
                       GatherKey<ExecutionSpace, Index, Successor>{
                           {rounds.ranking.suffix_array, ranks}, rounds.unsorted, successor, rounds.depth});
}

template <class ExecutionSpace, class Index, class Successor>
void double_depth(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor, KeyWidth const& width)
{
  std::size_t const h = rounds.depth;
  if constexpr (Successor::follows_chains) {
    ChainOrder chains;
    rounds.context.step("find period", [&] { chains = find_chains(rounds, successor.chain_distances(h)); });
    if (chains.distance != 0) {
      refine_by_chains(rounds, successor, chains);
      rounds.depth = successor.depth_after(h);
      return;
    }
  }
  int const count = width.ranks_of(rounds.rank_bits());
  if (count == 1)
    refine_by_rank(rounds, successor);
  else
    refine_by_ranks(rounds, successor, count);
  rounds.depth = h + static_cast<std::size_t>(count) * (successor.depth_after(h) - h);
}

namespace
{

template <class ExecutionSpace, class Index, class Successor>
void run_next(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor, NextRound<ExecutionSpace, Index>& next)
{
  if (next.is_of_comparisons(rounds)) {
    std::size_t const depth = rounds.depth;
    rounds.run([&] { refine_by_comparisons(rounds, successor, rounds.context.tuning.max_ranks_compared); });
    next.compared(depth, rounds);
  }
  else {
    next.doubles(rounds);
    rounds.run([&] { double_depth(rounds, successor, next.key_width(rounds)); });
  }
}

}  // namespace

template <class ExecutionSpace, class Index, class Successor>
void finish_by_doubling(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor)
{
  NextRound<ExecutionSpace, Index> next(rounds.context.tuning);
  while (rounds.any_unsorted()) {
    if (has_short_list(rounds)) return finish_short_list(rounds, successor);
    if constexpr (passes_runs<Successor>)
      rounds.run([&] {
        refine_by_ranks(rounds, successor, 1);
        rounds.depth = successor.depth_after(rounds.depth);
      });
    else
      run_next(rounds, successor, next);
  }
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SUCCESSOR)                                              \
  template void gather_keys<SPACE, INDEX>(Rounds<SPACE, INDEX> const&, SUCCESSOR const&,              \
                                          Span<INDEX, SPACE::memory_space> const&);                   \
  template void double_depth<SPACE, INDEX>(Rounds<SPACE, INDEX>&, SUCCESSOR const&, KeyWidth const&); \
  template void finish_by_doubling<SPACE, INDEX>(Rounds<SPACE, INDEX>&, SUCCESSOR const&);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                     \
  LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SuccessorAtDepth)                     \
  LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SampleSuccessor<SPACE::memory_space>) \
  template void finish_by_doubling<SPACE, INDEX>(Rounds<SPACE, INDEX>&, RunSuccessor<SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#define LEXIKOS_INSTANTIATE_NUMBERED(SPACE) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, NumberedSampleSuccessor<SPACE::memory_space>)
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_NUMBERED)
#undef LEXIKOS_INSTANTIATE_NUMBERED
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos::suffix_array_detail
