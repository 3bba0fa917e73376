// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Documents on the device: the functions that `Documents` (documents.hpp) and kernels of structures over collections share.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/conventions.hpp>

namespace lexikos
{

/// A document and where it lies: the positions [begin, end) of the text. All `not_found` where there is none.
struct DocumentBounds
{
  std::uint64_t document = not_found;
  std::uint64_t begin = not_found;
  std::uint64_t end = not_found;
};

namespace detail
{

/// Offsets of documents and their directory, as plain pointers.
struct DocumentQueries
{
  std::uint64_t const* offsets = nullptr;    // [0..count], ascending
  std::uint32_t const* directory = nullptr;  // [b] how many of them are at most b * 2^block_log; [0..blocks]
  std::uint64_t count = 0;
  std::uint64_t end = 0;  // offsets[count]
  std::uint32_t block_log = 0;

  /// How many of offsets [low, high) are at most this position, and all before them. They ascend.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t offsets_up_to(std::uint64_t position, std::uint64_t low,
                                                                   std::uint64_t high) const
  {
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (offsets[middle] <= position)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t document_of(std::uint64_t position) const
  {
    if (position >= end) return not_found;
    std::uint64_t const block = position >> block_log;
    // the last offset that is not beyond the position starts a document that is not empty; not_found if there is none
    return offsets_up_to(position, directory[block], directory[block + 1]) - 1;
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION DocumentBounds bounds_of(std::uint64_t position) const
  {
    std::uint64_t const document = document_of(position);
    if (document == not_found) return {};
    return {document, offsets[document], offsets[document + 1]};
  }
};

}  // namespace detail
}  // namespace lexikos
