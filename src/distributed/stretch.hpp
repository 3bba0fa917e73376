// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace lexikos::distributed_detail
{

/// What lies in [first, end), of positions or of sorted suffixes.
struct Stretch
{
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t length() const { return end - first; }
  /// What lies in another one, too; empty, and not before this one, where that is nothing.
  [[nodiscard]] KOKKOS_FUNCTION Stretch common(Stretch const& other) const
  {
    std::uint64_t const begin = Kokkos::max(first, other.first);
    return {begin, Kokkos::max(begin, Kokkos::min(end, other.end))};
  }
};

}  // namespace lexikos::distributed_detail
