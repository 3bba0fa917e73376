// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/kokkos_kernels/segmented_sort.hpp"

#ifdef LEXIKOS_HAVE_KOKKOS_KERNELS

#include <KokkosSparse_SortCrs.hpp>
#include <cstdint>
#include <exception>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/error.hpp>
#include <limits>
#include <string>

#include "backends/kokkos/reduce.hpp"
#include "backends/operations.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::backends::kokkos_kernels
{

template <class ExecutionSpace, class Key, class Value>
void sort_rows(ExecutionSpace const& space, Span<Key, typename ExecutionSpace::memory_space> const& keys,
               Span<Value, typename ExecutionSpace::memory_space> const& values,
               Span<Value const, typename ExecutionSpace::memory_space> const& offsets, int key_bits,
               Workspace& workspace)
{
  constexpr bool is_host = detail::works_on_host<ExecutionSpace>;
  constexpr Key largest = std::numeric_limits<Key>::max();
  bool const has_all_bits = key_bits == std::numeric_limits<Key>::digits;
  if (!is_host) {
    // Kokkos Kernels numbers rows by int
    detail::require(offsets.extent(0) - 1 <= std::numeric_limits<std::int32_t>::max(), ErrorCode::not_supported,
                    "Kokkos Kernels sorts at most 2^31 - 1 segments");
    // the number of columns, the largest key + 1, has to fit the key's type
    detail::require(!has_all_bits || kokkos::reduce(space, keys, primitives::Maximum{}, workspace) != largest,
                    ErrorCode::not_supported, "Kokkos Kernels cannot sort a key with all bits set");
  }
  // the largest number lets Kokkos Kernels find out the number of columns
  auto const columns = has_all_bits ? largest : static_cast<Key>(Key{1} << key_bits);
  try {
    KokkosSparse::sort_crs_matrix(space, offsets, keys, values, columns);
  }
  catch (std::exception const& error) {
    // of several types, which differ between versions of Kokkos: an allocation is all that can fail there
    throw Error(ErrorCode::out_of_memory, std::string("Kokkos Kernels cannot allocate its scratch: ") + error.what());
  }
}

#define LEXIKOS_INSTANTIATE_FOR(Space, Key, Value)                                                \
  template void sort_rows<Space, Key, Value>(Space const&, Span<Key, Space::memory_space> const&, \
                                             Span<Value, Space::memory_space> const&,             \
                                             Span<Value const, Space::memory_space> const&, int, Workspace&);
#define LEXIKOS_INSTANTIATE(Space)                             \
  LEXIKOS_INSTANTIATE_FOR(Space, std::uint32_t, std::uint32_t) \
  LEXIKOS_INSTANTIATE_FOR(Space, std::uint32_t, std::uint64_t) \
  LEXIKOS_INSTANTIATE_FOR(Space, std::uint64_t, std::uint32_t) \
  LEXIKOS_INSTANTIATE_FOR(Space, std::uint64_t, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos::backends::kokkos_kernels

#endif
