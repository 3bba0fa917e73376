// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A round by the text itself, where the rank of a successor would tell no more than the next symbols do.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "backends/launch.hpp"
#include "suffix_array/rounds/refine.hpp"
#include "suffix_array/rounds/rounds.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::suffix_array_detail
{

/// keys(j) = the symbols of the j-th unsorted suffix that follow the first ones.
template <class ExecutionSpace, class Index>
struct GatherSymbols
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  PackedText<typename ExecutionSpace::memory_space> packed;
  std::size_t depth;
  Span<std::uint64_t, typename ExecutionSpace::memory_space> keys;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    if (j + prefetch_distance < keys.extent(0))
      packed.prefetch(ranking.suffix_array(unsorted.sa_positions(j + prefetch_distance)) + depth);
    Index const suffix = ranking.suffix_array(unsorted.sa_positions(j));
    unsorted.suffixes(j) = suffix;
    keys(j) = packed.bounded_key(suffix + depth);
  }
};

/// A round by the symbols that follow the first ones.
template <class ExecutionSpace, class Index>
void refine_by_next_symbols(Rounds<ExecutionSpace, Index>& rounds,
                            PackedText<typename ExecutionSpace::memory_space> const& packed)
{
  auto const& context = rounds.context;
  std::size_t const m = rounds.unsorted.size;
  Workspace::Scope const scope(context.workspace);
  auto const keys = context.template take<std::uint64_t>(m);
  context.step("gather symbols", [&] {
    Kokkos::parallel_for(
        "lexikos::suffix_array::gather_symbols", backends::Range<ExecutionSpace>(context.space, 0, m),
        GatherSymbols<ExecutionSpace, Index>{rounds.ranking, rounds.unsorted, packed, rounds.depth, keys});
  });
  refine_groups(rounds, keys, packed.bounded_key_bits());
  rounds.depth += static_cast<std::size_t>(packed.symbols_per_bounded_key());
}

}  // namespace lexikos::suffix_array_detail
