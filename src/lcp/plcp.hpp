// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <lexikos/workspace.hpp>

#include "common/progress.hpp"
#include "lcp/levels.hpp"
#include "lcp/tuning.hpp"

namespace lexikos::lcp_detail
{

/// Turns Phi into the permuted LCP array, in place, level by level (Kaerkkaeinen, Manzini and Puglisi 2009). Reports 2 units
/// of work a symbol.
/// \tparam Text  SymbolText, or DocumentText where suffixes end with their documents
template <class ExecutionSpace, class Index, class Text = SymbolText>
void plcp_by_levels(ExecutionSpace const& space, Text const& text,
                    Span<Index, typename ExecutionSpace::memory_space> const& plcp, ComparisonBudget const& budget,
                    Workspace& workspace, detail::ProgressReport<ExecutionSpace>& progress);

/// Bytes of workspace that it takes.
template <class Index>
std::size_t plcp_by_levels_bytes(std::size_t n, unsigned symbol_bytes, ComparisonBudget const& budget);

}  // namespace lexikos::lcp_detail
