// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The suffix sorters behind `lexikos::suffix_array`, each compiled in a source of its own for every execution space, symbol
// and index type. An algorithm's peak of workspace is what its `_workspace_bytes` returns.

#include <cstddef>
#include <cstdint>

#include "suffix_array/sort_run.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos::suffix_array_detail
{

template <class ExecutionSpace, class Symbol, class Index>
void prefix_doubling(SortRun<ExecutionSpace, Symbol, Index> const& run);
template <class Index>
std::size_t prefix_doubling_workspace_bytes(std::size_t n, bool with_inverse);

template <class ExecutionSpace, class Symbol, class Index>
void sampled_prefix_doubling(SortRun<ExecutionSpace, Symbol, Index> const& run);
template <class Index>
std::size_t sampled_prefix_doubling_workspace_bytes(std::size_t n, bool with_inverse);

/// The Burrows-Wheeler transform by the same samples; returns its primary index, or 0 where it has no way to make it.
template <class ExecutionSpace, class Index>
std::size_t transform_by_samples(SortRun<ExecutionSpace, std::uint8_t, Index> const& run,
                                 Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt);

template <class ExecutionSpace, class Symbol, class Index>
void larsson_sadakane(SortRun<ExecutionSpace, Symbol, Index> const& run);
template <class Index>
std::size_t larsson_sadakane_workspace_bytes(std::size_t n, bool with_inverse);

template <class ExecutionSpace, class Symbol, class Index>
void osipov(SortRun<ExecutionSpace, Symbol, Index> const& run);
template <class Index>
std::size_t osipov_workspace_bytes(std::size_t n, bool with_inverse);

template <class ExecutionSpace, class Symbol, class Index>
void skew(SortRun<ExecutionSpace, Symbol, Index> const& run);
template <class Index>
std::size_t skew_workspace_bytes(std::size_t n, bool with_inverse);

template <class ExecutionSpace, class Symbol, class Index>
void hybrid(SortRun<ExecutionSpace, Symbol, Index> const& run);
template <class Index>
std::size_t hybrid_workspace_bytes(std::size_t n, bool with_inverse);

}  // namespace lexikos::suffix_array_detail

// An algorithm's source ends with LEXIKOS_INSTANTIATE_SORTER(algorithm, ExecutionSpace) for each execution space.
#define LEXIKOS_INSTANTIATE_SORTER(algorithm, ExecutionSpace)                                \
  template void algorithm(SortRun<ExecutionSpace, std::uint8_t, std::uint32_t> const& run);  \
  template void algorithm(SortRun<ExecutionSpace, std::uint8_t, std::uint64_t> const& run);  \
  template void algorithm(SortRun<ExecutionSpace, std::uint32_t, std::uint32_t> const& run); \
  template void algorithm(SortRun<ExecutionSpace, std::uint32_t, std::uint64_t> const& run);
