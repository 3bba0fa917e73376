// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The calls from outside that sort in parts.

#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>

#include "suffix_array/in_parts/sort_in_parts.hpp"

namespace lexikos::suffix_array_detail
{

template <class Symbol, class MemorySpace>
[[nodiscard]] detail::TextBytes bytes_of(Span<Symbol const, MemorySpace> const& text)
{
  return {reinterpret_cast<std::uint8_t const*>(text.data()), text.extent(0), sizeof(Symbol)};
}

template <class Index, class MemorySpace>
[[nodiscard]] EntryArray entries_of(Span<Index, MemorySpace> const& array)
{
  return {reinterpret_cast<std::uint8_t*>(array.data()), sizeof(Index)};
}

/// Whether the caller's limit is too small for what the algorithm takes at once, and the algorithm may work in parts.
/// \param bytes  what that is; of `automatic`, what it takes at least
template <class Bytes>
[[nodiscard]] bool sorts_in_parts(SuffixArrayOptions const& options, Bytes const& bytes)
{
  bool const may = options.algorithm == SuffixArrayAlgorithm::automatic ||
                   options.algorithm == SuffixArrayAlgorithm::sampled_prefix_doubling;
  return options.device_bytes != 0 && may && bytes() > options.device_bytes;
}

/// Sorts with the scratch, statistics and limits of the options. Returns what `sort_in_parts` does. Fences.
template <class ExecutionSpace>
std::size_t sort_text_in_parts(ExecutionSpace const& space, PartsJob job, SuffixArrayOptions const& options);

}  // namespace lexikos::suffix_array_detail
