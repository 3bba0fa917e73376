// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace lexikos::detail
{

/// Threads of Kokkos' OpenMP backend, at most: it keeps the state of its threads in an array of 512
/// (`OpenMPInternal::m_pool`, `MAX_THREAD_COUNT`) and does not check the number. With more it hangs or crashes, whether the
/// number comes from a program's option, from OMP_NUM_THREADS or from a machine with more processors.
inline constexpr int max_openmp_threads = 512;

/// What Kokkos is told, which does not see for how many threads it has room; 0 leaves it to Kokkos. OpenMP, of which Kokkos
/// starts all threads before it takes that number, is told to start no more than there is room for.
/// \param asked  by the user, 0 where it is left to KOKKOS_NUM_THREADS, OMP_NUM_THREADS and the machine
[[nodiscard]] int threads_for_kokkos(int asked) noexcept;

/// Throws Error (invalid_argument) for what Kokkos would end the process for: values in its environment (KOKKOS_NUM_THREADS,
/// KOKKOS_DEVICE_ID, KOKKOS_MAP_DEVICE_ID_BY and its switches) that it cannot read. To be called before Kokkos is initialised.
void require_kokkos_environment();

/// The host processor's name, such as "Intel(R) Xeon(R) Platinum 8481C"; empty where the system does not say.
[[nodiscard]] std::string processor_name();

}  // namespace lexikos::detail
