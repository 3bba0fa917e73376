// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The suffix sorters of `lexikos::suffix_array`, each compiled in a source of its own. An algorithm's peak of workspace is
// what its `_workspace_bytes` returns, at most.

#include <cstddef>
#include <cstdint>

#include "suffix_array/sort_run.hpp"

namespace lexikos::suffix_array_detail
{

template <class ExecutionSpace, class Index>
void prefix_doubling(SortRun<ExecutionSpace, Index>& run);
template <class Index>
std::size_t prefix_doubling_workspace_bytes(std::size_t n, bool with_inverse);

template <class ExecutionSpace, class Index>
void sampled_prefix_doubling(SortRun<ExecutionSpace, Index>& run);
template <class Index>
std::size_t sampled_prefix_doubling_workspace_bytes(std::size_t n, bool with_inverse);

/// The Burrows-Wheeler transform of a text of bytes by the same samples, as lexikos/bwt.hpp has it. Returns its primary
/// index; 0, and nothing is written, where a key of the last sort has no room for the symbol before the suffix.
/// \param run  without an inverse; its suffix array is scratch
template <class ExecutionSpace, class Index>
std::size_t transform_by_samples(SortRun<ExecutionSpace, Index>& run,
                                 Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt);

template <class ExecutionSpace, class Index>
void larsson_sadakane(SortRun<ExecutionSpace, Index>& run);
template <class Index>
std::size_t larsson_sadakane_workspace_bytes(std::size_t n, bool with_inverse);

template <class ExecutionSpace, class Index>
void osipov(SortRun<ExecutionSpace, Index>& run);
template <class Index>
std::size_t osipov_workspace_bytes(std::size_t n, bool with_inverse);

template <class ExecutionSpace, class Index>
void skew(SortRun<ExecutionSpace, Index>& run);
template <class Index>
std::size_t skew_workspace_bytes(std::size_t n, bool with_inverse);

template <class ExecutionSpace, class Index>
void hybrid(SortRun<ExecutionSpace, Index>& run);
template <class Index>
std::size_t hybrid_workspace_bytes(std::size_t n, bool with_inverse);

/// Whether `induced_sorting` works on the execution space.
template <class ExecutionSpace>
bool has_induced_sorting();
template <class ExecutionSpace, class Index>
void induced_sorting(SortRun<ExecutionSpace, Index>& run);
/// \param of_bytes  whether the text has bytes, and not integers
template <class Index>
std::size_t induced_sorting_workspace_bytes(std::size_t n, bool of_bytes);

/// The Burrows-Wheeler transform of a text of bytes by induced sorting, as lexikos/bwt.hpp has it. Returns its primary index;
/// 0, and nothing is written, where the indices have no room for a mark.
/// \param run  without an inverse; its suffix array is scratch
template <class ExecutionSpace, class Index>
std::size_t transform_by_induction(SortRun<ExecutionSpace, Index>& run,
                                   Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt);

/// Whether `sort_by_libdivsufsort` is in this build for the execution space.
template <class ExecutionSpace>
bool has_libdivsufsort();
template <class ExecutionSpace, class Index>
void sort_by_libdivsufsort(SortRun<ExecutionSpace, Index>& run);
template <class Index>
std::size_t libdivsufsort_workspace_bytes(std::size_t n);

/// The same of libsais.
template <class ExecutionSpace>
bool has_libsais();
template <class ExecutionSpace, class Index>
void sort_by_libsais(SortRun<ExecutionSpace, Index>& run);
template <class Index>
std::size_t libsais_workspace_bytes(std::size_t n);

/// The Burrows-Wheeler transform of a text of bytes by libsais. Returns its primary index; 0, and nothing is written, where
/// libsais has no indices for it but those of 64 bits.
/// \param run  without an inverse; its suffix array is scratch
template <class ExecutionSpace, class Index>
std::size_t transform_by_libsais(SortRun<ExecutionSpace, Index>& run,
                                 Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt);

}  // namespace lexikos::suffix_array_detail
