// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/libsais/suffix_array.hpp"

#ifdef LEXIKOS_HAVE_LIBSAIS

#include <libsais.h>
#include <libsais64.h>

#include <lexikos/error.hpp>
#include <limits>
#include <memory>
#include <new>
#include <string>

namespace lexikos::backends::libsais
{

namespace
{

void check(std::int64_t status, std::size_t n)
{
  detail::require(status != -2, ErrorCode::out_of_memory,
                  "libsais cannot allocate its buckets for a text of " + std::to_string(n) + " symbols");
  detail::require(status >= 0, ErrorCode::invalid_argument,
                  "libsais refuses a text of " + std::to_string(n) + " symbols");
}

// Positions are never negative, and the signed and the unsigned type of one width may alias each other.
std::int32_t* as_signed(std::uint32_t* values)
{
  return reinterpret_cast<std::int32_t*>(values);
}

void sort_64(std::uint8_t const* text, std::int64_t* suffix_array, std::size_t n, [[maybe_unused]] int threads)
{
  auto const length = static_cast<std::int64_t>(n);
#ifdef LIBSAIS_OPENMP
  if (threads > 1) return check(::libsais64_omp(text, suffix_array, length, 0, nullptr, threads), n);
#endif
  check(::libsais64(text, suffix_array, length, 0, nullptr), n);
}

}  // namespace

void suffix_array(std::uint8_t const* text, std::uint32_t* suffix_array, std::size_t n, int threads)
{
  detail::require(n <= std::numeric_limits<std::uint32_t>::max() - 1, ErrorCode::invalid_argument,
                  "a text of " + std::to_string(n) + " bytes needs a suffix array of 64-bit positions");
  if (n == 0) return;
  if (n <= max_with_32_bits) {
    auto const length = static_cast<std::int32_t>(n);
#ifdef LIBSAIS_OPENMP
    if (threads > 1) return check(::libsais_omp(text, as_signed(suffix_array), length, 0, nullptr, threads), n);
#endif
    return check(::libsais(text, as_signed(suffix_array), length, 0, nullptr), n);
  }
  std::unique_ptr<std::int64_t[]> const wide(new (std::nothrow) std::int64_t[n]);
  detail::require(wide != nullptr, ErrorCode::out_of_memory,
                  "libsais cannot allocate " + std::to_string(n * sizeof(std::int64_t)) +
                      " bytes for the 64-bit positions of a text of 2^31 bytes and more");
  sort_64(text, wide.get(), n, threads);
  for (std::size_t i = 0; i < n; ++i) suffix_array[i] = static_cast<std::uint32_t>(wide[i]);
}

void suffix_array(std::uint8_t const* text, std::uint64_t* suffix_array, std::size_t n, int threads)
{
  if (n != 0) sort_64(text, reinterpret_cast<std::int64_t*>(suffix_array), n, threads);
}

void suffix_array(std::uint32_t* text, std::size_t alphabet_size, std::uint32_t* suffix_array, std::size_t n,
                  [[maybe_unused]] int threads)
{
  if (n == 0) return;
  auto const length = static_cast<std::int32_t>(n);
  auto const alphabet = static_cast<std::int32_t>(alphabet_size);
#ifdef LIBSAIS_OPENMP
  if (threads > 1)
    return check(::libsais_int_omp(as_signed(text), as_signed(suffix_array), length, alphabet, 0, threads), n);
#endif
  check(::libsais_int(as_signed(text), as_signed(suffix_array), length, alphabet, 0), n);
}

std::size_t burrows_wheeler_transform(std::uint8_t const* text, std::uint8_t* bwt, std::uint32_t* array, std::size_t n,
                                      [[maybe_unused]] int threads)
{
  auto const length = static_cast<std::int32_t>(n);
  std::int32_t primary = 0;
#ifdef LIBSAIS_OPENMP
  if (threads > 1)
    primary = ::libsais_bwt_omp(text, bwt, as_signed(array), length, 0, nullptr, threads);
  else
#endif
    primary = ::libsais_bwt(text, bwt, as_signed(array), length, 0, nullptr);
  check(primary, n);
  return static_cast<std::size_t>(primary);
}

}  // namespace lexikos::backends::libsais

#endif
