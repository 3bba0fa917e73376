// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Symbols of a text whose parts lie on the ranks, in indexes of these parts.

#include <lexikos/distributed/detail/shards.hpp>

namespace lexikos::distributed_detail
{

/// Ranges [begins(i), ends(i)) of the whole text.
template <class MemorySpace>
struct RangesOfText
{
  Span<std::uint64_t const, MemorySpace> begins;
  Span<std::uint64_t const, MemorySpace> ends;

  [[nodiscard]] std::size_t size() const { return begins.extent(0); }
};

/// Where symbols go: those of range i to [offsets(i), offsets(i + 1)).
template <class MemorySpace>
struct SymbolsOfRanges
{
  std::uint8_t* bytes = nullptr;
  unsigned symbol_bytes = 1;
  Span<std::uint64_t const, MemorySpace> offsets;
};

/// Writes what of the ranges lies in this rank's shards.
template <class ExecutionSpace>
using LocalSymbols = std::function<void(RangesOfText<typename ExecutionSpace::memory_space> const&,
                                        SymbolsOfRanges<typename ExecutionSpace::memory_space> const&, Workspace&)>;

/// \param shards     symbols of this rank's shards, those of all ranks one after the other
/// \param workspace  may be null
/// Collective.
template <class ExecutionSpace>
void extract_by_text(ExecutionSpace const& space, distributed::Communicator const& ranks, std::uint64_t shards,
                     RangesOfText<typename ExecutionSpace::memory_space> const& ranges,
                     SymbolsOfRanges<typename ExecutionSpace::memory_space> const& symbols,
                     LocalSymbols<ExecutionSpace> const& local, Workspace* workspace);

/// A shard's part of the whole text, and where the first shard of its rank begins.
struct PlaceOfShard
{
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t first_of_rank = 0;
};

/// Of ranges, what lies in a shard, by positions in that, and where it goes.
template <class MemorySpace, class Index>
struct RangesInShard
{
  Span<Index, MemorySpace> begins;
  Span<Index, MemorySpace> ends;
  Span<std::uint64_t, MemorySpace> sources;  ///< the begins
  Span<std::uint64_t, MemorySpace> offsets;  ///< of their lengths; one more than ranges
  Span<std::uint64_t, MemorySpace> places;
  std::uint64_t total = 0;
};

/// In memory of the workspace's scope. Fences.
template <class ExecutionSpace, class Index>
[[nodiscard]] RangesInShard<typename ExecutionSpace::memory_space, Index> ranges_in_shard(
    ExecutionSpace const& space, PlaceOfShard const& shard,
    RangesOfText<typename ExecutionSpace::memory_space> const& ranges,
    SymbolsOfRanges<typename ExecutionSpace::memory_space> const& symbols, Workspace& workspace);

/// Copies the symbols of range i, of a shard's text from sources(i) on. Fences.
template <class ExecutionSpace, class Index>
void place_symbols(ExecutionSpace const& space,
                   RangesInShard<typename ExecutionSpace::memory_space, Index> const& ranges,
                   detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                   Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& sources,
                   SymbolsOfRanges<typename ExecutionSpace::memory_space> const& symbols);

template <class ExecutionSpace, class MemorySpace, class Index, class Symbol>
void copy_symbols(ExecutionSpace const& space, SuffixIndex<MemorySpace, Index, Symbol> const& index,
                  RangesInShard<MemorySpace, Index> const& ranges, SymbolsOfRanges<MemorySpace> const& symbols,
                  Workspace&)
{
  place_symbols<ExecutionSpace, Index>(space, ranges, detail::bytes_of<ExecutionSpace>(index.text()), ranges.sources,
                                       symbols);
}

template <class ExecutionSpace, class MemorySpace, class Index, class Symbol>
void copy_symbols(ExecutionSpace const& space, FmIndex<MemorySpace, Index, Symbol> const& index,
                  RangesInShard<MemorySpace, Index> const& ranges, SymbolsOfRanges<MemorySpace> const& symbols,
                  Workspace& workspace)
{
  auto const found = index.extract(space, ranges.begins, ranges.ends, {.workspace = &workspace});
  place_symbols<ExecutionSpace, Index>(space, ranges, detail::bytes_of<ExecutionSpace>(found.symbols), found.offsets,
                                       symbols);
}

}  // namespace lexikos::distributed_detail
