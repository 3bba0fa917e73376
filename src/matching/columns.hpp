// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From the matches of each strand to the result: those that lie in others are dropped where they shall be unique in both, and
// columns are written.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/matching.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "matching/queries.hpp"
#include "matching/rows.hpp"

namespace lexikos::matching_detail
{

/// The matches of a strand, in order.
template <class MemorySpace, class Index>
struct StrandMatches
{
  Array<std::uint64_t, MemorySpace> symbols;  ///< of all queries, where they start
  Array<Index, MemorySpace> queries;
  Array<Index, MemorySpace> text_positions;
  Array<Index, MemorySpace> lengths;
  Array<Index, MemorySpace> occurrences;
  std::size_t size = 0;
};

/// Those of a piece; arrays from its first on.
template <class Index>
struct DecodePiece
{
  Place place;
  QueryReader queries;
  std::uint64_t* keys;  ///< become symbols
  Index* text_positions;
  Index* numbers;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const key = keys[i];
    std::uint64_t const g = place.query_symbol(key);
    keys[i] = g;
    text_positions[i] = static_cast<Index>(place.text_position(key));
    numbers[i] = static_cast<Index>(queries.number_of(g));
  }
};

template <class ExecutionSpace, class Index>
StrandMatches<typename ExecutionSpace::memory_space, Index> decode(
    ExecutionSpace const& space, QueryReader const& queries,
    Rows<typename ExecutionSpace::memory_space, Index> const& rows, MemoryResource& resource)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  StrandMatches<MemorySpace, Index> matches;
  matches.size = rows.size;
  matches.symbols = rows.keys;
  matches.lengths = rows.lengths;
  matches.occurrences = rows.occurrences;
  matches.text_positions = detail::allocate<Index, MemorySpace>(resource, "lexikos::matching::texts", rows.size);
  matches.queries = detail::allocate<Index, MemorySpace>(resource, "lexikos::matching::queries", rows.size);
  for (Piece const& piece : rows.pieces)
    Kokkos::parallel_for(
        "lexikos::matching::decode", backends::Range<ExecutionSpace>(space, 0, piece.count),
        DecodePiece<Index>{piece.place, queries, rows.keys.data() + piece.first,
                           matches.text_positions.data() + piece.first, matches.queries.data() + piece.first});
  return matches;
}

// ----- unique in both ----------------------------------------------------------------------------------------------------

/// What matches are sorted by, one after the other, the last first: query, position in the text, and the longest first.
enum class ContainmentKey
{
  length,
  text_position,
  query
};

template <class Index>
struct KeyOfMatch
{
  ContainmentKey key;
  std::uint64_t const* order;
  Index const* queries;
  Index const* text_positions;
  Index const* lengths;
  Index n;  ///< symbols of the text
  Index* keys;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const match = order[i];
    switch (key) {
      case ContainmentKey::length:
        keys[i] = n - lengths[match];
        return;
      case ContainmentKey::text_position:
        keys[i] = text_positions[match];
        return;
      case ContainmentKey::query:
        keys[i] = queries[match];
        return;
    }
  }
};

/// In that order: a number that grows with the query, and then with the end in the text.
template <class Index>
struct EndOfMatch
{
  std::uint64_t const* order;
  Index const* queries;
  Index const* text_positions;
  Index const* lengths;
  std::uint64_t n;
  std::uint64_t* ends;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const match = order[i];
    ends[i] = queries[match] * (n + 1) + text_positions[match] + lengths[match];
  }
};

/// Drops what lies in an earlier match of its query, and equal ones.
template <class Index>
struct DropContained
{
  std::uint64_t const* order;
  std::uint64_t const* ends;
  std::uint64_t const* largest_before;
  Index const* text_positions;
  std::size_t count;
  std::uint8_t* is_kept;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    // those of earlier queries end below all of this one
    bool const in_earlier = i != 0 && largest_before[i] >= ends[i];
    bool const as_next =
        i + 1 < count && ends[i + 1] == ends[i] && text_positions[order[i + 1]] == text_positions[order[i]];
    is_kept[order[i]] = in_earlier || as_next ? 0 : 1;
  }
};

/// Moves matches to the front; a thread for each that is kept.
template <class Index>
struct KeepMatch
{
  std::uint64_t const* kept;
  std::uint64_t const* symbols;
  Index const* queries;
  Index const* text_positions;
  Index const* lengths;
  std::uint64_t* new_symbols;
  Index* new_queries;
  Index* new_text_positions;
  Index* new_lengths;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    new_symbols[i] = symbols[kept[i]];
    new_queries[i] = queries[kept[i]];
    new_text_positions[i] = text_positions[kept[i]];
    new_lengths[i] = lengths[kept[i]];
  }
};

