// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "suffix_array/context.hpp"
#include "suffix_array/rounds/ranking.hpp"
#include "suffix_array/samples/difference_cover.hpp"

namespace lexikos::suffix_array_detail
{

/// Sorts the suffixes of the text of one level of skew.
/// \param text   PackedText or NameText
/// \param level  `suffix_array`, [0..n), receives the result; `ranks`, [0..n), is scratch
template <class ExecutionSpace, class Text, class Index>
void skew_level(Context<ExecutionSpace> const& context, Text const& text, Ranking<ExecutionSpace, Index> const& level);

}  // namespace lexikos::suffix_array_detail
