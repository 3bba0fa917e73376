// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The rounds of every algorithm that doubles: the suffixes of a group, which agree in their first h symbols, are sorted by
// the rank of a suffix further on, at most h symbols, at a distance that is the same for all of the group; or by this rank
// and those of one, two or three more suffixes, each behind the one before it.
//
// Where that suffix lies is what the algorithms differ in, and what `Successor` knows:
//   key(ranking, position, h)  1 + the rank of the suffix behind `position`, 0 for the empty suffix
//   prefetch_place, prefetch_rank  with these arguments: ask for what tells where that rank lies, and then for the rank
//   next(position, h)          the position of that suffix, the text's length for the empty one: depth_after(h) - h or more
//                              symbols further on
//   depth_after(h)             symbols in which suffixes of a group agree when they were sorted by these keys
//   chain_distances(h)         least and largest distance at which chains may be followed (periods.hpp)
// Positions are those of suffixes that share their group: behind others there may be none.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/prefetch.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/rounds/chains.hpp"
#include "suffix_array/rounds/comparison_round.hpp"
#include "suffix_array/rounds/groups.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/text/first_sort.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

/// Sorted by the rank of the suffix h symbols further on, the suffixes of a group agree in 2h symbols.
struct SuccessorAtDepth
{
  /// A suffix in a group has h symbols at least, so the one behind begins at the end of the text at most.
  template <class Ranking>
  [[nodiscard]] KOKKOS_FUNCTION auto key(Ranking const& ranking, std::size_t position, std::size_t h) const
  {
    using Index = typename decltype(ranking.ranks)::value_type;
    std::size_t const behind = next(position, h);
    return behind < ranking.ranks.extent(0) ? ranking.ranks(behind) + 1 : Index{0};
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t next(std::size_t position, std::size_t h) const { return position + h; }

  template <class Ranking>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_place(Ranking const&, std::size_t, std::size_t) const
  {}
  template <class Ranking>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_rank(Ranking const& ranking, std::size_t position, std::size_t h) const
  {
    if (position + h < ranking.ranks.extent(0)) detail::prefetch(&ranking.ranks(position + h));
  }

  [[nodiscard]] std::size_t depth_after(std::size_t h) const { return 2 * h; }
  [[nodiscard]] ChainDistances chain_distances(std::size_t h) const { return {1, h}; }
};

/// What the rounds of an algorithm that doubles over the whole text begin with; memory is the workspace's.
template <class ExecutionSpace, class Index>
struct Doubling
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  std::size_t depth = 0;  ///< symbols in which the suffixes of a group agree
};

/// Sorts the suffixes by their first symbols, ranks them, and lists those that are not in their place. Memory that the
/// rounds need is taken in the caller's scope.
/// \param wanted_depth  as first_sort's
template <class ExecutionSpace, class Symbol, class Index>
Doubling<ExecutionSpace, Index> sort_first_symbols(SortRun<ExecutionSpace, Symbol, Index> const& run,
                                                   Steps<ExecutionSpace>& step, std::size_t wanted_depth = 0)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& space = run.space;
  auto const& suffix_array = run.suffix_array;
  auto& statistics = run.statistics;
  auto& workspace = run.workspace;
  std::size_t const n = run.text.extent(0);
  // one array serves three times: second value array of the first sort, then flags, then the suffixes of the rounds
  auto const suffixes = workspace.template take<Index, MemorySpace>(n + 1);
  Span<std::uint8_t, MemorySpace> const heads(reinterpret_cast<std::uint8_t*>(suffixes.data()), n + 1);
  Span<std::uint8_t, MemorySpace> const flags(heads.data() + n + 1, n + 1);
  Doubling<ExecutionSpace, Index> state;
  state.depth = first_sort(space, run.text, AllSuffixes{n}, suffix_array, Span<Index, MemorySpace>(suffixes.data(), n),
                           heads, statistics, step, workspace, wanted_depth);
  state.ranking = {suffix_array, run.wants_inverse() ? run.inverse : workspace.template take<Index, MemorySpace>(n)};
  step("first ranks", [&] { first_ranks(space, state.ranking, heads, workspace); });
  step("list unsorted", [&] { state.unsorted = first_unsorted(space, heads, flags, suffixes, workspace); });
  end_round(run.options, statistics, state.unsorted.size, n);
  return state;
}

