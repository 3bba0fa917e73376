// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/processors.hpp"

#include <algorithm>
#include <fstream>
#include <thread>

namespace lexikos::detail
{

int usable_threads(int wanted) noexcept
{
  return std::clamp(wanted, 1, max_openmp_threads);
}

int usable_threads() noexcept
{
  // 0 where the system does not say; on Linux the processors that the process may run on
  return usable_threads(static_cast<int>(std::thread::hardware_concurrency()));
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
