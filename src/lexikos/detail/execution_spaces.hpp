// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

// LEXIKOS_FOR_EACH_EXECUTION_SPACE(X) expands to X(space) for every execution space that Kokkos has and the library is
// instantiated for, and LEXIKOS_FOR_EACH_SPACE_AND_INDEX(X) to X(space, index) for each of them and every type of index. A new
// one is added here and nowhere else.

#define LEXIKOS_WITH_EACH_INDEX(X, Space) \
  X(Space, std::uint32_t)                 \
  X(Space, std::uint64_t)

#ifdef KOKKOS_ENABLE_SERIAL
#define LEXIKOS_FOR_SERIAL(X) X(Kokkos::Serial)
#define LEXIKOS_FOR_SERIAL_AND_INDEX(X) LEXIKOS_WITH_EACH_INDEX(X, Kokkos::Serial)
#else
#define LEXIKOS_FOR_SERIAL(X)
#define LEXIKOS_FOR_SERIAL_AND_INDEX(X)
#endif
#ifdef KOKKOS_ENABLE_OPENMP
#define LEXIKOS_FOR_OPENMP(X) X(Kokkos::OpenMP)
#define LEXIKOS_FOR_OPENMP_AND_INDEX(X) LEXIKOS_WITH_EACH_INDEX(X, Kokkos::OpenMP)
#else
#define LEXIKOS_FOR_OPENMP(X)
#define LEXIKOS_FOR_OPENMP_AND_INDEX(X)
#endif
#ifdef KOKKOS_ENABLE_CUDA
#define LEXIKOS_FOR_CUDA(X) X(Kokkos::Cuda)
#define LEXIKOS_FOR_CUDA_AND_INDEX(X) LEXIKOS_WITH_EACH_INDEX(X, Kokkos::Cuda)
#else
#define LEXIKOS_FOR_CUDA(X)
#define LEXIKOS_FOR_CUDA_AND_INDEX(X)
#endif

#define LEXIKOS_FOR_EACH_EXECUTION_SPACE(X) \
  LEXIKOS_FOR_SERIAL(X)                     \
  LEXIKOS_FOR_OPENMP(X)                     \
  LEXIKOS_FOR_CUDA(X)

#define LEXIKOS_FOR_EACH_SPACE_AND_INDEX(X) \
  LEXIKOS_FOR_SERIAL_AND_INDEX(X)           \
  LEXIKOS_FOR_OPENMP_AND_INDEX(X)           \
  LEXIKOS_FOR_CUDA_AND_INDEX(X)
