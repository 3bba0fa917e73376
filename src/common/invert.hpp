// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The inverse of a permutation, such as a suffix array.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::detail
{

template <class Permutation, class Inverse>
struct InvertOne
{
  Permutation permutation;
  Inverse inverse;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    inverse(permutation(i)) = static_cast<typename Inverse::value_type>(i);
  }
};

/// inverse(permutation(i)) = i, by one random write an entry; no scratch.
template <class ExecutionSpace, class Permutation, class Inverse>
void invert(ExecutionSpace const& space, Permutation const& permutation, Inverse const& inverse)
{
  Kokkos::parallel_for("lexikos::invert", backends::Range<ExecutionSpace>(space, 0, permutation.extent(0)),
                       InvertOne<Permutation, Inverse>{permutation, inverse});
}

/// The same by blocked writes, which pay for large tables, in parts one after the other. The scratch is
/// `invert_in_parts_bytes`.
template <class ExecutionSpace, class Permutation, class Inverse>
void invert_in_parts(ExecutionSpace const& space, Permutation const& permutation, Inverse const& inverse,
                     std::size_t parts, Workspace& workspace)
{
  using Index = typename Inverse::value_type;
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  std::size_t const n = permutation.extent(0);
  std::size_t const part = (n + parts - 1) / parts;
  auto const memory = workspace.take<Index, MemorySpace>(part);
  for (std::size_t first = 0; first < n; first += part) {
    std::size_t const size = std::min(part, n - first);
    Span<Index, MemorySpace> const places(memory.data(), size);
    primitives::iota(space, places, static_cast<Index>(first));
    primitives::scatter_blocked(space, Span<Index const, MemorySpace>(permutation.data() + first, size), places,
                                inverse, workspace);
  }
}

/// Bytes of that: the numbers of a part, the sorted pairs, which are there twice where few entries of the table are written,
/// and the buffers of each host thread or of a device's sort.
template <class ExecutionSpace, class Index>
[[nodiscard]] std::size_t invert_in_parts_bytes(std::size_t n, std::size_t parts)
{
  std::size_t const part = (n + parts - 1) / parts;
  std::size_t const threads = works_on_host<ExecutionSpace> ? host_threads<ExecutionSpace>() : 8;
  return 5 * sizeof(Index) * part + (threads << 20);
}

}  // namespace lexikos::detail
