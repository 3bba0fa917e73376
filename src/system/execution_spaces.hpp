// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

// LEXIKOS_FOR_EACH_EXECUTION_SPACE(X) expands to X(space) for every execution space that Kokkos has and the library is
// instantiated for. A new one is added here and nowhere else.

#ifdef KOKKOS_ENABLE_SERIAL
#define LEXIKOS_FOR_SERIAL(X) X(Kokkos::Serial)
#else
#define LEXIKOS_FOR_SERIAL(X)
#endif
#ifdef KOKKOS_ENABLE_OPENMP
#define LEXIKOS_FOR_OPENMP(X) X(Kokkos::OpenMP)
#else
#define LEXIKOS_FOR_OPENMP(X)
#endif
#ifdef KOKKOS_ENABLE_CUDA
#define LEXIKOS_FOR_CUDA(X) X(Kokkos::Cuda)
#else
#define LEXIKOS_FOR_CUDA(X)
#endif

#define LEXIKOS_FOR_EACH_EXECUTION_SPACE(X) \
  LEXIKOS_FOR_SERIAL(X)                     \
  LEXIKOS_FOR_OPENMP(X)                     \
  LEXIKOS_FOR_CUDA(X)
