// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The directory of documents: how many offsets come before each block of positions.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/documents.hpp>

namespace lexikos::documents_detail
{

/// Most entries, besides the one more that ends it. As many as documents: not measured against others; a block then has one
/// offset on average, and the directory takes half the memory of the offsets.
inline std::size_t max_entries(std::size_t count, DocumentsOptions const& options)
{
  return options.directory_entries != 0 ? options.directory_entries : std::max<std::size_t>(count, 1);
}

/// Blocks of 2^log positions, which cover [0, end).
struct Blocks
{
  std::uint32_t log = 0;
  std::size_t count = 0;
};

/// The smallest ones of which there are no more than this, which is 1 or more. 0 < end < 2^63.
inline Blocks blocks_for(std::uint64_t end, std::size_t most)
{
  std::uint32_t log = 0;
  while ((end - 1) >> log >= most) ++log;
  return {log, ((end - 1) >> log) + 1};
}

/// directory[b] = how many of all offsets are at most b * 2^block_log: a binary search an entry, whose first steps all
/// entries have in common.
struct FillDirectory
{
  detail::DocumentQueries queries;
  std::uint32_t* directory;

  KOKKOS_FUNCTION void operator()(std::size_t b) const
  {
    std::uint64_t const position = static_cast<std::uint64_t>(b) << queries.block_log;
    directory[b] = static_cast<std::uint32_t>(queries.offsets_up_to(position, 0, queries.count + 1));
  }
};

}  // namespace lexikos::documents_detail
