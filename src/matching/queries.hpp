// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Queries as each strand reads them.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/matching.hpp>

#include "backends/launch.hpp"
#include "common/dna_letters.hpp"
#include "common/query_batch.hpp"
#include "common/read_back.hpp"
#include "matching/text.hpp"

namespace lexikos::matching_detail
{

using detail::check_documents;
using detail::check_queries;
using detail::CheckedQueries;

/// The letter that pairs with a capital one of IUPAC's alphabet; 0 for other symbols.
KOKKOS_INLINE_FUNCTION int paired_letter(int letter)
{
  switch (letter) {
    case 'A':
      return 'T';
    case 'C':
      return 'G';
    case 'G':
      return 'C';
    case 'T':
      return 'A';
    case 'R':
      return 'Y';
    case 'Y':
      return 'R';
    case 'K':
      return 'M';
    case 'M':
      return 'K';
    case 'B':
      return 'V';
    case 'V':
      return 'B';
    case 'D':
      return 'H';
    case 'H':
      return 'D';
    case 'N':
    case 'S':
    case 'W':
      return letter;
    default:
      return 0;
  }
}

/// The same for letters of either case.
KOKKOS_INLINE_FUNCTION std::uint8_t complement_of(std::uint8_t symbol)
{
  int const letter = paired_letter(symbol & ~0x20);
  return static_cast<std::uint8_t>(letter != 0 ? letter | (symbol & 0x20) : 0);
}

/// What the symbols of a query become: themselves, or their complements; `nothing` where they shall match nothing.
struct SymbolMap
{
  std::uint8_t nothing;
  bool complement;
  bool only_acgt;
  std::uint8_t const* letters = nullptr;  ///< [0..256) those that the index has for them; null: themselves

  KOKKOS_FUNCTION std::uint8_t operator()(std::uint8_t symbol) const
  {
    if (only_acgt && !detail::is_dna(symbol, true)) return nothing;
    if (complement) {
      symbol = complement_of(symbol);
      if (symbol == 0) return nothing;
    }
    return letters != nullptr ? letters[symbol] : symbol;
  }
};

/// One symbol of the queries, which are reversed for complements. Symbols in no query are not read by anybody.
struct MapQueries
{
  QueryReader queries;
  SymbolMap map;
  std::uint8_t* out;
  std::uint64_t first;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const g = first + i;
    std::uint64_t from = g;
    if (map.complement) {
      std::uint64_t const q = queries.number_of(g);
      from = queries.offsets[q] + (queries.offsets[q + 1] - 1 - g);
    }
    out[g] = map(queries.symbols[from]);
  }
};

/// What is thrown where symbols of queries shall match nothing, and every byte is one of the text.
[[nodiscard]] inline Error no_absent_byte()
{
  return {ErrorCode::not_supported,
          "symbols of queries that shall match nothing need a byte that the text lacks, and it has all"};
}

/// The queries as a strand reads them, in the workspace where that is not how they are.
template <class ExecutionSpace>
CheckedQueries<typename ExecutionSpace::memory_space> queries_of_strand(
    ExecutionSpace const& space, CheckedQueries<typename ExecutionSpace::memory_space> const& queries,
    SymbolMap const& map, Workspace& workspace)
{
  auto mapped = queries;
  auto const out = workspace.take<std::uint8_t, typename ExecutionSpace::memory_space>(queries.last);
  Kokkos::parallel_for("lexikos::matching::map_queries", backends::Range<ExecutionSpace>(space, 0, queries.symbols()),
                       MapQueries{queries.reader, map, out.data(), queries.first});
  mapped.reader.symbols = out.data();
  mapped.reader.size = queries.last;
  return mapped;
}

}  // namespace lexikos::matching_detail
