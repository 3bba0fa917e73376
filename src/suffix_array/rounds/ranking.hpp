// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "suffix_array/context.hpp"

namespace lexikos::suffix_array_detail
{

/// Groups of suffixes that agree in their first symbols stand together in the suffix array; the rank of a suffix is the index
/// of its group's first entry. That entry never moves, so the ranks of finished suffixes stay as they are.
template <class ExecutionSpace, class Index>
struct Ranking
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Span<Index, MemorySpace> suffix_array;  ///< [0..m) the suffixes that are sorted: all of them, or a sample
  Span<Index, MemorySpace> ranks;         ///< [0..n) by position; none in rounds by symbols that need none
};

/// ranks(suffix_array(i)) = index of the head of i's group, for all i.
/// \param heads  [0..m) not 0 where a group starts
template <class ExecutionSpace, class Index>
void first_ranks(Context<ExecutionSpace> const& context, Ranking<ExecutionSpace, Index> const& ranking,
                 Span<std::uint8_t, typename ExecutionSpace::memory_space> const& heads);

/// Bytes of workspace that `invert` takes at the peak, at most: for texts that are inverted at once.
template <class Index>
constexpr std::size_t invert_bytes(std::size_t n)
{
  return 3 * sizeof(Index) * n;
}

/// inverse(suffix_array(i)) = i. In parts where the text is long, which halves `invert_bytes`; in more with `low_memory`,
/// which takes a sixth.
template <class ExecutionSpace, class Index>
void invert(Context<ExecutionSpace> const& context, Ranking<ExecutionSpace, Index> const& ranking,
            bool low_memory = false);

}  // namespace lexikos::suffix_array_detail
