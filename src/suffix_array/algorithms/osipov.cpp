// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prefix doubling as Osipov (2012) does it on GPUs: the suffixes that are not yet in their place are sorted all together, by
// the rank of their group and the rank of the suffix h symbols further on, with one radix sort a round.

#include <Kokkos_Core.hpp>
#include <bit>
#include <lexikos/detail/execution_spaces.hpp>
#include <utility>

#include "backends/primitives.hpp"
#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/algorithms/osipov_round.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/rounds/refine.hpp"
#include "suffix_array/text/first_sort.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// suffixes(j) = the j-th unsorted suffix, pairs(j) = its rank and, in the lowest `key_bits` bits, its key.
template <class ExecutionSpace, class Index>
struct GatherPair
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  std::size_t depth;
  int key_bits;
  Span<std::uint64_t, typename ExecutionSpace::memory_space> pairs;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    Index const suffix = ranking.suffix_array(unsorted.sa_positions(j));
    unsorted.suffixes(j) = suffix;
    pairs(j) = (std::uint64_t{ranking.ranks(suffix)} << key_bits) | SuccessorAtDepth{}.key(ranking, suffix, depth);
  }
};

/// keys(j) = the key of suffixes(j).
template <class ExecutionSpace, class Index>
struct KeyOfSuffix
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  std::size_t depth;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    unsorted.keys(j) = SuccessorAtDepth{}.key(ranking, unsorted.suffixes(j), depth);
  }
};

/// A round by one sort of pairs; a rank and a key, of `bits` bits each, fit 64.
template <class ExecutionSpace, class Index>
void refine_by_pairs(Rounds<ExecutionSpace, Index>& rounds, int bits)
{
  auto const& context = rounds.context;
  auto& unsorted = rounds.unsorted;
  std::size_t const m = unsorted.size;
  Workspace::Scope const scope(context.workspace);
  primitives::DoubleBuffer pairs{context.template take<std::uint64_t>(m), context.template take<std::uint64_t>(m)};
  primitives::DoubleBuffer suffixes{first_of(unsorted.suffixes, m), first_of(unsorted.keys, m)};
  context.step("gather pairs", [&] {
    Kokkos::parallel_for(
        "lexikos::suffix_array::gather_pairs", backends::Range<ExecutionSpace>(context.space, 0, m),
        GatherPair<ExecutionSpace, Index>{rounds.ranking, unsorted, rounds.depth, bits, pairs.current});
  });
  context.step("sort together",
               [&] { primitives::radix_sort_pairs(context.space, pairs, suffixes, 0, 2 * bits, context.workspace); });
  if (suffixes.current.data() == unsorted.keys.data()) std::swap(unsorted.suffixes, unsorted.keys);
  split_groups(rounds, pairs.current);
}

/// A round by two stable sorts: by key, then by rank.
template <class ExecutionSpace, class Index>
void refine_by_two_sorts(Rounds<ExecutionSpace, Index>& rounds, int bits)
{
  auto const& context = rounds.context;
  auto const& space = context.space;
  auto& unsorted = rounds.unsorted;
  std::size_t const m = unsorted.size;
  auto const list = first_of(unsorted.suffixes, m);
  context.step("gather pairs", [&] { gather_keys(rounds, SuccessorAtDepth{}, rounds.ranking.ranks); });
  context.step("sort together", [&] {
    Workspace::Scope const scope(context.workspace);
    primitives::DoubleBuffer keys{first_of(unsorted.keys, m), context.template take<Index>(m)};
    primitives::DoubleBuffer suffixes{list, context.template take<Index>(m)};
    primitives::radix_sort_pairs(space, keys, suffixes, 0, bits, context.workspace);
    primitives::gather(space, suffixes.current, rounds.ranking.ranks, keys.current);
    primitives::radix_sort_pairs(space, keys, suffixes, 0, bits, context.workspace);
    if (suffixes.current.data() != list.data()) Kokkos::deep_copy(space, list, suffixes.current);
  });
  context.step("gather pairs", [&] {
    Kokkos::parallel_for("lexikos::suffix_array::keys_of", backends::Range<ExecutionSpace>(space, 0, m),
                         KeyOfSuffix<ExecutionSpace, Index>{rounds.ranking, unsorted, rounds.depth});
  });
  split_groups(rounds, first_of(unsorted.keys, m));
}

}  // namespace

template <class ExecutionSpace, class Index>
void refine_together(Rounds<ExecutionSpace, Index>& rounds, int max_key_bits)
{
  int const bits = rounds.rank_bits();
  if (2 * bits <= max_key_bits)
    refine_by_pairs(rounds, bits);
  else
    refine_by_two_sorts(rounds, bits);
  rounds.depth *= 2;
}

/// A round takes two arrays of pairs, and one of an index a suffix when they are sorted.
template <class Index>
std::size_t osipov_workspace_bytes(std::size_t n, bool with_inverse)
{
  return doubling_workspace_bytes<Index>(n, with_inverse, 16 + sizeof(Index));
}

template <class ExecutionSpace, class Index>
void osipov(SortRun<ExecutionSpace, Index>& run)
{
  Workspace::Scope const scope(run.context.workspace);
  auto rounds = sort_first_symbols(run);
  while (rounds.any_unsorted()) rounds.run([&] { refine_together(rounds); });
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                  \
  template void refine_together<SPACE, INDEX>(Rounds<SPACE, INDEX>&, int); \
  template void osipov(SortRun<SPACE, INDEX>&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
template std::size_t osipov_workspace_bytes<std::uint32_t>(std::size_t, bool);
template std::size_t osipov_workspace_bytes<std::uint64_t>(std::size_t, bool);
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
