// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/peers/libsais.hpp"

#define LIBSAIS_OPENMP
#include <libsais.h>
#include <libsais64.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace lexikos::bench::peers
{

namespace
{

void require_success(std::int64_t status)
{
  if (status != 0) throw std::runtime_error("libsais answers " + std::to_string(status));
}

}  // namespace

void libsais_suffix_array(std::uint8_t const* text, std::uint32_t* suffix_array, std::size_t n, int threads)
{
  auto* const entries = reinterpret_cast<std::int32_t*>(suffix_array);
  require_success(libsais_omp(text, entries, static_cast<std::int32_t>(n), 0, nullptr, threads));
}

void libsais_suffix_array(std::uint8_t const* text, std::uint64_t* suffix_array, std::size_t n, int threads)
{
  auto* const entries = reinterpret_cast<std::int64_t*>(suffix_array);
  require_success(libsais64_omp(text, entries, static_cast<std::int64_t>(n), 0, nullptr, threads));
}

void libsais_lcp_array(std::uint8_t const* text, std::uint32_t const* suffix_array, std::uint32_t* plcp,
                       std::uint32_t* lcp, std::size_t n, int threads)
{
  auto const* const entries = reinterpret_cast<std::int32_t const*>(suffix_array);
  auto* const permuted = reinterpret_cast<std::int32_t*>(plcp);
  auto const length = static_cast<std::int32_t>(n);
  require_success(libsais_plcp_omp(text, entries, permuted, length, threads));
  require_success(libsais_lcp_omp(permuted, entries, reinterpret_cast<std::int32_t*>(lcp), length, threads));
}

std::size_t libsais_bwt(std::uint8_t const* text, std::uint8_t* bwt, std::uint32_t* array, std::size_t n, int threads)
{
  auto* const entries = reinterpret_cast<std::int32_t*>(array);
  std::int32_t const primary = libsais_bwt_omp(text, bwt, entries, static_cast<std::int32_t>(n), 0, nullptr, threads);
  require_success(primary < 0 ? primary : 0);
  return static_cast<std::size_t>(primary);
}

void libsais_inverse_bwt(std::uint8_t const* bwt, std::size_t primary_index, std::uint8_t* text, std::uint32_t* array,
                         std::size_t n, int threads)
{
  require_success(libsais_unbwt_omp(bwt, text, reinterpret_cast<std::int32_t*>(array), static_cast<std::int32_t>(n),
                                    nullptr, static_cast<std::int32_t>(primary_index), threads));
}

void libsais_suffix_arrays(std::uint8_t const* texts, std::uint64_t const* offsets, std::size_t count,
                           std::uint32_t* arrays, int threads)
{
  std::int32_t status = 0;
#pragma omp parallel for schedule(dynamic) num_threads(threads) reduction(min : status)
  for (std::size_t d = 0; d < count; ++d)
    status = std::min(status, libsais(texts + offsets[d], reinterpret_cast<std::int32_t*>(arrays + offsets[d]),
                                      static_cast<std::int32_t>(offsets[d + 1] - offsets[d]), 0, nullptr));
  require_success(status);
}

}  // namespace lexikos::bench::peers
