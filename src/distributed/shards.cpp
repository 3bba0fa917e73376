// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is done to the intervals of one shard, whatever index they are of.

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/distributed/detail/shards.hpp>

#include "backends/launch.hpp"
#include "common/items_of_segments.hpp"

namespace lexikos::distributed_detail
{

namespace
{

template <class MemorySpace, class Index>
struct AddCount
{
  ShardIntervals<MemorySpace, Index> intervals;
  Span<std::uint64_t, MemorySpace> counts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    counts(i) += static_cast<std::uint64_t>(intervals.ends(i) - intervals.begins(i)) - intervals.beyond(i);
  }
};

template <class MemorySpace, class Index>
struct CutInterval
{
  ShardIntervals<MemorySpace, Index> intervals;
  Span<std::uint64_t, MemorySpace> left;
  Span<std::uint64_t, MemorySpace> takes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const all = intervals.ends(i) - intervals.begins(i);
    std::uint64_t const beyond = intervals.beyond(i);
    std::uint64_t const take = Kokkos::min<std::uint64_t>(left(i), all - beyond);
    takes(i) = take;
    std::uint64_t const fetched = take == 0 ? 0 : Kokkos::min<std::uint64_t>(all, take + beyond);
    intervals.ends(i) = static_cast<Index>(intervals.begins(i) + fetched);
  }
};

template <class MemorySpace, class Index>
struct PlacePosition
{
  Index const* found;
  std::uint64_t const* offsets;
  std::uint64_t first;
  Span<std::uint64_t, MemorySpace> takes;
  Span<std::uint64_t, MemorySpace> places;
  Span<std::uint64_t, MemorySpace> positions;

  KOKKOS_FUNCTION void operator()(std::size_t pattern, std::size_t i) const
  {
    std::uint64_t const number = i - offsets[pattern];
    if (number < takes(pattern)) positions(places(pattern) + number) = first + found[i];
  }
};

template <class MemorySpace>
struct MoveOn
{
  Span<std::uint64_t, MemorySpace> takes;
  WantedOfPatterns<MemorySpace> wanted;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    wanted.left(i) -= takes(i);
    wanted.places(i) += takes(i);
  }
};

}  // namespace

template <class ExecutionSpace, class Index>
void add_counts(ExecutionSpace const& space,
                ShardIntervals<typename ExecutionSpace::memory_space, Index> const& intervals,
                Span<std::uint64_t, typename ExecutionSpace::memory_space> const& counts)
{
  Kokkos::parallel_for("lexikos::distributed::add_counts", backends::Range<ExecutionSpace>(space, 0, counts.extent(0)),
                       AddCount<typename ExecutionSpace::memory_space, Index>{intervals, counts});
}

template <class ExecutionSpace, class Index>
void cut_intervals(ExecutionSpace const& space,
                   ShardIntervals<typename ExecutionSpace::memory_space, Index> const& intervals,
                   Span<std::uint64_t, typename ExecutionSpace::memory_space> const& left,
                   Span<std::uint64_t, typename ExecutionSpace::memory_space> const& takes)
{
  Kokkos::parallel_for("lexikos::distributed::cut_intervals",
                       backends::Range<ExecutionSpace>(space, 0, takes.extent(0)),
                       CutInterval<typename ExecutionSpace::memory_space, Index>{intervals, left, takes});
}

template <class ExecutionSpace, class Index>
void place_positions(ExecutionSpace const& space,
                     Occurrences<typename ExecutionSpace::memory_space, Index> const& found, std::uint64_t first,
                     Span<std::uint64_t, typename ExecutionSpace::memory_space> const& takes,
                     WantedOfPatterns<typename ExecutionSpace::memory_space> const& wanted)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  detail::for_each_item(space, "lexikos::distributed::place_positions",
                        {found.offsets.data(), takes.extent(0), 0, found.positions.extent(0)},
                        PlacePosition<MemorySpace, Index>{found.positions.data(), found.offsets.data(), first, takes,
                                                          wanted.places, wanted.positions});
  Kokkos::parallel_for("lexikos::distributed::move_on", backends::Range<ExecutionSpace>(space, 0, takes.extent(0)),
                       MoveOn<MemorySpace>{takes, wanted});
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                    \
  template void add_counts(SPACE const&, ShardIntervals<SPACE::memory_space, INDEX> const&,                  \
                           Span<std::uint64_t, SPACE::memory_space> const&);                                 \
  template void cut_intervals(SPACE const&, ShardIntervals<SPACE::memory_space, INDEX> const&,               \
                              Span<std::uint64_t, SPACE::memory_space> const&,                               \
                              Span<std::uint64_t, SPACE::memory_space> const&);                              \
  template void place_positions(SPACE const&, Occurrences<SPACE::memory_space, INDEX> const&, std::uint64_t, \
                                Span<std::uint64_t, SPACE::memory_space> const&,                             \
                                WantedOfPatterns<SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
