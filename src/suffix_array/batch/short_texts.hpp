// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Texts that one thread of the host sorts, each by itself, while others sort others. Free of Kokkos.

#include <cstddef>
#include <span>

namespace lexikos::suffix_array_detail::batch
{

/// Symbols of such a text, at most: all threads together sort a longer one, which keeps their scratch small. Not swept.
constexpr std::size_t max_of_short_text = std::size_t{1} << 20;

/// Bytes of a thread's scratch for texts of up to this many symbols; a multiple of 64.
/// \tparam Symbol  of the text
template <class Symbol>
[[nodiscard]] std::size_t scratch_bytes(std::size_t longest);

/// Sorts the suffixes of a text by induction.
/// \param text     symbols of any values
/// \param array    [0..text.size()) receives the suffix array
/// \param scratch  of scratch_bytes of the text, beginning at a multiple of 64 bytes
template <class Symbol, class Index>
void sort_short_text(std::span<Symbol const> text, Index* array, std::span<std::byte> scratch);

}  // namespace lexikos::suffix_array_detail::batch
