// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Groups of equal windows, by a suffix array: windows that are equal are neighbours there.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/detail/common_prefix.hpp>
#include <lexikos/detail/document_queries.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/read_back.hpp"
#include "common/sort_positions.hpp"

namespace lexikos::duplicates_detail
{

/// A text, or a part of one, as documents.
struct Collection
{
  std::uint64_t size;  // symbols
  detail::DocumentQueries documents;
  bool is_divided;  // otherwise it is one document

  [[nodiscard]] KOKKOS_INLINE_FUNCTION DocumentBounds bounds_of(std::uint64_t position) const
  {
    return is_divided ? documents.bounds_of(position) : DocumentBounds{0, 0, size};
  }
};

/// The windows of a text, and of another one after it, and which of them there are: those within a document.
struct Windows
{
  std::uint8_t const* bytes;  // of both texts
  std::uint64_t n;            // symbols of both
  std::uint64_t symbol_bytes;
  std::uint64_t length;  // symbols of a window
  Collection text;
  Collection other;  // from text.size on; empty if there is none

  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool has(std::uint64_t position) const
  {
    bool const is_of_text = position < text.size;
    std::uint64_t const p = is_of_text ? position : position - text.size;
    auto const bounds = is_of_text ? text.bounds_of(p) : other.bounds_of(p);
    return bounds.document != not_found && bounds.end - p >= length;
  }

  /// Whether the symbols from p and from q on are the same, for a window's length; both are within the text.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool are_equal(std::uint64_t p, std::uint64_t q) const
  {
    detail::BytesOf const all{bytes, n * symbol_bytes};
    std::uint64_t const wanted = length * symbol_bytes;
    return detail::common_prefix(all, p * symbol_bytes, all, q * symbol_bytes, wanted) == wanted;
  }
};

/// heads[i] = 1 unless the suffixes i - 1 and i start with the same window.
template <class Index>
struct MarkHeads
{
  Windows windows;
  Index const* positions;
  std::uint8_t* heads;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (i == 0) {
      heads[i] = 1;
      return;
    }
    std::uint64_t const p = positions[i - 1];
    std::uint64_t const q = positions[i];
    std::uint64_t const last = p < q ? q : p;
    heads[i] = last + windows.length <= windows.n && windows.are_equal(p, q) ? 0 : 1;
  }
};

/// members[i] = 1 if suffix i starts with a window that another suffix starts with too, and that is one of the text's.
template <class Index>
struct MarkMembers
{
  Windows windows;
  Index const* positions;
  std::uint8_t const* heads;
  std::uint8_t* members;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& count) const
  {
    bool const is_alone = heads[i] != 0 && (i + 1 == windows.n || heads[i + 1] != 0);
    bool const is_member = !is_alone && windows.has(positions[i]);
    members[i] = is_member ? 1 : 0;
    count += is_member ? 1 : 0;
  }
};

/// How many of flags (u8) are 1.
struct SumOfFlags
{
  std::uint8_t const* flags;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const { sum += flags[i]; }
};

/// Windows of group g: positions(offsets(g) .. offsets(g + 1) - 1).
template <class MemorySpace, class Index>
struct Groups
{
  Span<Index, MemorySpace> positions;
  Span<std::uint64_t, MemorySpace> offsets;
  bool ascend = false;  // the positions of each group

  [[nodiscard]] std::size_t count() const { return offsets.extent(0) == 0 ? 0 : offsets.extent(0) - 1; }
};

/// The entries of the suffix array whose windows are equal to others', in its order.
template <class ExecutionSpace, class Index>
Span<Index, typename ExecutionSpace::memory_space> find_members(
    ExecutionSpace const& space, Windows const& windows,
    Span<Index, typename ExecutionSpace::memory_space> const& suffix_array, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const members = workspace.take<std::uint8_t, MemorySpace>(windows.n);
  std::uint64_t count = 0;
  {
    Workspace::Scope const scope(workspace);
    auto const heads = workspace.take<std::uint8_t, MemorySpace>(windows.n);
    Kokkos::parallel_for("lexikos::duplicates::mark_heads", backends::Range<ExecutionSpace>(space, 0, windows.n),
                         MarkHeads<Index>{windows, suffix_array.data(), heads.data()});
    Kokkos::parallel_reduce("lexikos::duplicates::mark_members", backends::Range<ExecutionSpace>(space, 0, windows.n),
                            MarkMembers<Index>{windows, suffix_array.data(), heads.data(), members.data()}, count);
    space.fence("lexikos::duplicates::mark_members");
  }
  auto const positions = workspace.take<Index, MemorySpace>(count);
  if (count != 0) primitives::pack_flagged(space, suffix_array, members, positions, workspace);
  return positions;
}

/// Groups of all windows that are equal to others, some of them of one window: others that are equal to it are none of the
/// text's. In the order of the suffixes.
template <class ExecutionSpace, class Index>
Groups<typename ExecutionSpace::memory_space, Index> find_groups(
    ExecutionSpace const& space, Windows const& windows,
    Span<Index, typename ExecutionSpace::memory_space> const& suffix_array, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const positions = find_members(space, windows, suffix_array, workspace);
  std::size_t const count = positions.extent(0);
  if (count == 0) return {};
  auto const heads = workspace.take<std::uint8_t, MemorySpace>(count);
  Kokkos::parallel_for("lexikos::duplicates::mark_groups", backends::Range<ExecutionSpace>(space, 0, count),
                       MarkHeads<Index>{windows, positions.data(), heads.data()});
  std::uint64_t groups = 0;
  Kokkos::parallel_reduce("lexikos::duplicates::count_groups", backends::Range<ExecutionSpace>(space, 0, count),
                          SumOfFlags{heads.data()}, groups);
  space.fence("lexikos::duplicates::count_groups");
  auto const offsets = workspace.take<std::uint64_t, MemorySpace>(groups + 1);
  primitives::pack_positions(space, heads, backends::subspan(offsets, 0, groups), workspace);
  primitives::fill(space, backends::subspan(offsets, groups, groups + 1), std::uint64_t{count});
  return {positions, offsets, false};
}

}  // namespace lexikos::duplicates_detail
