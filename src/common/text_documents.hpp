// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "backends/segments.hpp"

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
    std::size_t const d = backends::segment_of(offsets, count, p);
    return {offsets[d], offsets[d + 1]};
  }
};

}  // namespace lexikos::detail
