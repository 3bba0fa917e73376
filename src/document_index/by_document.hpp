// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The suffixes of a suffix array, document by document.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"

namespace lexikos::document_index_detail
{

/// keys[r] = the document of suffix r, or the number of documents if it lies in none.
struct DocumentKeys
{
  std::uint32_t const* document_array;
  std::uint32_t documents;
  std::uint32_t* keys;

  KOKKOS_FUNCTION void operator()(std::size_t r) const
  {
    keys[r] = document_array[r] < documents ? document_array[r] : documents;
  }
};

template <class ExecutionSpace>
void write_keys(ExecutionSpace const& space,
                Array<std::uint32_t const, typename ExecutionSpace::memory_space> const& array, std::uint64_t documents,
                Span<std::uint32_t, typename ExecutionSpace::memory_space> const& keys)
{
  Kokkos::parallel_for("lexikos::document_index::keys", backends::Range<ExecutionSpace>(space, 0, keys.extent(0)),
                       DocumentKeys{array.data(), static_cast<std::uint32_t>(documents), keys.data()});
}

/// Ranks of suffixes in the order of their documents, ascending within each, and the documents; those of none come last, with
/// the number of documents.
template <class MemorySpace, class Index>
struct SuffixesByDocument
{
  Span<std::uint32_t, MemorySpace> documents;
  Span<Index, MemorySpace> ranks;
};

/// In memory of the caller's scope.
/// \param array  [0..n) the document of each suffix, the largest u32 where there is none
template <class ExecutionSpace, class Index>
[[nodiscard]] SuffixesByDocument<typename ExecutionSpace::memory_space, Index> sort_by_document(
    ExecutionSpace const& space, Array<std::uint32_t const, typename ExecutionSpace::memory_space> const& array,
    std::uint64_t documents, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = array.extent(0);
  primitives::DoubleBuffer keys{workspace.take<std::uint32_t, MemorySpace>(n),
                                workspace.take<std::uint32_t, MemorySpace>(n)};
  primitives::DoubleBuffer ranks{workspace.take<Index, MemorySpace>(n), workspace.take<Index, MemorySpace>(n)};
  write_keys(space, array, documents, keys.current);
  primitives::iota(space, ranks.current);
  primitives::radix_sort_pairs(space, keys, ranks, 0, static_cast<int>(std::bit_width(documents)), workspace);
  return {keys.current, ranks.current};
}

/// Largest number of bytes of workspace that it takes.
template <class ExecutionSpace, class Index>
[[nodiscard]] std::size_t sort_by_document_bytes(std::size_t n)
{
  return 2 * n * (sizeof(std::uint32_t) + sizeof(Index)) + 4 * Workspace::alignment +
         detail::sort_bytes<ExecutionSpace>(n);
}

}  // namespace lexikos::document_index_detail
