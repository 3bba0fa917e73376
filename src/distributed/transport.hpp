// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What arrays travel by, as this build has it: LEXIKOS_RANKS_HAVE_NCCL where it has CUDA and NCCL.

#include <Kokkos_Core.hpp>
#include <lexikos/config.hpp>

#include "backends/mpi/ranks.hpp"

#if defined(LEXIKOS_HAVE_NCCL) && defined(KOKKOS_ENABLE_CUDA)
#define LEXIKOS_RANKS_HAVE_NCCL
#include "backends/nccl/communicator.hpp"
#endif
