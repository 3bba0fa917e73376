// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where the threads run that are not OpenMP's: those that read ahead, decompress and write. With OMP_PROC_BIND, which Kokkos
// recommends, OpenMP binds the thread that starts a program to the first of its places, and new threads inherit that: all of
// them would share one processor.

#include <algorithm>
#include <thread>
#ifdef __linux__
#include <sched.h>

#include <array>
#include <cstddef>
#endif

namespace lexikos::detail
{

#ifdef __linux__

// OpenMP's own functions, where the program is linked with it, as not every one is that includes this.
extern "C"
{
  int places_of_openmp() noexcept __asm__("omp_get_num_places") __attribute__((weak));
  int processors_of_place(int place) noexcept __asm__("omp_get_place_num_procs") __attribute__((weak));
  void list_processors_of_place(int place, int* processors) noexcept __asm__("omp_get_place_proc_ids")
      __attribute__((weak));
}

/// The processors that this process may use: those of OpenMP's places, where there are any, or else the calling thread's.
inline cpu_set_t processors_of_process() noexcept
{
  cpu_set_t all;
  CPU_ZERO(&all);
  int const places = places_of_openmp != nullptr ? places_of_openmp() : 0;
  for (int place = 0; place < places; ++place) {
    std::array<int, CPU_SETSIZE> processors{};
    int const count = processors_of_place(place);
    if (count > CPU_SETSIZE) continue;
    list_processors_of_place(place, processors.data());
    for (int i = 0; i < count; ++i)
      if (processors[static_cast<std::size_t>(i)] < CPU_SETSIZE) CPU_SET(processors[static_cast<std::size_t>(i)], &all);
  }
  if (CPU_COUNT(&all) == 0) static_cast<void>(::sched_getaffinity(0, sizeof(all), &all));
  return all;
}

/// How many these are, at least 1.
[[nodiscard]] inline unsigned processor_count() noexcept
{
  cpu_set_t const all = processors_of_process();
  auto const count = static_cast<unsigned>(CPU_COUNT(&all));
  return count != 0 ? count : std::max(std::thread::hardware_concurrency(), 1U);
}

/// To be called at the start of a thread: it may run on any of these.
inline void use_all_processors() noexcept
{
  if (places_of_openmp == nullptr || places_of_openmp() == 0) return;  // nothing was bound
  cpu_set_t const all = processors_of_process();
  static_cast<void>(::sched_setaffinity(0, sizeof(all), &all));
}

#else

[[nodiscard]] inline unsigned processor_count() noexcept
{
  return std::max(std::thread::hardware_concurrency(), 1U);
}
inline void use_all_processors() noexcept {}

#endif

}  // namespace lexikos::detail
