// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parallel.hpp"

namespace lexikos::detail
{

#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)                           \
  template SuffixArrayCheck check_suffix_array<SPACE, INDEX>(             \
      SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, \
      Span<INDEX const, SPACE::memory_space> const&, Workspace*);         \
  template SuffixArrayCheck check_inverse_suffix_array<SPACE, INDEX>(     \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&);

#define LEXIKOS_INSTANTIATE(SPACE)                \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

#ifdef KOKKOS_ENABLE_SERIAL
LEXIKOS_INSTANTIATE(Kokkos::Serial)
#endif
#ifdef KOKKOS_ENABLE_OPENMP
LEXIKOS_INSTANTIATE(Kokkos::OpenMP)
#endif
#ifdef KOKKOS_ENABLE_CUDA
LEXIKOS_INSTANTIATE(Kokkos::Cuda)
#endif

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_INDEX

}  // namespace lexikos::detail
