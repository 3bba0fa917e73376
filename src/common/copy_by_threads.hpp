// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "backends/launch.hpp"
#include "system/copy_past_caches.hpp"

namespace lexikos::detail
{

/// Bytes that one host thread copies at a time between pageable and pinned memory: some tens of microseconds. Not measured.
constexpr std::size_t copied_piece = std::size_t{256} << 10;

/// When what is copied is read again: before much else is copied, or after it.
enum class ReadAgain
{
  soon,
  late
};

/// Half of the host's threads: they move what a device does, and those that find room for results need processors too. (All
/// wait for one that gets none.)
inline Kokkos::DefaultHostExecutionSpace half_of_threads()
{
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (std::is_same_v<Kokkos::DefaultHostExecutionSpace, Kokkos::OpenMP>)
    return Kokkos::OpenMP(std::max(Kokkos::OpenMP().concurrency() / 2, 1));
#endif
  return {};
}

template <ReadAgain when>
struct CopyPiece
{
  std::byte* to;
  std::byte const* from;
  std::size_t bytes;

  void operator()(std::size_t p) const
  {
    std::size_t const first = p * copied_piece;
    std::size_t const size = std::min(copied_piece, bytes - first);
    if constexpr (when == ReadAgain::soon)
      std::memcpy(to + first, from + first, size);
    else
      copy_past_caches(to + first, from + first, size);
  }
};

/// Bytes of host memory, copied by all threads of the instance. Fences.
template <ReadAgain when = ReadAgain::soon, class HostSpace>
void copy_by_threads(HostSpace const& space, std::byte* to, std::byte const* from, std::size_t bytes)
{
  std::size_t const pieces = (bytes + copied_piece - 1) / copied_piece;
  if (pieces < 2) {
    if (bytes != 0) std::memcpy(to, from, bytes);
    return;
  }
  Kokkos::parallel_for("lexikos::copy_by_threads", backends::Range<HostSpace>(space, 0, pieces),
                       CopyPiece<when>{to, from, bytes});
  space.fence("lexikos::copy_by_threads");
}

}  // namespace lexikos::detail
