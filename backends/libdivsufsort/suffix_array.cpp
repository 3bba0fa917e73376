// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/libdivsufsort/suffix_array.hpp"

#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT

#include <divsufsort.h>
#include <divsufsort64.h>

#include <cstring>
#include <lexikos/error.hpp>
#include <limits>
#include <memory>
#include <new>
#include <string>

namespace lexikos::backends::libdivsufsort
{

namespace
{

constexpr std::size_t max_for_32_bits = std::numeric_limits<std::int32_t>::max();

void check(int status, std::size_t n)
{
  detail::require(status != -2, ErrorCode::out_of_memory,
                  "libdivsufsort cannot allocate its buckets for a text of " + std::to_string(n) + " bytes");
  detail::require(status == 0, ErrorCode::invalid_argument,
                  "libdivsufsort refuses a text of " + std::to_string(n) + " bytes");
}

// Positions are never negative, and the signed and the unsigned type of one width may alias each other.
void sort_32(std::uint8_t const* text, std::uint32_t* suffix_array, std::size_t n)
{
  static_assert(sizeof(saidx_t) == sizeof(std::uint32_t));
  check(::divsufsort(text, reinterpret_cast<saidx_t*>(suffix_array), static_cast<saidx_t>(n)), n);
}

void sort_64(std::uint8_t const* text, std::int64_t* suffix_array, std::size_t n)
{
  static_assert(sizeof(saidx64_t) == sizeof(std::int64_t));
  check(::divsufsort64(text, reinterpret_cast<saidx64_t*>(suffix_array), static_cast<saidx64_t>(n)), n);
}

}  // namespace

void suffix_array(std::uint8_t const* text, std::uint32_t* suffix_array, std::size_t n)
{
  detail::require(n <= std::numeric_limits<std::uint32_t>::max() - 1, ErrorCode::invalid_argument,
                  "a text of " + std::to_string(n) + " bytes needs a suffix array of 64-bit positions");
  if (n == 0) return;
  if (n <= max_for_32_bits) return sort_32(text, suffix_array, n);

  std::unique_ptr<std::int64_t[]> const wide(new (std::nothrow) std::int64_t[n]);
  detail::require(wide != nullptr, ErrorCode::out_of_memory,
                  "libdivsufsort cannot allocate " + std::to_string(n * sizeof(std::int64_t)) +
                      " bytes for the 64-bit positions of a text of 2^31 bytes and more");
  sort_64(text, wide.get(), n);
  for (std::size_t i = 0; i < n; ++i) suffix_array[i] = static_cast<std::uint32_t>(wide[i]);
}

void suffix_array(std::uint8_t const* text, std::uint64_t* suffix_array, std::size_t n)
{
  if (n == 0) return;
  if (n > max_for_32_bits) return sort_64(text, reinterpret_cast<std::int64_t*>(suffix_array), n);

  // The 32-bit code moves half the memory. It sorts in the array's upper half, so that widening from the front reads every
  // position before it is overwritten.
  auto* const narrow = reinterpret_cast<std::byte*>(suffix_array) + n * sizeof(std::uint32_t);
  sort_32(text, reinterpret_cast<std::uint32_t*>(narrow), n);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t position = 0;
    std::memcpy(&position, narrow + i * sizeof(position), sizeof(position));
    suffix_array[i] = position;
  }
}

}  // namespace lexikos::backends::libdivsufsort

#endif
