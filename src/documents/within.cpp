// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Occurrences that lie in one document.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/documents.hpp>
#include <limits>
#include <string>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/items_of_segments.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"

namespace lexikos
{

namespace documents_detail
{

namespace
{

constexpr std::size_t max_narrow = std::numeric_limits<std::uint32_t>::max();

/// The first pattern with wrong offsets, either of its symbols or of its occurrences, which are those of all positions.
struct FirstWrongPattern
{
  std::uint64_t const* of_symbols;
  std::uint64_t const* of_positions;
  std::size_t patterns;
  std::uint64_t positions;

  KOKKOS_FUNCTION void operator()(std::size_t p, std::uint64_t& first) const
  {
    bool const ascends = of_symbols[p] <= of_symbols[p + 1] && of_positions[p] <= of_positions[p + 1];
    bool const starts = p != 0 || of_positions[0] == 0;
    bool const ends = p + 1 != patterns || of_positions[patterns] == positions;
    if (!(ascends && starts && ends) && p < first) first = p;
  }
};

/// kept[i] = 1 where occurrence i of pattern s lies in one document, else 0.
template <class Index, class Count>
struct MarkWithin
{
  detail::DocumentQueries queries;
  std::uint64_t const* of_symbols;
  Index const* positions;
  Count* kept;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::size_t i) const
  {
    DocumentBounds const bounds = queries.bounds_of(positions[i]);
    std::uint64_t const length = of_symbols[s + 1] - of_symbols[s];
    kept[i] = bounds.document != not_found && length <= bounds.end - positions[i] ? 1 : 0;
  }
};

/// Moves the occurrences to their places. kept[i]: those up to i, and it.
template <class Index, class Count>
struct MoveWithin
{
  Count const* kept;
  Index const* positions;
  Index* moved;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (kept[i] != (i == 0 ? 0 : kept[i - 1])) moved[kept[i] - 1] = positions[i];
  }
};

template <class Count>
struct OffsetsWithin
{
  Count const* kept;
  std::uint64_t const* offsets;
  std::uint64_t* moved;

  KOKKOS_FUNCTION void operator()(std::size_t s) const { moved[s] = offsets[s] == 0 ? 0 : kept[offsets[s] - 1]; }
};

/// Count: u32 or u64, of which all occurrences can be counted.
template <class Count, class ExecutionSpace, class Index>
Occurrences<typename ExecutionSpace::memory_space, Index> kept_within(
    ExecutionSpace const& space, detail::DocumentQueries const& queries,
    Occurrences<typename ExecutionSpace::memory_space, Index> const& occurrences, std::uint64_t const* of_symbols,
    Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = occurrences.positions.extent(0);
  std::size_t const patterns = occurrences.offsets.extent(0) - 1;
  auto const kept = workspace.take<Count, MemorySpace>(n);
  detail::for_each_item(space, "lexikos::documents::mark_within", {occurrences.offsets.data(), patterns, 0, n},
                        MarkWithin<Index, Count>{queries, of_symbols, occurrences.positions.data(), kept.data()});
  primitives::inclusive_scan(space, kept, kept, primitives::Sum{}, workspace);

  Occurrences<MemorySpace, Index> found;
  found.offsets = detail::allocate<std::uint64_t, MemorySpace>(workspace.resource(),
                                                               "lexikos::documents::offsets_within", patterns + 1);
  found.positions = detail::allocate<Index, MemorySpace>(workspace.resource(), "lexikos::documents::positions_within",
                                                         n == 0 ? 0 : detail::read_back(space, kept, n - 1));
  Kokkos::parallel_for("lexikos::documents::offsets_within", backends::Range<ExecutionSpace>(space, 0, patterns + 1),
                       OffsetsWithin<Count>{kept.data(), occurrences.offsets.data(), found.offsets.data()});
  Kokkos::parallel_for("lexikos::documents::move_within", backends::Range<ExecutionSpace>(space, 0, n),
                       MoveWithin<Index, Count>{kept.data(), occurrences.positions.data(), found.positions.data()});
  space.fence("lexikos::documents::within");
  return found;
}

}  // namespace

template <class ExecutionSpace, class Index>
Occurrences<typename ExecutionSpace::memory_space, Index> within(
    ExecutionSpace const& space, detail::DocumentQueries const& queries,
    Occurrences<typename ExecutionSpace::memory_space, Index> const& occurrences,
    Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& pattern_offsets,
    WithinDocumentsOptions const& options)
{
  detail::require(pattern_offsets.extent(0) > 0, ErrorCode::invalid_argument,
                  "the view of pattern offsets is empty; it has one entry more than there are patterns");
  std::size_t const patterns = pattern_offsets.extent(0) - 1;
  std::size_t const n = occurrences.positions.extent(0);
  std::uint64_t wrong = patterns;
  Kokkos::parallel_reduce("lexikos::documents::check_occurrences", backends::Range<ExecutionSpace>(space, 0, patterns),
                          FirstWrongPattern{pattern_offsets.data(), occurrences.offsets.data(), patterns, n},
                          Kokkos::Min<std::uint64_t>(wrong));
  bool const is_right = wrong >= patterns && (patterns != 0 || n == 0);
  detail::require(is_right, ErrorCode::invalid_argument,
                  "the offsets of pattern " + std::to_string(std::min<std::uint64_t>(wrong, patterns)) +
                      " do not ascend, or are not those of the " + std::to_string(n) + " positions");
  detail::Scratch const scratch(space, options.workspace);
  if (n <= max_narrow) return kept_within<std::uint32_t>(space, queries, occurrences, pattern_offsets.data(), *scratch);
  return kept_within<std::uint64_t>(space, queries, occurrences, pattern_offsets.data(), *scratch);
}

}  // namespace documents_detail

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t within_documents_workspace_bytes(std::size_t occurrences)
{
  bool const is_narrow = occurrences <= documents_detail::max_narrow;
  return occurrences * (is_narrow ? sizeof(std::uint32_t) : sizeof(std::uint64_t)) + 256 +
         detail::scan_bytes<ExecutionSpace>(occurrences);
}

#define LEXIKOS_INSTANTIATE_WITHIN(SPACE, INDEX)                                                    \
  template Occurrences<SPACE::memory_space, INDEX> documents_detail::within<SPACE, INDEX>(          \
      SPACE const&, detail::DocumentQueries const&, Occurrences<SPACE::memory_space, INDEX> const&, \
      Span<std::uint64_t const, SPACE::memory_space> const&, WithinDocumentsOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE)                                           \
  template std::size_t within_documents_workspace_bytes<SPACE>(std::size_t); \
  LEXIKOS_INSTANTIATE_WITHIN(SPACE, std::uint32_t)                           \
  LEXIKOS_INSTANTIATE_WITHIN(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_WITHIN

}  // namespace lexikos
