// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Sorts the samples of a text by number: rounds of prefix doubling over the samples alone, in u32 however long the text is.

#include <cstddef>

#include "suffix_array/samples/sample_numbers.hpp"
#include "suffix_array/samples/suffixes_by_samples.hpp"

namespace lexikos::suffix_array_detail
{

/// The samples that rounds can number: ranks and one more are u32.
constexpr std::size_t max_numbered_samples = 0xFFFFFFFE;

/// Bytes of workspace that `sort_numbered_samples` takes for a text of n symbols and m samples, at most, where `unsorted` of
/// them are not in their place after the first sort.
template <class ExecutionSpace>
[[nodiscard]] std::size_t sort_numbered_samples_bytes(std::size_t n, std::size_t m, std::size_t unsorted);

/// The same for any text, with all that helps a text that repeats itself.
template <class ExecutionSpace>
[[nodiscard]] std::size_t max_sort_numbered_samples_bytes(std::size_t n, std::size_t m);

/// Sorts the samples, of which there are 1 to max_numbered_samples.
///
/// \param sorted   receives the positions of the samples in the order of their suffixes
/// \param bytes    of workspace that may be taken: as `sort_numbered_samples_bytes` has them for no unsorted samples, or more
/// Errors: out_of_memory, with the bytes needed, where too many samples stay unsorted; cancelled. Does not fence at its end.
template <class ExecutionSpace>
void sort_numbered_samples(Context<ExecutionSpace> const& outer,
                           SampledText<typename ExecutionSpace::memory_space> const& sampled,
                           SortedSamples<typename ExecutionSpace::memory_space> const& sorted, std::size_t bytes);

}  // namespace lexikos::suffix_array_detail
