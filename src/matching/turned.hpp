// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Maximal matches in a text that is larger than its queries, by an index of the queries: text and queries change their parts,
// which what a maximal match is does not tell apart. The documents of the text are what is searched in the queries, which are
// documents now, and what is found is turned back and sorted.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/matching.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/progress.hpp"
#include "matching/columns.hpp"
#include "matching/queries.hpp"
#include "matching/result.hpp"
#include "matching/tuning.hpp"

namespace lexikos::matching_detail
{

/// The matches of checked queries in an index, forward and reverse; compiled with `find`. Flags of queries with too many
/// places are dropped.
template <class ExecutionSpace, class Index>
std::array<StrandMatches<typename ExecutionSpace::memory_space, Index>, 2> find_strands(
    ExecutionSpace const& space, IndexArrays<typename ExecutionSpace::memory_space, Index> const& index,
    CheckedQueries<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning,
    detail::ProgressReport<ExecutionSpace>& progress, Workspace& workspace);

/// One match of a strand, which has a symbol of the documents where the document's strand has it, and a symbol of the queries.
template <class Index>
struct TurnMatch
{
  QueryReader queries;
  std::uint64_t const* documents;  ///< their offsets
  bool is_reversed;
  Place place;
  std::uint64_t const* symbols;
  Index const* numbers;  ///< of the documents
  Index const* query_symbols;
  Index const* old_lengths;
  std::uint64_t* keys;
  Index* lengths;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const length = old_lengths[i];
    std::uint64_t p = symbols[i];
    std::uint64_t g = query_symbols[i];
    if (is_reversed) {
      // the document's reverse complement matches the query; so the query's matches the document
      std::uint64_t const d = numbers[i];
      std::uint64_t const q = queries.number_of(g);
      p = documents[d] + (documents[d + 1] - p) - length;
      g = queries.offsets[q] + (queries.offsets[q + 1] - g) - length;
    }
    keys[i] = place.key(g, p);
    lengths[i] = static_cast<Index>(length);
  }
};

/// Whether the queries may be indexed instead of the text: nothing is asked of occurrences in the text, and their places fit
/// into keys.
template <class MemorySpace, class Index>
bool can_be_turned(MatchOptions<MemorySpace> const& options, std::uint64_t n,
                   CheckedQueries<MemorySpace> const& queries, Tuning const& tuning)
{
  constexpr std::uint64_t most = std::numeric_limits<Index>::max() - 1;
  bool const asks_of_pairs =
      options.kind == MatchKind::maximal && options.min_occurrences <= 1 && options.max_occurrences == 0;
  bool const is_worth_it = n >= tuning.min_turned && queries.last != 0 && n / queries.last >= tuning.turn_from;
  bool const fits = queries.last <= most && queries.reader.count <= most && options.text_offsets.extent(0) <= most &&
                    std::bit_width(n) + std::bit_width(queries.symbols()) <= 64;
  return asks_of_pairs && is_worth_it && fits;
}

/// \param index      of the symbols [0..last) of the queries
/// \param documents  offsets of one or more documents of the text
/// \param options    with the workspace
template <class ExecutionSpace, class Index>
Matches<typename ExecutionSpace::memory_space, Index> find_turned(
    ExecutionSpace const& space, IndexArrays<typename ExecutionSpace::memory_space, Index> const& index,
    CheckedQueries<typename ExecutionSpace::memory_space> const& queries,
    QuerySpans<typename ExecutionSpace::memory_space> const& documents,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace& workspace = *options.workspace;
  auto const searched = check_queries(space, documents);
  auto turned = options;
  turned.text_offsets = queries.offsets;
  std::size_t const strands = options.strands == Strands::both ? 2 : 1;
  detail::ProgressReport<ExecutionSpace> progress(space, options.progress, strands * searched.symbols() + 1);
  auto found = find_strands<ExecutionSpace, Index>(space, index, searched, turned, tuning, progress, workspace);
  std::uint64_t const n = documents.symbols.extent(0);
  Place const place{queries.first, static_cast<int>(std::bit_width(n))};
  int const key_bits = place.text_bits + static_cast<int>(std::bit_width(queries.symbols()));
  for (std::size_t s = 0; s < 2; ++s) {
    auto& strand = found[s];
    if (strand.size == 0) continue;
    Rows<MemorySpace, Index> rows;
    rows.make_room(space, workspace.resource(), strand.size, false);
    rows.size = strand.size;
    Kokkos::parallel_for("lexikos::matching::turn", backends::Range<ExecutionSpace>(space, 0, strand.size),
                         TurnMatch<Index>{queries.reader, documents.offsets.data(), s == 1, place,
                                          strand.symbols.data(), strand.queries.data(), strand.text_positions.data(),
                                          strand.lengths.data(), rows.keys.data(), rows.lengths.data()});
    sort_piece<ExecutionSpace, Index>(space, place, key_bits, 0, rows, workspace);
    space.fence("lexikos::matching::turn");  // the old ones are freed
    strand = decode<ExecutionSpace, Index>(space, queries.reader, rows, workspace.resource());
  }
  auto const capped = zeros<ExecutionSpace>(space, queries.reader.count, workspace);
  auto matches = columns_of<ExecutionSpace, Index>(space, queries, options, found, capped, workspace);
  progress.finish();
  return matches;
}

}  // namespace lexikos::matching_detail
