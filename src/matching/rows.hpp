// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Matches of one strand as they are found, batch by batch, and kernels over candidates.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/memory.hpp>
#include <vector>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/host_containers.hpp"
#include "common/items_of_segments.hpp"
#include "matching/tuning.hpp"

namespace lexikos::matching_detail
{

/// Where a match is, in one word: its symbol of all queries, counted from a base, above its position in the text.
struct Place
{
  std::uint64_t base;
  int text_bits;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t key(std::uint64_t query_symbol, std::uint64_t text_position) const
  {
    return ((query_symbol - base) << text_bits) | text_position;
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t query_symbol(std::uint64_t key) const
  {
    return base + (key >> text_bits);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t text_position(std::uint64_t key) const
  {
    return key & ((std::uint64_t{1} << text_bits) - 1);
  }
};

/// Matches [first, first + count), whose places have one base.
struct Piece
{
  Place place;
  std::size_t first;
  std::size_t count;
};

/// Columns that grow.
template <class MemorySpace, class Index>
struct Rows
{
  Array<std::uint64_t, MemorySpace> keys;
  Array<Index, MemorySpace> lengths;
  Array<Index, MemorySpace> occurrences;  // empty unless it is wanted
  std::size_t size = 0;
  std::vector<Piece> pieces;

  /// Makes sure that there are so many more.
  template <class ExecutionSpace>
  void make_room(ExecutionSpace const& space, MemoryResource& resource, std::size_t count, bool with_occurrences)
  {
    if (size + count <= keys.extent(0)) return;
    std::size_t const capacity = std::max(size + count, 2 * keys.extent(0));
    grow(space, resource, capacity, keys);
    grow(space, resource, capacity, lengths);
    if (with_occurrences) grow(space, resource, capacity, occurrences);
  }

  void add_piece(Place const& place, std::size_t first)
  {
    detail::with_host_memory("pieces of matches", [&] { pieces.push_back({place, first, size - first}); });
  }

 private:
  template <class ExecutionSpace, class T>
  void grow(ExecutionSpace const& space, MemoryResource& resource, std::size_t capacity, Array<T, MemorySpace>& array)
  {
    auto const larger = detail::allocate<T, MemorySpace>(resource, "lexikos::matching::rows", capacity);
    if (size != 0)
      Kokkos::deep_copy(space, Span<T, MemorySpace>(larger.data(), size),
                        Span<T const, MemorySpace>(array.data(), size));
    space.fence("lexikos::matching::rows");
    array = larger;
  }
};

/// What candidates turn out to be; entry 0 is that of item `first`.
template <class Index>
struct Verdicts
{
  std::uint8_t* is_match;
  std::uint64_t* keys;
  Index* lengths;
  std::size_t first;

  KOKKOS_INLINE_FUNCTION void refuse(std::size_t item) const { is_match[item - first] = 0; }
  KOKKOS_INLINE_FUNCTION void accept(std::size_t item, std::uint64_t key, std::uint64_t length) const
  {
    is_match[item - first] = 1;
    keys[item - first] = key;
    lengths[item - first] = static_cast<Index>(length);
  }
};

/// Copies the candidates that are matches.
template <class Index>
struct AppendMatches
{
  Verdicts<Index> verdicts;
  std::uint32_t const* selected;
  std::uint64_t* keys;
  Index* lengths;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    keys[i] = verdicts.keys[selected[i]];
    lengths[i] = verdicts.lengths[selected[i]];
  }
};

/// Judges all items of segments, some at a time, and appends those that are matches, until there are more than `max_rows`.
/// \param make_judge  make_judge(verdicts) is the function of `for_each_item`
template <class ExecutionSpace, class Index, class MakeJudge>
void append_matches(ExecutionSpace const& space, detail::SegmentItems const& items, std::uint64_t at_once,
                    std::uint64_t max_rows, Rows<typename ExecutionSpace::memory_space, Index>& rows,
                    Workspace& workspace, MakeJudge const& make_judge)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  std::size_t const room = std::min<std::size_t>(at_once, items.last - items.first);
  auto const is_match = workspace.take<std::uint8_t, MemorySpace>(room);
  auto const keys = workspace.take<std::uint64_t, MemorySpace>(room);
  auto const lengths = workspace.take<Index, MemorySpace>(room);
  auto const selected = workspace.take<std::uint32_t, MemorySpace>(room);
  for (std::size_t first = items.first; first < items.last && rows.size <= max_rows; first += room) {
    std::size_t const count = std::min(room, items.last - first);
    Verdicts<Index> const verdicts{is_match.data(), keys.data(), lengths.data(), first};
    detail::for_each_item(space, "lexikos::matching::candidates", {items.offsets, items.segments, first, first + count},
                          make_judge(verdicts));
    std::size_t const found = primitives::select_positions(space, backends::subspan(is_match, 0, count),
                                                           backends::subspan(selected, 0, count), workspace);
    if (found == 0) continue;
    rows.make_room(space, workspace.resource(), found, false);
    Kokkos::parallel_for(
        "lexikos::matching::append", backends::Range<ExecutionSpace>(space, 0, found),
        AppendMatches<Index>{verdicts, selected.data(), rows.keys.data() + rows.size, rows.lengths.data() + rows.size});
    rows.size += found;
  }
}

/// Sorts the matches from `first` on, which becomes a piece.
template <class ExecutionSpace, class Index>
void sort_piece(ExecutionSpace const& space, Place const& place, int key_bits, std::size_t first,
                Rows<typename ExecutionSpace::memory_space, Index>& rows, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const count = rows.size - first;
  if (count == 0) return;
  if (count > 1) {
    Workspace::Scope const scope(workspace);
    Span<std::uint64_t, MemorySpace> const keys(rows.keys.data() + first, count);
    Span<Index, MemorySpace> const lengths(rows.lengths.data() + first, count);
    primitives::DoubleBuffer sorted_keys{keys, workspace.take<std::uint64_t, MemorySpace>(count)};
    primitives::DoubleBuffer sorted_lengths{lengths, workspace.take<Index, MemorySpace>(count)};
    primitives::radix_sort_pairs(space, sorted_keys, sorted_lengths, 0, key_bits, workspace);
    if (sorted_keys.current.data() != keys.data()) Kokkos::deep_copy(space, keys, sorted_keys.current);
    if (sorted_lengths.current.data() != lengths.data()) Kokkos::deep_copy(space, lengths, sorted_lengths.current);
  }
  rows.add_piece(place, first);
}

}  // namespace lexikos::matching_detail