/// Of matches that are unique in the text, a string that its query has twice matches the same place of the text twice, and so
/// lies in, or is, another match there. Error (not_supported) if queries and text are too large to be counted together.
template <class ExecutionSpace, class Index>
void keep_unique_in_both(ExecutionSpace const& space, std::uint64_t queries, std::uint64_t n,
                         StrandMatches<typename ExecutionSpace::memory_space, Index>& matches, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const count = matches.size;
  if (count < 2) return;
  detail::require(std::bit_width(queries) + std::bit_width(n + 1) <= 64, ErrorCode::not_supported,
                  "so many queries and so long a text have no matches unique in both");
  Workspace::Scope const scope(workspace);
  primitives::DoubleBuffer order{workspace.take<std::uint64_t, MemorySpace>(count),
                                 workspace.take<std::uint64_t, MemorySpace>(count)};
  primitives::iota(space, order.current);
  {
    Workspace::Scope const sorting(workspace);
    primitives::DoubleBuffer keys{workspace.take<Index, MemorySpace>(count), workspace.take<Index, MemorySpace>(count)};
    for (auto const key : {ContainmentKey::length, ContainmentKey::text_position, ContainmentKey::query}) {
      Kokkos::parallel_for(
          "lexikos::matching::containment_keys", Range(space, 0, count),
          KeyOfMatch<Index>{key, order.current.data(), matches.queries.data(), matches.text_positions.data(),
                            matches.lengths.data(), static_cast<Index>(n), keys.current.data()});
      int const bits = static_cast<int>(std::bit_width(key == ContainmentKey::query ? queries : n));
      primitives::radix_sort_pairs(space, keys, order, 0, bits, workspace);
    }
  }
  auto const ends = workspace.take<std::uint64_t, MemorySpace>(count);
  auto const largest = workspace.take<std::uint64_t, MemorySpace>(count);
  auto const is_kept = workspace.take<std::uint8_t, MemorySpace>(count);
  Kokkos::parallel_for("lexikos::matching::ends", Range(space, 0, count),
                       EndOfMatch<Index>{order.current.data(), matches.queries.data(), matches.text_positions.data(),
                                         matches.lengths.data(), n, ends.data()});
  primitives::exclusive_scan(space, ends, largest, primitives::Maximum{}, workspace);
  Kokkos::parallel_for("lexikos::matching::contained", Range(space, 0, count),
                       DropContained<Index>{order.current.data(), ends.data(), largest.data(),
                                            matches.text_positions.data(), count, is_kept.data()});
  auto const& kept = order.other;
  matches.size = primitives::select_positions(space, is_kept, kept, workspace);
  auto const old = matches;
  auto& resource = workspace.resource();
  matches.symbols = detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::matching::rows", matches.size);
  matches.queries = detail::allocate<Index, MemorySpace>(resource, "lexikos::matching::queries", matches.size);
  matches.text_positions = detail::allocate<Index, MemorySpace>(resource, "lexikos::matching::texts", matches.size);
  matches.lengths = detail::allocate<Index, MemorySpace>(resource, "lexikos::matching::rows", matches.size);
  Kokkos::parallel_for("lexikos::matching::keep", Range(space, 0, matches.size),
                       KeepMatch<Index>{kept.data(), old.symbols.data(), old.queries.data(), old.text_positions.data(),
                                        old.lengths.data(), matches.symbols.data(), matches.queries.data(),
                                        matches.text_positions.data(), matches.lengths.data()});
  space.fence("lexikos::matching::keep");  // the old ones are freed
}

// ----- the result --------------------------------------------------------------------------------------------------------

/// offsets[q] += the number of matches of queries before q, of which there are `count`.
template <class Index>
struct AddOffsets
{
  Index const* queries;  ///< ascending
  std::size_t size;
  std::uint64_t* strand_offsets;
  std::uint64_t* offsets;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    std::size_t low = 0;
    std::size_t high = size;
    while (low < high) {
      std::size_t const middle = low + (high - low) / 2;
      if (queries[middle] < q)
        low = middle + 1;
      else
        high = middle;
    }
    strand_offsets[q] = low;
    offsets[q] += low;
  }
};

/// Columns of the result, as plain pointers; null where they are not wanted.
template <class Index>
struct ResultColumns
{
  Index* text_positions;
  Index* queries;
  Index* query_positions;
  Index* lengths;
  std::uint8_t* reversed;
  Index* occurrences;
};

/// One match of a strand a thread.
template <class Index>
struct WriteMatch
{
  ResultColumns<Index> result;
  std::uint64_t const* symbols;
  Index const* queries;
  Index const* text_positions;
  Index const* lengths;
  Index const* occurrences;
  std::uint64_t const* query_offsets;
  std::uint64_t const* other_offsets;  ///< of the other strand's matches; null if there is none
  bool is_reversed;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const q = queries[i];
    std::size_t const to = i + (other_offsets != nullptr ? other_offsets[is_reversed ? q + 1 : q] : 0);
    result.text_positions[to] = text_positions[i];
    result.queries[to] = static_cast<Index>(q);
    result.query_positions[to] = static_cast<Index>(symbols[i] - query_offsets[q]);
    result.lengths[to] = lengths[i];
    if (result.reversed != nullptr) result.reversed[to] = is_reversed ? 1 : 0;
    if (result.occurrences != nullptr) result.occurrences[to] = occurrences[i];
  }
};

}  // namespace lexikos::matching_detail
