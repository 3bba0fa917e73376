// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Sources that hold what the sorters share end with LEXIKOS_FOR_EACH_SPACE_AND_INDEX(X), which is X(space, index) for each
// execution space and type of index: everything below the packed text knows no symbols, and is compiled once for both.

#include <cstdint>

#include "system/execution_spaces.hpp"

#define LEXIKOS_WITH_EACH_INDEX(X, Space) \
  X(Space, std::uint32_t)                 \
  X(Space, std::uint64_t)

#ifdef KOKKOS_ENABLE_SERIAL
#define LEXIKOS_SORTS_ON_SERIAL(X) LEXIKOS_WITH_EACH_INDEX(X, Kokkos::Serial)
#else
#define LEXIKOS_SORTS_ON_SERIAL(X)
#endif
#ifdef KOKKOS_ENABLE_OPENMP
#define LEXIKOS_SORTS_ON_OPENMP(X) LEXIKOS_WITH_EACH_INDEX(X, Kokkos::OpenMP)
#else
#define LEXIKOS_SORTS_ON_OPENMP(X)
#endif
#ifdef KOKKOS_ENABLE_CUDA
#define LEXIKOS_SORTS_ON_CUDA(X) LEXIKOS_WITH_EACH_INDEX(X, Kokkos::Cuda)
#else
#define LEXIKOS_SORTS_ON_CUDA(X)
#endif

#define LEXIKOS_FOR_EACH_SPACE_AND_INDEX(X) \
  LEXIKOS_SORTS_ON_SERIAL(X)                \
  LEXIKOS_SORTS_ON_OPENMP(X)                \
  LEXIKOS_SORTS_ON_CUDA(X)
