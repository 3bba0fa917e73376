// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/processors.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

namespace lexikos::detail
{

int threads_for_kokkos(int asked) noexcept
{
  if (asked != 0) return asked;
  unsigned threads = 0;
  char const* const wanted = std::getenv("OMP_NUM_THREADS");  // such as "8" or, for nested regions, "8,2"
  if (wanted != nullptr) std::from_chars(wanted, wanted + std::strlen(wanted), threads);
  if (threads == 0) threads = std::thread::hardware_concurrency();
  return threads > static_cast<unsigned>(max_openmp_threads) ? max_openmp_threads : 0;
}

std::string processor_name()
{
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    auto const colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

}  // namespace lexikos::detail