/// Bytes of workspace at the peak, at most: of the first sort, two keys of eight bytes and an index a suffix; of the
/// rounds, when all suffixes stay unsorted, the ranks unless the caller has them, the list, and what a round takes.
/// \param round_bytes  of a round, for each unsorted suffix
template <class Index>
std::size_t doubling_workspace_bytes(std::size_t n, bool with_inverse, std::size_t round_bytes)
{
  std::size_t const first_sort = 16 * n;
  std::size_t const ranks = with_inverse ? 0 : sizeof(Index) * n;
  std::size_t const rounds = ranks + unsorted_bytes<Index>(n) + round_bytes * n;
  constexpr std::size_t counters = std::size_t{8} << 20;
  return sizeof(Index) * n + std::max(first_sort, rounds) + n / 4 + counters;
}

/// Asks for what the keys of a list's later suffixes are made of, where a host makes one after the other. (Not within
/// KOKKOS_IF_ON_HOST: what a lambda captures, and in which order, must be the same for nvcc on both sides.)
template <class Ranking, class SlotView, class Successor>
KOKKOS_FORCEINLINE_FUNCTION void prefetch_keys(Ranking const& ranking, Successor const& behind, SlotView const& slots,
                                               std::size_t size, std::size_t j, std::size_t h)
{
  constexpr std::size_t ahead = prefetch_distance;
  if (j + 2 * ahead >= size) return;
  behind.prefetch_place(ranking, ranking.suffix_array(slots(j + 2 * ahead)), h);
  behind.prefetch_rank(ranking, ranking.suffix_array(slots(j + ahead)), h);
}

/// suffixes(j) = the j-th unsorted suffix, keys(j) = its key in a round of depth h.
template <class ExecutionSpace, class Index, class Successor, class Unit = backends::ThisUnit>
void gather_keys(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking, Successor const& behind,
                 UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::size_t h)
{
  auto const slots = unsorted.slots;
  auto const suffixes = unsorted.suffixes;
  auto const keys = unsorted.keys;
  std::size_t const size = unsorted.size;
  Kokkos::parallel_for(
      "lexikos::suffix_array::gather_keys", range(space, size), KOKKOS_LAMBDA(std::int64_t j) {
        prefetch_keys(ranking, behind, slots, size, static_cast<std::size_t>(j), h);
        Index const suffix = ranking.suffix_array(slots(j));
        suffixes(j) = suffix;
        keys(j) = behind.key(ranking, suffix, h);
      });
}

/// The chains by which a round of depth h may sort; a distance of 0 where the text is not periodic. Fences.
template <class ExecutionSpace, class Index, class Successor>
ChainOrder find_chains(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                       Successor const& behind,
                       UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::size_t h,
                       Workspace& workspace)
{
  ChainDistances const distances = behind.chain_distances(h);
  std::size_t const distance = common_distance(space, ranking, unsorted, distances, workspace);
  return chain_order<Index>(ranking.ranks.extent(0), distance, distances);
}

/// Sorts every group by its chains: afterwards its suffixes agree in twice as many symbols.
template <class ExecutionSpace, class Index, class Successor>
void refine_by_chains(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                      Successor const& behind, ChainOrder const& order,
                      UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::size_t h,
                      std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  auto const keys = workspace.take<std::uint64_t, MemorySpace>(unsorted.size);
  step("chain keys", [&] {
    Workspace::Scope chain_scope(workspace);
    auto const ends = workspace.take<Index, MemorySpace>(order.size());
    find_chain_ends(space, order, ranking.ranks, ends, workspace);
    chain_keys(space, order, ranking, behind, ends, unsorted, h, keys);
  });
  int const key_bits = std::bit_width(2 * order.length - 1) + std::bit_width(ranking.ranks.extent(0));
  refine_groups(space, ranking, unsorted, keys, key_bits, tag, step, workspace);
}

/// How a round takes the ranks of suffixes further on into one key.
struct KeyWidth
{
  int ranks = 1;  ///< at most
  int bits = 64;  ///< at most, of more ranks than one

