// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace lexikos::bench::peers
{

/// Largest text that libsais sorts with u32 entries, which are signed to it.
constexpr std::size_t libsais_max = 0x7fffffff;

/// The suffix array by libsais with so many threads; both arrays in host memory. Throws std::runtime_error.
void libsais_suffix_array(std::uint8_t const* text, std::uint32_t* suffix_array, std::size_t n, int threads);
void libsais_suffix_array(std::uint8_t const* text, std::uint64_t* suffix_array, std::size_t n, int threads);

/// The LCP array by libsais, by way of the permuted one; all arrays in host memory. Throws std::runtime_error.
void libsais_lcp_array(std::uint8_t const* text, std::uint32_t const* suffix_array, std::uint32_t* plcp,
                       std::uint32_t* lcp, std::size_t n, int threads);

/// The Burrows-Wheeler transform by libsais; returns the primary index. array [0..n): scratch. Throws std::runtime_error.
[[nodiscard]] std::size_t libsais_bwt(std::uint8_t const* text, std::uint8_t* bwt, std::uint32_t* array, std::size_t n,
                                      int threads);
/// And back. array [0..n]: scratch.
void libsais_inverse_bwt(std::uint8_t const* bwt, std::size_t primary_index, std::uint8_t* text, std::uint32_t* array,
                         std::size_t n, int threads);

/// The suffix arrays of many texts, of which text d has the bytes [offsets[d], offsets[d + 1]), by so many threads that take
/// one text each. Throws std::runtime_error.
void libsais_suffix_arrays(std::uint8_t const* texts, std::uint64_t const* offsets, std::size_t count,
                           std::uint32_t* arrays, int threads);

}  // namespace lexikos::bench::peers
