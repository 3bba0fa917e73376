// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Which groups of windows are duplicates, and which of their windows are removed.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/duplicates.hpp>

#include "common/items_of_segments.hpp"
#include "duplicates/groups.hpp"

namespace lexikos::duplicates_detail
{

/// What an options struct asks for.
struct Rule
{
  std::uint64_t min_occurrences;
  KeepDuplicates keep;
  bool across_documents;
  bool in_other;  // occurrences are those in the other text

  /// Whether anybody asks which window of a group, or of a document, comes first.
  [[nodiscard]] bool needs_order() const { return keep != KeepDuplicates::none || across_documents || in_other; }
  [[nodiscard]] bool needs_documents() const
  {
    return keep == KeepDuplicates::first_of_each_document || across_documents;
  }
};

/// firsts(i) = 1 if window i of its group is the first of its document.
template <class Index>
struct MarkFirstOfDocument
{
  Collection text;
  std::uint64_t const* offsets;
  Index const* positions;
  std::uint8_t* firsts;

  KOKKOS_FUNCTION void operator()(std::size_t group, std::size_t i) const
  {
    bool const is_first =
        i == offsets[group] || text.bounds_of(positions[i - 1]).document != text.bounds_of(positions[i]).document;
    firsts[i] = is_first ? 1 : 0;
  }
};

/// Groups and what is known of them. Pointers that the rule does not need are null.
template <class Index>
struct JudgedGroups
{
  Rule rule;
  std::uint64_t border;  // symbols of the text; positions from there on are the other's
  Index const* positions;
  std::uint64_t const* offsets;
  std::uint8_t const* firsts;             // 1 for the first window of each document
  std::uint64_t const* documents_before;  // [i] of the windows before i, how many are firsts

  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool are_duplicates(std::size_t group) const
  {
    std::uint64_t const begin = offsets[group];
    std::uint64_t const end = offsets[group + 1];
    if (rule.in_other) return end - begin >= rule.min_occurrences && positions[end - rule.min_occurrences] >= border;
    std::uint64_t const occurrences =
        rule.across_documents ? documents_before[end - 1] + firsts[end - 1] - documents_before[begin] : end - begin;
    return occurrences >= rule.min_occurrences;
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_removed(std::size_t group, std::size_t i) const
  {
    if (positions[i] >= border || !are_duplicates(group)) return false;
    if (rule.keep == KeepDuplicates::first) return i != offsets[group];
    return rule.keep == KeepDuplicates::none || firsts[i] == 0;
  }
};

/// Sorts the windows of each group if the rule needs that and they are not, and tells what the rule needs to know.
template <class ExecutionSpace, class Index>
JudgedGroups<Index> judge(ExecutionSpace const& space, Windows const& windows,
                          Groups<typename ExecutionSpace::memory_space, Index> const& groups, Rule const& rule,
                          Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  JudgedGroups<Index> judged{rule, windows.text.size, groups.positions.data(), groups.offsets.data(), nullptr, nullptr};
  std::size_t const count = groups.positions.extent(0);
  if (rule.needs_order() && !groups.ascend)
    detail::sort_positions(space, groups.offsets, groups.positions, windows.n, workspace);
  if (!rule.needs_documents()) return judged;
  auto const firsts = workspace.take<std::uint8_t, MemorySpace>(count);
  detail::for_each_item(
      space, "lexikos::duplicates::first_of_document", {groups.offsets.data(), groups.count(), 0, count},
      MarkFirstOfDocument<Index>{windows.text, groups.offsets.data(), groups.positions.data(), firsts.data()});
  judged.firsts = firsts.data();
  if (!rule.across_documents) return judged;
  auto const before = workspace.take<std::uint64_t, MemorySpace>(count);
  primitives::exclusive_scan(space, firsts, before, primitives::Sum{}, workspace);
  judged.documents_before = before.data();
  return judged;
}

/// Sets the bit of each window that is removed.
template <class Index>
struct MarkRemoved
{
  JudgedGroups<Index> groups;
  std::uint64_t* bits;

  KOKKOS_FUNCTION void operator()(std::size_t group, std::size_t i) const
  {
    if (!groups.is_removed(group, i)) return;
    std::uint64_t const p = groups.positions[i];
    Kokkos::atomic_or(&bits[p / 64], std::uint64_t{1} << (p % 64));
  }
};

}  // namespace lexikos::duplicates_detail
