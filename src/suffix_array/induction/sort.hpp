// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "suffix_array/induction/induction.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Sorts the suffixes of a text of 1 to max_length symbols into level.array[0..n); room >= n.
template <class Symbol, class Index>
void sort(Machine& machine, Level<Symbol, Index> const& level);

}  // namespace lexikos::suffix_array_detail::induction
