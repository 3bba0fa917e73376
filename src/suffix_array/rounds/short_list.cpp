// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/rounds/short_list.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>

#include "suffix_array/rounds/successor.hpp"
#include "suffix_array/samples/numbered_successor.hpp"
#include "suffix_array/samples/run_successor.hpp"
#include "suffix_array/samples/sample_successor.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// The list's suffixes, each with the entries [begin, end) of its group. Entries that are alone stay where they are.
template <class Index, class MemorySpace>
struct ShortList
{
  Span<Index, MemorySpace> suffixes;        ///< [0..size)
  Span<std::uint32_t, MemorySpace> begins;  ///< [0..size)
  Span<std::uint32_t, MemorySpace> ends;    ///< [0..size)

  static ShortList take(Workspace& workspace, std::size_t size)
  {
    return {workspace.take<Index, MemorySpace>(size), workspace.take<std::uint32_t, MemorySpace>(size),
            workspace.take<std::uint32_t, MemorySpace>(size)};
  }
  [[nodiscard]] KOKKOS_FUNCTION bool is_alone(std::size_t j) const { return ends(j) - begins(j) == 1; }
};

template <class ExecutionSpace, class Index, class Successor>
struct FinishShortList
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Policy = Kokkos::TeamPolicy<ExecutionSpace>;
  using Member = typename Policy::member_type;

  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, MemorySpace> unsorted;
  Successor successor;
  std::size_t depth;
  ShortList<Index, MemorySpace> list;
  ShortList<Index, MemorySpace> next;
  Span<std::uint64_t, MemorySpace> keys;

  KOKKOS_FUNCTION void operator()(Member const& team) const
  {
    std::size_t const step = team.team_size();
    for (std::size_t group = team.team_rank(); group + 1 < unsorted.offsets.extent(0); group += step) read_group(group);
    team.team_barrier();
    for (std::size_t h = depth; run_round(team, h);) h = successor.depth_after(h);
  }

 private:
  KOKKOS_FUNCTION void read_group(std::size_t group) const
  {
    auto const begin = static_cast<std::uint32_t>(unsorted.offsets(group));
    auto const end = static_cast<std::uint32_t>(unsorted.offsets(group + 1));
    for (std::uint32_t j = begin; j < end; ++j) {
      list.suffixes(j) = ranking.suffix_array(unsorted.sa_positions(j));
      list.begins(j) = begin;
      list.ends(j) = end;
    }
  }

  /// Returns whether a group is left.
  KOKKOS_FUNCTION bool run_round(Member const& team, std::size_t h) const
  {
    std::size_t const step = team.team_size();
    for (std::size_t j = team.team_rank(); j < unsorted.size; j += step)
      if (!list.is_alone(j)) keys(j) = successor.key(ranking, list.suffixes(j), h);
    team.team_barrier();
    for (std::size_t j = team.team_rank(); j < unsorted.size; j += step)
      if (!list.is_alone(j)) place(j);
    team.team_barrier();
    int any_left = 0;
    for (std::size_t j = team.team_rank(); j < unsorted.size; j += step)
      if (!list.is_alone(j) && write(j)) any_left = 1;
    team.team_reduce(Kokkos::Max<int>(any_left));
    team.team_barrier();
    return any_left != 0;
  }

  /// Finds an entry's place in its group, by the keys of all others.
  KOKKOS_FUNCTION void place(std::size_t j) const
  {
    std::uint64_t const key = keys(j);
    std::uint32_t const begin = list.begins(j);
    std::uint32_t const end = list.ends(j);
    std::uint32_t smaller = 0;
    std::uint32_t equal = 0;
    std::uint32_t equal_before = 0;
    for (std::uint32_t k = begin; k < end; ++k) {
      std::uint64_t const other = keys(k);
      smaller += other < key ? 1 : 0;
      equal += other == key ? 1 : 0;
      equal_before += other == key && k < j ? 1 : 0;
    }
    std::uint32_t const place = begin + smaller + equal_before;
    next.suffixes(place) = list.suffixes(j);
    next.begins(place) = begin + smaller;
    next.ends(place) = begin + smaller + equal;
  }

  /// Writes what has come to an entry. Returns whether it shares its group still.
  KOKKOS_FUNCTION bool write(std::size_t j) const
  {
    Index const suffix = next.suffixes(j);
    ranking.suffix_array(unsorted.sa_positions(j)) = suffix;
    if (next.begins(j) != list.begins(j)) ranking.ranks(suffix) = unsorted.sa_positions(next.begins(j));
    list.suffixes(j) = suffix;
    list.begins(j) = next.begins(j);
    list.ends(j) = next.ends(j);
    return !list.is_alone(j);
  }
};

}  // namespace

template <class ExecutionSpace, class Index, class Successor>
void finish_short_list(Rounds<ExecutionSpace, Index>& rounds, Successor const& successor)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Finish = FinishShortList<ExecutionSpace, Index, Successor>;
  auto const& context = rounds.context;
  std::size_t const m = rounds.unsorted.size;
  {
    Workspace::Scope const scope(context.workspace);
    Finish const finish{rounds.ranking,
                        rounds.unsorted,
                        successor,
                        rounds.depth,
                        ShortList<Index, MemorySpace>::take(context.workspace, m),
                        ShortList<Index, MemorySpace>::take(context.workspace, m),
                        context.template take<std::uint64_t>(m)};
    context.step("finish in one team", [&] {
      typename Finish::Policy const one(context.space, 1, 1);
      int const most = detail::works_on_host<ExecutionSpace> ? 1 : one.team_size_max(finish, Kokkos::ParallelForTag{});
      int const threads = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(most), (m + 31) / 32 * 32));
      Kokkos::parallel_for("lexikos::suffix_array::finish_short_list",
                           typename Finish::Policy(context.space, 1, threads), finish);
    });
  }
  rounds.unsorted.size = 0;
  context.report.end_round(0);
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SUCCESSOR) \
  template void finish_short_list<SPACE, INDEX>(Rounds<SPACE, INDEX>&, SUCCESSOR const&);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                     \
  LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SuccessorAtDepth)                     \
  LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SampleSuccessor<SPACE::memory_space>) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, RunSuccessor<SPACE::memory_space>)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#define LEXIKOS_INSTANTIATE_NUMBERED(SPACE) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, NumberedSampleSuccessor<SPACE::memory_space>)
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_NUMBERED)
#undef LEXIKOS_INSTANTIATE_NUMBERED
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos::suffix_array_detail
