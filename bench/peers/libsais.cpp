// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/peers/libsais.hpp"

#define LIBSAIS_OPENMP
#include <libsais.h>

#include <stdexcept>
#include <string>

namespace lexikos::bench::peers
{

void libsais_suffix_array(std::uint8_t const* text, std::uint32_t* suffix_array, std::size_t n, int threads)
{
  auto* const entries = reinterpret_cast<std::int32_t*>(suffix_array);
  int const status = libsais_omp(text, entries, static_cast<std::int32_t>(n), 0, nullptr, threads);
  if (status != 0) throw std::runtime_error("libsais answers " + std::to_string(status));
}

}  // namespace lexikos::bench::peers
