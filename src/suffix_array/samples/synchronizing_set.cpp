// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/detail/execution_spaces.hpp>

#include "suffix_array/samples/synchronizing_set.hpp"

#include "backends/primitives.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

template <class MemorySpace>
struct FlagSample
{
  SampleDistances<MemorySpace> distances;
  Span<std::uint8_t, MemorySpace> flags;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { flags(i) = is_first(i) ? 1 : 0; }

  [[nodiscard]] KOKKOS_FUNCTION bool is_first(std::size_t i) const
  {
    if (distances.is_in_run(i)) return false;
    return i == 0 || distances.is_in_run(i - 1) || distances.sample(i - 1) != distances.sample(i);
  }
};

template <class MemorySpace, class Index>
struct PositionOfSample
{
  SampleDistances<MemorySpace> distances;
  Span<Index, MemorySpace> firsts;
  Span<Index, MemorySpace> positions;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    positions(j) = static_cast<Index>(distances.sample(firsts(j)));
  }
};

}  // namespace

template <class ExecutionSpace, class Index>
std::size_t list_samples(Context<ExecutionSpace> const& context,
                         SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                         Span<Index, typename ExecutionSpace::memory_space> const& firsts,
                         Span<std::uint8_t, typename ExecutionSpace::memory_space> const& flags)
{
  Kokkos::parallel_for("lexikos::suffix_array::flag_samples",
                       backends::Range<ExecutionSpace>(context.space, 0, distances.size),
                       FlagSample<typename ExecutionSpace::memory_space>{distances, flags});
  return primitives::select_positions(context.space, flags, firsts, context.workspace);
}

template <class ExecutionSpace, class Index>
void positions_of_samples(Context<ExecutionSpace> const& context,
                          SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                          Span<Index, typename ExecutionSpace::memory_space> const& firsts,
                          Span<Index, typename ExecutionSpace::memory_space> const& positions)
{
  Kokkos::parallel_for("lexikos::suffix_array::positions_of_samples",
                       backends::Range<ExecutionSpace>(context.space, 0, positions.extent(0)),
                       PositionOfSample<typename ExecutionSpace::memory_space, Index>{distances, firsts, positions});
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                \
  template std::size_t list_samples(Context<SPACE> const&, SampleDistances<SPACE::memory_space> const&,  \
                                    Span<INDEX, SPACE::memory_space> const&,                             \
                                    Span<std::uint8_t, SPACE::memory_space> const&);                     \
  template void positions_of_samples(Context<SPACE> const&, SampleDistances<SPACE::memory_space> const&, \
                                     Span<INDEX, SPACE::memory_space> const&,                            \
                                     Span<INDEX, SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
