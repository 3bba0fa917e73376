// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What an index by range is made of, and what the library compiles for it.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/distributed/communicator.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/search.hpp>
#include <string>
#include <vector>

namespace lexikos
{

namespace distributed
{

/// All ranks give the same, but for the workspace.
struct IndexByRangeOptions
{
  /// Entries of four bytes that a rank's table of prefixes has at most, besides two: a query begins among the suffixes with
  /// the same first symbols, of which there are few where it has many. 0: half as many as the rank's range has.
  std::size_t table_entries = 0;
  /// Scratch to reuse; a private one is allocated and freed when null. The index' arrays are of its resource.
  Workspace* workspace = nullptr;
};

}  // namespace distributed

namespace distributed_detail
{

/// A text on every rank, and this rank's range of its suffix array.
template <class MemorySpace, class Index>
struct RangeArrays
{
  std::uint64_t n = 0;
  unsigned symbol_bytes = 1;
  int bits = 1;                                   ///< of a symbol
  std::uint64_t largest = 0;                      ///< code
  Array<std::uint64_t const, MemorySpace> words;  ///< of the text
  Array<std::uint32_t const, MemorySpace> codes;  ///< [0..256) of bytes, or above `largest`; wider symbols are codes
  Array<Index const, MemorySpace> suffix_array;
  std::vector<std::uint64_t> firsts;  ///< [0..ranks], entries before each rank's
  /// Ranks that have any entries, and the first suffix of each but the first of them.
  Array<std::uint32_t const, MemorySpace> owners;
  Array<Index const, MemorySpace> splitters;
  /// Entries of this rank's range before the suffixes whose first `depth` symbols are the number first_code + i, or more;
  /// the last of the numbers is one that comes after all.
  Array<std::uint32_t const, MemorySpace> table;
  std::uint64_t first_code = 0;
  int depth = 0;
};

template <class ExecutionSpace, class Index>
[[nodiscard]] RangeArrays<typename ExecutionSpace::memory_space, Index> index_by_range(
    ExecutionSpace const& space, distributed::Communicator const& ranks,
    detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
    Array<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    distributed::IndexByRangeOptions const& options);

template <class ExecutionSpace, class Index>
void find_by_range(ExecutionSpace const& space, distributed::Communicator const& ranks,
                   RangeArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                   detail::BytesOfText<typename ExecutionSpace::memory_space> const& symbols,
                   Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets,
                   search_detail::IntervalOutput<typename ExecutionSpace::memory_space, Index> const& output,
                   SearchOptions const& options);

template <class ExecutionSpace, class Index>
[[nodiscard]] Occurrences<typename ExecutionSpace::memory_space, Index> locate_by_range(
    ExecutionSpace const& space, distributed::Communicator const& ranks,
    RangeArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    Span<Index const, typename ExecutionSpace::memory_space> const& begins,
    Span<Index const, typename ExecutionSpace::memory_space> const& ends, SearchOptions const& options);

/// offsets(i) receives where the symbols of range i go. Returns their number; fences.
template <class ExecutionSpace, class Index>
[[nodiscard]] std::uint64_t offsets_of_ranges(
    ExecutionSpace const& space, std::uint64_t n,
    Span<Index const, typename ExecutionSpace::memory_space> const& begins,
    Span<Index const, typename ExecutionSpace::memory_space> const& ends,
    Span<std::uint64_t, typename ExecutionSpace::memory_space> const& offsets);

template <class ExecutionSpace, class Index>
void copy_ranges(ExecutionSpace const& space, RangeArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                 Span<Index const, typename ExecutionSpace::memory_space> const& begins,
                 Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets, std::uint64_t total,
                 std::uint8_t* symbols);

template <class ExecutionSpace, class Index>
void save_by_range(ExecutionSpace const& space, distributed::Communicator const& ranks,
                   RangeArrays<typename ExecutionSpace::memory_space, Index> const& arrays, std::string const& path);

/// \param symbol_bytes  that the index must have
template <class ExecutionSpace, class Index>
[[nodiscard]] RangeArrays<typename ExecutionSpace::memory_space, Index> load_by_range(
    ExecutionSpace const& space, distributed::Communicator const& ranks, std::string const& path, unsigned symbol_bytes,
    distributed::IndexByRangeOptions const& options);

}  // namespace distributed_detail
}  // namespace lexikos
