// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The comparisons of one level: each by a thread; those that exceed a thread's budget, by a team; those that exceed a team's,
// by all teams.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>

#include "lcp/levels.hpp"
#include "lcp/tuning.hpp"

namespace lexikos::lcp_detail
{

/// The largest number of positions of a level whose comparison exceeds a budget of bytes.
inline std::size_t max_exceeding(std::size_t bytes, std::size_t budget)
{
  return budget == ComparisonBudget::unlimited ? 0 : 3 * (bytes / budget) + 1;
}

/// A list that kernels append to. It overflows only if the input is not a suffix array.
template <class Item, class MemorySpace>
struct WorkList
{
  Span<std::uint64_t, MemorySpace> count;  // one entry, which goes on counting when the list is full
  Span<Item, MemorySpace> items;

  KOKKOS_FUNCTION bool push(Item const& item) const
  {
    std::uint64_t const slot = Kokkos::atomic_fetch_add(&count(0), std::uint64_t{1});
    if (slot >= items.extent(0)) return false;
    items(slot) = item;
    return true;
  }
  KOKKOS_FUNCTION std::size_t size() const
  {
    return count(0) < items.extent(0) ? static_cast<std::size_t>(count(0)) : items.extent(0);
  }
};

/// Positions whose comparison is left to a team.
template <class Index, class MemorySpace>
using LongList = WorkList<Index, MemorySpace>;

/// What is left to all teams: comparisons, since the entry of plcp takes part in the answer.
template <class MemorySpace>
using GiantList = WorkList<Comparison, MemorySpace>;

/// One thread per position.
template <class Index, class MemorySpace, class Text = SymbolText>
struct CompareAlone
{
  Level<Index, MemorySpace, Text> level;
  LongList<Index, MemorySpace> unfinished;
  std::size_t budget;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    std::size_t const p = level.position(j);
    if (level.plcp(p) >= level.n) {  // no_phi, or unwritten
      level.plcp(p) = 0;
      return;
    }
    Comparison const c = level.comparison(p);
    std::size_t const stop = c.end - c.begin > budget ? c.begin + budget : c.end;
    std::size_t k = level.text.bytes.mismatch(c.a, c.b, c.begin, stop);
    if (k == stop && stop < c.end) {
      if (unfinished.push(static_cast<Index>(p))) return;
      k = level.text.bytes.mismatch(c.a, c.b, stop, c.end);
    }
    level.plcp(p) = level.symbols(k);
  }
};

/// The first difference in [begin, end), found by all threads of a team together; end if there is none.
template <class Member>
KOKKOS_FUNCTION std::size_t mismatch_by_team(Member const& member, SuffixBytes const& text, Comparison const& c,
                                             std::size_t begin, std::size_t end)
{
  constexpr std::size_t piece = bytes_per_thread;
  std::size_t const step = piece * static_cast<std::size_t>(member.team_size());
  for (std::size_t at = begin; at < end; at += step) {
    std::size_t first = end;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, member.team_size()),
        [&](int const thread, std::size_t& smallest) {
          std::size_t const from = at + piece * static_cast<std::size_t>(thread);
          if (from >= end) return;
          std::size_t const to = end - from > piece ? from + piece : end;
          std::size_t const k = text.mismatch(c.a, c.b, from, to);
          if (k < to && k < smallest) smallest = k;
        },
        Kokkos::Min<std::size_t>(first));
    if (first < end) return first;
  }
  return end;
}

/// Teams take the listed positions in turn.
template <class Index, class ExecutionSpace, class Text = SymbolText>
struct CompareByTeam
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  Level<Index, MemorySpace, Text> level;
  LongList<Index, MemorySpace> listed;
  GiantList<MemorySpace> unfinished;
  ComparisonBudget budget;

  KOKKOS_FUNCTION void operator()(Member const& member) const
  {
    std::size_t const count = listed.size();
    for (std::size_t e = member.league_rank(); e < count; e += member.league_size()) {
      std::size_t const p = listed.items(e);
      Comparison c = level.comparison(p);
      c.begin += budget.thread;  // what the thread found equal
      std::size_t const stop = c.end - c.begin > budget.team ? c.begin + budget.team : c.end;
      std::size_t const k = mismatch_by_team(member, level.text.bytes, c, c.begin, stop);
      bool const gives_up = k == stop && stop < c.end;
      bool is_pushed = false;
      if (gives_up) {
        Kokkos::single(
            Kokkos::PerTeam(member),
            [&](bool& done) {
              done = unfinished.push({c.a, c.b, stop, c.end});
            },
            is_pushed);
      }
      std::size_t const end = !gives_up   ? k
                              : is_pushed ? c.end
                                          : mismatch_by_team(member, level.text.bytes, c, stop, c.end);
      member.team_barrier();  // all have read Phi
      Kokkos::single(Kokkos::PerTeam(member), [&]() { level.plcp(p) = level.symbols(end); });
    }
  }
};

/// All teams share a comparison: each takes chunks in turn, and lowers the bound that stands in plcp.
template <class Index, class ExecutionSpace, class Text = SymbolText>
struct CompareByAll
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  Level<Index, MemorySpace, Text> level;
  GiantList<MemorySpace> listed;
  std::size_t chunk;  // bytes

  KOKKOS_FUNCTION void operator()(Member const& member) const
  {
    std::size_t const count = listed.size();
    std::size_t const stride = chunk * static_cast<std::size_t>(member.league_size());
    for (std::size_t e = 0; e < count; ++e) {
      Comparison const c = listed.items(e);
      Index* const bound = &level.plcp(c.a >> level.text.shift);
      for (std::size_t at = c.begin + chunk * static_cast<std::size_t>(member.league_rank()); at < c.end; at += stride)
      {
        std::size_t known = 0;
        Kokkos::single(
            Kokkos::PerTeam(member),
            [&](std::size_t& value) {
              value = static_cast<std::size_t>(Kokkos::atomic_load(bound)) << level.text.shift;
            },
            known);
        if (at >= known) break;
        std::size_t const stop = c.end - at > chunk ? at + chunk : c.end;
        std::size_t const k = mismatch_by_team(member, level.text.bytes, c, at, stop);
        if (k == stop) continue;
        Kokkos::single(Kokkos::PerTeam(member), [&]() { Kokkos::atomic_min(bound, level.symbols(k)); });
        break;
      }
    }
  }
};

}  // namespace lexikos::lcp_detail
