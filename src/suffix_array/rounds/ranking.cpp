// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/rounds/ranking.hpp"

#include <Kokkos_Core.hpp>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/primitives.hpp"
#include "common/invert.hpp"

namespace lexikos::suffix_array_detail
{

template <class ExecutionSpace, class Index>
void first_ranks(Context<ExecutionSpace> const& context, Ranking<ExecutionSpace, Index> const& ranking,
                 Span<std::uint8_t, typename ExecutionSpace::memory_space> const& heads)
{
  Workspace::Scope const scope(context.workspace);
  std::size_t const n = ranking.suffix_array.extent(0);
  auto const head_index = context.template take<Index>(n);
  Kokkos::parallel_for(
      "lexikos::suffix_array::head_index", backends::Range<ExecutionSpace>(context.space, 0, n),
      KOKKOS_LAMBDA(std::size_t i) { head_index(i) = heads(i) != 0 ? static_cast<Index>(i) : 0; });
  primitives::inclusive_scan(context.space, head_index, head_index, primitives::Maximum{}, context.workspace);
  primitives::scatter_blocked(context.space, ranking.suffix_array, head_index, ranking.ranks, context.workspace);
}

template <class ExecutionSpace, class Index>
void invert(Context<ExecutionSpace> const& context, Ranking<ExecutionSpace, Index> const& ranking, bool low_memory)
{
  bool const is_long = ranking.suffix_array.extent(0) >= context.tuning.min_length_to_invert_in_parts;
  std::size_t const parts = low_memory ? 6 : is_long ? 2 : 1;
  detail::invert_in_parts(context.space, ranking.suffix_array, ranking.ranks, parts, context.workspace);
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                      \
  template void first_ranks<SPACE, INDEX>(Context<SPACE> const&, Ranking<SPACE, INDEX> const&, \
                                          Span<std::uint8_t, SPACE::memory_space> const&);     \
  template void invert<SPACE, INDEX>(Context<SPACE> const&, Ranking<SPACE, INDEX> const&, bool);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
