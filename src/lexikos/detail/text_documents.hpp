// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace lexikos::detail
{

/// Positions [begin, end).
struct Bounds
{
  std::uint64_t begin;
  std::uint64_t end;
};

/// Documents of a text of n symbols; without offsets, the text is one.
struct TextDocuments
{
  std::uint64_t const* offsets;
  std::uint64_t count;
  std::uint64_t n;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool are_several() const { return offsets != nullptr; }

  /// Those of the document of position p < n; what lies in no document is an empty one. What a document is, only this
  /// function knows.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Bounds around(std::uint64_t p) const
  {
    if (offsets == nullptr) return {0, n};
    if (p < offsets[0] || p >= offsets[count]) return {p, p};
    std::uint64_t low = 0;
    for (std::uint64_t high = count; high - low > 1;) {
      std::uint64_t const middle = low + (high - low) / 2;
      (offsets[middle] <= p ? low : high) = middle;
    }
    return {offsets[low], offsets[low + 1]};
  }
};

}  // namespace lexikos::detail
