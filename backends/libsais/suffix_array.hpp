// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_LIBSAIS

namespace lexikos::backends::libsais
{

/// Largest text that it sorts with indices of 32 bits, which are signed to it.
constexpr std::size_t max_with_32_bits = 0x7fffffff;

/// Sorts the suffixes of text[0..n) by induction, on the host, with so many threads where the library has them:
/// suffix_array[0..n) receives their positions. O(n). Memory beside text and result: a few megabytes; for the u32 array of a
/// text of 2^31 bytes and more 8n bytes. Throws `Error`: out_of_memory, invalid_argument (n of 2^32 - 1 and more with u32).
void suffix_array(std::uint8_t const* text, std::uint32_t* suffix_array, std::size_t n, int threads);
void suffix_array(std::uint8_t const* text, std::uint64_t* suffix_array, std::size_t n, int threads);

/// The same of a text of numbers below alphabet_size, which is changed and restored; n <= max_with_32_bits. Memory beside it:
/// up to 24 bytes a number of the alphabet.
void suffix_array(std::uint32_t* text, std::size_t alphabet_size, std::uint32_t* suffix_array, std::size_t n,
                  int threads);

/// The Burrows-Wheeler transform of text[0..n), 1 <= n <= max_with_32_bits, as lexikos/bwt.hpp has it; returns the primary
/// index.
/// \param array  [0..n) scratch
std::size_t burrows_wheeler_transform(std::uint8_t const* text, std::uint8_t* bwt, std::uint32_t* array, std::size_t n,
                                      int threads);

}  // namespace lexikos::backends::libsais

#endif
