// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/config.hpp>

namespace lexikos::app
{

struct OptionalPart
{
  char const* name;
  bool is_there = false;
};

#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
constexpr bool has_libdivsufsort = true;
#else
constexpr bool has_libdivsufsort = false;
#endif
#ifdef LEXIKOS_HAVE_LIBSAIS
constexpr bool has_libsais = true;
#else
constexpr bool has_libsais = false;
#endif
#ifdef LEXIKOS_HAVE_KOKKOS_KERNELS
constexpr bool has_kokkos_kernels = true;
#else
constexpr bool has_kokkos_kernels = false;
#endif
#ifdef LEXIKOS_HAVE_MODERNGPU
constexpr bool has_moderngpu = true;
#else
constexpr bool has_moderngpu = false;
#endif
#ifdef LEXIKOS_HAVE_SIMDJSON
constexpr bool has_simdjson = true;
#else
constexpr bool has_simdjson = false;
#endif
#ifdef LEXIKOS_HAVE_ZLIB
constexpr bool has_zlib = true;
#else
constexpr bool has_zlib = false;
#endif
#ifdef LEXIKOS_HAVE_LIBDEFLATE
constexpr bool has_libdeflate = true;
#else
constexpr bool has_libdeflate = false;
#endif
#ifdef LEXIKOS_HAVE_ZSTD
constexpr bool has_zstd = true;
#else
constexpr bool has_zstd = false;
#endif
#ifdef LEXIKOS_HAVE_MPI
constexpr bool has_mpi = true;
#else
constexpr bool has_mpi = false;
#endif
#if defined(LEXIKOS_HAVE_MPI) && defined(LEXIKOS_HAVE_NCCL)
constexpr bool has_nccl = true;
#else
constexpr bool has_nccl = false;
#endif

/// What this build was made with, or without.
constexpr OptionalPart optional_parts[] = {{"libdivsufsort", has_libdivsufsort},
                                           {"libsais", has_libsais},
                                           {"kokkos_kernels", has_kokkos_kernels},
                                           {"moderngpu", has_moderngpu},
                                           {"simdjson", has_simdjson},
                                           {"zlib", has_zlib},
                                           {"libdeflate", has_libdeflate},
                                           {"zstd", has_zstd},
                                           {"mpi", has_mpi},
                                           {"nccl", has_nccl}};

}  // namespace lexikos::app
