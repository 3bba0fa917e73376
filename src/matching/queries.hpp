// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Queries and documents as the caller gives them: checked, and queries as each strand reads them.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/matching.hpp>
#include <limits>
#include <string>

#include "backends/launch.hpp"
#include "backends/segments.hpp"
#include "common/dna_letters.hpp"
#include "common/read_back.hpp"
#include "matching/text.hpp"

namespace lexikos::matching_detail
{

/// Of offsets [0..count + 1) into `size` symbols: the first that does not ascend or ends beyond them, and the longest part.
struct CheckOffsets
{
  struct value_type
  {
    std::uint64_t first_wrong;
    std::uint64_t longest;
  };

  std::uint64_t const* offsets;
  std::uint64_t size;

  KOKKOS_FUNCTION void operator()(std::size_t i, value_type& found) const
  {
    bool const fits = offsets[i] <= offsets[i + 1] && offsets[i + 1] <= size;
    if (!fits && i < found.first_wrong) found.first_wrong = i;
    if (fits && offsets[i + 1] - offsets[i] > found.longest) found.longest = offsets[i + 1] - offsets[i];
  }
  KOKKOS_FUNCTION void init(value_type& found) const { found = {not_found, 0}; }
  KOKKOS_FUNCTION void join(value_type& found, value_type const& other) const
  {
    if (other.first_wrong < found.first_wrong) found.first_wrong = other.first_wrong;
    if (other.longest > found.longest) found.longest = other.longest;
  }
};

/// The longest of the parts. Fences. Error (invalid_argument) for offsets that do not fit.
template <class ExecutionSpace, class Offsets>
std::uint64_t check_offsets(ExecutionSpace const& space, Offsets const& offsets, std::uint64_t size, char const* part)
{
  detail::require(offsets.extent(0) != 0, ErrorCode::invalid_argument,
                  std::string("there is one more offset than each ") + part + ", and so at least one");
  CheckOffsets::value_type found{not_found, 0};
  Kokkos::parallel_reduce("lexikos::matching::check_offsets",
                          backends::Range<ExecutionSpace>(space, 0, offsets.extent(0) - 1),
                          CheckOffsets{offsets.data(), size}, found);
  space.fence("lexikos::matching::check_offsets");
  detail::require(found.first_wrong == not_found, ErrorCode::invalid_argument,
                  std::string("the offsets of ") + part + " " + std::to_string(found.first_wrong) +
                      " do not ascend, or end beyond the " + std::to_string(size) + " symbols");
  return found.longest;
}

/// Documents of a text of n symbols. Fences. Error (invalid_argument) for offsets that do not fit.
template <class ExecutionSpace, class Offsets>
Documents check_documents(ExecutionSpace const& space, Offsets const& offsets, std::uint64_t n)
{
  if (offsets.extent(0) == 0) return {nullptr, 0, n};
  check_offsets(space, offsets, n, "document");
  if (n == 0) return {nullptr, 0, 0};
  return {offsets.data(), offsets.extent(0) - 1, n};
}

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

/// Queries that were checked.
template <class MemorySpace>
struct CheckedQueries
{
  QueryReader reader;
  Span<std::uint64_t const, MemorySpace> offsets;
  std::uint64_t first;    ///< symbol of all queries
  std::uint64_t last;     ///< symbol of all queries, and one more
  std::uint64_t longest;  ///< symbols of a query

  [[nodiscard]] std::uint64_t symbols() const { return last - first; }
};

template <class ExecutionSpace>
CheckedQueries<typename ExecutionSpace::memory_space> check_queries(
    ExecutionSpace const& space, QuerySpans<typename ExecutionSpace::memory_space> const& queries)
{
  auto const& offsets = queries.offsets;
  std::uint64_t const longest = check_offsets(space, offsets, queries.symbols.extent(0), "query");
  std::uint64_t const count = offsets.extent(0) - 1;
  CheckedQueries<typename ExecutionSpace::memory_space> checked{
      {queries.symbols.data(), queries.symbols.extent(0), offsets.data(), count}, offsets, 0, 0, longest};
  if (longest == 0) return checked;
  checked.first = detail::read_back(space, offsets, 0);
  checked.last = detail::read_back(space, offsets, count);
  return checked;
}

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
