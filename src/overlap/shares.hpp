// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the corpus has of each query document: from the groups of windows that occurred, and from the longest matches of some
// suffixes.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "overlap/query_index.hpp"

namespace lexikos::overlap_detail
{

/// ends[p] = where the window at p ends, if it occurred.
struct MarkOccurring
{
  std::uint32_t const* positions;
  std::uint32_t const* groups;
  std::uint8_t const* has_occurred;
  std::uint32_t length;
  std::uint32_t* ends;

  KOKKOS_FUNCTION void operator()(std::size_t x) const
  {
    if (has_occurred[groups[x]] != 0) ends[positions[x]] = positions[x] + length;
  }
};

/// covered[p] = 1 if a window reaches beyond p.
struct MarkCovered
{
  std::uint32_t const* ends;
  std::uint32_t n;
  std::uint32_t* covered;  // [0..n]

  KOKKOS_FUNCTION void operator()(std::size_t p) const { covered[p] = p < n && ends[p] > p ? 1 : 0; }
};

/// Sums of each document, from those of all positions before.
struct SumOfDocuments
{
  std::uint32_t const* before;
  std::uint64_t const* offsets;
  std::uint64_t* sums;

  KOKKOS_FUNCTION void operator()(std::size_t d) const { sums[d] = before[offsets[d + 1]] - before[offsets[d]]; }
};

/// What suffixes have in common with the corpus, by those `distance` ranks before and after them: nothing changes the result
/// but that the distance doubles.
struct SpreadMatches
{
  std::uint32_t const* best;
  std::uint32_t const* common;  // [r] symbols that suffixes r - distance and r have in common
  std::uint64_t n;
  std::uint64_t distance;
  std::uint32_t* new_best;
  std::uint32_t* new_common;  // of twice the distance

  KOKKOS_FUNCTION void operator()(std::size_t r) const
  {
    std::uint32_t value = best[r];
    std::uint32_t below = 0;
    if (r >= distance) {
      below = smaller(common[r], common[r - distance]);
      value = larger(value, smaller(best[r - distance], common[r]));
    }
    if (r + distance < n) value = larger(value, smaller(best[r + distance], common[r + distance]));
    new_best[r] = value;
    new_common[r] = below;
  }

 private:
  static KOKKOS_INLINE_FUNCTION std::uint32_t smaller(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }
  static KOKKOS_INLINE_FUNCTION std::uint32_t larger(std::uint32_t a, std::uint32_t b) { return a < b ? b : a; }
};

/// The longest match of each document, which ends with it.
struct LongestOfDocuments
{
  std::uint32_t const* suffixes;
  std::uint32_t const* best;
  detail::DocumentQueries documents;
  std::uint64_t length;
  std::uint64_t* longest;

  KOKKOS_FUNCTION void operator()(std::size_t r) const
  {
    if (best[r] < length) return;
    std::uint64_t const p = suffixes[r];
    auto const bounds = documents.bounds_of(p);
    if (bounds.document == not_found || bounds.end - p < length) return;
    std::uint64_t const value = bounds.end - p < best[r] ? bounds.end - p : best[r];
    if (longest[bounds.document] < value) Kokkos::atomic_max(&longest[bounds.document], value);
  }
};

struct LargestGroup
{
  WindowGroup const* groups;

  KOKKOS_FUNCTION void operator()(std::size_t g, std::uint32_t& largest) const
  {
    if (largest < groups[g].ranks) largest = groups[g].ranks;
  }
};

/// covered[d] symbols of document d lie in windows that occurred.
template <class ExecutionSpace, class Symbol>
void count_covered(Surroundings<ExecutionSpace> const& at, QueryIndex<ExecutionSpace, Symbol> const& index,
                   std::uint8_t const* has_occurred, detail::DocumentQueries const& documents, std::uint64_t* covered)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(at.workspace);
  std::uint32_t const n = index.size();
  auto const ends = at.workspace.template take<std::uint32_t, MemorySpace>(n);
  auto const before = at.workspace.template take<std::uint32_t, MemorySpace>(std::size_t{n} + 1);
  primitives::fill(at.space, ends, std::uint32_t{0});
  at.run("lexikos::overlap::mark_occurring", index.positions().extent(0),
         MarkOccurring{index.positions().data(), index.groups_of_positions().data(), has_occurred,
                       static_cast<std::uint32_t>(index.table().length), ends.data()});
  primitives::inclusive_scan(at.space, ends, ends, primitives::Maximum{}, at.workspace);
  at.run("lexikos::overlap::mark_covered", std::size_t{n} + 1, MarkCovered{ends.data(), n, before.data()});
  primitives::exclusive_scan(at.space, before, before, primitives::Sum{}, at.workspace);
  at.run("lexikos::overlap::count_covered", documents.count, SumOfDocuments{before.data(), documents.offsets, covered});
  at.space.fence("lexikos::overlap::count_covered");
}

/// longest[d] is the largest match of document d, of those that are noted for some ranks, and of all others that follow from
/// them: a suffix has in common with the corpus what it has in common with one of them, and that one with the corpus. As many
/// passes as the logarithm of the number of suffixes with one window.
template <class ExecutionSpace, class Symbol>
void find_longest(Surroundings<ExecutionSpace> const& at, QueryIndex<ExecutionSpace, Symbol> const& index,
                  Span<std::uint32_t, typename ExecutionSpace::memory_space> const& noted,
                  detail::DocumentQueries const& documents, std::uint64_t* longest)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Values = Span<std::uint32_t, MemorySpace>;
  Workspace::Scope const scope(at.workspace);
  std::size_t const n = index.size();
  auto const take = [&] { return at.workspace.template take<std::uint32_t, MemorySpace>(n); };
  auto const suffixes = index.suffixes();
  std::uint32_t largest = 1;
  Kokkos::parallel_reduce("lexikos::overlap::largest_group",
                          backends::Range<ExecutionSpace>(at.space, 0, index.groups()),
                          LargestGroup{index.table().groups}, Kokkos::Max<std::uint32_t>(largest));
  at.space.fence("lexikos::overlap::largest_group");
  primitives::DoubleBuffer<Values> best{noted, take()};
  primitives::DoubleBuffer<Values> common{take(), take()};
  Kokkos::deep_copy(at.space, common.current, Span<std::uint32_t const, MemorySpace>(suffixes.lcp.values, n));
  for (std::uint64_t distance = 1; distance < largest; distance *= 2) {
    at.run(
        "lexikos::overlap::spread_matches", n,
        SpreadMatches{best.current.data(), common.current.data(), n, distance, best.other.data(), common.other.data()});
    best.swap();
    common.swap();
  }
  at.run("lexikos::overlap::longest_of_documents", n,
         LongestOfDocuments{suffixes.suffixes, best.current.data(), documents, index.table().length, longest});
  at.space.fence("lexikos::overlap::longest_of_documents");
}

}  // namespace lexikos::overlap_detail
