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
  /// Suffixes that every rank knows, evenly spread over the array: a query goes to the rank of those between which it
  /// belongs, and is looked up among them. At least 1; entries and 8 bytes each.
  std::size_t directory_entries = std::size_t{1} << 16;
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
  /// Suffixes in their order, and their entries; n is the last of these. Each rank's first one is among them.
  Array<Index const, MemorySpace> directory;
  Array<std::uint64_t const, MemorySpace> directory_entries;
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
