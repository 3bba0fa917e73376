// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/peers/libsais.hpp"

#define LIBSAIS_OPENMP
#include <libsais.h>
#include <libsais64.h>

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

}  // namespace lexikos::bench::peers
