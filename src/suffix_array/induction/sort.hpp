// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "suffix_array/induction/induction.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Sorts the suffixes of a text of 1 to max_length symbols into level.array[0..n); room >= n.
template <class Symbol, class Index>
void sort(Machine& machine, Level<Symbol, Index> const& level);

/// The Burrows-Wheeler transform of such a text, as lexikos/bwt.hpp has it; returns the primary index. The array is scratch.
/// \param bwt  [0..n)
template <class Index>
std::size_t transform(Machine& machine, Level<std::uint8_t, Index> const& level, std::uint8_t* bwt);

}  // namespace lexikos::suffix_array_detail::induction