  [[nodiscard]] int ranks_of(int rank_bits) const { return std::clamp(bits / rank_bits, 1, ranks); }
};

/// The ranks of `count` suffixes, each behind the one before it. One that is shorter than h symbols is in no group: what
/// follows its rank tells nothing more, and is 0.
template <class Ranking, class Successor>
KOKKOS_FUNCTION std::uint64_t key_of_ranks(Ranking const& ranking, Successor const& behind, std::size_t position,
                                           std::size_t h, int count, int rank_bits)
{
  std::uint64_t key = 0;
  for (int k = 0; k < count; ++k) {
    key <<= rank_bits;
    if (position + h > ranking.ranks.extent(0)) continue;
    key |= behind.key(ranking, position, h);
    position = behind.next(position, h);
  }
  return key;
}

/// suffixes(j) = the j-th unsorted suffix, keys(j) = the ranks of `count` suffixes behind it.
template <class ExecutionSpace, class Index, class Successor, class KeyView, class Unit = backends::ThisUnit>
void gather_keys_of_ranks(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                          Successor const& behind,
                          UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::size_t h,
                          int count, int rank_bits, KeyView const& keys)
{
  auto const slots = unsorted.slots;
  auto const suffixes = unsorted.suffixes;
  Kokkos::parallel_for(
      "lexikos::suffix_array::gather_keys_of_ranks", range(space, unsorted.size), KOKKOS_LAMBDA(std::int64_t j) {
        Index const suffix = ranking.suffix_array(slots(j));
        suffixes(j) = suffix;
        keys(j) = key_of_ranks(ranking, behind, suffix, h, count, rank_bits);
      });
}

/// Sorts every group by keys of `count` ranks.
template <class ExecutionSpace, class Index, class Successor>
void refine_by_ranks(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                     Successor const& behind, UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted,
                     std::size_t h, int count, int rank_bits, std::uint8_t tag, Steps<ExecutionSpace>& step,
                     Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if (count == 1) {
    step("gather keys", [&] { gather_keys(space, ranking, behind, unsorted, h); });
    refine_groups(space, ranking, unsorted, Span<Index, MemorySpace>(unsorted.keys.data(), unsorted.size), rank_bits,
                  tag, step, workspace);
  }
  else {
    Workspace::Scope scope(workspace);
    auto const keys = workspace.take<std::uint64_t, MemorySpace>(unsorted.size);
    step("gather keys", [&] { gather_keys_of_ranks(space, ranking, behind, unsorted, h, count, rank_bits, keys); });
    refine_groups(space, ranking, unsorted, keys, count * rank_bits, tag, step, workspace);
  }
}

/// One round: every group of suffixes that agree in h symbols is sorted. Where the text is periodic, by chains. Returns in how
/// many symbols the suffixes of a group agree then.
template <class ExecutionSpace, class Index, class Successor>
std::size_t doubling_round(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                           Successor const& behind,
                           UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::size_t h,
                           KeyWidth const& width, std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  ChainOrder order;
  step("find period", [&] { order = find_chains(space, ranking, behind, unsorted, h, workspace); });
  if (order.distance != 0) {
    refine_by_chains(space, ranking, behind, order, unsorted, h, tag, step, workspace);
    return behind.depth_after(h);
  }
  int const rank_bits = std::bit_width(ranking.suffix_array.extent(0));
  int const count = width.ranks_of(rank_bits);
  refine_by_ranks(space, ranking, behind, unsorted, h, count, rank_bits, tag, step, workspace);
  return h + static_cast<std::size_t>(count) * (behind.depth_after(h) - h);
}

/// One round over groups that agree in h symbols: the small ones are sorted by comparisons. Returns in how many symbols
/// groups agree then: h, if there are large ones.
template <class ExecutionSpace, class Index, class Successor>
std::size_t comparison_round(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                             Successor const& behind,
                             UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                             std::size_t h, std::size_t max_ranks, std::uint8_t tag, Steps<ExecutionSpace>& step,
                             Workspace& workspace)
{
  step("gather keys", [&] { gather_keys(space, ranking, behind, unsorted, h); });
  step("compare", [&] { h = sort_by_comparisons(space, ranking, behind, unsorted, h, max_ranks, tag, workspace); });
  return h;
}

