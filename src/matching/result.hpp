// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/matching.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "matching/columns.hpp"
#include "matching/queries.hpp"

namespace lexikos::matching_detail
{

/// A flag for each query, none set, in the workspace.
template <class ExecutionSpace>
Span<std::uint8_t, typename ExecutionSpace::memory_space> zeros(ExecutionSpace const& space, std::size_t n,
                                                                Workspace& workspace)
{
  auto const flags = workspace.take<std::uint8_t, typename ExecutionSpace::memory_space>(n);
  primitives::fill(space, flags, std::uint8_t{0});
  return flags;
}

/// The result, from the matches of both strands. Fences.
/// \param capped  [0..queries)
template <class ExecutionSpace, class Index>
Matches<typename ExecutionSpace::memory_space, Index> columns_of(
    ExecutionSpace const& space, CheckedQueries<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options,
    std::array<StrandMatches<typename ExecutionSpace::memory_space, Index>, 2> const& strands,
    Span<std::uint8_t, typename ExecutionSpace::memory_space> const& capped, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const count = queries.reader.count;
  std::size_t const size = strands[0].size + strands[1].size;
  bool const both = options.strands == Strands::both;
  Matches<MemorySpace, Index> result;
  auto const allocate = [&](auto value, char const* label, std::size_t n) {
    return detail::allocate<decltype(value), MemorySpace>(workspace.resource(), label, n);
  };
  auto const column = [&](char const* label) { return allocate(Index{}, label, size); };
  result.text_positions = column("lexikos::matching::text_positions");
  result.queries = column("lexikos::matching::queries");
  result.query_positions = column("lexikos::matching::query_positions");
  result.lengths = column("lexikos::matching::lengths");
  if (both) result.reversed = allocate(std::uint8_t{}, "lexikos::matching::reversed", size);
  if (options.kind == MatchKind::supermaximal) result.occurrences = column("lexikos::matching::occurrences");
  result.offsets = allocate(std::uint64_t{}, "lexikos::matching::offsets", count + 1);
  primitives::fill(space, result.offsets, std::uint64_t{0});

  std::array<Span<std::uint64_t, MemorySpace>, 2> offsets;
  for (std::size_t s = 0; s < 2; ++s) {
    offsets[s] = workspace.take<std::uint64_t, MemorySpace>(count + 1);
    Kokkos::parallel_for(
        "lexikos::matching::offsets", Range(space, 0, count + 1),
        AddOffsets<Index>{strands[s].queries.data(), strands[s].size, offsets[s].data(), result.offsets.data()});
  }
  ResultColumns<Index> const pointers{result.text_positions.data(),  result.queries.data(),
                                      result.query_positions.data(), result.lengths.data(),
                                      result.reversed.data(),        result.occurrences.data()};
  for (std::size_t s = 0; s < 2; ++s) {
    auto const& strand = strands[s];
    Kokkos::parallel_for(
        "lexikos::matching::write", Range(space, 0, strand.size),
        WriteMatch<Index>{pointers, strand.symbols.data(), strand.queries.data(), strand.text_positions.data(),
                          strand.lengths.data(), strand.occurrences.data(), queries.reader.offsets,
                          both ? offsets[1 - s].data() : nullptr, s == 1});
  }
  auto const numbers = workspace.take<Index, MemorySpace>(capped.extent(0));
  std::size_t const found = primitives::select_positions(space, capped, numbers, workspace);
  result.capped_queries = allocate(Index{}, "lexikos::matching::capped_queries", found);
  if (found != 0) Kokkos::deep_copy(space, result.capped_queries, backends::subspan(numbers, 0, found));
  space.fence("lexikos::matching::write");
  return result;
}

}  // namespace lexikos::matching_detail
