// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/rounds/unsorted_suffixes.hpp"

#include <Kokkos_Core.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <utility>

#include "backends/primitives.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// How many entries share their group with others, and how many groups those are.
struct UnsortedCounts
{
  std::size_t entries = 0;
  std::size_t groups = 0;
};

/// flags(i) = 1 where entry i shares its group, given heads(i) != 0 where a group starts and heads(n) != 0; flags(n) = 1.
template <class Bytes>
struct FlagUnsorted
{
  std::size_t n;
  Bytes heads;
  Bytes flags;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& entries, std::size_t& groups) const
  {
    bool const is_end = i == n;
    bool const is_head = heads(i) != 0;
    bool const is_alone = !is_end && is_head && heads(i + 1) != 0;
    flags(i) = is_alone ? 0 : 1;
    if (is_alone || is_end) return;
    ++entries;
    groups += is_head ? 1 : 0;
  }
};

/// Fences.
template <class ExecutionSpace, class Bytes>
UnsortedCounts flag_unsorted(ExecutionSpace const& space, std::size_t n, Bytes const& heads, Bytes const& flags)
{
  UnsortedCounts counts;
  Kokkos::parallel_reduce("lexikos::suffix_array::flag_unsorted", backends::Range<ExecutionSpace>(space, 0, n + 1),
                          FlagUnsorted<Bytes>{n, heads, flags}, counts.entries, counts.groups);
  return counts;
}

/// Lists the groups' first entries.
template <class ExecutionSpace, class Index>
void list_groups(Context<ExecutionSpace> const& context,
                 UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::size_t groups)
{
  unsorted.offsets = first_of(unsorted.group_memory, groups + 1);
  primitives::pack_positions(context.space, first_of(unsorted.heads, unsorted.size + 1), unsorted.offsets,
                             context.workspace);
}

}  // namespace

template <class ExecutionSpace, class Index>
UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> first_unsorted(
    Context<ExecutionSpace> const& context, RoundMemory<Index, typename ExecutionSpace::memory_space> const& memory)
{
  std::size_t const n = memory.suffixes();
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;
  UnsortedCounts const counts = flag_unsorted(context.space, n, memory.heads(), memory.flags());
  std::size_t const m = counts.entries;
  unsorted.size = m;
  unsorted.sa_positions = context.template take<Index>(m);
  unsorted.keys = context.template take<Index>(m);
  unsorted.heads = context.template take<std::uint8_t>(m + 1);
  unsorted.other_heads = context.template take<std::uint8_t>(m + 1);
  unsorted.group_memory = context.template take<Index>(m / 2 + 1);
  unsorted.suffixes = memory.whole();
  if (m == 0) return unsorted;
  primitives::pack_positions(context.space, first_of(memory.flags(), n), unsorted.sa_positions, context.workspace);
  primitives::pack_flagged(context.space, memory.heads(), memory.flags(), unsorted.heads, context.workspace);
  list_groups(context, unsorted, counts.groups);
  return unsorted;
}

template <class ExecutionSpace, class Index>
void drop_sorted(Context<ExecutionSpace> const& context,
                 UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted)
{
  std::size_t const m = unsorted.size;
  Span<std::uint8_t, typename ExecutionSpace::memory_space> const flags(
      reinterpret_cast<std::uint8_t*>(unsorted.suffixes.data()), m + 1);
  UnsortedCounts const left = flag_unsorted(context.space, m, unsorted.heads, flags);
  unsorted.size = left.entries;
  if (left.entries == 0) return;
  if (left.entries != m) {
    primitives::pack_flagged(context.space, first_of(unsorted.sa_positions, m), first_of(flags, m),
                             first_of(unsorted.keys, left.entries), context.workspace);
    primitives::pack_flagged(context.space, first_of(unsorted.heads, m + 1), flags,
                             first_of(unsorted.other_heads, left.entries + 1), context.workspace);
    std::swap(unsorted.sa_positions, unsorted.keys);
    std::swap(unsorted.heads, unsorted.other_heads);
  }
  list_groups(context, unsorted, left.groups);
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                             \
  template UnsortedSuffixes<INDEX, SPACE::memory_space> first_unsorted<SPACE, INDEX>( \
      Context<SPACE> const&, RoundMemory<INDEX, SPACE::memory_space> const&);         \
  template void drop_sorted<SPACE, INDEX>(Context<SPACE> const&, UnsortedSuffixes<INDEX, SPACE::memory_space>&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
