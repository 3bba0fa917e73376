// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT

namespace lexikos::backends::libdivsufsort
{

/// Sorts the suffixes of text[0..n) sequentially, on the host: suffix_array[0..n) receives their positions. O(n log n).
/// Memory beside text and result: about half a megabyte; for the u32 array of a text of 2^31 bytes and more 8n bytes,
/// since the library's indices are signed.
/// Throws `Error`: out_of_memory, invalid_argument (n of 2^32 - 1 and more with u32).
void suffix_array(std::uint8_t const* text, std::uint32_t* suffix_array, std::size_t n);
void suffix_array(std::uint8_t const* text, std::uint64_t* suffix_array, std::size_t n);

}  // namespace lexikos::backends::libdivsufsort

#endif
