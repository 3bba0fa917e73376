// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// An index of documents and intervals on the device, as plain pointers.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/range_queries.hpp>
#include <lexikos/document_index.hpp>
#include <limits>

#include "common/interval_parts.hpp"
#include "document_index/tuning.hpp"

namespace lexikos::document_index_detail
{

/// Stands for the document of a suffix that lies in none.
constexpr std::uint32_t no_document = std::numeric_limits<std::uint32_t>::max();

template <class ExecutionSpace, class Index>
[[nodiscard]] detail::IntervalReader<Index> reader_of(Intervals<ExecutionSpace, Index> const& intervals,
                                                      std::uint64_t n)
{
  return {intervals.begins.data(), intervals.ends.data(), intervals.begins.extent(0), n};
}

/// The lengths that occurrences must have, or null.
template <class ExecutionSpace, class Index>
[[nodiscard]] std::uint64_t const* lengths_of(Intervals<ExecutionSpace, Index> const& intervals)
{
  return intervals.lengths.extent(0) != 0 ? intervals.lengths.data() : nullptr;
}

/// Suffixes and their documents.
template <class Index>
struct SuffixReader
{
  Index const* suffix_array;
  std::uint32_t const* document_array;
  std::uint64_t const* offsets;  // of documents

  /// Whether suffix r belongs to a document, which has `length` symbols from its start on.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool has(std::uint64_t r, std::uint64_t length) const
  {
    std::uint32_t const document = document_array[r];
    if (document == no_document) return false;
    return length == 0 || length <= offsets[std::uint64_t{document} + 1] - suffix_array[r];
  }
};

template <class MemorySpace, class Index>
[[nodiscard]] SuffixReader<Index> reader_of(Arrays<MemorySpace, Index> const& arrays)
{
  return {arrays.suffix_array.data(), arrays.document_array.data(), arrays.documents.offsets().data()};
}

/// Of arrays that were built, or of none.
template <class MemorySpace, class Index>
[[nodiscard]] Tuning const& tuning_of(Arrays<MemorySpace, Index> const& arrays)
{
  return arrays.tuning != nullptr ? *arrays.tuning : default_tuning();
}

/// Which suffixes of an interval are the first of their documents there.
template <class Index>
struct FirstSuffixes
{
  using Queries = detail::RangeQueries<Index, Extremum::minimum>;

  SuffixReader<Index> suffixes;
  Queries previous;

  /// The first r in [from, end) that has no predecessor of its document at `begin` or later; `end` if there is none.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t next(std::uint64_t from, std::uint64_t end,
                                                          std::uint64_t begin) const
  {
    std::uint64_t r = from;
    while (r < end) {
      if (r % in_superblock == 0) {
        r = next_superblock(r / in_superblock, end, begin) * in_superblock;
        if (r >= end) return end;
      }
      if (r % Queries::block == 0 && previous.blocks[r / Queries::block] > begin) {
        r += Queries::block;
        continue;
      }
      std::uint64_t const block_end = (r / Queries::block + 1) * Queries::block;
      std::uint64_t const stop = block_end < end ? block_end : end;
      for (; r < stop; ++r)
        if (previous.values[r] <= begin) return r;
    }
    return end;
  }

  /// Whether r is the first suffix of its document from `begin` on that has this length. The predecessors that have not are
  /// passed once for each that has.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_first(std::uint64_t r, std::uint64_t begin, std::uint64_t length) const
  {
    if (!suffixes.has(r, length)) return false;
    for (std::uint64_t before = previous.values[r]; before > begin; before = previous.values[before - 1])
      if (suffixes.has(before - 1, length)) return false;
    return true;
  }

 private:
  static constexpr std::uint64_t in_superblock = Queries::block * Queries::blocks_of_superblock;

  /// The first superblock from s on that has a predecessor before `begin`, or one that starts at `end` or later: steps that
  /// double while there is none, and then halve.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t next_superblock(std::uint64_t s, std::uint64_t end,
                                                                     std::uint64_t begin) const
  {
    std::uint64_t const superblocks = (end + in_superblock - 1) / in_superblock;
    std::uint64_t level = 0;
    bool grows = true;
    while (s < superblocks) {
      if (previous.sparse_table[level * previous.superblocks + s] > begin) {
        s += std::uint64_t{1} << level;
        if (grows && previous.superblocks >> (level + 1) != 0) ++level;
      }
      else {
        if (level == 0) return s;
        --level;
        grows = false;
      }
    }
    return s;
  }
};

}  // namespace lexikos::document_index_detail
