// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>

namespace lexikos::detail
{

/// The order of a text's suffixes, for those who want its Burrows-Wheeler transform (lexikos/bwt.hpp): the transform itself,
/// where the algorithm that the options name or that is chosen makes it without the suffix array; else the suffix array.
///
/// \param text          [0..n), n >= 1
/// \param bwt           [0..n) receives the transform, or nothing
/// \param suffix_array  [0..n) receives the suffix array, or is scratch
/// \return              the primary index of the transform; 0 where the result is the suffix array
/// Errors as of `suffix_array`. Fences.
template <class ExecutionSpace, class Index>
[[nodiscard]] std::size_t transform_or_sort(ExecutionSpace const& space,
                                            Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                                            Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt,
                                            Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                                            SuffixArrayOptions const& options);

}  // namespace lexikos::detail
