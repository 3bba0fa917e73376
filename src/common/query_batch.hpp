// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches of queries, and documents of a text, as the caller gives them: checked.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/common_prefix.hpp>
#include <lexikos/detail/suffix_interval.hpp>
#include <lexikos/detail/text_documents.hpp>
#include <lexikos/error.hpp>
#include <lexikos/search.hpp>
#include <string>

#include "backends/launch.hpp"
#include "backends/segments.hpp"
#include "common/read_back.hpp"

namespace lexikos::detail
{

/// Symbols of all queries, as they are read; query q is symbols[offsets[q] .. offsets[q + 1]).
struct QueryReader
{
  std::uint8_t const* symbols;
  std::uint64_t size;
  std::uint64_t const* offsets;
  std::uint64_t count;

  /// The query that has symbol g, which one of them has.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t number_of(std::uint64_t g) const
  {
    return backends::segment_of(offsets, count, g);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION BytesOf bytes() const { return {symbols, size}; }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION PatternBytes pattern(std::uint64_t begin, std::uint64_t end) const
  {
    return {symbols, size, begin, end - begin};
  }
};

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
[[nodiscard]] std::uint64_t check_offsets(ExecutionSpace const& space, Offsets const& offsets, std::uint64_t size,
                                          char const* part)
{
  require(offsets.extent(0) != 0, ErrorCode::invalid_argument,
          std::string("there is one more offset than each ") + part + ", and so at least one");
  CheckOffsets::value_type found{not_found, 0};
  Kokkos::parallel_reduce("lexikos::check_offsets", backends::Range<ExecutionSpace>(space, 0, offsets.extent(0) - 1),
                          CheckOffsets{offsets.data(), size}, found);
  space.fence("lexikos::check_offsets");
  require(found.first_wrong == not_found, ErrorCode::invalid_argument,
          std::string("the offsets of ") + part + " " + std::to_string(found.first_wrong) +
              " do not ascend, or end beyond the " + std::to_string(size) + " symbols");
  return found.longest;
}

/// Documents of a text of n symbols. Fences. Error (invalid_argument) for offsets that do not fit.
template <class ExecutionSpace, class Offsets>
[[nodiscard]] TextDocuments check_documents(ExecutionSpace const& space, Offsets const& offsets, std::uint64_t n)
{
  if (offsets.extent(0) == 0) return {nullptr, 0, n};
  static_cast<void>(check_offsets(space, offsets, n, "document"));
  if (n == 0) return {nullptr, 0, 0};
  return {offsets.data(), offsets.extent(0) - 1, n};
}

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
[[nodiscard]] CheckedQueries<typename ExecutionSpace::memory_space> check_queries(
    ExecutionSpace const& space, search_detail::PatternSpans<typename ExecutionSpace::memory_space> const& queries)
{
  auto const& offsets = queries.offsets;
  std::uint64_t const longest = check_offsets(space, offsets, queries.symbols.extent(0), "query");
  std::uint64_t const count = offsets.extent(0) - 1;
  CheckedQueries<typename ExecutionSpace::memory_space> checked{
      {queries.symbols.data(), queries.symbols.extent(0), offsets.data(), count}, offsets, 0, 0, longest};
  if (longest == 0) return checked;
  checked.first = read_back(space, offsets, 0);
  checked.last = read_back(space, offsets, count);
  return checked;
}

}  // namespace lexikos::detail
