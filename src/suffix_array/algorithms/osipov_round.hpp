// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "suffix_array/rounds/rounds.hpp"

namespace lexikos::suffix_array_detail
{

constexpr int max_sort_key_bits = 64;

/// One round of Osipov's: the unsorted suffixes of all groups are sorted together, by their rank and the rank of the suffix
/// as many symbols further on as the groups agree in. Doubles the depth.
/// \param max_key_bits  that the two may have as one key; where they have more, two stable sorts follow each other
template <class ExecutionSpace, class Index>
void refine_together(Rounds<ExecutionSpace, Index>& rounds, int max_key_bits = max_sort_key_bits);

}  // namespace lexikos::suffix_array_detail