/// Calls round(h, tag), which returns in how many symbols the suffixes of a group agree then, and drops what found its
/// place, until every suffix stands in its place and ranks are those of the sorted suffixes.
/// \param h    symbols in which the suffixes of a group agree
/// \param tag  of the first round; larger than those of earlier ones
template <class ExecutionSpace, class Index, class Round>
void rounds_until_sorted(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                         UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::size_t h,
                         std::uint8_t tag, SuffixArrayOptions const& options, SuffixArrayStatistics& statistics,
                         Steps<ExecutionSpace>& step, Workspace& workspace, Round const& round)
{
  for (; unsorted.size != 0; ++tag) {
    h = round(h, tag);
    step("drop sorted", [&] { drop_sorted(space, unsorted, workspace); });
    end_round(options, statistics, unsorted.size, ranking.suffix_array.extent(0));
  }
}

/// The same of a state, behind its first sort.
template <class ExecutionSpace, class Symbol, class Index, class Round>
void rounds_until_sorted(SortRun<ExecutionSpace, Symbol, Index> const& run, Doubling<ExecutionSpace, Index>& state,
                         Steps<ExecutionSpace>& step, Round const& round)
{
  rounds_until_sorted(run.space, state.ranking, state.unsorted, state.depth, first_sort_tag + 1, run.options,
                      run.statistics, step, run.workspace, round);
}

/// Ranks by which comparisons tell two suffixes apart: a round of them is worth four that double the depth.
constexpr std::size_t max_ranks_compared = 16;

/// Lists of so few suffixes that a round of comparisons takes less time than the launches and waits of a plain one.
template <class ExecutionSpace>
constexpr std::size_t max_list_to_compare = std::size_t{1} << (detail::works_on_host<ExecutionSpace> ? 12 : 17);

/// Lists of so few suffixes that keys of several ranks pay: a round with them costs little more and is worth two.
template <class ExecutionSpace>
constexpr std::size_t max_list_for_wide_keys = detail::works_on_host<ExecutionSpace> ? 0 : std::size_t{1} << 22;
constexpr KeyWidth wide_key{.ranks = 4};

/// Whether groups are so short in the mean that comparisons may sort most of them.
template <class Unsorted>
bool has_short_groups(Unsorted const& unsorted)
{
  std::size_t const groups = unsorted.offsets.extent(0) - 1;
  return unsorted.size <= max_small_group / 2 * groups;
}

/// The rounds of `doubling_round`, and of comparisons for short lists. Where these leave large groups, plain rounds follow
/// until half of what was left has found its place.
template <class ExecutionSpace, class Index, class Successor>
void doubling_rounds(ExecutionSpace const& space, Ranking<ExecutionSpace, Index> const& ranking,
                     Successor const& behind, UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted,
                     std::size_t h, std::uint8_t tag, SuffixArrayOptions const& options,
                     SuffixArrayStatistics& statistics, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  std::size_t most = max_list_to_compare<ExecutionSpace>;
  bool left_large_groups = false;
  auto const compare = [&](std::size_t depth, std::uint8_t round_tag) {
    std::size_t const reached =
        comparison_round(space, ranking, behind, unsorted, depth, max_ranks_compared, round_tag, step, workspace);
    left_large_groups = reached == depth;
    return reached;
  };
  auto const double_depth = [&](std::size_t depth, std::uint8_t round_tag) {
    if (left_large_groups) most = unsorted.size / 2;
    left_large_groups = false;
    KeyWidth const width = unsorted.size <= max_list_for_wide_keys<ExecutionSpace> ? wide_key : KeyWidth{};
    return doubling_round(space, ranking, behind, unsorted, depth, width, round_tag, step, workspace);
  };
  rounds_until_sorted(space, ranking, unsorted, h, tag, options, statistics, step, workspace,
                      [&](std::size_t depth, std::uint8_t round_tag) {
                        bool const pays = !left_large_groups && unsorted.size <= most && has_short_groups(unsorted);
                        return pays ? compare(depth, round_tag) : double_depth(depth, round_tag);
                      });
}

}  // namespace lexikos::suffix_array_detail
