// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/processors.hpp"

#include <dlfcn.h>

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <lexikos/error.hpp>
#include <string_view>
#include <system_error>
#include <thread>

namespace lexikos::detail
{

namespace
{

/// The number that a variable begins with, such as "8" or, for nested regions, "8,2"; 0 without one.
unsigned number_in(char const* variable) noexcept
{
  unsigned number = 0;
  char const* const value = std::getenv(variable);
  if (value != nullptr) std::from_chars(value, value + std::strlen(value), number);
  return number;
}

/// Of OpenMP, where the process has it; this source is compiled without.
void limit_openmp_threads() noexcept
{
  auto* const threads = reinterpret_cast<int (*)()>(::dlsym(RTLD_DEFAULT, "omp_get_max_threads"));
  auto* const set_threads = reinterpret_cast<void (*)(int)>(::dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (threads != nullptr && set_threads != nullptr && threads() > max_openmp_threads) set_threads(max_openmp_threads);
}

bool is_number(std::string_view value, int least)
{
  int number = 0;
  auto const [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error == std::errc() && end == value.data() + value.size() && number >= least;
}

bool is_switch(std::string_view value)
{
  std::string lower;
  for (char const c : value) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower == "yes" || lower == "true" || lower == "1" || lower == "no" || lower == "false" || lower == "0";
}

}  // namespace

int threads_for_kokkos(int asked) noexcept
{
  limit_openmp_threads();
  if (asked != 0) return asked;
  unsigned threads = number_in("KOKKOS_NUM_THREADS");
  if (threads == 0) threads = number_in("OMP_NUM_THREADS");
  if (threads == 0) threads = std::thread::hardware_concurrency();
  return threads > static_cast<unsigned>(max_openmp_threads) ? max_openmp_threads : 0;
}

void require_kokkos_environment()
{
  auto const expect = [](char const* variable, auto const& is_right, char const* wanted) {
    char const* const value = std::getenv(variable);
    if (value == nullptr || is_right(std::string_view(value))) return;
    throw Error(ErrorCode::invalid_argument,
                std::string(variable) + " is '" + value + "' in the environment, and not " + wanted);
  };
  expect(
      "KOKKOS_NUM_THREADS", [](std::string_view value) { return is_number(value, 1); }, "a number of threads");
  expect(
      "KOKKOS_DEVICE_ID", [](std::string_view value) { return is_number(value, 0); }, "the number of a device");
  expect(
      "KOKKOS_MAP_DEVICE_ID_BY", [](std::string_view value) { return value == "mpi_rank" || value == "random"; },
      "mpi_rank or random");
  for (char const* const variable : {"KOKKOS_DISABLE_WARNINGS", "KOKKOS_PRINT_CONFIGURATION", "KOKKOS_TUNE_INTERNALS"})
    expect(variable, is_switch, "yes or no");
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
