// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "suffix_array/rounds/rounds.hpp"

namespace lexikos::suffix_array_detail
{

/// Starts new groups where the keys differ.
/// \param keys  [0..unsorted.size) u32 or u64, as wide as the index or wider; within each group the list's suffixes are
///              sorted by them
template <class Key, class ExecutionSpace, class Index>
void split_groups(Rounds<ExecutionSpace, Index>& rounds, Span<Key, typename ExecutionSpace::memory_space> const& keys);

/// Sorts the list's suffixes of each group by their keys, and starts new groups where these differ. Sorts the keys too.
/// \param keys  [0..unsorted.size), below 2^key_bits
template <class Key, class ExecutionSpace, class Index>
void refine_groups(Rounds<ExecutionSpace, Index>& rounds, Span<Key, typename ExecutionSpace::memory_space> const& keys,
                   int key_bits);

}  // namespace lexikos::suffix_array_detail
